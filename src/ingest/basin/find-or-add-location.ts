import type { BasinSite } from '#contract/basin.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { copyRows } from '../copy-rows.ts';
import { deleteStaleRecords, isUneditedSql } from './unedited-locations.ts';
import { type LookupIds, locationCells, locationColumns } from './write-lookup-tables.ts';

/**
 * The id of a site's location, which is written where it is not there yet. One that stands follows the basin file,
 * unless somebody has edited its content record: then it is kept by people, under Models.
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
  if (!added) throw new Error(`The location ${site.id} was not written`);
  return added.loc_ndx;
}

function find(transaction: StoreTransaction, site: BasinSite) {
  return transaction.query<{ loc_ndx: number; is_untouched: boolean }>(
    `SELECT loc_ndx, ${isUneditedSql} AS is_untouched FROM location l WHERE loc_id = $1`,
    [site.id.toUpperCase()],
  );
}

const columns = Object.keys(locationColumns).join(', ');
/** Where the file does not say these, importers find them; they are not to be forgotten at the next import. */
const foundByImporters = ['huc10_ndx', 'elevation_ft'];

const newValues = Object.entries(locationColumns)
  .map(([column, type], i) => {
    const value = `$${i + 1}::text::${type}`;
    return foundByImporters.includes(column) ? `coalesce(${value}, ${column})` : value;
  })
  .join(', ');

/** Writes only what differs: a row that is written anew makes the portal forget its prepared answers. */
const updateLocation = `UPDATE location SET (${columns}) = ROW(${newValues})
  WHERE loc_id = $1 AND (${columns}) IS DISTINCT FROM (${newValues}) RETURNING loc_ndx`;

const text = (cell: string | number | null) => (cell === null ? null : String(cell));
