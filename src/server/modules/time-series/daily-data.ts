import type { DailyRecord, FlaggedValue } from '#contract/time-series.ts';
import { dayNumber, formatDay } from '#domain/calendar.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { dailySeriesSql } from './queries.ts';

export type DailyQuery = { parameter: string; locations: readonly number[]; start: string; end: string };

type SeriesRow = {
  loc_ndx: number;
  loc_name: string;
  data_provider_name: string;
  loc_type_name: string;
  huc8: string | null;
  huc10: string | null;
  start: string;
  count: number;
  /** Null where every value is flagged, as the next two. */
  dates: string | null;
  values: string | null;
  approval: string | null;
  qualifiers: Readonly<Record<string, string>>;
  flagged: readonly FlaggedValue[];
};

export type ParameterRow = { parameter_ndx: number; parameter_name: string; units_name: string };

export type DailyRows = { parameter: ParameterRow; series: readonly SeriesRow[] };

/** The series of a parameter that is known. @throws HttpProblem 404 */
export async function readDailyRows(store: Store, query: DailyQuery): Promise<DailyRows> {
  const { parameter, locations, start, end } = query;
  const [found] = await store.query<ParameterRow>(
    'select parameter_ndx, parameter_name, units_name from parameter where parameter_ndx = $1::text::int',
    [parameter],
  );
  if (!found) throw recordNotFound();
  const series = await store.query<SeriesRow>(dailySeriesSql, [
    parameter,
    `{${locations.join(',')}}`,
    start,
    end,
  ]);
  return { parameter: found, series };
}

/** JSON of `DailyColumns`. The columns come as text from the database and go out as they are. */
export function serializeColumns({ parameter, series }: DailyRows): string {
  const items = series.map(({ dates, values, approval, count: _, ...head }) => {
    const fields = JSON.stringify({ ...head, approval: approval ?? '', units_name: parameter.units_name });
    return `${fields.slice(0, -1)},"dates":[${dates ?? ''}],"values":[${values ?? ''}]}`;
  });
  return `{"parameter":${JSON.stringify(parameter)},"series":[${items.join(',')}]}`;
}

/** More than this would fill the memory of whoever reads it; columns and CSV have no such end. */
const maxRecords = 250_000;

/** `DailyRecord` of every value, by location and date. @throws HttpProblem 413 */
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
  for (const { start, dates, values, approval, qualifiers, flagged, count: _, ...siteFields } of series) {
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
