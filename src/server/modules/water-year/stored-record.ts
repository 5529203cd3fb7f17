import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { originFields, parameterFields } from '#contract/record-fields.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import type { Measure } from '#domain/measure.ts';
import { firstDayOf, lastDayOf, type YearKind } from '#domain/season.ts';
import type { Queryable } from '../../db/queryable.ts';
import {
  allDays,
  type DayRange,
  mergeRanges,
  type RecordColumns,
  rangesOfPeers,
  readLatest,
  readRecord,
  type SeriesKey,
} from '../../db/records.ts';
import { recordNotFound } from '../../http/problems.ts';

const RecordHead = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  ...parameterFields,
  ...originFields,
  /** Number of values that fail a quality rule. */
  flagged: z.int(),
  /** Number of the others that may still be revised. */
  provisional: z.int(),
  num_days: z.int(),
  total_samples: z.int(),
});

/** What is known of a record without its values. */
export type RecordHead = z.output<typeof RecordHead>;

/** A daily record, or a part of it, with the values that pass the quality rules. */
export type StoredRecord = RecordHead & RecordColumns;

/** @throws HttpProblem 404 for an unknown parameter or location */
export async function readRecordHead(
  from: Queryable,
  parameter: string,
  location: string,
): Promise<RecordHead> {
  const [head] = await from.query(
    sql`select l.loc_ndx, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name, lp.source,
        coalesce(lp.is_demonstration, false) as is_demonstration, coalesce(lp.flagged, 0) as flagged,
        coalesce(lp.provisional, 0) as provisional, coalesce(lp.num_days, 0) as num_days,
        coalesce(lp.total_samples, 0) as total_samples
      from location l
      cross join parameter p
      left join location_parameter lp using (loc_ndx, parameter_ndx)
      where l.loc_ndx = ${Number(location)}::int and l.is_shown and p.parameter_ndx = ${Number(parameter)}::int`,
    RecordHead,
  );
  if (!head) throw recordNotFound();
  return head;
}

/** Reads all values of a parameter at a location. Without values, the record is empty. @throws HttpProblem 404 */
export async function readWholeRecord(
  from: Queryable,
  parameter: string,
  location: string,
): Promise<StoredRecord> {
  const head = await readRecordHead(from, parameter, location);
  return { ...head, ...(await readValues(from, head, [allDays])) };
}

/** Reads the values of years; for volumes also the days around them that may bridge a gap. */
export function readYears(
  from: Queryable,
  key: SeriesKey,
  years: readonly number[],
  kind: YearKind,
  measure: Measure,
): Promise<RecordColumns> {
  const margin = measure === 'volume' ? maxBridgedDays + 1 : 0;
  const ranges = years.map(
    (year): DayRange => [firstDayOf(year, kind) - margin, lastDayOf(year, kind) + margin],
  );
  return readValues(from, key, mergeRanges(ranges));
}

/** Reads the latest value of a record, and those of the same day, or month, of all years. */
export async function readLatestAndPeers(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  period: 'day' | 'month',
): Promise<RecordColumns> {
  const [latest] = await readLatest(from, { sites: [loc_ndx], parameter: parameter_ndx });
  const ranges = latest ? rangesOfPeers(latest.first, latest.last, period) : [];
  return readValues(from, { loc_ndx, parameter_ndx }, ranges);
}

function readValues(from: Queryable, key: SeriesKey, ranges: readonly DayRange[]): Promise<RecordColumns> {
  return readRecord(from, key, ranges, { withQualifiers: true });
}
