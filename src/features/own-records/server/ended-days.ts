import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { ownSource } from '#domain/deliverer.ts';
import { dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { daySql, dayZero } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { inWindows } from './days-to-compute.ts';
import { readOwnPlaces } from './own-sites.ts';
import { recomputeDays } from './recompute.ts';
import { writeEntries } from './writing.ts';

const Open = z.object({ loc_ndx: z.int(), parameter_ndx: z.int(), first: z.int(), last: z.int() });

/**
 * Computes the days that are noted and have ended: a logger that sends nothing after midnight would leave its last day without
 * a value, and an import that was ended all later ones. What is refused of one series, `onError` gets, and holds up no other.
 */
export async function computeEndedDays(
  store: Store,
  basin: Basin,
  { now, onError }: { now: Date; onError: (error: unknown) => void },
): Promise<void> {
  const yesterday = dayNumber(yesterdayInBasin(now));
  const open = await store.query(
    sql`select s.loc_ndx, s.parameter_ndx, days_from - ${dayZero} as first, days_to - ${dayZero} as last
      from own_series s left join location_parameter p using (loc_ndx, parameter_ndx)
      where days_from <= ${daySql(yesterday)} and kind <> 'day' and coalesce(p.source, ${ownSource}) = ${ownSource}
      order by s.loc_ndx, s.parameter_ndx`,
    Open,
  );
  for (const { loc_ndx, parameter_ndx: parameter, first, last } of open) {
    const [place] = await readOwnPlaces(store, basin, sql`l.loc_ndx = ${loc_ndx}::int`);
    if (!place?.parameters.some(({ parameter_ndx }) => parameter_ndx === parameter)) continue;
    const entry = { store, basin, location: loc_ndx, kind: 'days that ended', now } as const;
    try {
      for (const days of inWindows([first, Math.min(last, yesterday)]))
        await writeEntries(entry, (tx, writer) =>
          // An import that was refused for its unit is not accepted behind its back.
          recomputeDays(tx, { ...writer, acceptMagnitude: false }, { place, parameter, days }),
        );
    } catch (error) {
      onError(error);
    }
  }
}

/** Creates what computes ended days. What stays refused is reported once. */
export function createEndedDays(
  store: Store,
  basin: () => Basin,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const reported = new Set<string>();
  const report = (error: unknown) => {
    const message = toErrorMessage(error);
    if (!reported.has(message)) onError(error);
    reported.add(message);
  };
  return () => computeEndedDays(store, basin(), { now: new Date(), onError: report });
}
