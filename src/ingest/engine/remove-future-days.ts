import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { enteredByHand } from '#domain/qualifiers.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { summarizeSeries } from '#server/db/records.ts';
import { refreshStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';
import { readClock, removeDays } from './value-history.ts';

/** Stands in the history for a change that no import made. */
const withoutRun = 0;

const FutureSeries = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  loc_id: z.string(),
  parameter_name: z.string(),
});

/**
 * Removes values of days after today in the basin's zone, which earlier versions let in: until then, their record ends
 * in the future and is never late. They stay in the history. Values entered by hand are not touched. Reports each series.
 */
export async function removeFutureDays(
  store: Store,
  { now, onProgress }: { readonly now: Date; onProgress(message: string): void },
): Promise<void> {
  const today = sql`${todayInBasin(now)}::text::date`;
  // One look into the primary key for each series, whatever their length.
  const found = await store.query(
    sql`SELECT lp.loc_ndx, lp.parameter_ndx, l.loc_id, p.parameter_name
      FROM location_parameter lp JOIN location l USING (loc_ndx) JOIN parameter p USING (parameter_ndx)
      WHERE EXISTS (SELECT FROM daily_value v WHERE v.loc_ndx = lp.loc_ndx
        AND v.parameter_ndx = lp.parameter_ndx AND v.rdate > ${today} AND v.qualifier IS DISTINCT FROM ${enteredByHand})
      ORDER BY lp.loc_ndx, lp.parameter_ndx`,
    FutureSeries,
  );
  for (const { loc_ndx, parameter_ndx, loc_id, parameter_name } of found) {
    const key = { loc_ndx, parameter_ndx };
    const removed = await store.transaction(async (transaction) => {
      const history = { run: withoutRun, knownFrom: await readClock(transaction) };
      const found = await removeDays(transaction, key, history, sql`d.rdate > ${today}`);
      await summarizeSeries(transaction, [key]);
      await refreshStatistics(transaction, [key]);
      return found;
    });
    if (removed.count === 0) continue;
    onProgress(
      `Removed ${removed.count} ${removed.count === 1 ? 'value' : 'values'} after today: ${parameter_name} at ${loc_id}, ${removed.first} to ${removed.last}.`,
    );
  }
}
