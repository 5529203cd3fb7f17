import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { maxBridgedDays } from '#domain/cumulative-volume.ts';
import type { Measure } from '#domain/measure.ts';
import { firstDayOf, lastDayOf, type YearKind } from '#domain/season.ts';
import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { type DailyColumns, type DayRange, readDailyColumns } from '../../db/daily-columns.ts';
import { mergeRanges } from '../../db/day-ranges.ts';
import type { SeriesKey } from '../../db/record-summary.ts';
import type { Queryable } from '../../db/store.ts';
import { dayZero, passesSql } from '../../db/value-sql.ts';
import { recordNotFound } from '../../http/problems.ts';

const RecordHead = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  source: z.nullable(z.string()),
  is_demonstration: z.boolean(),
  /** Number of values that fail a quality rule. */
  flagged: z.int(),
  /** Number of the others that may still be revised. */
  provisional: z.int(),
});

/** What is known of a record without its values. */
export type RecordHead = z.output<typeof RecordHead>;

/** A daily record, or a part of it, with the values that pass the quality rules. */
export type StoredRecord = RecordHead & DailyColumns;

/** @throws HttpProblem 404 for an unknown parameter or location */
export async function readRecordHead(
  from: Queryable,
  parameter: string,
  location: string,
): Promise<RecordHead> {
  const [head] = await from.query(
    sql`select l.loc_ndx, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name, lp.source,
        coalesce(lp.is_demonstration, false) as is_demonstration, coalesce(lp.flagged, 0) as flagged,
        coalesce(lp.provisional, 0) as provisional
      from location l
      cross join parameter p
      left join location_parameter lp using (loc_ndx, parameter_ndx)
      where l.loc_ndx = ${Number(location)}::int and l.is_shown and p.parameter_ndx = ${Number(parameter)}::int`,
    RecordHead,
  );
  if (!head) throw recordNotFound();
  return head;
}

const allDays: DayRange = [dayFromParts(1000, 1, 1), dayFromParts(9999, 12, 31)];

/** Reads all values of a parameter at a location. Without values, the record is empty. @throws HttpProblem 404 */
export async function readWholeRecord(
  from: Queryable,
  parameter: string,
  location: string,
): Promise<StoredRecord> {
  const head = await readRecordHead(from, parameter, location);
  return { ...head, ...(await readDailyColumns(from, head, [allDays])) };
}

/** Reads the values of years; for volumes also the days around them that may bridge a gap. */
export function readYears(
  from: Queryable,
  key: SeriesKey,
  years: readonly number[],
  kind: YearKind,
  measure: Measure,
): Promise<DailyColumns> {
  const margin = measure === 'volume' ? maxBridgedDays + 1 : 0;
  const ranges = years.map(
    (year): DayRange => [firstDayOf(year, kind) - margin, lastDayOf(year, kind) + margin],
  );
  return readDailyColumns(from, key, mergeRanges(ranges));
}

const Edges = z.object({ first: z.nullable(z.int()), last: z.nullable(z.int()) });

/** Reads the latest value of a record, and those of the same day, or month, of all years. */
export async function readLatestAndPeers(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  period: 'day' | 'month',
): Promise<DailyColumns> {
  const edgeSql = (order: 'asc' | 'desc') => sql`(
    select d.rdate - ${dayZero} from daily_value d
    where d.loc_ndx = ${loc_ndx}::int and d.parameter_ndx = ${parameter_ndx}::int and ${passesSql(sql`d`)}
    order by d.rdate ${sql.raw(order)} limit 1)`;
  const [edges] = await from.query(sql`select ${edgeSql('asc')} as first, ${edgeSql('desc')} as last`, Edges);
  const { first = null, last = null } = edges ?? {};
  const ranges = first === null || last === null ? [] : rangesOfPeers(first, last, period);
  return readDailyColumns(from, { loc_ndx, parameter_ndx }, ranges);
}

/** The last day and the same day of earlier years, or their months. Only leap years have a February 29. */
export function rangesOfPeers(first: DayNumber, last: DayNumber, period: 'day' | 'month'): DayRange[] {
  const { year: lastYear, month, day } = dayParts(last);
  const { year: firstYear } = dayParts(first);
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
  return years.flatMap((year): DayRange[] => {
    if (period === 'month') return [[dayFromParts(year, month, 1), dayFromParts(year, month + 1, 1) - 1]];
    const peer = dayFromParts(year, month, day);
    return dayParts(peer).day === day ? [[peer, peer]] : [];
  });
}
