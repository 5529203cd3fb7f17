import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import { daySql } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { readOwnPlaces } from './own-sites.ts';
import { readRatingTables } from './rating-tables.ts';
import { parametersToRecompute } from './readings.ts';
import { recomputeDays } from './recompute.ts';
import { writeEntries } from './writing.ts';

const Series = z.object({ loc_ndx: z.int(), parameter_ndx: z.int() });

/**
 * Computes the day that has just ended of the records whose readings reach into it: a logger that sends nothing after
 * midnight would leave it without a value. `done` has the series that were tried for a day, and gets those of now.
 */
export async function computeEndedDays(
  store: Store,
  basin: Basin,
  { now, done }: { now: Date; done: Set<string> },
): Promise<void> {
  const yesterday = dayNumber(yesterdayInBasin(now));
  // One look into the primary key for each series, however long it is.
  const recent = await store.query(
    sql`select s.loc_ndx, s.parameter_ndx from own_series s
      where kind <> 'day' and exists (select from own_reading r where r.loc_ndx = s.loc_ndx
        and r.parameter_ndx = s.parameter_ndx and r.at >= ${daySql(yesterday)})`,
    Series,
  );
  for (const { loc_ndx, parameter_ndx } of recent) {
    const name = `${loc_ndx} ${parameter_ndx} ${yesterday}`;
    if (done.has(name)) continue;
    const [place] = await readOwnPlaces(store, basin, sql`l.loc_ndx = ${loc_ndx}::int`);
    const entry = { store, basin, location: loc_ndx, kind: 'days that ended', now } as const;
    if (place)
      await writeEntries(entry, async (tx, writer) => {
        const tables = await readRatingTables(tx, loc_ndx);
        for (const parameter of parametersToRecompute(parameter_ndx, tables))
          await recomputeDays(tx, writer, { place, parameter, days: [yesterday, yesterday] });
      });
    done.add(name);
  }
}

const everyMs = 600_000;

/** Computes ended days now and from time to time. @returns how to stop */
export function runEndedDays(store: Store, basin: Basin, onError: (error: unknown) => void): () => void {
  const done = new Set<string>();
  const compute = () => computeEndedDays(store, basin, { now: new Date(), done }).catch(onError);
  const timer = setInterval(compute, everyMs).unref();
  void compute();
  return () => clearInterval(timer);
}
