import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fragment, jsx, jsxs } from '#kits/ui/jsx-runtime.ts';

const b = jsx('b', { children: 'b' });
const list = (...children: ReactNode[]) => jsxs('p', { children });
const inFragment = (children: ReactNode) => jsx(Fragment, { children });
const items = ['x', 'y'].map((each) => jsx('i', { children: each }, each));

/** What is written, by how it is written in JSX. */
test.each<[written: string, element: ReactNode, markup: string]>([
  ['one text', jsx('p', { children: 'a' }), '<p>a</p>'],
  ['texts and numbers', list(12, ' sites of ', 3), '<p>12 sites of 3</p>'],
  ['a condition that is not met', list('a', false, null, undefined, 'b'), '<p>ab</p>'],
  ['only such conditions', list(false, null), '<p></p>'],
  ['a text beside an element', list('a', b), '<p><span>a</span><b>b</b></p>'],
  ['texts around an element', list('a', 1, b, 'c', 2), '<p><span>a1</span><b>b</b><span>c2</span></p>'],
  ['white space between elements', list(b, ' ', b), '<p><b>b</b> <b>b</b></p>'],
  ['a text beside a list', list('a', items), '<p><span>a</span><i>x</i><i>y</i></p>'],
  ['texts in a list', list(b, ['x', 'y']), '<p><b>b</b><span>xy</span></p>'],
  ['a list of elements', jsx('p', { children: items }), '<p><i>x</i><i>y</i></p>'],
  ['a fragment of one text', list(inFragment('a'), b), '<p><span>a</span><b>b</b></p>'],
  ['a fragment of texts', list(jsxs(Fragment, { children: ['a', 1] }), b), '<p><span>a1</span><b>b</b></p>'],
  ['a choice', jsxs('option', { children: [2021, ' (running)'] }), '<option>2021 (running)</option>'],
  [
    'a text of a drawing',
    jsxs('text', { children: ['a', jsx('tspan', { children: 'b' })] }),
    '<text><tspan>a</tspan><tspan>b</tspan></text>',
  ],
  [
    'the children of a component',
    jsxs(({ children }: { children?: ReactNode }) => list(b, children), { children: ['a', 1] }),
    '<p><b>b</b><span>a1</span></p>',
  ],
])('leaves no text for a translation to take: %s', (_, element, markup) => {
  expect(renderToStaticMarkup(element)).toBe(markup);
});

test('keeps elements in their places whichever texts are there', () => {
  const places = (first: ReactNode) => list(first, 'a', b).props as { children: unknown[] };
  expect(places('x').children.indexOf(b)).toBe(2);
  expect(places(false).children.indexOf(b)).toBe(2);
});
