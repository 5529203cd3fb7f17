import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { DailyColumns, DailySeries } from '#contract/daily-data.ts';
import type { Queryable, QueryOptions } from '#server/db/queryable.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { type DailyQuery, dailyHeadsSql, dailySeriesSql } from './daily-queries.ts';

const SeriesRow = z.extend(
  z.omit(DailySeries, { units_name: true, dates: true, values: true, approval: true }),
  {
    loc_id: z.string(),
    count: z.int(),
    /** Null if every value is flagged, like the next two. */
    dates: z.nullable(z.string()),
    values: z.nullable(z.string()),
    approval: z.nullable(z.string()),
  },
);
const ParameterRow = DailyColumns.shape.parameter;

export type DailyParameter = z.output<typeof ParameterRow>;

export type DailyRows = {
  readonly parameter: DailyParameter;
  readonly series: readonly z.output<typeof SeriesRow>[];
};

const HeadRow = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  data_provider_name: z.string(),
  source: z.nullable(z.string()),
  count: z.int(),
});

/** What a query finds, without the values: its locations that have some, sorted by `loc_ndx`, and how many. */
export type DailyHeads = {
  readonly parameter: DailyParameter;
  readonly sites: readonly z.output<typeof HeadRow>[];
};

/** @throws HttpProblem 404 for an unknown parameter */
export async function readDailyHeads(
  from: Queryable,
  query: DailyQuery,
  options?: QueryOptions,
): Promise<DailyHeads> {
  const parameter = await readDailyParameter(from, query.parameter);
  return { parameter, sites: await from.query(dailyHeadsSql(query), HeadRow, options) };
}

/** Reads the values of the query's parameter, whose row the caller has read once for all of its locations. */
export async function readDailyRows(
  from: Queryable,
  parameter: DailyParameter,
  query: DailyQuery,
  options?: QueryOptions,
): Promise<DailyRows> {
  return { parameter, series: await from.query(dailySeriesSql(query), SeriesRow, options) };
}

/** @throws HttpProblem 404 */
export async function readDailyParameter(from: Queryable, ndx: number): Promise<DailyParameter> {
  const [parameter] = await from.query(
    sql`select parameter_ndx, parameter_name, units_name from parameter where parameter_ndx = ${ndx}::int`,
    ParameterRow,
  );
  if (!parameter) throw recordNotFound();
  return parameter;
}

/** Serializes one location of `DailyColumns`. The columns are inserted as the text that the database sent. */
export function serializeColumns({ parameter, series }: DailyRows): string[] {
  return series.map(({ dates, values, approval, count: _count, ...head }) => {
    const fields = JSON.stringify({ ...head, approval: approval ?? '', units_name: parameter.units_name });
    return `${fields.slice(0, -1)},"dates":[${dates ?? ''}],"values":[${values ?? ''}]}`;
  });
}
