import { enteredByHand } from '#domain/qualifiers.ts';
import { isVisible } from '#domain/records/status.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { parameter } from '#domain/vocabulary.ts';
import type { StoreTransaction } from '../../db/open.ts';
import { summariseSeries } from '../../db/record-summary.ts';
import { badFields } from './check.ts';

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
  const [was, is] = [entryOf(before), entryOf(after)];
  if (was && is && was.well === is.well && was.day === is.day && was.hours === is.hours) return;
  if (was) {
    const loc_ndx = await locationOf(tx, was.well);
    if (loc_ndx !== undefined) await remove(tx, loc_ndx, was.day);
  }
  if (!is) return;
  const loc_ndx = await locationOf(tx, is.well);
  if (loc_ndx === undefined) {
    throw badFields([{ path: 'well', message: 'This well is no location of the portal any more.' }]);
  }
  await add(tx, loc_ndx, is);
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

async function add(tx: StoreTransaction, loc_ndx: number, { day, hours }: Entry): Promise<void> {
  const [there] = await tx.query<{ value: number }>(
    `select result_value_daily::float8 as value from daily_value
     where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint and rdate = $3::text::date`,
    [String(loc_ndx), String(parameter.hoursPumped), day],
  );
  if (there) {
    const message = `The well’s provider has already delivered ${there.value} hours for that day.`;
    throw badFields([{ path: 'reading_date', message }]);
  }
  await tx.query(
    `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
     values ($1::text::int, $2::text::smallint, $3::text::date, $4::text::real, 'P', $5)`,
    [String(loc_ndx), String(parameter.hoursPumped), day, String(hours), enteredByHand],
  );
  await summariseSeries(tx, loc_ndx, parameter.hoursPumped);
}

async function remove(tx: StoreTransaction, loc_ndx: number, day: string): Promise<void> {
  await tx.query(
    `delete from daily_value where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint
       and rdate = $3::text::date and qualifier = $4`,
    [String(loc_ndx), String(parameter.hoursPumped), day, enteredByHand],
  );
  await summariseSeries(tx, loc_ndx, parameter.hoursPumped);
}
