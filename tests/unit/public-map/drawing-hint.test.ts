import { expect, test } from 'vitest';
import { describeDrawingHint } from '#features/public-map/drawings-text.ts';

test('hints fit the finger or the mouse, and explain what went wrong', () => {
  const line = { kind: 'drawing', shape: 'line', points: 0, problem: null, byKeyboard: false } as const;
  expect(describeDrawingHint(line, true)).toBe('Tap to add points');
  expect(describeDrawingHint(line, false)).toBe('Click to add points');
  expect(describeDrawingHint({ ...line, shape: 'polygon', problem: 'crossing' }, false)).toBe(
    'The edges may not cross. Click to add points',
  );
  expect(describeDrawingHint({ ...line, problem: 'too-small' }, true)).toMatch(/too small to measure/);
});

test('hints for the keyboard name the keys and what the next point is', () => {
  const circle = { kind: 'drawing', shape: 'circle', points: 0, problem: null, byKeyboard: true } as const;
  expect(describeDrawingHint(circle, false)).toBe(
    'Arrow keys move the map, Enter to set the middle at the cross',
  );
  expect(describeDrawingHint({ ...circle, points: 1 }, false)).toMatch(/set the edge/);
  expect(describeDrawingHint({ ...circle, problem: 'same-place' }, false)).toMatch(/^There is a point here/);
});
