import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin.ts';
import {
  type BasinShapes,
  type MapFeature,
  MapFeatureKind,
  mapFeatureKinds,
} from '#contract/basin-shapes.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import { featureLayers, featureSources } from './map-feature-layers.ts';
import { writeMapLayers } from './map-layers.ts';

/**
 * Writes the shapes of the basin's map file, if they differ from the stored ones: areas of HUC8s that no import has
 * brought, and the features of each kind that no import has brought. Without such a file, nothing changes.
 */
export async function writeBasinShapes(store: Store, basin: Basin): Promise<void> {
  if (basin.shapes) await store.transaction((transaction) => writeShapes(transaction, basin));
}

/** As `writeBasinShapes`, in the caller's transaction. */
export async function writeShapes(transaction: StoreTransaction, { shapes }: Basin): Promise<void> {
  if (!shapes) return;
  for (const area of shapes.boundaries) await writeBoundary(transaction, area);
  for (const kind of mapFeatureKinds) {
    const features = shapes.features.filter((each) => each.kind === kind);
    await writeFeatures(transaction, kind, features, false);
  }
}

/** Reads first: even a statement that changes no row would make every cached answer stale. */
async function writeBoundary(
  transaction: StoreTransaction,
  { code, boundary, source, accuracy }: BasinShapes['boundaries'][number],
): Promise<void> {
  const json = sql`${JSON.stringify(boundary)}::text::jsonb`;
  const different = await transaction.query(
    sql`SELECT FROM huc8 WHERE huc8_code = ${code} AND NOT boundary_is_imported
      AND (boundary, boundary_source, boundary_accuracy) IS DISTINCT FROM (${json}, ${source}, ${accuracy ?? null}::text)`,
  );
  if (different.length === 0) return;
  await transaction.query(
    sql`UPDATE huc8 SET boundary = ${json}, boundary_source = ${source}, boundary_accuracy = ${accuracy ?? null}::text
      WHERE huc8_code = ${code}`,
  );
}

/**
 * Makes these the stored features of a kind, and adds the kind's map layers if it has none yet. The basin's file does not
 * replace what an import has brought. Returns how many features were new or different.
 */
export async function writeFeatures(
  transaction: StoreTransaction,
  kind: MapFeatureKind,
  features: readonly MapFeature[],
  isImported: boolean,
): Promise<number> {
  const stored = await readFeatures(transaction, kind);
  if (!isImported && stored.some(({ is_imported }) => is_imported)) return 0;
  const storedKeys = new Set(stored.map(keyOf));
  const changed = features.filter(
    (feature) => !storedKeys.has(keyOf({ ...feature, is_imported: isImported })),
  );
  if (changed.length === 0 && stored.length === features.length) return 0;
  await transaction.query(sql`DELETE FROM map_feature WHERE kind = ${kind}`);
  for (const { name, rank, geometry, source, accuracy } of features) {
    await transaction.query(
      sql`INSERT INTO map_feature (kind, name, rank, geometry, source, accuracy, is_imported)
        VALUES (${kind}, ${name}, ${rank}, ${JSON.stringify(geometry)}::text::jsonb, ${source}, ${accuracy ?? null}::text,
          ${isImported})`,
    );
  }
  if (features.length > 0) await writeMapLayers(transaction, featureSources(kind), featureLayers(kind));
  return changed.length;
}

const StoredFeature = z.object({
  kind: MapFeatureKind,
  name: z.string(),
  rank: z.int(),
  geometry: z.unknown(),
  source: z.string(),
  accuracy: z.nullable(z.string()),
  is_imported: z.boolean(),
});

function readFeatures(from: Queryable, kind: MapFeatureKind): Promise<z.output<typeof StoredFeature>[]> {
  return from.query(
    sql`SELECT kind, name, rank, geometry, source, accuracy, is_imported FROM map_feature WHERE kind = ${kind}`,
    StoredFeature,
  );
}

type Comparable = Omit<MapFeature, 'geometry' | 'accuracy'> & {
  readonly geometry: unknown;
  readonly accuracy?: string | null | undefined;
  readonly is_imported: boolean;
};

/** JSONB changes the order of keys, so that only the coordinates can be compared as text. */
function keyOf({ name, rank, geometry, source, accuracy = null, is_imported }: Comparable): string {
  const { type, coordinates }: { type?: unknown; coordinates?: unknown } = geometry ?? {};
  return JSON.stringify([name, rank, type, coordinates, source, accuracy, is_imported]);
}
