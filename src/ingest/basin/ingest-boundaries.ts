import type { MapFeature } from '#contract/basin-shapes.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import type { Store } from '#server/db/store.ts';
import type { Hydrography } from '../agencies/nhd/fetch.ts';
import type { Import } from '../import-series.ts';
import type { IngestReport } from '../report.ts';
import { SourceRefused } from '../source.ts';
import { writeHydrologicUnits } from './write-hydrologic-units.ts';
import { writeFeatures } from './write-shapes.ts';

const hydrographySource = 'USGS National Hydrography Dataset';
const lowestRank = 3;

/**
 * Imports the areas of HUC8s and HUC10s, and after them the rivers and waterbodies of the basin. Without the service of
 * the latter, the stored ones stay, and the report has a failure. A file, or sites, are areas only.
 * @throws SourceRefused if there are no areas to read
 */
export async function ingestBoundaries(store: Store, work: Import, report: IngestReport): Promise<void> {
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
  store: Store,
  { request, basin, tools, reader, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const units = await reader.boundaries(basin, request, tools);
  throwIfStopped(signal);
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
  store: Store,
  { basin, tools, reader, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const hydrography = await reader.hydrography(basin, tools);
  throwIfStopped(signal);
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
  ranked: readonly MapFeature[],
): MapFeature[] {
  return hydrography[kind].shapes.map(({ name, geometry }) => {
    const ranks = ranked.filter((each) => each.kind === kind && each.name === name).map(({ rank }) => rank);
    return { kind, name, rank: Math.min(lowestRank, ...ranks), geometry, source: hydrographySource };
  });
}
