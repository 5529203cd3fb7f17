import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DayNumber } from '#lib/calendar.ts';
import { dayZero, type Queryable } from '../db/queryable.ts';

/** The first day with a value of the sites that are shown. */
export async function readFirstDay(from: Queryable): Promise<DayNumber | undefined> {
  const [row] = await from.query(
    sql`select min(lp.por_start) - ${dayZero} as first from location_parameter lp
      join location l on l.loc_ndx = lp.loc_ndx and l.is_shown`,
    z.object({ first: z.nullable(z.int()) }),
  );
  return row?.first ?? undefined;
}

/** The newest of the last days. Undefined without a value. */
export function newestOf(rows: readonly { readonly last: DayNumber | null }[]): DayNumber | undefined {
  const days = rows.flatMap(({ last }) => last ?? []);
  return days.length > 0 ? Math.max(...days) : undefined;
}
