import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import {
  type BasinFeature,
  type BasinShapes,
  MapFeatureKind,
  mapFeatureKinds,
} from '#contract/basin/basin-shapes.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import { featureLayers, featureSources, writeMapLayers } from './map-layers.ts';

/** Raised when the same file is to be written in another way. */
const writerVersion = 1;

/**
 * Writes the shapes of the basin's map file when a portal starts, unless the last start wrote the same ones. Without such
 * a file, nothing changes.
 */
export async function writeBasinShapes(store: Store, basin: Basin): Promise<void> {
  if (!basin.shapes) return;
  const digest = createHash('sha256')
    .update(JSON.stringify([writerVersion, basin.shapes]))
    .digest('hex');
  await store.transaction(async (transaction) => {
    const [written] = await transaction.query(
      sql`SELECT digest FROM basin_shapes_state`,
      z.object({ digest: z.string() }),
    );
    if (written?.digest === digest) return;
    await writeShapes(transaction, basin);
    await transaction.query(
      sql`INSERT INTO basin_shapes_state (digest) VALUES (${digest})
        ON CONFLICT (id) DO UPDATE SET digest = EXCLUDED.digest`,
    );
  });
}

/**
 * Writes the shapes that differ from the stored ones: areas of HUC8s that no import has brought, and the features of each
 * kind that no import has brought.
 */
export async function writeShapes(transaction: StoreTransaction, { shapes }: Basin): Promise<void> {
  if (!shapes) return;
  await writeBoundaries(transaction, shapes.boundaries);
  for (const kind of mapFeatureKinds) {
    const features = shapes.features.filter((each) => each.kind === kind);
    await writeFeatures(transaction, kind, features, false);
  }
}

async function writeBoundaries(
  transaction: StoreTransaction,
  boundaries: BasinShapes['boundaries'],
): Promise<void> {
  const differing = sql`FROM jsonb_to_recordset(${JSON.stringify(boundaries)}::text::jsonb)
      AS f(code text, boundary jsonb, source text, accuracy text)
    WHERE huc8_code = f.code AND NOT boundary_is_imported
      AND (huc8.boundary, boundary_source, boundary_accuracy) IS DISTINCT FROM (f.boundary, f.source, f.accuracy)`;
  // Even a statement that changes no row would make every cached answer stale.
  const [found] = await transaction.query(
    sql`SELECT EXISTS (SELECT FROM huc8 WHERE EXISTS (SELECT ${differing})) AS any`,
    z.object({ any: z.boolean() }),
  );
  if (!found?.any) return;
  await transaction.query(
    sql`UPDATE huc8 SET boundary = f.boundary, boundary_source = f.source, boundary_accuracy = f.accuracy ${differing}`,
  );
}

/**
 * Makes these the stored features of a kind, and adds the kind's map layers if it has none yet. The basin's file does not
 * replace what an import has brought. Returns how many features were new or different.
 */
export async function writeFeatures(
  transaction: StoreTransaction,
  kind: MapFeatureKind,
  features: readonly BasinFeature[],
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
  await transaction.query(
    sql`INSERT INTO map_feature (kind, name, rank, geometry, source, accuracy, is_imported)
      SELECT ${kind}, f->>'name', (f->>'rank')::smallint, f->'geometry', f->>'source', f->>'accuracy', ${isImported}
      FROM jsonb_array_elements(${JSON.stringify(features)}::text::jsonb) WITH ORDINALITY AS e(f, at) ORDER BY at`,
  );
  if (features.length > 0) await writeMapLayers(transaction, featureSources(kind), featureLayers[kind]);
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

type Comparable = Omit<BasinFeature, 'geometry' | 'accuracy'> & {
  readonly geometry: unknown;
  readonly accuracy?: string | null | undefined;
  readonly is_imported: boolean;
};

/** JSONB changes the order of keys, so that only the coordinates can be compared as text. */
function keyOf({ name, rank, geometry, source, accuracy = null, is_imported }: Comparable): string {
  const { type, coordinates }: { type?: unknown; coordinates?: unknown } = geometry ?? {};
  return JSON.stringify([name, rank, type, coordinates, source, accuracy, is_imported]);
}
