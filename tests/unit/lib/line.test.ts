import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinLines, simplifyLine } from '#lib/geometry/line.ts';
import { forAll } from '../../support/for-all.ts';

type Position = [number, number];

describe('joinLines', () => {
  test('joins lines end to end, whatever their order and direction', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { maxLength: 6 });
    const line = Array.from({ length: 21 }, (_, at): Position => [at, at * at]);
    forAll(
      [cuts, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), fc.nat()],
      100,
      (at, turned, seed) => {
        const places = [0, ...at.toSorted((a, b) => a - b), 20];
        const pieces = places.slice(1).map((end, index) => {
          const piece = line.slice(places[index], end + 1);
          return turned[index] ? piece.toReversed() : piece;
        });
        const shuffled = pieces.toSorted((a, b) => rankOf(a, seed) - rankOf(b, seed));
        const [joined = [], ...more] = joinLines(shuffled);
        expect(more).toEqual([]);
        expect(joined[0]?.[0] === 0 ? joined : joined.toReversed()).toEqual(line);
      },
    );
  });

  test('leaves lines that do not meet, and closes a loop', () => {
    const apart: Position[][] = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [3, 0],
      ],
    ];
    expect(joinLines(apart)).toEqual(apart);
    const loop: Position[][] = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ];
    const [closed = []] = joinLines(loop);
    expect(closed).toHaveLength(4);
    expect(closed[0]).toEqual(closed.at(-1));
  });
});

const rankOf = ([[first = 0] = []]: readonly (readonly number[])[], seed: number) =>
  (first * 7919 + seed) % 13;

describe('simplifyLine', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 })), {
    minLength: 2,
    maxLength: 60,
  });

  test('keeps the ends, and a subset of the points in their order', () =>
    forAll([points, fc.integer({ min: 0, max: 100 })], 100, (line, tolerance) => {
      const simple = simplifyLine(line, tolerance);
      expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
      let at = -1;
      for (const point of simple) {
        at = line.findIndex((each, index) => index > at && each === point);
        expect(at).toBeGreaterThanOrEqual(0);
      }
    }));

  test('leaves out what nobody would see, and no bend', () => {
    const line: Position[] = [
      [0, 0],
      [5, 0.4],
      [10, 0],
      [10, 5],
    ];
    expect(simplifyLine(line, 0.5)).toEqual([
      [0, 0],
      [10, 0],
      [10, 5],
    ]);
    expect(simplifyLine(line, 0.3)).toEqual(line);
  });
});
