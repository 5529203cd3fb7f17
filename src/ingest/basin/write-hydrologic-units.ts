import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin.ts';
import { areaContains } from '#lib/polygon.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { Boundary } from '../agencies/arcgis/geometry.ts';
import type { HydrologicUnit } from '../agencies/wbd/parse.ts';
import type { IngestReport } from '../report.ts';
import { addHuc10s } from './ids.ts';
import { huc10Layers, huc10Sources, writeMapLayers } from './map-layers.ts';
import { deleteStaleRecords, isUneditedSql } from './unedited-locations.ts';
import { writeLookupTables } from './write-lookup-tables.ts';

type UnitWithBoundary = Extract<HydrologicUnit, { boundary: Boundary }>;

/**
 * Writes the areas of the portal's HUC8s, and HUC10s with their names and areas. Assigns locations without a HUC10 to
 * the one that contains them. Counts the outcome of each unit in the report.
 */
export async function writeHydrologicUnits(
  transaction: StoreTransaction,
  basin: Basin,
  units: readonly HydrologicUnit[],
  report: IngestReport,
): Promise<void> {
  await writeLookupTables(transaction, basin);
  const withBoundary: UnitWithBoundary[] = [];
  for (const unit of units) {
    report.rows_read += 1;
    if ('boundary' in unit) withBoundary.push(unit);
    else {
      report.rows_rejected += 1;
      report.failures.push({ name: unit.code, message: unit.problem });
    }
  }
  for (const unit of withBoundary.filter(({ code }) => code.length <= 8)) {
    countOutcome(report, unit, await writeHuc8(transaction, unit));
  }
  const huc10s = withBoundary.filter(({ code }) => code.length > 8);
  await addHuc10s(
    transaction,
    huc10s.map(({ code }) => code),
  );
  for (const unit of huc10s) countOutcome(report, unit, await writeHuc10(transaction, unit));
  if (huc10s.length === 0) return;
  await assignHuc10s(transaction, huc10s);
  await writeMapLayers(transaction, huc10Sources, huc10Layers);
}

type Outcome = 'written' | 'unchanged' | 'unknown';

function countOutcome(report: IngestReport, { code }: HydrologicUnit, outcome: Outcome): void {
  if (outcome === 'unknown') report.unknown_columns.push(code);
  else if (outcome === 'written') report.rows_written += 1;
  else report.rows_unchanged += 1;
}

async function writeHuc8(
  transaction: StoreTransaction,
  { code, boundary }: UnitWithBoundary,
): Promise<Outcome> {
  const json = sql`${JSON.stringify(boundary)}::text::jsonb`;
  const [row] = await transaction.query(
    sql`select coalesce(boundary = ${json} and boundary_is_imported, false) as is_same
     from huc8 where huc8_code = ${code}`,
    z.object({ is_same: z.boolean() }),
  );
  if (!row) return 'unknown';
  if (row.is_same) return 'unchanged';
  await transaction.query(
    sql`update huc8 set boundary = ${json}, boundary_source = 'USGS Watershed Boundary Dataset', boundary_accuracy = null,
      boundary_is_imported = true where huc8_code = ${code}`,
  );
  return 'written';
}

async function writeHuc10(
  transaction: StoreTransaction,
  { code, boundary, ...unit }: UnitWithBoundary,
): Promise<Outcome> {
  const uniqueName = await uniqueHuc10Name(transaction, code, unit.name);
  const json = sql`${JSON.stringify(boundary)}::text::jsonb`;
  const name = sql`coalesce(nullif(${uniqueName}::text, ''), h.huc10_name)`;
  const [row] = await transaction.query(
    sql`update huc10 h set huc10_name = ${name}, boundary = ${json}
     from (select huc10_ndx, huc10_name as before from huc10 where huc10_code = ${code}) b
     where h.huc10_ndx = b.huc10_ndx and (h.boundary is distinct from ${json} or h.huc10_name <> ${name})
     returning b.before`,
    z.object({ before: z.string() }),
  );
  if (!row) return 'unchanged';
  // Content records of locations store the name, so they have to follow.
  if (uniqueName === '') return 'written';
  await transaction.query(
    sql`update location_record set content = jsonb_set(content, '{huc10}', to_jsonb(${uniqueName}::text))
     where content->>'huc10' = ${row.before}`,
  );
  return 'written';
}

/** Adds the code to a name that another HUC10 has: content records identify HUC10s by name. */
async function uniqueHuc10Name(transaction: StoreTransaction, code: string, name: string): Promise<string> {
  const taken = await transaction.query(
    sql`select from huc10 where huc10_name = ${name} and huc10_code <> ${code}`,
  );
  return taken.length > 0 ? `${name} (${code})` : name;
}

async function assignHuc10s(
  transaction: StoreTransaction,
  areas: readonly UnitWithBoundary[],
): Promise<void> {
  const locations = await transaction.query(
    sql`select loc_ndx, longitude_dd as lon, latitude_dd as lat from location l
     where huc10_ndx is null and ${isUneditedSql}`,
    z.object({ loc_ndx: z.int(), lon: z.number(), lat: z.number() }),
  );
  const assigned: { loc_ndx: number }[] = [];
  for (const { loc_ndx, lon, lat } of locations) {
    const found = areas.find(({ boundary }) => areaContains(boundary, [lon, lat]));
    if (!found) continue;
    await transaction.query(
      sql`update location set huc10_ndx = (select huc10_ndx from huc10 where huc10_code = ${found.code})
       where loc_ndx = ${loc_ndx}`,
    );
    assigned.push({ loc_ndx });
  }
  await deleteStaleRecords(transaction, assigned);
}
