import { expect, test } from 'vitest';
import { describeNameFault, maxViews } from '#features/saved-views/contract.ts';

const views = [
  { id: 'a', name: 'Upper reach' },
  { id: 'b', name: 'Lower reach' },
];
const length = 'Enter a name of 1 to 80 characters.';
const taken = 'You already have a view named “upper reach”. Choose another name.';

test.each([
  ['a free name', 'Gages', undefined, undefined],
  ['a name of 80 characters', '✓'.repeat(80), undefined, undefined],
  ['a name of 81 characters', 'x'.repeat(81), undefined, length],
  ['an empty name', '', undefined, length],
  ['white space', ' \n ', undefined, length],
  ['a control character', 'a\u0007b', undefined, 'Remove the character U+0007, which cannot be seen.'],
  ['a name that is taken in other letters', ' upper  reach ', undefined, taken],
  ['its own name in other letters', 'UPPER REACH', 'a', undefined],
  ['the name of another view', 'upper reach', 'b', taken],
])('%s', (_, name, id, expected) => {
  expect(describeNameFault(name, views, id)).toBe(expected);
});

test('a full list takes no further view, but lets one be renamed', () => {
  const full = Array.from({ length: maxViews }, (_, at) => ({ id: String(at), name: `View ${at}` }));
  expect(describeNameFault('Gages', full)).toBe('You already have 50 views. Delete one to save another.');
  expect(describeNameFault('Gages', full, '3')).toBeUndefined();
});
