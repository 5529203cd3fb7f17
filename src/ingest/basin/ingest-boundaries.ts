import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { BasinFeature } from '#contract/basin/basin-shapes.ts';
import { areaContains } from '#lib/geometry/shapes.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { Boundary } from '../agencies/arcgis.ts';
import { type Hydrography, readHydrography } from '../agencies/nhd.ts';
import { type HydrologicUnit, readBoundaries } from '../agencies/wbd.ts';
import type { Import, ImportStore } from '../engine/import-series.ts';
import { untilStopped } from '../engine/until-stopped.ts';
import type { IngestReport } from '../report.ts';
import { SourceRefused } from '../source.ts';
import { deleteStaleRecords, isUneditedSql } from './locations.ts';
import { huc10Layers, huc10Sources, writeMapLayers } from './map-layers.ts';
import { addHuc10s, writeLookupTables } from './write-lookup-tables.ts';
import { writeFeatures } from './write-shapes.ts';

const hydrographySource = 'USGS National Hydrography Dataset';
const lowestRank = 3;

/**
 * Imports the areas of HUC8s and HUC10s, and after them the rivers and waterbodies of the basin. Without the service of
 * the latter, the stored ones stay, and the report has a failure. A file, or sites, are areas only.
 * @throws SourceRefused if there are no areas to read
 */
export async function ingestBoundaries(
  store: ImportStore,
  work: Import,
  report: IngestReport,
): Promise<void> {
  await ingestUnits(store, work, report);
  if (work.request.file !== undefined || work.request.sites !== undefined) return;
  try {
    await ingestHydrography(store, work, report);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    report.failures.push({ name: 'rivers and waterbodies', message: error.message });
  }
}

/**
 * Replaces the areas of HUC8s with those of the Watershed Boundary Dataset and adds HUC10s with their names and areas, in
 * one transaction. Reports a HUC8 that the portal does not have as unknown, and rejects a unit whose geometry is invalid;
 * the others are imported.
 */
async function ingestUnits(
  store: ImportStore,
  { request, basin, tools, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const { units, isPage } = await untilStopped(readBoundaries(basin, request, tools), signal);
  if (isPage) {
    const message = `It is one page of an answer (exceededTransferLimit), with ${units.length} areas. Save and import the others, too.`;
    report.incomplete.push({ name: 'the file', message });
  }
  const codes = new Set(units.map(({ code }) => code));
  report.unknown_columns.push(...(request.sites ?? []).filter((site) => !codes.has(site)));
  await store.transaction((transaction) => writeHydrologicUnits(transaction, basin, units, report));
  tools.onProgress(`${report.rows_written} boundaries written, ${report.rows_unchanged} unchanged`);
}

/**
 * Replaces the rivers and waterbodies with those of the National Hydrography Dataset, in one transaction. They have the
 * ranks of the basin's map file where it has their names. Parts whose geometry is invalid are rejected. Of a kind that
 * the service does not have here, the stored ones stay.
 */
async function ingestHydrography(
  store: ImportStore,
  { basin, tools, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const hydrography = await untilStopped(readHydrography(basin, tools), signal);
  const ranked = basin.shapes?.features ?? [];
  await store.transaction(async (transaction) => {
    for (const kind of ['river', 'waterbody'] as const) {
      const features = toFeatures(kind, hydrography, ranked);
      const changed = features.length > 0 ? await writeFeatures(transaction, kind, features, true) : 0;
      const { problems } = hydrography[kind];
      report.rows_read += features.length + problems.length;
      report.rows_written += changed;
      report.rows_unchanged += features.length - changed;
      report.rows_rejected += problems.length;
      report.failures.push(...problems);
      tools.onProgress(
        `${features.length} ${kind === 'river' ? 'rivers' : 'waterbodies'}, ${changed} of them new`,
      );
    }
  });
}

function toFeatures(
  kind: keyof Hydrography,
  hydrography: Hydrography,
  ranked: readonly BasinFeature[],
): BasinFeature[] {
  return hydrography[kind].shapes.map(({ name, geometry }) => {
    const ranks = ranked.filter((each) => each.kind === kind && each.name === name).map(({ rank }) => rank);
    return { kind, name, rank: Math.min(lowestRank, ...ranks), geometry, source: hydrographySource };
  });
}

type UnitWithBoundary = Extract<HydrologicUnit, { geometry: Boundary }>;

/**
 * Writes the areas of the portal's HUC8s, and HUC10s with their names and areas. Assigns locations without a HUC10 to
 * the one that contains them. Counts the outcome of each unit in the report.
 */
async function writeHydrologicUnits(
  transaction: StoreTransaction,
  basin: Basin,
  units: readonly HydrologicUnit[],
  report: IngestReport,
): Promise<void> {
  await writeLookupTables(transaction, basin);
  const withBoundary: UnitWithBoundary[] = [];
  for (const unit of units) {
    report.rows_read += 1;
    if ('geometry' in unit) withBoundary.push(unit);
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
  { code, geometry }: UnitWithBoundary,
): Promise<Outcome> {
  const json = sql`${JSON.stringify(geometry)}::text::jsonb`;
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
  { code, geometry, ...unit }: UnitWithBoundary,
): Promise<Outcome> {
  const uniqueName = await uniqueHuc10Name(transaction, code, unit.name);
  const json = sql`${JSON.stringify(geometry)}::text::jsonb`;
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
    const found = areas.find(({ geometry }) => areaContains(geometry, [lon, lat]));
    if (!found) continue;
    await transaction.query(
      sql`update location set huc10_ndx = (select huc10_ndx from huc10 where huc10_code = ${found.code})
       where loc_ndx = ${loc_ndx}`,
    );
    assigned.push({ loc_ndx });
  }
  await deleteStaleRecords(transaction, assigned);
}
