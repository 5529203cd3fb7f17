import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import {
  mergeNormals,
  parseForecasts,
  parseMedians,
  parseNormalsPage,
} from '#ingest/official/parse-official.ts';
import type { Target } from '#ingest/source.ts';
import { basin } from '../../support/basin.ts';

const samples = path.resolve(import.meta.dirname, '../../../../shared/data/samples');
const targetAt = (id: string, parameter: ParameterNdx): Target => {
  const site = basin.sites.find((each) => each.id === id);
  if (!site) throw new Error(`The basin file has no ${id}.`);
  return { site, parameter, rules: {} };
};

const snow = targetAt('546:ID:SNTL', 2);
const targetOf = (triplet: string, element: string) =>
  triplet === '546:ID:SNTL' && element === 'WTEQ' ? snow : undefined;

/** An answer with medians by day. */
const awdb = (medians: Readonly<Record<string, unknown>>, element: object = {}, more: object = {}) =>
  JSON.stringify([
    {
      stationTriplet: '546:ID:SNTL',
      data: [
        {
          stationElement: {
            elementCode: 'WTEQ',
            ordinal: 1,
            durationName: 'DAILY',
            storedUnitCode: 'in',
            ...element,
          },
          values: Object.entries(medians).map(([date, median]) => ({ date, median })),
          ...more,
        },
      ],
    },
  ]);

describe("NRCS's medians", () => {
  const read = (text: string) => {
    const [station] = parseMedians(text, targetOf);
    const [set] = station?.sets ?? [];
    return {
      stored:
        set?.statistics.map(({ statistic, month_day, value }) => `${statistic} ${month_day} ${value}`) ?? [],
      missing: set?.missing ?? 0,
      reasons: set?.rejections.map(({ day, reason }) => `${day} ${reason}`) ?? [],
      refused: station?.refused.map(({ message }) => message) ?? [],
    };
  };
  const nothing = { stored: [], missing: 0, reasons: [], refused: [] };
  const peak = (month: number, day: number, value: unknown) => ({
    timingCentralTendencies: { medianPeak: { month, day, value } },
  });

  test.each([
    ['a median', awdb({ '2024-03-15': 14 }), { stored: ['median 03-15 14'] }],
    ['February 29', awdb({ '2024-02-29': 9.5 }), { stored: ['median 02-29 9.5'] }],
    [
      'the same median in two years',
      awdb({ '2023-03-15': 14, '2024-03-15': 14 }),
      { stored: ['median 03-15 14'] },
    ],
    [
      'two medians of one day',
      awdb({ '2023-03-15': 14, '2024-03-15': 13 }),
      { reasons: ['03-15 differs from the median of the same day in another year'] },
    ],
    [
      'a null, an absent one and nan',
      awdb({ '2024-03-15': null, '2024-03-16': undefined, '2024-03-17': 'nan' }),
      { missing: 3 },
    ],
    ['a null in one year', awdb({ '2023-03-15': null, '2024-03-15': 14 }), { stored: ['median 03-15 14'] }],
    ['a marker for a missing value', awdb({ '2024-03-15': -99.9 }), { missing: 1 }],
    ['text', awdb({ '2024-03-15': 'high' }), { missing: 1, reasons: ['03-15 is not a number'] }],
    [
      'an impossible day',
      awdb({ '2023-02-29': 9 }),
      { reasons: ['2023-02-29 has a day that does not exist'] },
    ],
    ['millimeters', awdb({ '2024-03-15': 254 }, { storedUnitCode: 'mm' }), { stored: ['median 03-15 10'] }],
    [
      'another unit',
      awdb({ '2024-03-15': 14 }, { storedUnitCode: 'degF' }),
      { refused: ['The unit is degF, not in.'] },
    ],
    [
      'no unit',
      awdb({ '2024-03-15': 14 }, { storedUnitCode: null }),
      { refused: ['The unit is missing, not in.'] },
    ],
    [
      'medians of months',
      awdb({ '2024-03-31': 14 }, { durationName: 'MONTHLY' }),
      { refused: ['These are monthly medians, not daily ones.'] },
    ],
    ['a second instrument', awdb({ '2024-03-15': 14 }, { ordinal: 2 }), {}],
    ['an element that is not listed', awdb({ '2024-03-15': 14 }, { elementCode: 'SNWD' }), {}],
    ['a median peak', awdb({}, {}, peak(3, 27, 14.8)), { stored: ['median_peak 03-27 14.8'] }],
    [
      'a median peak on an impossible day',
      awdb({}, {}, peak(2, 30, 14.8)),
      { reasons: ['02-30 has a day that does not exist'] },
    ],
    ['a median peak without a value', awdb({}, {}, peak(3, 27, null)), {}],
    ['a station without data', JSON.stringify([{ stationTriplet: '546:ID:SNTL', data: [] }]), {}],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual({ ...nothing, ...expected });
  });

  test.each([
    ['a truncated body', awdb({ '2024-03-15': 14 }).slice(0, -9), 'is not JSON'],
    ['an error page', '<html><body>Service unavailable</body></html>', 'Service unavailable'],
    ['an empty body', '', 'it is empty'],
    ['an object instead of a list', '{"error":"bad triplet"}', 'AWDB answered: bad triplet.'],
  ])('%s is refused', (_, text, message) => {
    expect(() => parseMedians(text, targetOf)).toThrow(message);
  });

  const sample = path.join(samples, 'awdb_rest_data_546_ID_WTEQ_daily_median_RECONSTRUCTED.json');
  test.skipIf(!existsSync(sample))('the sample has its medians and the median peak', () => {
    const { stored, reasons } = read(readFileSync(sample, 'utf8'));
    expect(reasons).toEqual([]);
    expect(stored).toContain('median 03-15 14');
    expect(stored).toContain('median_peak 03-27 14.8');
    expect(stored).toHaveLength(33);
  });
});

