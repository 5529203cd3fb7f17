import type { DailyRecord } from '#contract/time-series.ts';
import { dayNumber, formatDay } from '#domain/calendar.ts';
import type { Store } from '../../db/open.ts';
import { HttpProblem, recordNotFound } from '../../problems.ts';
import { dailySeries } from './queries.ts';

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
  dates: string;
  values: string;
  approval: string;
  qualifiers: Readonly<Record<string, string>>;
};

export type ParameterRow = { parameter_ndx: number; parameter_name: string; units_name: string };

export type DailyRows = { parameter: ParameterRow; series: readonly SeriesRow[] };

/** The series of a parameter that is known. @throws HttpProblem 404 */
export async function readDailyRows(store: Store, query: DailyQuery): Promise<DailyRows> {
  const { parameter, locations, start, end } = query;
  const [known] = await store.query<ParameterRow>(
    'select parameter_ndx, parameter_name, units_name from parameter where parameter_ndx = $1::text::int',
    [parameter],
  );
  if (!known) throw recordNotFound();
  const series = await store.query<SeriesRow>(dailySeries, [
    parameter,
    `{${locations.join(',')}}`,
    start,
    end,
  ]);
  return { parameter: known, series };
}

/** JSON of `DailyColumns`. The columns come as text from the database and go out as they are. */
export function columnsJson({ parameter, series }: DailyRows): string {
  const items = series.map(({ dates, values, count: _, ...head }) => {
    const fields = JSON.stringify({ ...head, units_name: parameter.units_name }).slice(0, -1);
    return `${fields},"dates":[${dates}],"values":[${values}]}`;
  });
  return `{"parameter":${JSON.stringify(parameter)},"series":[${items.join(',')}]}`;
}

/** More than this would fill the memory of whoever reads it; columns and CSV have no such end. */
const mostRecords = 250_000;

/** `DailyRecord` of every value, by location and date. @throws HttpProblem 413 */
export function dailyRecords(rows: DailyRows): DailyRecord[] {
  const count = rows.series.reduce((sum, series) => sum + series.count, 0);
  if (count > mostRecords) {
    throw new HttpProblem(
      413,
      `These are ${count} values, and records end at ${mostRecords}. Ask for format=columns or format=csv.`,
    );
  }
  return [...eachRecord(rows)];
}

export function* eachRecord({ parameter, series }: DailyRows): Generator<DailyRecord> {
  const { parameter_name, units_name } = parameter;
  for (const { start, dates, values, approval, qualifiers, count: _, ...place } of series) {
    const first = dayNumber(start);
    const offsets = dates.split(',');
    for (const [index, value] of values.split(',').entries()) {
      const offset = offsets[index] ?? '';
      yield {
        ...place,
        parameter_name,
        units_name,
        rdate: formatDay(first + Number(offset)),
        result_value_daily: Number(value),
        approval: approval[index] ?? '',
        qualifier: qualifiers[offset] ?? null,
      };
    }
  }
}
