import type { BasinSite } from '#contract/basin.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { addHuc10s } from './ids.ts';
import { deleteStaleRecords, isUneditedSql } from './unedited-locations.ts';

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
  const wanted = [site.id.toUpperCase(), elevationFt ?? null, ids.get(huc10 ?? '') ?? null];
  const changed = await transaction.query<{ loc_ndx: number }>(
    `update location l set elevation_ft = coalesce(elevation_ft, $2::text::real),
       huc10_ndx = coalesce(huc10_ndx, $3::text::int)
     where loc_id = $1 and ${isUneditedSql}
       and ((elevation_ft is null and $2::text is not null) or (huc10_ndx is null and $3::text is not null))
     returning loc_ndx`,
    wanted.map((each) => (each === null ? null : String(each))),
  );
  await deleteStaleRecords(
    transaction,
    changed.map(({ loc_ndx }) => loc_ndx),
  );
}
