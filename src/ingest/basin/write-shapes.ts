import { createHash } from 'node:crypto';
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
import { type Layers, type Sources, toOpenSource, writeMapLayers } from './map-layers.ts';

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
  await transaction.query(
    sql`INSERT INTO map_feature (kind, name, rank, geometry, source, accuracy, is_imported)
      SELECT ${kind}, f->>'name', (f->>'rank')::smallint, f->'geometry', f->>'source', f->>'accuracy', ${isImported}
      FROM jsonb_array_elements(${JSON.stringify(features)}::text::jsonb) WITH ORDINALITY AS e(f, at) ORDER BY at`,
  );
  if (features.length > 0) await writeMapLayers(transaction, featureSources(kind), layers[kind]);
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

/** By zoom, and for each rank: 1, 2 and 3. */
const byRank = (...[first, second, third]: readonly [number, number, number]) =>
  ['match', ['get', 'rank'], 1, first, 2, second, third] as const;
const byZoom = (...stops: readonly unknown[]) => ['interpolate', ['linear'], ['zoom'], ...stops];

/** Rank 1 is drawn at every zoom level, the others only from the level at which there is room for them. */
const fromZoom = (...levels: readonly [number, number, number]) => ['>=', ['zoom'], byRank(...levels)];

/** Between the blues of water on paper and on a dark screen: at least 3 : 1 on the ground of both themes. */
const water = '#3d8fc4';

const waterNames = {
  paint: { 'text-halo-width': 1.5, 'text-opacity': 0.8 },
  layout: {
    visibility: 'visible',
    'text-field': ['get', 'name'],
    'text-font': ['Open Sans Italic'],
    'text-size': byRank(12, 11, 11),
  },
} as const;

const waterPopup = { titleField: 'name', excludeFields: ['name', 'rank'] };

const layers: Readonly<Record<MapFeatureKind, Layers>> = {
  river: [
    {
      id: 'rivers-line',
      name: 'Rivers',
      type: 'line',
      source: 'rivers',
      paint: {
        'line-color': water,
        'line-width': byZoom(5, byRank(1.8, 1.1, 0.7), 7, byRank(3, 1.8, 1.1), 11, byRank(5, 3, 2)),
      },
      layout: { visibility: 'visible', 'line-cap': 'round', 'line-join': 'round' },
      filter: fromZoom(0, 5, 6),
      drawOrder: 22,
      legendOrder: 35,
      lreProperties: { layerGroup: 'Rivers and Reservoirs', popup: waterPopup },
      access: 'open',
    },
    {
      // A migration adds it to databases that have the line.
      id: 'rivers-labels',
      name: 'River Names',
      type: 'symbol',
      source: 'rivers',
      paint: waterNames.paint,
      layout: waterNames.layout,
      filter: fromZoom(6.5, 7.5, 8.5),
      drawOrder: 51,
      legendOrder: 36,
      lreProperties: { layerGroup: 'Rivers and Reservoirs', popup: { excludePopup: true } },
      access: 'open',
    },
  ],
  waterbody: [
    {
      id: 'waterbodies-fill',
      name: 'Lakes and Reservoirs',
      type: 'fill',
      source: 'waterbodies',
      paint: { 'fill-color': water, 'fill-opacity': 0.85 },
      layout: { visibility: 'visible' },
      filter: fromZoom(0, 5, 6),
      drawOrder: 24,
      legendOrder: 36,
      lreProperties: { layerGroup: 'Rivers and Reservoirs', popup: waterPopup },
      access: 'open',
    },
    {
      id: 'waterbodies-labels',
      name: 'Lake Names',
      type: 'symbol',
      source: 'waterbodies',
      paint: waterNames.paint,
      layout: { ...waterNames.layout, 'text-max-width': 7 },
      filter: fromZoom(7.5, 8, 8.5),
      drawOrder: 52,
      legendOrder: 37,
      lreProperties: { layerGroup: 'Rivers and Reservoirs', popup: { excludePopup: true } },
      access: 'open',
    },
  ],
  town: [
    {
      id: 'towns-circle',
      name: 'Towns',
      type: 'circle',
      source: 'towns',
      paint: {
        'circle-color': '#8b8f93',
        'circle-radius': byRank(3, 2.5, 2),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
      },
      layout: { visibility: 'visible' },
      filter: fromZoom(0, 6, 7),
      drawOrder: 40,
      legendOrder: 38,
      lreProperties: { layerGroup: 'Towns', popup: { excludePopup: true } },
      access: 'open',
    },
    {
      id: 'towns-labels',
      name: 'Town Names',
      type: 'symbol',
      source: 'towns',
      // No colors: the map uses those of its theme.
      paint: { 'text-halo-width': 1.5, 'text-opacity': 0.75 },
      layout: {
        visibility: 'visible',
        'text-field': ['get', 'name'],
        'text-size': byRank(13, 12, 11),
        'text-anchor': 'left',
        'text-offset': [0.6, 0],
      },
      filter: fromZoom(0, 6, 7),
      drawOrder: 50,
      legendOrder: 39,
      lreProperties: { layerGroup: 'Towns', popup: { excludePopup: true } },
      access: 'open',
    },
  ],
};

const sourceIds: Readonly<Record<MapFeatureKind, string>> = {
  river: 'rivers',
  waterbody: 'waterbodies',
  town: 'towns',
};

/** The map source of a kind of features. Its attribution is computed from the features. */
const featureSources = (kind: MapFeatureKind): Sources => [toOpenSource(sourceIds[kind])];
