import { sql } from 'drizzle-orm/sql';
import type { MapLayer, MapSource } from '#contract/public-map.ts';
import type { StoreTransaction } from '#server/db/store.ts';

type Access = 'open' | 'signed-in';

export type Sources = readonly (MapSource & { access: Access })[];
export type Layers = readonly (MapLayer & { access: Access })[];

const mapSources: Sources = [
  source('data-points', 'open'),
  source('huc8', 'open'),
  source('reaches', 'signed-in'),
];

function source(id: string, access: Access) {
  return { id, source: { type: 'geojson', data: `/api/public-map/geo/${id}` }, access };
}

export const toOpenSource = (id: string) => source(id, 'open');

/** Fields of a data point that its popup leaves out, as technical or redundant. */
const technicalFields = [
  'loc_ndx',
  'loc_name',
  'loc_type',
  'lat_dd',
  'lon_dd',
  'location_geometry',
  'loc_url',
  'count_production',
  'count_waterlevels',
  'count_wqdata',
  'por_end',
  'interval_days',
];

/** The map's layers; a higher `drawOrder` is drawn above a lower one. */
export const defaultLayers: Layers = [
  {
    id: 'huc8-fill',
    name: 'HUC8 Areas',
    type: 'fill',
    source: 'huc8',
    paint: { 'fill-color': '#3f7f93', 'fill-opacity': 0.06 },
    layout: { visibility: 'visible' },
    drawOrder: 10,
    legendOrder: 40,
    lreProperties: {
      layerGroup: 'HUC8 Boundaries',
      popup: { titleField: 'huc8_name', excludeFields: ['huc8_ndx', 'huc8_name'] },
    },
    access: 'open',
  },
  {
    id: 'huc8-line',
    name: 'HUC8 Boundaries',
    type: 'line',
    source: 'huc8',
    // A migration gives databases that have the former default this one.
    paint: { 'line-color': '#8a7f72', 'line-width': 1, 'line-opacity': 0.8 },
    layout: { visibility: 'visible', 'line-join': 'round' },
    drawOrder: 20,
    legendOrder: 41,
    lreProperties: { layerGroup: 'HUC8 Boundaries', popup: { excludePopup: true } },
    access: 'open',
  },
  {
    id: 'huc8-labels',
    name: 'HUC8 Names',
    type: 'symbol',
    source: 'huc8',
    // No colors: the map uses those of its theme.
    paint: { 'text-halo-width': 1.5, 'text-opacity': 0.75 },
    layout: {
      visibility: 'visible',
      'text-field': ['get', 'huc8_name'],
      'text-size': 12,
      'text-transform': 'uppercase',
    },
    minzoom: 7.5,
    drawOrder: 60,
    legendOrder: 42,
    lreProperties: { layerGroup: 'HUC8 Boundaries', popup: { excludePopup: true } },
    access: 'open',
  },
  {
    id: 'reaches-line',
    name: 'Stream Reaches',
    type: 'line',
    source: 'reaches',
    paint: {
      'line-color': '#1f6fb2',
      'line-opacity': 0.85,
      'line-width': ['interpolate', ['linear'], ['zoom'], 6, 2, 9, 4, 13, 8],
    },
    layout: { visibility: 'visible', 'line-cap': 'round', 'line-join': 'round' },
    drawOrder: 30,
    legendOrder: 30,
    lreProperties: {
      layerGroup: 'Stream Reaches',
      popup: { titleField: 'loc_name', excludeFields: technicalFields },
    },
    access: 'signed-in',
  },
  {
    id: 'data-points',
    name: 'Data Points',
    type: 'circle',
    source: 'data-points',
    paint: {
      'circle-color': '#1f6fb2',
      'circle-radius': 5,
      'circle-opacity': 0.9,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
    layout: { visibility: 'visible' },
    drawOrder: 100,
    legendOrder: 10,
    lreProperties: {
      layerGroup: 'Data Points',
      popup: { titleField: 'loc_name', excludeFields: technicalFields },
    },
    access: 'open',
  },
  {
    id: 'data-points-labels',
    name: 'Data Points Labels',
    type: 'symbol',
    source: 'data-points',
    paint: { 'text-halo-width': 1.5 },
    layout: {
      visibility: 'visible',
      'text-field': ['get', 'loc_name'],
      'text-size': 11,
      'text-anchor': 'top',
      'text-offset': [0, 0.8],
    },
    minzoom: 9,
    drawOrder: 110,
    legendOrder: 20,
    lreProperties: { layerGroup: 'Data Points Labels', popup: { excludePopup: true } },
    access: 'open',
  },
];

/** Added once the boundary importer has brought HUC10s; hidden at first. */
export const huc10Sources: Sources = [source('huc10', 'open')];
export const huc10Layers: Layers = [
  {
    id: 'huc10-line',
    name: 'HUC10 Boundaries',
    type: 'line',
    source: 'huc10',
    paint: { 'line-color': '#3f7f93', 'line-width': 0.8, 'line-opacity': 0.6 },
    layout: { visibility: 'none', 'line-join': 'round' },
    drawOrder: 15,
    legendOrder: 50,
    lreProperties: { layerGroup: 'HUC10 Boundaries', popup: { excludePopup: true } },
    access: 'open',
  },
  {
    id: 'huc10-labels',
    name: 'HUC10 Names',
    type: 'symbol',
    source: 'huc10',
    paint: { 'text-halo-width': 1.5, 'text-opacity': 0.75 },
    layout: { visibility: 'none', 'text-field': ['get', 'huc10_name'], 'text-size': 11 },
    minzoom: 9,
    drawOrder: 55,
    legendOrder: 51,
    lreProperties: { layerGroup: 'HUC10 Boundaries', popup: { excludePopup: true } },
    access: 'open',
  },
];

/** Adds missing map sources and layers, by default the portal's. Does not change existing ones. */
export async function writeMapLayers(
  transaction: StoreTransaction,
  sources = mapSources,
  layers = defaultLayers,
): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;
  for (const { id, source, access } of sources) {
    await transaction.query(
      sql`INSERT INTO map_source (id, source, access) VALUES (${id}, ${json(source)}, ${access}) ON CONFLICT DO NOTHING`,
    );
  }
  for (const layer of layers) {
    await transaction.query(
      sql`INSERT INTO map_layer
         (id, name, type, source, paint, layout, filter, minzoom, draw_order, legend_order, lre_properties, access)
       VALUES (${layer.id}, ${layer.name}, ${layer.type}, ${layer.source}, ${json(layer.paint)}, ${json(layer.layout)},
         ${layer.filter ? json(layer.filter) : null}, ${layer.minzoom ?? null}::real, ${layer.drawOrder}, ${layer.legendOrder}, ${json(layer.lreProperties)},
         ${layer.access})
       ON CONFLICT DO NOTHING`,
    );
  }
}
