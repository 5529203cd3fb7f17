import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaPath,
  bars,
  extent,
  formatChange,
  formatNumber,
  linePath,
  niceTicks,
  scale,
  spread,
} from '#components/demo/chart.ts';
import { hydrograph, months, reachGains, readings, stats } from '#components/demo/sample-numbers.ts';

describe('scale', () => {
  it('maps both ends and the values between them, also downward', () => {
    const y = scale([0, 15_000], [100, 0]);
    expect([y(0), y(3750), y(15_000)]).toEqual([100, 75, 0]);
  });

  it('maps a domain without length to the middle', () => {
    expect(scale([4, 4], [0, 100])(4)).toBe(50);
  });
});

describe('niceTicks', () => {
  it.each([
    [[0, 14_650], 6, [0, 5000, 10_000, 15_000]],
    [[-12_400, 21_400], 7, [-20_000, -10_000, 0, 10_000, 20_000, 30_000]],
    [[0, 0.7], 5, [0, 0.2, 0.4, 0.6, 0.8]],
    [[5, 5], 3, [5, 5.5, 6]],
  ] as const)('of %j, at most %i', (span, maxCount, ticks) => {
    expect(niceTicks(span, maxCount)).toEqual(ticks);
  });

  it('covers every span with at most the given number', () => {
    const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 3, max: 12 }), (one, other, maxCount) => {
        const [from, to] = extent([one, other]);
        const ticks = niceTicks([from, to], maxCount);
        expect(ticks.length).toBeLessThanOrEqual(maxCount);
        expect(ticks[0]).toBeLessThanOrEqual(from);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(to);
      }),
      { seed: 7 },
    );
  });

  it('rejects an invalid number of ticks', () => {
    expect(() => niceTicks([-1, 1], 2)).toThrow(RangeError);
  });
});

describe('paths', () => {
  it('spreads values over the width, the greatest at the top', () => {
    expect(spread([1, 3, 2], [1, 3])).toEqual([
      [0, 100],
      [50, 0],
      [100, 50],
    ]);
  });

  it('draws a line and closes an area', () => {
    const points = spread([1, 3, 2], [1, 3]);
    expect(linePath(points)).toBe('M0 100L50 0L100 50');
    expect(areaPath(points, 100)).toBe('M0 100L50 0L100 50L100 100L0 100Z');
  });

  it('draws nothing without points', () => {
    expect([linePath([]), areaPath([], 100)]).toEqual(['', '']);
  });
});

it('bars start at zero and go up or down', () => {
  expect(bars([20, -10], [-20, 20], 0.5)).toEqual([
    { x: 12.5, y: 0, width: 25, height: 50 },
    { x: 62.5, y: 50, width: 25, height: 25 },
  ]);
});

it('formats numbers with separators, decimals and a real minus sign, and changes with a sign', () => {
  expect([formatNumber(1_283_900), formatNumber(-12_400), formatNumber(4.6, 2)]).toEqual([
    '1,283,900',
    '−12,400',
    '4.60',
  ]);
  expect([formatChange(0.4, 1), formatChange(-110), formatChange(0, 1)]).toEqual(['+0.4', '−110', '0.0']);
});

describe('the sample numbers', () => {
  it('cover a water year', () => {
    expect([hydrograph.year.length, hydrograph.median.length]).toEqual([52, 52]);
    expect([months.length, reachGains.length]).toEqual([12, 12]);
  });

  it('agree where two cards show the same thing', () => {
    const discharge = stats.find(({ label }) => label === 'Discharge');
    const reading = readings.find(({ measure }) => measure === 'Discharge');
    const [now, weekAgo] = [discharge?.values.at(-1) ?? NaN, discharge?.values.at(-8) ?? NaN];
    expect([reading?.value, reading?.change]).toEqual([now, now - weekAgo]);
  });
});
