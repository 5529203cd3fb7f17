import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayOrderOf } from '#domain/season/season.ts';
import { weibullPercentile } from '#domain/statistics/statistics.ts';
import { waterYear } from '#domain/water-year.ts';
import {
  elevationBands,
  elevationLimits,
  type GroupSite,
  groupRecord,
  snowChangeOf,
  snowGroupHistory,
  snowGroupSeason,
  type WaysToPeak,
  waysToPeak,
} from '#features/snow-groups/rules.ts';
import { dayFromParts, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { randomSource } from '#lib/random-source.ts';
import { forAll } from '../../support/for-all.ts';

/** Snow that falls by chance from October on and melts from April on; with gaps, and flat medians that rise and fall. */
function randomSite(
  seed: number,
  { from = 1985, to = 2026, until = '2026-06-30', gaps = 0.004 } = {},
): GroupSite {
  const random = randomSource(seed);
  const record = { days: [] as number[], values: [] as number[], approval: '' };
  const size = 0.5 + random();
  let swe = 0;
  let gap = 0;
  for (
    let day = dayFromParts(from - 1, 10, 1);
    day <= Math.min(dayNumber(until), dayFromParts(to, 9, 30));
    day += 1
  ) {
    const { month } = dayParts(day);
    const isMelt = month >= 4 && month < 10;
    swe = Math.max(
      0,
      Math.round((swe + (isMelt ? -0.6 : random() < 0.3 ? 0.8 * size * random() : 0)) * 10) / 10,
    );
    if (gap === 0 && random() < gaps) gap = 1 + Math.floor(random() * 12);
    if (gap > 0) gap -= 1;
    else {
      record.days.push(day);
      record.values.push(swe);
      record.approval += random() < 0.02 ? 'P' : 'A';
    }
  }
  const medians = new Map(
    Array.from({ length: 366 }, (_, at): [number, number] => {
      const order = at + 1;
      const shape = order < 183 ? order / 183 : Math.max(0, 1 - (order - 183) / 50);
      return [order, Math.round(180 * size * shape) / 10];
    }),
  );
  return { record, medians };
}

const someSites = (seed: number, gaps = 0.004) =>
  [0, 1, 2, 3, 4].map((at) => randomSite(seed * 10 + at, { from: at === 4 ? 2003 : 1985, gaps }));

const valueOn = ({ record }: GroupSite, day: number) => record.values[record.days.indexOf(day)];

const seasonOf = (sites: readonly GroupSite[], on: string) => {
  const history = snowGroupHistory(sites);
  return { ...history, ...snowGroupSeason(history, dayNumber(on)) };
};

/** The mean of a group on a day the long way: no columns, no sums of all days. */
function slowMean(sites: readonly GroupSite[], day: number): number | undefined {
  const order = dayOrderOf(day, 'water');
  const all = sites.filter(({ medians }) => medians.has(order));
  const there = all.filter((site) => (valueOn(site, day) ?? -1) >= 0);
  const sum = (some: readonly GroupSite[]) =>
    some.map(({ medians }) => medians.get(order) ?? 0).reduce((a, b) => a + b, 0);
  const values = there.reduce((total, site) => total + (valueOn(site, day) ?? 0), 0);
  const share = sum(all) > 0 ? sum(there) / sum(all) : there.length / all.length;
  if (there.length === 0 || share < 2 / 3) return undefined;
  return values / share / all.length;
}

describe('the mean of a group', () => {
  it('is that of a second implementation on random days', () => {
    const random = randomSource(7);
    for (const seed of [1, 2, 3]) {
      const sites = someSites(seed);
      const found = groupRecord(sites);
      const known = new Map(found.days.map((day, at) => [day, found.values[at]]));
      for (let round = 0; round < 100; round += 1) {
        const day = dayNumber('1984-10-01') + Math.floor(random() * 15_200);
        const slow = slowMean(sites, day);
        if (slow === undefined) expect(known.has(day), formatDay(day)).toBe(false);
        else expect(known.get(day), formatDay(day)).toBeCloseTo(slow, 9);
      }
    }
  });

  const site = (values: Readonly<Record<string, number>>, median: number, approval?: string): GroupSite => ({
    record: {
      days: Object.keys(values).map(dayNumber),
      values: Object.values(values),
      ...(approval && { approval }),
    },
    medians: new Map(Array.from({ length: 366 }, (_, at) => [at + 1, median])),
  });

  test.each([
    ['all sites have a value', [site({ '2024-02-29': 4 }, 4), site({ '2024-02-29': 8 }, 10)], 6],
    // 8 ÷ 10 of the mean median, 7.
    ['a site begins later', [site({ '2025-01-01': 4 }, 4), site({ '2024-02-29': 8 }, 10)], 5.6],
    [
      'the sites hold less than two thirds of the medians',
      [site({ '2024-02-29': 4 }, 4), site({}, 10)],
      undefined,
    ],
    ['a value is below zero', [site({ '2024-02-29': -0.1 }, 4), site({ '2024-02-29': 8 }, 10)], 5.6],
    ['no site usually has snow', [site({ '2024-02-29': 3 }, 0), site({ '2024-02-29': 0 }, 0)], 1.5],
    [
      'two of three sites are there without usual snow',
      [site({ '2024-02-29': 3 }, 0), site({ '2024-02-29': 0 }, 0), site({}, 0)],
      1.5,
    ],
    ['there is no site', [], undefined],
  ] as const)('where %s', (_, sites, expected) => {
    const { days, values } = groupRecord(sites);
    const at = days.indexOf(dayNumber('2024-02-29'));
    if (expected === undefined) expect(at).toBe(-1);
    else expect(values[at]).toBeCloseTo(expected, 9);
  });

  it('is provisional if one of its values is', () => {
    const days = { '2026-01-01': 1, '2026-01-02': 2 };
    expect(groupRecord([site(days, 1, 'AP'), site(days, 1, 'AA')]).approval).toBe('AP');
  });

  it('does not change with the order of the sites, and doubles with their values', () =>
    forAll([fc.integer({ min: 1, max: 1e6 })], 20, (seed) => {
      const sites = [0, 1, 2].map((at) => randomSite(seed + at, { from: 2018, to: 2020 }));
      const found = groupRecord(sites);
      const doubled = groupRecord(
        sites.toReversed().map((each) => ({
          ...each,
          record: { ...each.record, values: each.record.values.map((value) => 2 * value) },
        })),
      );
      expect(doubled.days).toEqual(found.days);
      for (const [at, value] of found.values.entries()) expect(doubled.values[at]).toBeCloseTo(2 * value, 9);
    }));
});

describe('past years’ ways', () => {
  /** The peak of each past year the long way: the year's own days, one after the other. */
  function slowGains({ days, values }: GroupSite['record'], on: number) {
    const known = new Map(days.map((day, at) => [day, values[at] ?? 0]));
    const { month, day } = dayParts(on);
    const gains: number[] = [];
    for (let year = 1950; year < waterYear(on); year += 1) {
      const calendar = month >= 10 ? year - 1 : year;
      let from = dayFromParts(calendar, month, day);
      if (dayParts(from).day !== day) from -= 1;
      let [peak, isWhole] = [Number.NEGATIVE_INFINITY, true];
      for (let at = from; at <= dayFromParts(year, 6, 30); at += 1) {
        const value = known.get(at);
        if (value === undefined) isWhole = false;
        else peak = Math.max(peak, value);
      }
      if (isWhole) gains.push(peak - (known.get(from) ?? Number.NaN));
    }
    return gains.toSorted((one, other) => one - other);
  }

  it.each(['2025-12-01', '2026-01-17', '2024-02-29', '2023-03-20'])('from %s', (text) => {
    const on = dayNumber(text);
    const { record } = randomSite(42, { gaps: 0.0005 });
    const peakDay = dayFromParts(waterYear(on), 4, 1);
    const ways = waysToPeak(record, on, peakDay) as WaysToPeak;
    const gains = slowGains(record, on);
    const start = valueOn({ record, medians: new Map() }, on) ?? Number.NaN;
    expect(ways.years).toBe(gains.length);
    expect(ways.years).toBeGreaterThan(10);
    const season = record.values.filter((_, at) => {
      const day = record.days[at] ?? 0;
      return day <= on && waterYear(day) === waterYear(on);
    });
    for (const [name, percent] of [
      ['low', 10],
      ['middle', 50],
      ['high', 90],
    ] as const) {
      const gain = weibullPercentile(gains, percent) ?? Number.NaN;
      expect(ways.peak[name]).toBeCloseTo(Math.max(start + gain, ...season), 9);
    }
    expect(ways.days).toHaveLength(peakDay - on + 1);
    expect(ways.range[0]).toEqual({ low: start, middle: start, high: start });
    for (const { low, middle, high } of ways.range) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
    }
    expect(ways.peakDay.low).toBeGreaterThanOrEqual(on);
    expect(ways.peakDay.low).toBeLessThanOrEqual(ways.peakDay.high);
    expect(ways.held).toBeLessThanOrEqual(ways.years);
  });

  it('tell a start that says all from one that says nothing', () => {
    const days: number[] = [];
    const values: number[] = [];
    for (let year = 1991; year <= 2026; year += 1) {
      for (let day = dayFromParts(year, 1, 1); day <= dayFromParts(year, 6, 30); day += 1) {
        const isPeak = dayParts(day).month >= 3;
        days.push(day);
        // Each year gains 5 in on its own snow.
        values.push(10 + ((year * 7) % 11) + (isPeak ? 5 : 0));
      }
    }
    const ways = waysToPeak({ days, values }, dayNumber('2026-02-01'), dayNumber('2026-03-01')) as WaysToPeak;
    expect(ways).toMatchObject({
      error: 0,
      held: 35,
      isSkilled: true,
      peakDay: { middle: dayNumber('2026-03-01') },
    });
    expect(ways.usualError).toBeGreaterThan(2);
    expect(ways.peak.middle).toBe(values.at(-1) ?? 0);
  });

  test.each([
    ['past peak', '2026-04-02', '1985-10-01'],
    ['few years', '2026-02-02', '2018-10-01'],
  ])('are withheld: %s', (reason, on, from) => {
    const { record } = randomSite(3, { gaps: 0, from: waterYear(dayNumber(from)) });
    expect(waysToPeak(record, dayNumber(on), dayNumber('2026-04-01'))).toBe(reason);
  });
});

