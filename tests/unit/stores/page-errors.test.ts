import { expect, test } from 'vitest';
import { PageError } from '#contract/system.ts';
import { describePageError } from '#stores/page-errors.ts';

const origin = 'https://portal.example.org';
const frame = (name: string, file = '/_assets/a.B-1_x.js', line = 1, column = 20) => ({
  function: name,
  file,
  line,
  column,
});

test.each([
  [
    'Chromium',
    `TypeError: 4 Main Street is not a child
    at commit (${origin}/_assets/a.B-1_x.js:1:20)
    at async Object.load (${origin}/_assets/a.B-1_x.js:1:20)
    at ${origin}/_assets/a.B-1_x.js:1:20`,
    [frame('commit'), frame('Object.load'), frame('')],
  ],
  [
    'Firefox',
    `commit@${origin}/_assets/a.B-1_x.js:1:20\n@${origin}/_assets/a.B-1_x.js?v=secret:1:20\n`,
    [frame('commit'), frame('')],
  ],
  ['an extension', 'Error: x\n    at f (chrome-extension://abc/content.js:1:2)', []],
  ['another site', 'Error: x\n    at f (https://portal.example.org.evil.test/a.js:1:2)', []],
  ['a stack that none is', 'Error: x\n    at Array.map (<anonymous>)\n    at native:1:1', []],
  ['no stack', undefined, []],
])('describes an error of %s by the calls of the own scripts only', (_, stack, frames) => {
  const error = Object.assign(new Error('4 Main Street is not a child'), { name: 'TypeError', stack });
  const described = describePageError(error, origin, '/sites/site');
  expect(described).toEqual({ page: '/sites/site', type: 'TypeError', frames });
  expect(PageError.safeParse(described).success).toBe(true);
});

test('an error of any length and any name is a report that the portal takes', () => {
  const stack = Array.from(
    { length: 90 },
    () => `    at ${'ä b'.repeat(99)} (${origin}/${'x'.repeat(300)}.js:1:2)`,
  );
  const error = Object.assign(new Error(''), { name: 'Néw "Error"\n'.repeat(20), stack: stack.join('\n') });
  expect(PageError.safeParse(describePageError(error, origin, `/${'p'.repeat(300)}`)).success).toBe(true);
});
