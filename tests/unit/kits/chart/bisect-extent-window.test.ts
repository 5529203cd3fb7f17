import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeExtent } from '#kits/chart/drawing/bars.ts';
import { alignZeros, valueExtent } from '#kits/chart/drawing/value-axis.ts';
import type { Extent } from '#kits/chart/index.ts';
import { lowerBound, nearestX, neighborX, positionAt } from '#kits/chart/reading/bisect.ts';
import { isWhole, panWindow, zoomWindow } from '#kits/chart/state.ts';
import { forAll } from '../../../support/for-all.ts';
import { line, someDays } from './plot.ts';

const days = someDays(300, 60);
const series = (xs: readonly number[], ys: readonly number[] = xs) => line('s', xs, { ys });

describe('finding a day', () => {
  test('finds the nearest', () =>
    forAll([fc.array(days, { maxLength: 4 }), fc.integer({ min: -20, max: 320 })], 100, (all, wanted) => {
      const every = all.flat();
      const found = nearestX(
        all.map((xs) => series(xs)),
        wanted,
      );
      if (every.length === 0) expect(found).toBeUndefined();
      else {
        const minDistance = Math.min(...every.map((x) => Math.abs(x - wanted)));
        expect(Math.abs((found ?? Number.NaN) - wanted)).toBe(minDistance);
      }
    }));

  test('visits every day once from neighbor to neighbor', () =>
    forAll([fc.array(days, { maxLength: 4 })], 100, (all) => {
      const every = [...new Set(all.flat())].toSorted((one, other) => one - other);
      const lines = all.map((xs) => series(xs));
      const visited: number[] = [];
      for (let x = neighborX(lines, -1, 1); x !== undefined; x = neighborX(lines, x, 1)) visited.push(x);
      expect(visited).toEqual(every);
      const back: number[] = [];
      for (let x = neighborX(lines, 999, -1); x !== undefined; x = neighborX(lines, x, -1)) back.push(x);
      expect(back).toEqual(every.toReversed());
    }));

  test('finds a value only at its own day', () => {
    expect(positionAt(series([2, 4, 9]), 4)).toBe(1);
    expect(positionAt(series([2, 4, 9]), 5)).toBeUndefined();
    expect(lowerBound([2, 4, 9], 10)).toBe(3);
  });
});

describe('extents', () => {
  test('of time span all series', () => {
    expect(timeExtent([series([3, 9]), series([1, 5]), series([])])).toEqual([1, 9]);
    expect(timeExtent([series([4])])).toEqual([3, 5]);
    expect(timeExtent([])).toEqual([0, 1]);
  });

  test('of values contain every value in the window', () =>
    forAll(
      [days, fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 60, maxLength: 60 })],
      100,
      (xs, ys) => {
        const [low, high] = valueExtent([series(xs, ys)], [50, 250]);
        expect(low).toBeLessThan(high);
        for (const [at, x] of xs.entries()) {
          if (x < 50 || x > 250) continue;
          expect(ys[at]).toBeGreaterThanOrEqual(low);
          expect(ys[at]).toBeLessThanOrEqual(high);
        }
      },
    ));

  test('begin at zero if values come near it, but not on a reversed axis', () => {
    expect(valueExtent([series([1, 2], [10, 100])], [0, 9])[0]).toBe(0);
    expect(valueExtent([series([1, 2], [25, 100])], [0, 9], true)[0]).toBeGreaterThan(0);
    expect(valueExtent([series([1, 2], [90, 100])], [0, 9])[0]).toBeGreaterThan(80);
  });
});

describe('single values on both axes', () => {
  /** The height of a value on its axis, from the bottom of the plot, as a share. */
  const heightOf = (value: number, side: 'left' | 'right', reversed: boolean) => {
    const [low, high] = valueExtent([series([5], [value])], [4, 6], reversed, side);
    const share = (value - low) / (high - low);
    return reversed ? 1 - share : share;
  };

  test.each([
    [6380, 270.31, false, true],
    [6380, 12.4, false, false],
    [-3, 0.02, false, false],
    [270.31, 4890, true, false],
    [270.31, 12, true, true],
  ])('%d and %d do not lie on each other', (left, right, isLeftReversed, isRightReversed) => {
    const [low, high] = [heightOf(left, 'left', isLeftReversed), heightOf(right, 'right', isRightReversed)];
    expect(high - low).toBeGreaterThan(0.05);
    expect(high).toBeLessThanOrEqual(1);
  });
});

describe('the window', () => {
  const whole = [0, 1000] as const;

  test('stays within the whole, however it is zoomed and moved', () => {
    const step = fc.oneof(
      fc.record({
        center: fc.integer({ min: -100, max: 1100 }),
        factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
      }),
      fc.integer({ min: -2000, max: 2000 }),
    );
    forAll([fc.array(step, { maxLength: 20 })], 100, (steps) => {
      let now: readonly [number, number] = whole;
      for (const each of steps) {
        now =
          typeof each === 'number'
            ? panWindow(now, whole, each)
            : zoomWindow(now, whole, each.center, each.factor);
        expect(now[0]).toBeGreaterThanOrEqual(-1e-6);
        expect(now[1]).toBeLessThanOrEqual(1000 + 1e-6);
        expect(now[1] - now[0]).toBeGreaterThanOrEqual(5 - 1e-6);
      }
    });
  });

  test('keeps the time under the pointer in place', () => {
    const [from, to] = zoomWindow(whole, whole, 250, 0.5);
    expect((250 - from) / (to - from)).toBeCloseTo(0.25);
    expect(isWhole(zoomWindow([from, to], whole, 250, 9), whole)).toBe(true);
  });
});

describe('the zeros of two axes', () => {
  const part = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  const extent = fc.oneof(
    fc.tuple(part, part).map(([low, high]): [number, number] => [-low, high]),
    part.map((high): [number, number] => [0, high]),
    part.map((low): [number, number] => [-low, 0]),
  );

  test('are at one height, and no value is cut', () =>
    forAll([extent, extent], 100, (one, other) => {
      const aligned = alignZeros(one, other);
      const [first, second] = aligned.map(([low, high]) => -low / (high - low));
      expect(first).toBeCloseTo(second ?? 0, 9);
      for (const [at, [low, high]] of [one, other].entries()) {
        expect(aligned[at]?.[0]).toBeLessThanOrEqual(low + Math.abs(low) * 1e-9);
        expect(aligned[at]?.[1]).toBeGreaterThanOrEqual(high - Math.abs(high) * 1e-9);
      }
    }));

  test.each([
    ['0 to 10', '0 to 500', '0 to 10 and 0 to 500'],
    ['-10 to 10', '0 to 500', '-10 to 20 and -250 to 500'],
    ['-10 to 0', '0 to 500', '-10 to 10 and -500 to 500'],
    ['-10 to 10', '4300 to 4350', '-10 to 10 and 4300 to 4350'],
  ])('of %s and %s are %s', (one, other, expected) => {
    const read = (text: string) => text.split(' to ').map(Number) as unknown as Extent;
    const aligned = alignZeros(read(one), read(other)).map((extent) => extent.join(' to '));
    expect(aligned.join(' and ')).toBe(expected);
  });
});