type Row = Record<string, unknown>;
const median = (value: unknown, more: Row = {}): Row => ({
  computation: 'median',
  sample_count: 104,
  time_of_year: '01-01',
  time_of_year_type: 'day_of_year',
  value,
  ...more,
});
const normals = (rows: readonly Row[], series: object = {}) =>
  JSON.stringify({
    features: [
      {
        properties: {
          monitoring_location_id: 'USGS-13037500',
          data: [
            {
              parameter_code: '00060',
              parent_statistic_id: '00003',
              parent_time_series_id: 'a',
              unit_of_measure: 'ft^3/s',
              ...series,
              values: rows,
            },
          ],
        },
      },
    ],
    next: null,
  });

describe("USGS's statistics", () => {
  const flow = targetAt('13037500', 1);
  const read = (...pages: readonly string[]) => {
    const set = mergeNormals(
      pages.flatMap((page) => parseNormalsPage(page).parts),
      flow,
    );
    if (set === undefined || typeof set === 'string') return set;
    return {
      stored: set.statistics.map(
        ({ statistic, month_day, value, years }) => `${statistic} ${month_day} ${value} (${years})`,
      ),
      missing: set.missing,
      reasons: set.rejections.map(({ day, reason }) => `${day} ${reason}`),
    };
  };
  const nothing = { stored: [], missing: 0, reasons: [] };
  const percentiles = {
    computation: 'percentile',
    percentiles: ['5', '50', '95'],
    values: ['nan', '3', '8'],
  };

  test.each([
    ['a median', normals([median('315.5')]), { stored: ['median 01-01 315.5 (104)'] }],
    [
      'February 29',
      normals([median('7', { time_of_year: '02-29', sample_count: 26 })]),
      { stored: ['median 02-29 7 (26)'] },
    ],
    ['a null', normals([median(null)]), { missing: 1 }],
    ['nan', normals([median('nan')]), { missing: 1 }],
    ['-999999', normals([median('-999999')]), { missing: 1 }],
    ['text', normals([median('deep')]), { reasons: ['01-01 is not a number'] }],
    [
      'an impossible day',
      normals([median('3', { time_of_year: '02-30' })]),
      { reasons: ['02-30 has a day that does not exist'] },
    ],
    [
      'no day',
      normals([median('3', { time_of_year: null })]),
      { reasons: [' has a day that does not exist'] },
    ],
    [
      'a median of a month',
      normals([median('3', { time_of_year: '01', time_of_year_type: 'month_of_year' })]),
      { reasons: ['01 is a statistic of a month_of_year, not of a day'] },
    ],
    [
      'a mean and a maximum',
      normals([median('3', { computation: 'arithmetic_mean' }), median('4', { computation: 'maximum' })]),
      {},
    ],
    [
      'percentiles, of which the 50th is the median',
      normals([median(null, percentiles)]),
      { stored: ['median 01-01 3 (104)', 'p95 01-01 8 (104)'], missing: 1 },
    ],
    [
      'percentiles without their values',
      normals([median(null, { ...percentiles, values: null })]),
      { missing: 3 },
    ],
    [
      'cubic meters',
      normals([median('1')], { unit_of_measure: 'm^3/s' }),
      { stored: [expect.stringMatching(/^median 01-01 35\.314/)] },
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual({ ...nothing, ...expected });
  });

  test.each([
    ['another unit', normals([median('3')], { unit_of_measure: 'ft' }), 'The unit is ft, not cfs.'],
    ['no unit', normals([median('3')], { unit_of_measure: null }), 'The unit is missing, not cfs.'],
    ['daily maxima', normals([median('3')], { parent_statistic_id: '00001' }), undefined],
    ['a statistic that is not named', normals([median('3')], { parent_statistic_id: null }), undefined],
  ])('%s are not stored', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('takes the time series with the most years, over several pages', () => {
    const short = normals([median('1', { sample_count: 12 })], { parent_time_series_id: 'b' });
    const second = normals([median('5', { time_of_year: '01-02' })]);
    expect(read(short, normals([median('4')]), second)).toEqual({
      ...nothing,
      stored: ['median 01-01 4 (104)', 'median 01-02 5 (104)'],
    });
  });

  test.each([
    ['a truncated body', normals([median('3')]).slice(0, 80), 'is not JSON'],
    ['no list of features', '{"features":null}', 'features'],
  ])('%s is refused', (_, text, message) => {
    expect(() => parseNormalsPage(text)).toThrow(message);
  });

  const sample = path.join(samples, 'usgs_statistics_observationNormals.json');
  test.skipIf(!existsSync(sample))('the sample has its median and percentiles', () => {
    const result = read(readFileSync(sample, 'utf8'));
    expect(result).toMatchObject({ missing: 0, reasons: [] });
    expect(result).toMatchObject({
      stored: expect.arrayContaining(['median 01-01 315.5 (104)', 'p05 01-01 150.75 (104)']),
    });
  });
});

const forecast = (more: Row = {}) =>
  JSON.stringify([
    {
      stationTriplet: '13037500:ID:USGS',
      forecastPointName: 'Snake R nr Heise',
      data: [
        {
          elementCode: 'SRVO',
          forecastPeriod: ['04-01', '07-31'],
          publicationDate: '2026-04-01 00:00',
          periodNormal: 3200,
          unitCode: 'kac_ft',
          forecastValues: { '50': 2900 },
          ...more,
        },
      ],
    },
  ]);

describe("NRCS's forecasts", () => {
  const read = (text: string) => {
    const [station] = parseForecasts(text);
    return {
      stored:
        station?.forecasts.map(
          (each) =>
            `${each.publication_date} ${each.period_start} to ${each.period_end} ${each.exceedance} % ${each.value_af} of ${each.normal_af}`,
        ) ?? [],
      missing: station?.missing,
      reasons: station?.rejections.map(({ reason }) => reason) ?? [],
    };
  };
  const stored = ['2026-04-01 04-01 to 07-31 50 % 2900000 of 3200000'];
  const nothing = { stored: [], missing: 0, reasons: [] };

  test.each([
    ['a volume in thousands of acre-feet', forecast(), { stored }],
    [
      'a volume without a normal',
      forecast({ periodNormal: null }),
      { stored: ['2026-04-01 04-01 to 07-31 50 % 2900000 of null'] },
    ],
    ['no publication date', forecast({ publicationDate: null }), { reasons: ['has no publication date'] }],
    [
      'an impossible publication date',
      forecast({ publicationDate: '2026-02-30' }),
      { reasons: ['has a publication date that does not exist'] },
    ],
    [
      'no period',
      forecast({ forecastPeriod: null }),
      { reasons: ['has no period, or one that does not exist'] },
    ],
    [
      'half a period',
      forecast({ forecastPeriod: ['04-01'] }),
      { reasons: ['has no period, or one that does not exist'] },
    ],
    ['another unit', forecast({ unitCode: 'in' }), { reasons: ['The unit is in, not AF.'] }],
    ['no unit', forecast({ unitCode: null }), { reasons: ['The unit is missing, not AF.'] }],
    [
      'another element',
      forecast({ elementCode: 'WTEQ' }),
      { reasons: ['is a forecast of WTEQ, not of a volume'] },
    ],
    ['nulls', forecast({ forecastValues: { '10': null, '50': 2900 } }), { stored, missing: 1 }],
    ['no volumes', forecast({ forecastValues: null }), {}],
    ['a volume below zero', forecast({ forecastValues: { '50': -1 } }), { reasons: ['is below zero'] }],
    [
      'an impossible exceedance',
      forecast({ forecastValues: { '0': 3, '100': 3, median: 3 } }),
      {
        reasons: [
          expect.stringContaining('exceedance 0'),
          expect.stringContaining('exceedance 100'),
          expect.stringContaining('exceedance median'),
        ],
      },
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual({ ...nothing, ...expected });
  });

  test('a truncated body is refused', () => {
    expect(() => parseForecasts(forecast().slice(0, 50))).toThrow('is not JSON');
  });
});
