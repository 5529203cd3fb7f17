import { expect, test } from 'vitest';
import { describeDrawingHint } from '#features/public-map/drawing-hint.ts';

test('hints fit the finger or the mouse, and explain what went wrong', () => {
  const line = { kind: 'drawing', shape: 'line', points: 0, problem: null } as const;
  expect(describeDrawingHint(line, true)).toBe('Tap to add points');
  expect(describeDrawingHint(line, false)).toBe('Click to add points');
  expect(describeDrawingHint({ ...line, shape: 'polygon', problem: 'crossing' }, false)).toBe(
    'The edges may not cross. Click to add points',
  );
  expect(describeDrawingHint({ ...line, problem: 'too-small' }, true)).toMatch(/too small to measure/);
});
