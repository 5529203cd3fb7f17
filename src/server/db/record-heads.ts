import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinRecordKey } from '#contract/basin/basin-requests.ts';
import { recordFields } from '#contract/record-fields.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { type Percent, percents, type RankedStatistic } from '#domain/statistics/statistics.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { dayZero, type Queryable } from './queryable.ts';
import { type LatestOfRecord, nameOfSeries, type SeriesKey } from './records.ts';
import { parseSortedValues, sortedAtSql } from './sorted-values.ts';

const atOrder = (column: string) => sql`s.${sql.identifier(column)}[w.day_order]`;
const statisticSql = sql.join(
  [
    'counts',
    'first_years',
    'last_years',
    'minimum',
    'median',
    'maximum',
    ...percents.map((each) => `p${each}`),
  ].map(atOrder),
  sql`, `,
);

const Row = z.object({
  ...recordFields,
  provider: z.string(),
  source: z.nullable(z.string()),
  at: z.int(),
  por_start: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  /** Number of values that fail a quality rule. */
  flagged: z.int(),
  /** Number of the others that may still be revised. */
  provisional: z.int(),
  /** The first and the last day of the record; null without values. */
  first: z.nullable(z.int()),
  end: z.nullable(z.int()),
  /** Null while the statistics are not stored, like the next three. */
  period: z.nullable(z.enum(['day', 'month'])),
  /** The years of 1991–2020 with values. */
  years: z.nullable(z.array(z.int())),
  /** The median of the yearly peaks of snow. */
  peak_median: z.nullable(z.number()),
  /** What changes over a week are usual on the day, and how many of them say so. */
  usual_change: z.nullable(z.number()),
  change_spread: z.nullable(z.number()),
  change_count: z.nullable(z.int()),
  statistic: z.array(z.nullable(z.number())),
  sorted: z.nullable(z.string()),
});

/** What is known of a record: its summary, its latest value, and the stored statistics of that day. */
export type RecordHead = Omit<z.output<typeof Row>, 'at' | 'statistic' | 'sorted'> & {
  readonly last: DayNumber | null;
  readonly value: number | null;
  readonly approval: LatestOfRecord['approval'] | null;
  readonly previous: LatestOfRecord['previous'];
  /** Undefined without enough years, and while the statistics are not stored. */
  readonly statistic: RankedStatistic | undefined;
};

/** A record by the number of its site, or as the basin file names it, by the agency's id. */
export type RecordKey = SeriesKey | Pick<BasinRecordKey, 'id' | 'parameter'>;

/**
 * Reads heads in the order of the keys; undefined for a site that the portal does not show.
 * @param latest the latest values, as far as they are of interest
 */
export async function readHeads(
  from: Queryable,
  keys: readonly RecordKey[],
  latest: readonly LatestOfRecord[] = [],
): Promise<readonly (RecordHead | undefined)[]> {
  if (keys.length === 0) return [];
  const bySite = new Map(latest.map((each) => [nameOfSeries(each), each]));
  const byId = new Map(latest.map((each) => [`${each.loc_id} ${each.parameter_ndx}`, each]));
  const lasts = keys.map((key) =>
    'id' in key ? byId.get(`${key.id} ${key.parameter}`) : bySite.get(nameOfSeries(key)),
  );
  const wanted = keys.map((key, at) => {
    const day = lasts[at]?.last;
    return {
      at,
      ...('id' in key
        ? { loc_id: key.id, parameter_ndx: key.parameter }
        : { loc_ndx: key.loc_ndx, parameter_ndx: key.parameter_ndx }),
      day_order: day === undefined ? null : dayOrderOf(day, 'water'),
    };
  });
  const rows = await from.query(
    sql`
      select w.at, l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
        dp.data_provider_name as provider, lp.source,
        lp.por_start::text, coalesce(lp.num_days, 0) as num_days, coalesce(lp.total_samples, 0) as total_samples,
        coalesce(lp.flagged, 0) as flagged, coalesce(lp.provisional, 0) as provisional,
        lp.por_start - ${dayZero} as first, lp.por_end - ${dayZero} as "end", s.period, to_json(s.years) as years,
        s.peak_median, ${atOrder('change_median')} as usual_change, ${atOrder('change_iqr')} as change_spread,
        ${atOrder('change_counts')} as change_count, json_build_array(${statisticSql}) as statistic,
        ${sortedAtSql(sql`w.day_order`)} as sorted
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as w(at int, loc_ndx int, loc_id text, parameter_ndx int, day_order int)
      join location l on l.is_shown
        and l.loc_ndx = coalesce(w.loc_ndx, (select named.loc_ndx from location named where named.loc_id = w.loc_id))
      join data_provider dp using (data_provider_ndx)
      join parameter p on p.parameter_ndx = w.parameter_ndx
      left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = p.parameter_ndx
      left join statistic_day s on s.loc_ndx = l.loc_ndx and s.parameter_ndx = p.parameter_ndx
        and s.year_kind = 'water' and s.measure = 'value'`,
    Row,
  );
  const heads = new Map(
    rows.map(({ at, statistic, sorted, ...row }): [number, RecordHead] => {
      const { last = null, value = null, approval = null, previous = null } = lasts[at] ?? {};
      // A value may be newer than the summary of its record.
      const first = row.first === null ? last : Math.min(row.first, last ?? row.first);
      return [
        at,
        { ...row, first, last, value, approval, previous, statistic: toStatistic(statistic, sorted) },
      ];
    }),
  );
  return keys.map((_, at) => heads.get(at));
}

function toStatistic(
  values: readonly (number | null)[],
  sortedText: string | null,
): RankedStatistic | undefined {
  const sorted = parseSortedValues(sortedText);
  const [count, firstYear, lastYear, minimum, median, maximum, ...others] = values.map(
    (each) => each ?? undefined,
  );
  if (count === undefined || firstYear === undefined || lastYear === undefined) return undefined;
  if (!sorted || minimum === undefined || median === undefined || maximum === undefined) return undefined;
  const known = percents.map((percent, at): [Percent, number | undefined] => [percent, others[at]]);
  const percentiles = Object.fromEntries(known.filter(([, each]) => each !== undefined));
  return {
    count,
    firstYear,
    lastYear,
    minimum,
    median,
    maximum,
    percentiles,
    sorted,
    provisional: 0,
    estimated: 0,
  };
}

/** A location `l` with the names of what it belongs to. */
export const siteTablesSql = sql`
  location l
  join location_type t using (loc_type_ndx)
  join data_provider d using (data_provider_ndx)
  left join huc8 h8 using (huc8_ndx)
  left join huc10 h10 using (huc10_ndx)
  left join gw_district g using (gw_district_ndx)`;

/** The stored statistics `s` of the values of the water year, to be joined with the records of a table. */
export const statisticsOfSql = (
  table: 'w' | 'o',
) => sql`statistic_day s on s.loc_ndx = ${sql.identifier(table)}.loc_ndx
  and s.parameter_ndx = ${sql.identifier(table)}.parameter_ndx and s.year_kind = 'water' and s.measure = 'value'`;
