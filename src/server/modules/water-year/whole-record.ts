import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import type { Store } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';
import { readDailyRows } from '../time-series/daily-data.ts';

/** A complete daily record. `approval` has one letter per value. */
export type WholeRecord = DailyRecordColumns & {
  readonly loc_ndx: number;
  readonly loc_name: string;
  readonly parameter_ndx: number;
  readonly parameter_name: string;
  readonly units_name: string;
  readonly approval: string;
  /** The agency's qualifiers by day, for values that have one. */
  readonly qualifiers: ReadonlyMap<DayNumber, string>;
  /** Number of values that fail a quality rule; they are not in `values`. */
  readonly flagged: number;
  readonly source: string | null;
  readonly is_demonstration: boolean;
};

/** Reads all values of a parameter at a location. Without values, the record is empty. @throws HttpProblem 404 */
export async function readWholeRecord(
  store: Store,
  parameter: string,
  location: string,
): Promise<WholeRecord> {
  const loc_ndx = Number(location);
  const { parameter: foundParameter, series } = await readDailyRows(store, {
    parameter: Number(parameter),
    locations: [loc_ndx],
    start: '0001-01-01',
    end: '9999-12-31',
  });
  const { parameter_name, units_name } = foundParameter;
  const [row] = series;
  if (!row) {
    const [siteRow] = await store.query(
      sql`select loc_name from location where loc_ndx = ${loc_ndx} and is_shown`,
      z.object({ loc_name: z.string() }),
    );
    if (!siteRow) throw recordNotFound();
    return {
      loc_ndx,
      loc_name: siteRow.loc_name,
      parameter_ndx: Number(parameter),
      parameter_name,
      units_name,
      days: [],
      values: [],
      approval: '',
      qualifiers: new Map(),
      flagged: 0,
      source: null,
      is_demonstration: false,
    };
  }
  const first = dayNumber(row.start);
  return {
    loc_ndx,
    loc_name: row.loc_name,
    parameter_ndx: Number(parameter),
    parameter_name,
    units_name,
    days: row.dates?.split(',').map((offset) => first + Number(offset)) ?? [],
    values: row.values?.split(',').map(Number) ?? [],
    approval: row.approval ?? '',
    qualifiers: new Map(
      Object.entries(row.qualifiers).map(([offset, each]) => [first + Number(offset), each]),
    ),
    flagged: row.flagged.length,
    source: row.source,
    is_demonstration: row.is_demonstration,
  };
}
