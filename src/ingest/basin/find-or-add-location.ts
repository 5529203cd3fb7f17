import type { BasinSite } from '#contract/basin.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { copyRows } from '../copy-rows.ts';
import { deleteStaleRecords, isUneditedSql } from './unedited-locations.ts';
import { type LookupIds, locationCells, locationColumns } from './write-lookup-tables.ts';

/**
 * Returns the id of a site's location, and adds it if it is missing. Updates an existing location to the basin file,
 * unless somebody has edited its content record: from then on, people maintain it under Models.
 */
export async function findOrAddLocation(
  transaction: StoreTransaction,
  lookupIds: LookupIds,
  site: BasinSite,
): Promise<number> {
  const [existing] = await find(transaction, site);
  if (existing && !existing.is_untouched) return existing.loc_ndx;
  const cells = locationCells(site, lookupIds);
  if (existing) {
    const changed = await transaction.query<{ loc_ndx: number }>(updateLocation, cells.map(text));
    await deleteStaleRecords(
      transaction,
      changed.map(({ loc_ndx }) => loc_ndx),
    );
    return existing.loc_ndx;
  }
  await copyRows(transaction, 'location', Object.keys(locationColumns), [cells]);
  const [added] = await find(transaction, site);
  if (!added) throw new Error(`The location ${site.id} was not written.`);
  return added.loc_ndx;
}

function find(transaction: StoreTransaction, site: BasinSite) {
  return transaction.query<{ loc_ndx: number; is_untouched: boolean }>(
    `SELECT loc_ndx, ${isUneditedSql} AS is_untouched FROM location l WHERE loc_id = $1`,
    [site.id.toUpperCase()],
  );
}

const columns = Object.keys(locationColumns).join(', ');
/** Importers fill these in if the basin file leaves them out, so an update must not clear them. */
const foundByImporters = ['huc10_ndx', 'elevation_ft'];

const newValues = Object.entries(locationColumns)
  .map(([column, type], i) => {
    const value = `$${i + 1}::text::${type}`;
    return foundByImporters.includes(column) ? `coalesce(${value}, ${column})` : value;
  })
  .join(', ');

/** Updates only what differs: every written row invalidates the portal's cached responses. */
const updateLocation = `UPDATE location SET (${columns}) = ROW(${newValues})
  WHERE loc_id = $1 AND (${columns}) IS DISTINCT FROM (${newValues}) RETURNING loc_ndx`;

const text = (cell: string | number | null) => (cell === null ? null : String(cell));
