import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { isVisible, type StoredRecord } from '#domain/records/versions.ts';
import { isDayOfStatistics } from '#domain/statistics/record-statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber } from '#lib/calendar.ts';
import {
  deleteEnteredValue,
  insertEnteredValue,
  readRecord,
  summarizeSeries,
  toRange,
} from '../db/records.ts';
import { refreshStatistics } from '../db/statistic-day.ts';
import type { Queryable, StoreTransaction } from '../db/store.ts';
import { badFields } from './validate-content.ts';

type Entry = { well: string; day: string; hours: number };

/**
 * Writes a published entry as a daily value of Hours Pumped. A value that a provider has delivered is never replaced.
 * @throws HttpProblem 400 for a well that no longer exists, or a day that has a delivered value
 */
export async function projectWellProduction(
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  const [previous, next] = [entryOf(before), entryOf(after)];
  if (
    previous &&
    next &&
    previous.well === next.well &&
    previous.day === next.day &&
    previous.hours === next.hours
  )
    return;
  if (previous) {
    const loc_ndx = await findLocation(tx, previous.well);
    if (loc_ndx !== undefined) await deleteHoursPumped(tx, loc_ndx, previous.day);
  }
  if (!next) return;
  const loc_ndx = await findLocation(tx, next.well);
  if (loc_ndx === undefined) {
    throw badFields([
      { path: 'well', message: 'This well is no longer a location of the portal. Choose another.' },
    ]);
  }
  await insertHoursPumped(tx, loc_ndx, next);
}

/** An entry as visitors see it. */
function entryOf(row: StoredRecord | undefined): Entry | undefined {
  if (!row || row.parent_id !== null || !isVisible(row)) return undefined;
  const { well, reading_date, hours_pumped } = row.content;
  return { well: String(well), day: String(reading_date), hours: Number(hours_pumped) };
}

/** The `loc_ndx` of a well; undefined for one that no longer exists. */
export async function findLocation(from: Queryable, well: string): Promise<number | undefined> {
  const [row] = await from.query(
    sql`select loc_ndx from location where loc_id = ${well}`,
    z.object({ loc_ndx: z.int() }),
  );
  return row?.loc_ndx;
}

const { hoursPumped } = parameterNdx;

async function insertHoursPumped(
  tx: StoreTransaction,
  loc_ndx: number,
  { day, hours }: Entry,
): Promise<void> {
  const key = { loc_ndx, parameter_ndx: hoursPumped };
  const existing = await readRecord(tx, key, [toRange(dayNumber(day))], { withFlagged: true });
  if (existing.values.length > 0) {
    const message = `The well’s provider has already delivered ${existing.values[0]} hours for that day.`;
    throw badFields([{ path: 'reading_date', message }]);
  }
  await insertEnteredValue(tx, key, dayNumber(day), hours);
  await summarize(tx, loc_ndx, day);
}

async function deleteHoursPumped(tx: StoreTransaction, loc_ndx: number, day: string): Promise<void> {
  await deleteEnteredValue(tx, { loc_ndx, parameter_ndx: hoursPumped }, dayNumber(day));
  await summarize(tx, loc_ndx, day);
}

/** The locations whose summaries wait, with whether their statistics change, by transaction. */
const waiting = new WeakMap<StoreTransaction, Map<number, boolean>>();

/** Runs writes of several entries in one transaction, and summarizes each series once after them. */
export async function summarizeOnce(tx: StoreTransaction, work: () => Promise<void>): Promise<void> {
  const locations = new Map<number, boolean>();
  waiting.set(tx, locations);
  try {
    await work();
  } finally {
    waiting.delete(tx);
  }
  for (const [loc_ndx, hasStatistics] of locations) await summarizeLocation(tx, loc_ndx, hasStatistics);
}

async function summarize(tx: StoreTransaction, loc_ndx: number, day: string): Promise<void> {
  const hasStatistics = isDayOfStatistics(dayNumber(day));
  const locations = waiting.get(tx);
  if (locations) locations.set(loc_ndx, hasStatistics || locations.get(loc_ndx) === true);
  else await summarizeLocation(tx, loc_ndx, hasStatistics);
}

async function summarizeLocation(
  tx: StoreTransaction,
  loc_ndx: number,
  hasStatistics: boolean,
): Promise<void> {
  const key = { loc_ndx, parameter_ndx: hoursPumped };
  await summarizeSeries(tx, [key]);
  if (hasStatistics) await refreshStatistics(tx, [key]);
}
