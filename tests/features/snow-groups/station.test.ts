import { describe, expect, test } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import type { WaterYearRecord } from '#contract/season/water-year.ts';
import { sitePeaks, snowSeasons } from '#domain/snow/snowpack.ts';
import { loadStation, type SnowStation } from '#features/snow-groups/screen/station.ts';
import { stationChart, stationFacts } from '#features/snow-groups/screen/station-view.ts';
import { dayNumber } from '#lib/calendar.ts';
import { createDailyColumns, fakeServer } from '../../support/fake-server.ts';
import { gageFinding } from '../../support/finding.ts';
import { createYearRecord } from '../../support/standing.ts';

const currentYear = 2027;

/** A station with `YYYY-MM-DD` values, and a median on Nov 20. */
function createStation(
  values: Readonly<Record<string, number>>,
  changes: Partial<SnowStation> = {},
): SnowStation {
  const days = Object.keys(values).map(dayNumber);
  const all = Object.values(values);
  const seasons = snowSeasons({ days, values: all });
  return {
    id: 114,
    locId: '837:WY:SNTL',
    finding: undefined,
    name: 'Two Ocean Plateau',
    parameterName: 'Snow Water Equivalent',
    unit: 'in',
    provider: 'NRCS Snotel',
    source: 'nrcs',
    days,
    values: all,
    approval: all.map(() => 'A').join(''),
    flagged: [],
    normals: [normal('Median', 51, 2.5)],
    seasons,
    peaks: sitePeaks(seasons, currentYear),
    meltOut: { order: 254, count: 30, firstYear: 1991, lastYear: 2020 },
    ...changes,
  };
}

const normal = (series_desc: string, day_order: number, rvalue: number): WaterYearRecord =>
  createYearRecord({
    series_desc,
    day_order,
    rvalue,
    count: 30,
    first_year: 1991,
    last_year: 2020,
    period: 'day',
  });

/** A winter with snow from November to a day of spring. */
function winter(year: number, meltOut: string): Record<string, number> {
  const values: Record<string, number> = {};
  const end = dayNumber(`${year}-${meltOut}`);
  for (let day = dayNumber(`${year - 1}-10-01`); day <= end; day += 1) {
    values[new Date(day * 86_400_000).toISOString().slice(0, 10)] =
      day === end ? 0 : day < dayNumber(`${year}-04-10`) ? 5 : day === dayNumber(`${year}-04-10`) ? 20 : 10;
  }
  return values;
}

const factsOf = (station: SnowStation, year: number) =>
  Object.fromEntries(
    stationFacts(station, year, { today: '2026-11-21', currentYear }).map(({ term, text, note }) => [
      term,
      `${text} | ${note}`,
    ]),
  );

test('a loaded station has its values and the flagged ones by their days since 1970', async () => {
  const [series] = createDailyColumns(2, [114]).series;
  const flagged = [{ day: 2, value: 99, flag: 'spike', approval: 'P' }];
  const server = fakeServer({
    readDailyData: () => ({
      parameter: { parameter_ndx: 2, parameter_name: 'Snow Water Equivalent', units_name: 'in' },
      series: [{ ...series, flagged }],
    }),
    readWaterYears: () => [normal('Median', 51, 2.5)],
    listSiteCards: () => [{ loc_id: '837:WY:SNTL' }],
  });
  const { signal } = new AbortController();
  const station = await loadStation(server.request, 114, { today: '2026-11-21', currentYear }, signal);
  const first = dayNumber('2020-01-01');
  expect(station?.days).toEqual([first, first + 1, first + 3]);
  expect(station?.locId).toBe('837:WY:SNTL');
  expect(station?.flagged).toEqual([{ ...flagged[0], day: first + 2 }]);
  expect(station?.normals).toHaveLength(1);
  expect(station?.seasons.map(({ year, peak }) => [year, peak])).toEqual([[2020, 7]]);
  expect(server.callsOf('readDailyData')[0]?.params).toMatchObject({ parameter: '2', locations: '114' });
});

test('a station whose number cannot be loaded is shown, without a link to its file', async () => {
  const server = fakeServer({
    readWaterYears: () => [],
    listSiteCards: () => Promise.reject(new Error('The service was failing.')),
  });
  const { signal } = new AbortController();
  const station = await loadStation(server.request, 114, { today: '2026-11-21', currentYear }, signal);
  expect(station).toMatchObject({ id: 114, locId: undefined });
});

