import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from '../db/queryable.ts';

const ShownSite = z.object({ loc_ndx: z.int(), loc_id: z.string(), huc8_name: z.nullable(z.string()) });
type ShownSite = z.output<typeof ShownSite>;

/** Reads the sites that the map shows. */
export function readShownSites(from: Queryable): Promise<ShownSite[]> {
  return from.query(
    sql`select l.loc_ndx, l.loc_id, h.huc8_name from location l left join huc8 h using (huc8_ndx)
      where l.is_shown order by l.loc_ndx`,
    ShownSite,
  );
}

/** Splits a list into parts of `size` items, so that others get their turn between the statements that read them. */
export function inParts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
