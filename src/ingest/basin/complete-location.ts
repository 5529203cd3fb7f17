import { sql } from 'drizzle-orm/sql';
import type { BasinSite } from '#contract/basin.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { addHuc10s } from './ids.ts';
import { deleteStaleRecords, isUneditedSql, LocationKey } from './unedited-locations.ts';

/**
 * Fills in the elevation (feet) and HUC10 of a site's location where they are missing. Does not change a location whose
 * content record somebody has edited, and does not create one.
 */
export async function completeLocation(
  transaction: StoreTransaction,
  site: BasinSite,
  { elevationFt, huc10 }: { elevationFt: number | undefined; huc10: string | undefined },
): Promise<void> {
  const ids = await addHuc10s(transaction, huc10 === undefined ? [] : [huc10]);
  const elevation = sql`${elevationFt ?? null}::real`;
  const huc10Ndx = sql`${ids.get(huc10 ?? '') ?? null}::int`;
  const changed = await transaction.query(
    sql`update location l set elevation_ft = coalesce(elevation_ft, ${elevation}),
       huc10_ndx = coalesce(huc10_ndx, ${huc10Ndx})
     where loc_id = ${site.id.toUpperCase()} and ${isUneditedSql}
       and ((elevation_ft is null and ${elevation} is not null) or (huc10_ndx is null and ${huc10Ndx} is not null))
     returning loc_ndx`,
    LocationKey,
  );
  await deleteStaleRecords(transaction, changed);
}