describe('the season of a group', () => {
  it('has statistics of 1991–2020 although one site begins in 2003', () => {
    const { statistics, usualPeak, usualMeltOut, day, season, ways } = seasonOf(
      someSites(1, 0.0005),
      '2026-02-10',
    );
    expect(statistics.length).toBeGreaterThan(360);
    expect(statistics[0]?.count).toBeGreaterThan(24);
    expect(usualPeak?.count).toBeGreaterThan(24);
    expect(usualPeak?.monthDay).toMatch(/^0[34]-/);
    expect(usualMeltOut?.count).toBeGreaterThan(24);
    expect(day).toBeGreaterThan(dayNumber('2026-02-02'));
    expect(season).toMatchObject({ year: 2026, meltOut: undefined });
    expect(ways).toMatchObject({ days: expect.any(Array) });
  });

  it('knows nothing of the days after but for the statistics', () => {
    const sites = someSites(2);
    const day = '2012-02-10';
    const cut = sites.map(({ record, medians }) => {
      const count = record.days.findLastIndex((each) => each <= dayNumber(day)) + 1;
      return {
        record: { days: record.days.slice(0, count), values: record.values.slice(0, count) },
        medians,
      };
    });
    expect(seasonOf(sites, day).season).toEqual(seasonOf(cut, day).season);
  });

  it('without enough years, or a value in its year, says so', () => {
    const young = [1, 2].map((seed) => randomSite(seed, { from: 2019 }));
    expect(seasonOf(young, '2026-02-10')).toMatchObject({
      statistics: [],
      usualPeak: undefined,
      usualMeltOut: undefined,
      ways: 'few years',
    });
    expect(seasonOf([randomSite(1, { until: '2025-05-01' })], '2026-02-10')).toMatchObject({
      day: undefined,
      season: undefined,
      ways: 'no value',
    });
    expect(seasonOf([], '2026-02-10')).toMatchObject({ day: undefined, ways: 'no value' });
  });
});

