import { describe, expect, test } from 'vitest';
import {
  completenessPercent,
  describeSiteKind,
  factsOf,
  livingNeighbor,
  riverStops,
  statisticsBasis,
  statisticsRows,
  statisticsTitle,
  toolLinks,
} from '#features/site-page/screen/site-facts.ts';
import { findings, gageFinding } from '../../support/finding.ts';
import { gageRecord, gageStatistics, heise, neighbor } from './example.ts';

test('a site is named after its agency, its type and its id', () => {
  expect(describeSiteKind(heise)).toBe('USGS stream gage 13037500');
  const snotel = { ...heise, data_provider: 'NRCS Snotel', loc_type_name: 'SNOTEL', loc_id: '314:WY:SNTL' };
  expect(describeSiteKind(snotel)).toBe('NRCS SNOTEL 314:WY:SNTL');
});

test('facts say what a record rests on, and leave out what is not known', () => {
  expect(factsOf(heise, gageRecord)).toEqual([
    ['Measures', 'Streamflow, every day'],
    ['Record', 'Oct 1, 1980 to Jun 18, 2026'],
    ['Values', '16,600'],
    ['Flagged', '1 value, in no line and no statistic'],
    ['Imported from', 'USGS'],
    ['Elevation', '5,018 ft'],
    ['Place', '43.6125, -111.6600'],
    ['HUC8', 'Palisades (17040104)'],
    ['Agency', 'USGS'],
  ]);
  expect(factsOf(heise, { ...gageRecord, source: 'usbr' })).toContainEqual([
    'Imported from',
    'USBR HydroMet',
  ]);
  expect(factsOf({ ...heise, elevation_ft: null }, undefined).map(([term]) => term)).toEqual([
    'Place',
    'HUC8',
    'Agency',
  ]);
});

describe('the statistics of a date', () => {
  const namesOf = (...input: Parameters<typeof statisticsRows>) =>
    statisticsRows(...input).map(({ name }) => name);

  test('have the latest value in its place', () => {
    const rows = statisticsRows(gageStatistics, gageFinding);
    expect(rows.map(({ name }) => name)).toEqual([
      ...['highest', '95th percentile', '90th', '75th', 'median', '25th'],
      'latest, 24th percentile',
      ...['10th', '5th', 'lowest'],
    ]);
    expect(rows[6]).toMatchObject({ value: '12,700 cfs', zone: 2, isLatest: true });
    expect(rows[1]?.value).toBe('too few years');
  });

  test.each([
    ['above all', 30_000, 99, 0],
    ['below all', 10, 1, 9],
    ['equal to the median', 14_400, 50, 5],
  ])('have a value %s in its place', (_, value, percentile, at) => {
    const rows = statisticsRows(gageStatistics, { ...gageFinding, value, percentile });
    expect(rows.findIndex(({ isLatest }) => isLatest)).toBe(at);
  });

  test('of a depth to water are those of the water level', () => {
    const statistics = { ...gageStatistics, minimum: 400, p10: 403, median: 408, p90: 413, maximum: 420 };
    const rows = statisticsRows(
      { ...statistics, p5: 401, p25: 405, p75: 410, p95: 415 },
      { ...findings.lowWell, value: 411.8, percentile: 14 },
    );
    expect(rows[0]).toMatchObject({ name: 'highest', value: '400 ft' });
    expect(rows.at(-1)).toMatchObject({ name: 'lowest', value: '420 ft' });
    const at = rows.findIndex(({ isLatest }) => isLatest);
    expect([rows[at - 1]?.name, rows[at + 1]?.name]).toEqual(['25th', '10th']);
  });

  test('of a value without a class have no place for it', () => {
    expect(namesOf(gageStatistics, { ...gageFinding, percentile: null })).toHaveLength(9);
  });

  test('name their date and their years', () => {
    expect(statisticsTitle(gageStatistics, '2026-06-18')).toBe('Jun 18 in 28 years');
    expect(statisticsTitle({ ...gageStatistics, period: 'month' }, '2026-06-18')).toBe('June in 28 years');
    expect(statisticsBasis(gageStatistics)).toBe('28 years, 1991–2020; 2 values provisional');
    expect(
      statisticsBasis({ ...gageStatistics, count: 12, first_year: 2000, provisional: 0, estimated: 1 }),
    ).toBe('12 years, 2000–2020; 1 value estimated');
  });
});

describe('the line of a river', () => {
  const creek = (loc_ndx: number) => neighbor(loc_ndx, { river: 'Creek' });
  const stopsOf = (upstream: ReturnType<typeof neighbor>[], downstream: ReturnType<typeof neighbor>[]) =>
    riverStops({ river: 'Snake River', upstream, downstream }).map((stop) =>
      stop.kind === 'self' ? 'self' : stop.site.loc_ndx,
    );

  test.each([
    [
      'goes downstream',
      [3, 2, 1].map((each) => neighbor(each)),
      [4, 5, 6].map((each) => neighbor(each)),
      [1, 2, 3, 'self', 4, 5, 6],
    ],
    ['may begin at the site', [], [neighbor(4)], ['self', 4]],
    [
      'has tributaries just above the site, and at most seven stops',
      [neighbor(3), neighbor(2), neighbor(1), creek(8), creek(9)],
      [4, 5, 6].map((each) => neighbor(each)),
      [3, 8, 9, 'self', 4, 5, 6],
    ],
    ['has every tributary where there is no course above', [creek(8), creek(9)], [], [8, 9, 'self']],
  ])('%s', (_, upstream, downstream, expected) => {
    expect(stopsOf(upstream, downstream)).toEqual(expected);
  });

  test('leads from an ended record to the nearest site that measures', () => {
    const ended = neighbor(4, { record: { ...findings.ended } });
    const silent = neighbor(3, { record: null });
    const neighbors = { river: 'Snake River', upstream: [silent, neighbor(2)], downstream: [ended] };
    expect(livingNeighbor(neighbors, '2026-06-19')?.site.loc_ndx).toBe(2);
    expect(livingNeighbor({ ...neighbors, upstream: [silent] }, '2026-06-19')).toBeUndefined();
  });
});

test.each([
  ['all days', [365], [0], '100 %'],
  ['nearly all days', [99_999], [1], '99.9 %'],
  ['most days', [996], [4], '99.6 %'],
  ['half of the days', [50], [50], '50 %'],
  ['no day', [0], [0], undefined],
])('completeness of %s', (_, approved, missing, expected) => {
  const counts = { first_year: 2020, approved, missing, provisional: [0], flagged: [0] };
  expect(completenessPercent(counts)).toBe(expected);
});

test('links lead into the tools that show the parameter', () => {
  const labelsOf = (parameter_ndx: number) =>
    toolLinks({ loc_ndx: 14 }, { ...gageRecord, parameter_ndx }, '2024-03-01').map(({ label }) => label);
  expect(labelsOf(1)).toEqual(['Water Year Comparisons', 'Time Series Comparisons']);
  expect(labelsOf(2)).toContain('SNOTEL SWE Data');
  expect(labelsOf(9)).toContain('Reach Gains Comparisons');
  const [years, series] = toolLinks({ loc_ndx: 14 }, gageRecord, '2024-03-01');
  expect(series?.href).toContain('parameter_left=1&locations_left=14&');
  expect(years?.href).toBe(
    '/data-analysis-tools/water-year-comparison?parameter=1&location=14&series=Minimum,Median,Maximum,2025,2024&submitted=yes',
  );
});
