import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DailyColumns, type DailyRecord, DailySeries } from '#contract/daily-data.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { type DailyQuery, dailySeriesSql } from './queries.ts';

const SeriesRow = z.extend(
  z.omit(DailySeries, { units_name: true, dates: true, values: true, approval: true }),
  {
    count: z.int(),
    /** Null if every value is flagged, like the next two. */
    dates: z.nullable(z.string()),
    values: z.nullable(z.string()),
    approval: z.nullable(z.string()),
  },
);
const ParameterRow = DailyColumns.shape.parameter;

export type DailyRows = {
  readonly parameter: z.output<typeof ParameterRow>;
  readonly series: readonly z.output<typeof SeriesRow>[];
};

/** @throws HttpProblem 404 for an unknown parameter */
export async function readDailyRows(store: Store, query: DailyQuery): Promise<DailyRows> {
  const [parameter] = await store.query(
    sql`select parameter_ndx, parameter_name, units_name from parameter
      where parameter_ndx = ${query.parameter}::int`,
    ParameterRow,
  );
  if (!parameter) throw recordNotFound();
  return { parameter, series: await store.query(dailySeriesSql(query), SeriesRow) };
}

/** Serializes to JSON of `DailyColumns`. The columns are inserted as the text that the database sent. */
export function serializeColumns({ parameter, series }: DailyRows): string {
  const items = series.map(({ dates, values, approval, count: _, ...head }) => {
    const fields = JSON.stringify({ ...head, approval: approval ?? '', units_name: parameter.units_name });
    return `${fields.slice(0, -1)},"dates":[${dates ?? ''}],"values":[${values ?? ''}]}`;
  });
  return `{"parameter":${JSON.stringify(parameter)},"series":[${items.join(',')}]}`;
}

/** More records would fill a client's memory; columns and CSV have no such limit. */
const maxRecords = 250_000;

/** Converts every value to a `DailyRecord`, sorted by location and date. @throws HttpProblem 413 */
export function toDailyRecords(rows: DailyRows): DailyRecord[] {
  const count = rows.series.reduce((sum, series) => sum + series.count, 0);
  if (count > maxRecords) {
    throw new HttpProblem(
      413,
      `These are ${count} values, and records end at ${maxRecords}. Ask for format=columns or format=csv.`,
    );
  }
  return [...iterateRecords(rows)];
}

export function* iterateRecords({ parameter, series }: DailyRows): Generator<DailyRecord> {
  const { parameter_name, units_name } = parameter;
  for (const {
    start,
    dates,
    values,
    approval,
    qualifiers,
    changes,
    flagged,
    count: _,
    ...siteFields
  } of series) {
    const first = dayNumber(start);
    const passing = parseValues(dates, values, approval);
    const all = flagged.length > 0 ? [...passing, ...flagged].sort((a, b) => a.day - b.day) : passing;
    for (const { day, value, flag, approval: letter } of all) {
      yield {
        ...siteFields,
        parameter_name,
        units_name,
        rdate: formatDay(first + day),
        result_value_daily: value,
        approval: letter,
        qualifier: qualifiers[day] ?? null,
        flag,
        changed_on: changes[day]?.on ?? null,
        changed_from: changes[day]?.from ?? null,
      };
    }
  }
}

function parseValues(dates: string | null, values: string | null, approval: string | null) {
  if (dates === null || values === null) return [];
  const days = dates.split(',');
  return values.split(',').map((value, at) => ({
    day: Number(days[at]),
    value: Number(value),
    approval: approval?.[at] ?? '',
    flag: null,
  }));
}