describe('changes and elevations', () => {
  const share = (value: number | undefined, median: number | undefined) => ({ value, median });

  it('compare the sites that have both days', () => {
    const sites = [
      { now: share(5, 4), before: share(4, 3.5) },
      { now: share(3, 2), before: share(3.5, 1.5) },
      { now: share(9, 9), before: share(undefined, 8) },
      { now: share(9, undefined), before: share(1, 1) },
    ];
    expect(snowChangeOf(sites)).toEqual({ change: 0.25, usual: 0.5, count: 2 });
    expect(snowChangeOf(sites.slice(2))).toBeUndefined();
    expect(snowChangeOf([])).toBeUndefined();
  });

  test.each([
    [
      [7040, 7880, 6900, 9240, 8760, 9820, 8010, 6770, 8170],
      [8000, 9000],
    ],
    [[6000, 6000, 6000], []],
    [[7100, 7200, 7300], []],
    [[6900, 7200], [7000]],
    [[], []],
  ])('elevations %j are parted at %j', (elevations, limits) => {
    expect(elevationLimits(elevations)).toEqual(limits);
  });

  it('sums the highest first, a boundary belonging to what is above it', () => {
    const site = (elevation: number | undefined, value: number, median: number) => ({
      elevation,
      value,
      median,
    });
    const bands = elevationBands(
      [site(7000, 10, 8), site(6999, 3, 2), site(8000, 5, 10), site(9000, 5, 10), site(undefined, 99, 1)],
      [7000, 8000],
    );
    expect(bands.map(({ from, to, siteCount, percent }) => [from, to, siteCount, percent])).toEqual([
      [8000, undefined, 2, 50],
      [7000, 8000, 1, 125],
      [undefined, 7000, 1, 150],
    ]);
    expect(elevationBands([], [7000]).map(({ siteCount, percent }) => [siteCount, percent])).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });
});
