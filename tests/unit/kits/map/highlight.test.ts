import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveOutsideCircle } from '#kits/map/canvas/place-label.ts';
import { forAll } from '../../../support/for-all.ts';

test('leaves no label inside the ring', () => {
  const place = fc.double({ min: -80, max: 80, noNaN: true });
  const size = fc.double({ min: 5, max: 120, noNaN: true });
  forAll([place, place, size, size], 100, (left, top, width, tall) => {
    const moved = moveOutsideCircle({ left, top }, { x: 0, y: 0 }, width, tall, 12);
    const inside =
      moved.left < 12 - 1e-9 &&
      moved.left + width > -12 + 1e-9 &&
      moved.top < 12 - 1e-9 &&
      moved.top + tall > -12 + 1e-9;
    expect(inside).toBe(false);
  });
});
