import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BasinShare, basinIndex, minWinterDays, sitePeaks } from '#domain/snow/snowpack.ts';
import { dayFromParts, dayNumber } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const year = (at: number, peak = 10, winterDays = 181) => ({
  year: at,
  peak,
  peakDay: dayFromParts(at, 4, 10),
  winterDays,
});
const run = (count: number, from = 1991) =>
  Array.from({ length: count }, (_, at) => year(from + at, 10 + at));

describe('percent of median peak', () => {
  test('needs ten of the thirty years', () => {
    expect(sitePeaks(run(9, 2000), 2027).years.every((each) => each.percent === undefined)).toBe(true);
    const ten = sitePeaks([...run(10, 2000), year(2026, 29)], 2027);
    expect(ten.medianPeak).toEqual({
      count: 10,
      firstYear: 2000,
      lastYear: 2009,
      median: 14.5,
      monthDay: '04-10',
    });
    expect(ten.years.at(-1)).toEqual({ year: 2026, peak: 29, percent: 200, toDate: false });
  });

  test('needs three years in each half of the thirty', () => {
    expect(sitePeaks(run(15, 1991), 2027).medianPeak).toBeUndefined();
    expect(sitePeaks(run(17, 1991), 2027).medianPeak).toBeUndefined();
    expect(sitePeaks(run(18, 1991), 2027).medianPeak).toMatchObject({ count: 18, lastYear: 2008 });
  });

  test('ignores years outside 1991–2020 in the median', () => {
    expect(sitePeaks([...run(9, 2000), year(1990, 99), year(2021, 99)], 2027).medianPeak).toBeUndefined();
  });

  test('leaves out a year with too few winter days, except the year in progress', () => {
    const years = [
      ...run(10, 2000),
      year(2024, 1, minWinterDays - 1),
      year(2025, 12, minWinterDays),
      year(2027, 2, 20),
    ];
    const found = sitePeaks(years, 2027).years;
    expect(found.map((each) => each.year)).not.toContain(2024);
    expect(found.find((each) => each.year === 2025)?.toDate).toBe(false);
    expect(found.find((each) => each.year === 2027)).toMatchObject({ toDate: true, peak: 2 });
  });

  test('is withheld if the median is below an inch', () => {
    const of = (peak: number) =>
      sitePeaks(
        Array.from({ length: 12 }, (_, at) => year(2000 + at, peak)),
        2027,
      ).years[0]?.percent;
    expect([0, 0.9, 1].map(of)).toEqual([undefined, undefined, 100]);
  });

  test('knows the median day of the peaks', () => {
    const days = ['2000-03-30', '2001-04-01', '2002-04-03', '2003-04-05', '2004-06-14', '2005-04-02'];
    const years = run(12, 2000).map((each, at) => ({
      ...each,
      peakDay: dayNumber(days[at % days.length] ?? ''),
    }));
    expect(sitePeaks(years, 2027).medianPeak?.monthDay).toBe('04-02');
  });
});

const inches = fc.double({ min: 0, max: 60, noNaN: true });
const share = fc.record({
  value: fc.option(inches, { nil: undefined }),
  median: fc.option(inches, { nil: undefined }),
});
const hasBoth = (site: BasinShare): site is { value: number; median: number } =>
  site.value !== undefined && site.median !== undefined;

describe('a basin’s percentage', () => {
  test('is between the smallest and the largest percentage of its sites', () => {
    const sites = fc.array(
      fc.record({ value: inches, median: fc.double({ min: 1, max: 60, noNaN: true }) }),
      { minLength: 1 },
    );
    forAll([sites], 100, (all) => {
      const percent = basinIndex([...all, { value: 500, median: undefined }]).percent ?? Number.NaN;
      const each = all.map((site) => (100 * site.value) / site.median);
      expect(percent).toBeGreaterThanOrEqual(Math.min(...each) - 1e-9);
      expect(percent).toBeLessThanOrEqual(Math.max(...each) + 1e-9);
    });
  });

  test('is the ratio of sums over the sites that have both, whatever the others have', () =>
    forAll([fc.array(share)], 100, (all) => {
      const both = all.filter(hasBoth);
      const index = basinIndex(all);
      const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
      expect(index.siteCount).toBe(both.length);
      expect(index.value).toBeCloseTo(sum(both.map((site) => site.value)), 9);
      expect(index.median).toBeCloseTo(sum(both.map((site) => site.median)), 9);
      const { percent, ...sums } = basinIndex(both);
      expect({ ...index, isFewSites: sums.isFewSites }).toEqual({ percent, ...sums });
    }));

  test('is never given where the median is below an inch on average, so that no fall is red', () => {
    const early = fc.array(
      fc.record({ value: inches, median: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
    );
    forAll([early], 100, (all) => {
      expect(basinIndex(all).percent).toBeUndefined();
    });
  });

  const site = (value: number | undefined, median: number | undefined): BasinShare => ({ value, median });
  const two = [site(5, 10), site(5, 10)];
  test.each([
    ['no site', [], true],
    ['one site', [site(5, 10)], true],
    ['two sites of which one has no median', [site(5, 10), site(5, undefined)], true],
    ['two sites', two, false],
    ['two sites with a third of the median of all', [...two, site(undefined, 40)], false],
    ['two sites with less than a third', [...two, site(undefined, 40.1)], true],
    ['two sites on a day without snow', [site(0, 0), site(0, 0)], false],
  ])('of %s is marked as of few sites: %#', (_, sites, isFewSites) => {
    expect(basinIndex(sites).isFewSites).toBe(isFewSites);
  });
});