describe('the facts of a station', () => {
  test('are the latest value, the peak and the melt-out of the year', () => {
    const station = createStation({ ...winter(2026, '06-12'), '2026-11-20': 3 });
    expect(factsOf(station, 2026)).toEqual({
      Latest: '3.0 in on Nov 20, 2026 | undefined',
      'Same date, water year 2026': '5.0 in on Nov 20, 2025 | 200 % of the median for the date, 2.5 in',
      Peak: '20.0 in on Apr 10, 2026 | no percentage: too few years from 1991–2020 for a median',
      'Melt-out': 'Jun 12, 2026 | 2 days after Jun 10 (median of 1991–2020, 30 years)',
    });
    const current = factsOf(station, 2027);
    expect(Object.keys(current)).toEqual(['Latest', 'Peak to date', 'Melt-out']);
    expect(current['Melt-out']).toBe('Not yet | usually Jun 10 (median of 1991–2020, 30 years)');
  });

  test('compare the peak with the median peak', () => {
    const years = Array.from({ length: 30 }, (_, at) => winter(1991 + at, '06-10'));
    const station = createStation(Object.assign({}, ...years, { '2026-11-20': 3 }));
    expect(factsOf(station, 2020).Peak).toBe(
      '20.0 in on Apr 10, 2020 | 100 % of the median peak, 20.0 in, usually about Apr 10',
    );
  });

  test.each([
    ['below an inch of median', 0.4, 'the median for the date is 0.4 in; a percentage is given from 1 in on'],
    ['with a median of nothing', 0, 'the median for the date is 0.0 in; a percentage is given from 1 in on'],
    ['at an inch of median', 1, '30 % of the median for the date, 1.0 in'],
  ])('give inches and no percentage %s', (_, median, expected) => {
    const values = { '2025-11-20': 0.3, '2026-11-20': 3 };
    const station = createStation(values, { normals: [normal('Median', 51, median)] });
    expect(factsOf(station, 2026)['Same date, water year 2026']).toBe(`0.3 in on Nov 20, 2025 | ${expected}`);
  });

  test.each<[string, Partial<FindingAnswer>, string]>([
    [
      'with its standing',
      {},
      '3 in on Nov 20, provisional | below normal, 24th percentile of 28 years, 88 % of the median',
    ],
    [
      'without a normal',
      { class: null, percentile: null, of: null, rank: { rank: 1, low_rank: 4, years: 4 } },
      '3 in on Nov 20, provisional | no normal yet: 4 years of record, 10 needed',
    ],
    ['of a record that has ended', { rdate: '2017-09-30' }, '3 in | ended Sep 30, 2017'],
  ])('have the latest value by its finding, %s', (_, changes, expected) => {
    const swe = { parameter_ndx: 2, units_name: 'in', rdate: '2026-11-20', value: 3, ...changes };
    const station = createStation({ '2026-11-20': 3 }, { finding: { ...gageFinding, ...swe } });
    expect(factsOf(station, 2027).Latest).toBe(expected);
  });

  test.each([
    ['without values', { '2026-11-20': 3 }, 'No values in water year 2020 | undefined', 'No values'],
    [
      'with few winter days',
      { '2020-01-01': 3, '2020-06-01': 0, '2026-11-20': 3 },
      '3.0 in on Jan 1, 2020 | not a peak: values on only 1 of the days from November to April',
      'Between Jan 1, 2020 and Jun 1, 2020, without values',
    ],
    [
      'that ends with snow',
      { '2020-01-01': 3, '2020-05-01': 2, '2026-11-20': 3 },
      /^3\.0 in on Jan 1, 2020 \| not a peak/,
      'Not seen; the last value of the year is 2.0 in on May 1, 2020',
    ],
    [
      'without snow',
      { '2020-01-01': 0, '2026-11-20': 3 },
      /^No snow recorded \| not a peak/,
      'No snow recorded',
    ],
  ])('say what is missing in a year %s', (_, values, peak, meltOut) => {
    const facts = factsOf(createStation(values), 2020);
    expect(facts.Peak ?? facts['Highest value']).toMatch(peak);
    expect(facts['Melt-out']).toBe(`${meltOut} | usually Jun 10 (median of 1991–2020, 30 years)`);
    expect(facts['Same date, water year 2020']).toBe('No value on Nov 20, 2019 | undefined');
  });

  test('say that a station has no medians', () => {
    const values = { '2025-11-20': 2, '2026-11-20': 3 };
    const station = createStation(values, { normals: [], meltOut: undefined });
    expect(factsOf(station, 2026)['Same date, water year 2026']).toMatch(/no percentage: too few years/);
    const facts = factsOf(station, 2027);
    expect(facts['Melt-out']).toBe('Not yet | no median melt-out: too few years in which it was seen');
  });
});

describe('the chart of a station', () => {
  const normals = ['Minimum', 'P10', 'P25', 'Median', 'P75', 'P90', 'Maximum'].map((name, at) =>
    normal(name, 51, at),
  );
  const values = { '2025-11-20': 4, '2026-11-19': 2, '2026-11-20': 3 };

  test('leads with the chosen year over the normals, and has the year before', () => {
    const content = stationChart(createStation(values, { normals }), 2027, 'light');
    expect(content.title).toBe('Snow Water Equivalent at Two Ocean Plateau, water year 2027');
    expect(content.bands?.map(({ label }) => label)).toEqual([
      'Minimum–maximum',
      '10–90 %',
      '25–75 % (normal)',
    ]);
    expect(content.series.map(({ id, emphasis, endLabel }) => [id, emphasis, endLabel])).toEqual([
      ['Median', undefined, 'median'],
      ['2026', undefined, undefined],
      ['2027', 'leading', '2027 · 3 in'],
    ]);
    expect(content.statistics).toBe('Normals: 30 years, 1991–2020');
    expect(content.source).toBe('NRCS Snotel');
  });

  test('draws what there is without normals, and flagged values beside the line', () => {
    const flagged = [{ day: dayNumber('2026-11-18'), value: 99, flag: 'spike', approval: 'P' }] as const;
    const content = stationChart(createStation(values, { normals: [], flagged }), 2027, 'dark');
    expect(content.bands).toEqual([]);
    expect(content.statistics).toBeUndefined();
    expect(content.series.map(({ id }) => id)).toEqual(['2026', '2027']);
    const { excluded } = content.series[1] ?? {};
    expect([excluded?.xs, excluded?.ys, excluded?.noteOf(0)]).toEqual([
      [49],
      [99],
      'Flagged: a jump that is undone within days',
    ]);
  });

  test('has no line of a year without values', () => {
    const content = stationChart(createStation(values, { normals }), 2020, 'light');
    expect(content.series.map(({ id }) => id)).toEqual(['Median']);
  });
});
