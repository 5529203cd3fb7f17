import { enteredByHand } from '#domain/qualifiers.ts';
import { isVisible } from '#domain/records/status.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { summarizeSeries } from '../../db/record-summary.ts';
import type { StoreTransaction } from '../../db/store.ts';
import { badFields } from './validate-content.ts';

type Entry = { well: string; day: string; hours: number };

/**
 * A published entry is a daily value of Hours Pumped. A value that a provider has delivered is never replaced.
 * @throws HttpProblem 400 for a well that is gone, or a day that has a delivered value
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
    const loc_ndx = await locationOf(tx, previous.well);
    if (loc_ndx !== undefined) await deleteHoursPumped(tx, loc_ndx, previous.day);
  }
  if (!next) return;
  const loc_ndx = await locationOf(tx, next.well);
  if (loc_ndx === undefined) {
    throw badFields([{ path: 'well', message: 'This well is no location of the portal any more.' }]);
  }
  await insertHoursPumped(tx, loc_ndx, next);
}

/** What visitors see of an entry. */
function entryOf(row: StoredRecord | undefined): Entry | undefined {
  if (!row || row.parent_id !== null || !isVisible(row)) return undefined;
  const { well, reading_date, hours_pumped } = row.content;
  return { well: String(well), day: String(reading_date), hours: Number(hours_pumped) };
}

async function locationOf(tx: StoreTransaction, well: string): Promise<number | undefined> {
  const [row] = await tx.query<{ loc_ndx: number }>('select loc_ndx from location where loc_id = $1', [well]);
  return row?.loc_ndx;
}

async function insertHoursPumped(
  tx: StoreTransaction,
  loc_ndx: number,
  { day, hours }: Entry,
): Promise<void> {
  const [existing] = await tx.query<{ value: number }>(
    `select result_value_daily::float8 as value from daily_value
     where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint and rdate = $3::text::date`,
    [String(loc_ndx), String(parameterNdx.hoursPumped), day],
  );
  if (existing) {
    const message = `The well’s provider has already delivered ${existing.value} hours for that day.`;
    throw badFields([{ path: 'reading_date', message }]);
  }
  await tx.query(
    `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
     values ($1::text::int, $2::text::smallint, $3::text::date, $4::text::real, 'P', $5)`,
    [String(loc_ndx), String(parameterNdx.hoursPumped), day, String(hours), enteredByHand],
  );
  await summarizeSeries(tx, loc_ndx, parameterNdx.hoursPumped);
}

async function deleteHoursPumped(tx: StoreTransaction, loc_ndx: number, day: string): Promise<void> {
  await tx.query(
    `delete from daily_value where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint
       and rdate = $3::text::date and qualifier = $4`,
    [String(loc_ndx), String(parameterNdx.hoursPumped), day, enteredByHand],
  );
  await summarizeSeries(tx, loc_ndx, parameterNdx.hoursPumped);
}
