import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  readStanding,
  readWaterYears,
  type StandingRecord,
  type WaterYearRecord,
} from '#contract/season/water-year.ts';
import { standingOf } from '#domain/finding/place.ts';
import {
  completeVolumeYears,
  cumulativeVolume,
  statisticsOfVolume,
} from '#domain/season/cumulative-volume.ts';
import { dayOrderOf, formatDayOrder, type YearKind, yearKinds, yearOf } from '#domain/season/season.ts';
import { type DayStatistic, recordStatistics } from '#domain/statistics/daily-statistics.ts';
import { latestOf } from '#domain/statistics/percentile-class.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const token = 'User';
const { streamflow, swe, storage, depthToWater } = parameterNdx;

const records = [
  ['a gage', '13055000', streamflow, 'value'],
  ['a gage’s volume', '13055000', streamflow, 'volume'],
  ['a young gage', '13090999', streamflow, 'value'],
  ['a young gage’s volume', '13090999', streamflow, 'volume'],
  ['a snow pillow', '546:ID:SNTL', swe, 'value'],
  ['a reservoir', 'AMF', storage, 'value'],
  ['a well with a few readings a year', '434915112443901', depthToWater, 'value'],
] as const;

type Measure = (typeof records)[number][3];
type Row = { day: number; value: number; approval: string; qualifier: string | null; flag: string | null };

describeEngines('answers from stored statistics', async (open) => {
  const keys = new Map<string, number>();

  const store = closeAfter(await open());
  await seedDemo(store, { basin, through: '2026-03-08', valuesOf: new Set(records.map(([, id]) => id)) });
  for (const { loc_id, loc_ndx } of await store.query<{ loc_id: string; loc_ndx: number }>(
    'select loc_id, loc_ndx from location',
  )) {
    keys.set(loc_id, loc_ndx);
  }
  const portal = closeAfter(openTestApp(store));

  /** Every value of a record, flagged ones too. */
  const readRows = (id: string, parameter: number) =>
    store.query<Row>(
      `select rdate - date '1970-01-01' as day, result_value_daily::text::float8 as value, approval, qualifier, flag
       from daily_value where loc_ndx = $1 and parameter_ndx = $2 order by rdate`,
      [keys.get(id) ?? 0, parameter],
    );

  const series = [
    '2026',
    'Median',
    '1991',
    '2020',
    'P10',
    '2021',
    'Minimum',
    '1980',
    'Maximum',
    'P95',
    '1850',
  ];

  describe.each(yearKinds)('%s years', (kind) => {
    test.each(records)(
      '%s: a comparison equals that of the whole record',
      async (_, id, parameter, measure) => {
        const params = {
          parameter: String(parameter),
          location: String(keys.get(id)),
          series: series.join(','),
        };
        const answer = await portal.request(
          readWaterYears,
          { params, query: { year: kind, measure } },
          { token },
        );
        const expected = compareWhole(await readRows(id, parameter), { parameter, kind, measure });
        const { parameter_name, loc_name, units_name } = answer[0] ?? {};
        expect(answer).toEqual(expected.map((row) => ({ ...row, parameter_name, loc_name, units_name })));
        expect(answer.length).toBeGreaterThan(measure === 'volume' || parameter === depthToWater ? 10 : 700);
      },
    );

    test.each(records)(
      '%s: a standing equals that of the whole record',
      async (_, id, parameter, measure) => {
        const params = { parameter: String(parameter), location: String(keys.get(id)) };
        const answer = await portal.request(
          readStanding,
          { params, query: { year: kind, measure } },
          { token },
        );
        expect(answer).toMatchObject(standWhole(await readRows(id, parameter), { parameter, kind, measure }));
      },
    );
  });

  test('a comparison reads the asked years only, a standing the same day of each year and the last week', async () => {
    let largest = 0;
    const query = async (...parameters: Parameters<Store['query']>) => {
      const rows: unknown[] = await store.query(...parameters);
      const days = rows.map(
        (row) => z.object({ days: z.string() }).safeParse(row).data?.days.split(',').length,
      );
      largest = Math.max(largest, ...days.map((count) => count ?? 0));
      return rows;
    };
    const watched = openTestApp({ ...store, query: query as Store['query'] });
    const get = async (url: string) => {
      largest = 0;
      const answer = await watched.send(url, token);
      expect(answer.statusCode).toBe(200);
      return largest;
    };
    const record = `1/${keys.get('13055000')}`;
    const statistics = await get(`/api/wy-analysis-comparison/${record}/Minimum,Median,Maximum`);
    const years = await get(`/api/wy-analysis-comparison/${record}/Median,2001,2020`);
    const volumes = await get(`/api/wy-analysis-comparison/${record}/Median,2001?measure=volume`);
    const standing = await get(`/api/wy-analysis-standing/${record}`);
    await watched.close();
    expect(statistics).toBe(0);
    expect(years).toBeGreaterThan(700);
    expect(years).toBeLessThanOrEqual(731);
    expect(volumes).toBeLessThanOrEqual(365 + 16);
    expect(standing).toBeLessThanOrEqual(46 + 8);
  });
});

