import { describe, expect, it } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { describeWellTrend, wellTrendOf } from '#features/site-page/rules/well-trend.ts';
import { dayFromParts } from '#lib/calendar.ts';

const running = 2027;

/** Four readings a year whose level changes by so many feet a year, with a wrong one in 2003. */
function readings(from: number, to: number, feetAYear: number) {
  const days = [];
  const values = [];
  for (let year = from; year <= to; year += 1) {
    for (const [month, swing] of [
      [1, -1],
      [4, 2],
      [7, 0],
      [9, -1],
    ] as const) {
      days.push(dayFromParts(year, month, 15));
      values.push(100 + feetAYear * (year - from) + swing + (year === 2003 && month === 7 ? 300 : 0));
    }
  }
  return { days, values };
}

describe('the trend of a well', () => {
  it('is the slope of its water years, whatever a wrong reading says', () => {
    const record = readings(1991, 2026, 0.4);
    const trend = wellTrendOf(record, parameterNdx.groundwaterElevation, { running, minYears: 10 });
    expect(trend).toMatchObject({ firstYear: 1991, lastYear: 2026, years: 36, readings: 144 });
    expect(trend?.feetAYear).toBeCloseTo(0.4, 6);
    expect((trend?.last.value ?? 0) - (trend?.first.value ?? 0)).toBeCloseTo(35 * 0.4, 6);
  });

  it('is lower water where the depth to it grows', () => {
    const record = readings(1991, 2026, 0.4);
    const trend = wellTrendOf(record, parameterNdx.depthToWater, { running, minYears: 10 });
    expect(trend?.feetAYear).toBeCloseTo(-0.4, 6);
    expect(trend?.last.value).toBeGreaterThan(trend?.first.value ?? 0);
  });

  it('leaves the running year out, which lacks a season', () => {
    const record = readings(2010, 2027, 1);
    expect(wellTrendOf(record, 7, { running, minYears: 10 })?.lastYear).toBe(2026);
  });

  it('of the last ten years counts those only', () => {
    const [before, after] = [readings(1991, 2016, 0), readings(2017, 2026, -2)];
    const record = { days: [...before.days, ...after.days], values: [...before.values, ...after.values] };
    const recent = wellTrendOf(record, 8, { running, since: 2017, minYears: 5 });
    expect(recent).toMatchObject({ firstYear: 2017, years: 10, readings: 40 });
    expect(recent?.feetAYear).toBeCloseTo(-2, 6);
  });

  it.each([
    [readings(2020, 2026, 1), 10],
    [{ days: [], values: [] }, 5],
  ])('needs years', (record, minYears) => {
    expect(wellTrendOf(record, 7, { running, minYears })).toBeUndefined();
  });

  it.each([
    [-0.42, '0.42 ft a year lower over 1991–2026 (n = 36 years, 1,203 readings)'],
    [0.9, '0.90 ft a year higher over 1991–2026 (n = 36 years, 1,203 readings)'],
    [0.02, 'level over 1991–2026 (n = 36 years, 1,203 readings)'],
  ])('%s ft a year is said as %s', (feetAYear, text) => {
    const trend = { firstYear: 1991, lastYear: 2026, years: 36, readings: 1203, feetAYear };
    expect(describeWellTrend(trend)).toBe(text);
  });
});
