import { expect, test } from 'vitest';
import { changeSince } from '#features/feature-template/rules.ts';

test.each([
  [100, 102, 'Steady'],
  [100, 98, 'Steady'],
  [100, 102.1, 'Rising'],
  [100, 97.9, 'Falling'],
  [0, 0, 'Steady'],
  [0, 1, 'Rising'],
  [-10, -5, 'Rising'],
  [-10, -20, 'Falling'],
  [null, 5, undefined],
])('from %s to %s the value is %s', (before, value, change) => {
  expect(changeSince(before, value)).toBe(change);
});