type Asked = { readonly parameter: number; readonly kind: YearKind; readonly measure: Measure };

function measureWhole(rows: readonly Row[], { parameter, kind, measure }: Asked) {
  const passing = rows.filter(({ flag }) => flag === null);
  const record = {
    days: passing.map(({ day }) => day),
    values: passing.map(({ value }) => value),
    approval: passing.map(({ approval }) => approval).join(''),
  };
  if (measure === 'value') {
    return {
      ...record,
      estimatedDays: undefined,
      qualifiers: new Map(passing.map(({ day, qualifier }) => [day, qualifier])),
      ...recordStatistics(record, kind, parameter),
    };
  }
  const volume = cumulativeVolume(record, kind);
  return {
    ...volume,
    qualifiers: new Map<number, string>(),
    statistics: statisticsOfVolume(cumulativeVolume(record, kind), kind),
    years: completeVolumeYears(volume, kind),
  };
}

type PlainRow = Omit<WaterYearRecord, 'parameter_name' | 'loc_name' | 'units_name'>;

function compareWhole(rows: readonly Row[], asked: Asked): PlainRow[] {
  const { days, values, approval, qualifiers, estimatedDays, statistics } = measureWhole(rows, asked);
  const { kind } = asked;
  const statisticRows = (series_desc: string, getValue: (each: DayStatistic) => number | undefined) =>
    statistics.flatMap((each): PlainRow[] => {
      const value = getValue(each);
      if (value === undefined) return [];
      const { order, count, firstYear, lastYear, provisional, period } = each;
      return [
        {
          ...{
            series_desc,
            day_desc: formatDayOrder(order, kind),
            day_order: order,
            rvalue: tidyNumber(value),
          },
          ...{ approval: null, qualifier: null, estimated_days: each.estimated },
          ...{ count, first_year: firstYear, last_year: lastYear, provisional, period },
        },
      ];
    });
  const yearRows = (year: number) =>
    days.flatMap((day, at): PlainRow[] => {
      if (yearOf(day, kind) !== year) return [];
      const order = dayOrderOf(day, kind);
      return [
        {
          ...{ series_desc: String(year), day_desc: formatDayOrder(order, kind), day_order: order },
          ...{ rvalue: tidyNumber(values[at] ?? 0), approval: approval[at] ?? '' },
          qualifier: qualifiers.get(day) || null,
          ...{ count: null, first_year: null, last_year: null, provisional: null, period: null },
          estimated_days: estimatedDays?.[at] ?? null,
        },
      ];
    });
  return [
    ...yearRows(2026),
    ...statisticRows('Median', (each) => each.median),
    ...yearRows(1991),
    ...yearRows(2020),
    ...statisticRows('P10', (each) => each.percentiles[10]),
    ...yearRows(2021),
    ...statisticRows('Minimum', (each) => each.minimum),
    ...yearRows(1980),
    ...statisticRows('Maximum', (each) => each.maximum),
    ...statisticRows('P95', (each) => each.percentiles[95]),
  ];
}

function standWhole(rows: readonly Row[], asked: Asked): Partial<StandingRecord> {
  const { kind, parameter } = asked;
  const record = measureWhole(rows, asked);
  const period = record.statistics[0]?.period ?? 'day';
  const latest = latestOf(record, kind, period);
  if (!latest) return { latest: null };
  const order = dayOrderOf(latest.day, kind);
  const statistic = record.statistics.find((each) => each.order === order);
  return {
    normal_years: record.years.length,
    later_normal_years: record.years.filter((year) => year >= 2006).length,
    flagged: rows.filter(({ flag }) => flag !== null).length,
    provisional: [...record.approval].filter((letter) => letter === 'P').length,
    latest: expect.objectContaining({
      ...standingOf(latest, { statistic, parameter }),
      estimated_days: record.estimatedDays?.at(-1) ?? null,
    }),
  };
}
