import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bandColor,
  bandOf,
  bands,
  basinPercent,
  minWinterDays,
  noBandColor,
  sitePeaks,
} from '#domain/snowpack.ts';

const year = (at: number, peak = 10, winterDays = 181) => ({ year: at, peak, winterDays });
const run = (count: number, from = 1991) =>
  Array.from({ length: count }, (_, at) => year(from + at, 10 + at));

describe('percent of median peak', () => {
  test('needs ten of the thirty years', () => {
    expect(sitePeaks(run(9), 2027).every((each) => each.percent === undefined)).toBe(true);
    const ten = sitePeaks([...run(10), year(2026, 29)], 2027);
    expect(ten.at(-1)).toEqual({ year: 2026, peak: 29, medianPeak: 14.5, percent: 200, toDate: false });
  });

  test('ignores years outside 1991–2020 in the median', () => {
    expect(sitePeaks([...run(9), year(1990, 99), year(2021, 99)], 2027)[0]?.medianPeak).toBeUndefined();
  });

  test('leaves out a year with too few winter days, except the year in progress', () => {
    const years = [
      ...run(10),
      year(2024, 1, minWinterDays - 1),
      year(2025, 12, minWinterDays),
      year(2027, 2, 20),
    ];
    const found = sitePeaks(years, 2027);
    expect(found.map((each) => each.year)).not.toContain(2024);
    expect(found.find((each) => each.year === 2025)?.toDate).toBe(false);
    expect(found.find((each) => each.year === 2027)).toMatchObject({ toDate: true, peak: 2 });
  });

  test('is undefined if the median is 0', () => {
    const years = Array.from({ length: 12 }, (_, at) => year(1995 + at, 0));
    expect(sitePeaks(years, 2027)[0]).toMatchObject({ medianPeak: 0, percent: undefined });
  });
});

describe('a basin’s percentage', () => {
  test('is the ratio of sums over sites with a median, between the lowest and highest site', () => {
    const sites = fc.array(
      fc.record({ peak: fc.integer({ min: 0, max: 60 }), medianPeak: fc.integer({ min: 1, max: 60 }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(sites, (all) => {
        const percent = basinPercent([...all, { peak: 500, medianPeak: undefined }]) ?? Number.NaN;
        const each = all.map((site) => (100 * site.peak) / site.medianPeak);
        expect(percent).toBeGreaterThanOrEqual(Math.min(...each) - 1e-9);
        expect(percent).toBeLessThanOrEqual(Math.max(...each) + 1e-9);
      }),
    );
    expect(basinPercent([{ peak: 5, medianPeak: undefined }])).toBeUndefined();
  });
});

describe('the bands', () => {
  test.each([
    [0, '< 50'],
    [49.4, '< 50'],
    [49.5, '50–69'],
    [69.4, '50–69'],
    [69.5, '70–89'],
    [100, '90–109'],
    [149.4, '130–149'],
    [149.5, '150–1000'],
    [1000.4, '150–1000'],
  ])('%d percent is %s', (percent, label) => {
    expect(bandOf(percent)?.label).toBe(label);
  });

  test('are black above 1000 and without data', () => {
    expect([1000.5, null, undefined].map(bandColor)).toEqual([noBandColor, noBandColor, noBandColor]);
  });

  test('have no gaps between them', () => {
    for (const [at, band] of bands.entries())
      if (at > 0) expect(band.from).toBe((bands[at - 1]?.to ?? 0) + 1);
  });
});
