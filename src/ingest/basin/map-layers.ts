import { sql } from 'drizzle-orm/sql';
import type { MapFeatureKind } from '#contract/basin/basin-shapes.ts';
import type { MapLayer, MapSource } from '#contract/public-map.ts';
import type { StoreTransaction } from '#server/db/store.ts';

type Access = 'open' | 'signed-in';

type Sources = readonly (MapSource & { access: Access })[];
type Layers = readonly (MapLayer & { access: Access })[];

const mapSources: Sources = [
  source('data-points', 'open'),
  source('huc8', 'open'),
  source('reaches', 'signed-in'),
];

function source(id: string, access: Access) {
  return { id, source: { type: 'geojson', data: `/api/public-map/geo/${id}` }, access };
}

type LayerStyle = Pick<MapLayer, 'paint' | 'filter' | 'minzoom' | 'drawOrder' | 'legendOrder'> & {
  readonly layout?: object;
  readonly isHidden?: boolean;
  /** The layers of a group are shown and hidden together. */
  readonly group: string;
  /** Without one, the layer has no popup. */
  readonly popup?: { titleField: string; excludeFields: string[] };
  readonly access?: Access;
};

/** A layer of the map: `layer('rivers-line', 'Rivers', 'line', 'rivers', …)`. */
function layer(
  id: string,
  name: string,
  type: MapLayer['type'],
  sourceId: string,
  { layout, isHidden, group, popup, access = 'open', ...style }: LayerStyle,
): Layers[number] {
  return {
    id,
    name,
    type,
    source: sourceId,
    ...style,
    layout: { visibility: isHidden ? 'none' : 'visible', ...layout },
    lreProperties: { layerGroup: group, popup: popup ?? { excludePopup: true } },
    access,
  };
}

/** Names have no colors: the map uses those of its theme. */
const quietName = { 'text-halo-width': 1.5, 'text-opacity': 0.75 };
const waterName = { 'text-halo-width': 1.5, 'text-opacity': 0.8 };

const nameOf = (field: string, size: unknown) => ({ 'text-field': ['get', field], 'text-size': size });

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
const sitePopup = { titleField: 'loc_name', excludeFields: technicalFields };

/** The map's layers; a higher `drawOrder` is drawn above a lower one. */
export const defaultLayers: Layers = [
  layer('huc8-fill', 'HUC8 Areas', 'fill', 'huc8', {
    paint: { 'fill-color': '#3f7f93', 'fill-opacity': 0.06 },
    drawOrder: 10,
    legendOrder: 40,
    group: 'HUC8 Boundaries',
    popup: { titleField: 'huc8_name', excludeFields: ['huc8_ndx', 'huc8_name'] },
  }),
  layer('huc8-line', 'HUC8 Boundaries', 'line', 'huc8', {
    // A migration gives databases that have the former default this one.
    paint: { 'line-color': '#8a7f72', 'line-width': 1, 'line-opacity': 0.8 },
    layout: { 'line-join': 'round' },
    drawOrder: 20,
    legendOrder: 41,
    group: 'HUC8 Boundaries',
  }),
  layer('huc8-labels', 'HUC8 Names', 'symbol', 'huc8', {
    paint: quietName,
    layout: { ...nameOf('huc8_name', 12), 'text-transform': 'uppercase' },
    minzoom: 7.5,
    drawOrder: 60,
    legendOrder: 42,
    group: 'HUC8 Boundaries',
  }),
  layer('reaches-line', 'Stream Reaches', 'line', 'reaches', {
    paint: { 'line-color': '#1f6fb2', 'line-opacity': 0.85, 'line-width': byZoom(6, 2, 9, 4, 13, 8) },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    drawOrder: 30,
    legendOrder: 30,
    group: 'Stream Reaches',
    popup: sitePopup,
    access: 'signed-in',
  }),
  layer('data-points', 'Data Points', 'circle', 'data-points', {
    paint: {
      'circle-color': '#1f6fb2',
      'circle-radius': 5,
      'circle-opacity': 0.9,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
    drawOrder: 100,
    legendOrder: 10,
    group: 'Data Points',
    popup: sitePopup,
  }),
  layer('data-points-labels', 'Data Points Labels', 'symbol', 'data-points', {
    paint: { 'text-halo-width': 1.5 },
    layout: { ...nameOf('loc_name', 11), 'text-anchor': 'top', 'text-offset': [0, 0.8] },
    minzoom: 9,
    drawOrder: 110,
    legendOrder: 20,
    group: 'Data Points Labels',
  }),
];

/** Added once the boundary importer has brought HUC10s; hidden at first. */
export const huc10Sources: Sources = [source('huc10', 'open')];
export const huc10Layers: Layers = [
  layer('huc10-line', 'HUC10 Boundaries', 'line', 'huc10', {
    paint: { 'line-color': '#3f7f93', 'line-width': 0.8, 'line-opacity': 0.6 },
    layout: { 'line-join': 'round' },
    isHidden: true,
    drawOrder: 15,
    legendOrder: 50,
    group: 'HUC10 Boundaries',
  }),
  layer('huc10-labels', 'HUC10 Names', 'symbol', 'huc10', {
    paint: quietName,
    layout: nameOf('huc10_name', 11),
    isHidden: true,
    minzoom: 9,
    drawOrder: 55,
    legendOrder: 51,
    group: 'HUC10 Boundaries',
  }),
];

/** By zoom, and for each rank: 1, 2 and 3. */
function byRank(...[first, second, third]: readonly [number, number, number]) {
  return ['match', ['get', 'rank'], 1, first, 2, second, third] as const;
}
function byZoom(...stops: readonly unknown[]) {
  return ['interpolate', ['linear'], ['zoom'], ...stops];
}

/** Rank 1 is drawn at every zoom level, the others only from the level at which there is room for them. */
const fromZoom = (...levels: readonly [number, number, number]) => ['>=', ['zoom'], byRank(...levels)];

/** Between the blues of water on paper and on a dark screen: at least 3 : 1 on the ground of both themes. */
const water = '#3d8fc4';
const waterGroup = 'Rivers and Reservoirs';
const waterPopup = { titleField: 'name', excludeFields: ['name', 'rank'] };
const waterNames = { ...nameOf('name', byRank(12, 11, 11)), 'text-font': ['Open Sans Italic'] };

const sourceIds: Readonly<Record<MapFeatureKind, string>> = {
  river: 'rivers',
  waterbody: 'waterbodies',
  town: 'towns',
};

/** The map source of a kind of features. Its attribution is computed from the features. */
export const featureSources = (kind: MapFeatureKind): Sources => [source(sourceIds[kind], 'open')];

/** The layers of a kind of features, which are added with the first of them. */
export const featureLayers: Readonly<Record<MapFeatureKind, Layers>> = {
  river: [
    layer('rivers-line', 'Rivers', 'line', 'rivers', {
      paint: {
        'line-color': water,
        'line-width': byZoom(5, byRank(1.8, 1.1, 0.7), 7, byRank(3, 1.8, 1.1), 11, byRank(5, 3, 2)),
      },
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      filter: fromZoom(0, 5, 6),
      drawOrder: 22,
      legendOrder: 35,
      group: waterGroup,
      popup: waterPopup,
    }),
    // A migration adds it to databases that have the line.
    layer('rivers-labels', 'River Names', 'symbol', 'rivers', {
      paint: waterName,
      layout: waterNames,
      filter: fromZoom(6.5, 7.5, 8.5),
      drawOrder: 51,
      legendOrder: 36,
      group: waterGroup,
    }),
  ],
  waterbody: [
    layer('waterbodies-fill', 'Lakes and Reservoirs', 'fill', 'waterbodies', {
      paint: { 'fill-color': water, 'fill-opacity': 0.85 },
      filter: fromZoom(0, 5, 6),
      drawOrder: 24,
      legendOrder: 36,
      group: waterGroup,
      popup: waterPopup,
    }),
    layer('waterbodies-labels', 'Lake Names', 'symbol', 'waterbodies', {
      paint: waterName,
      layout: { ...waterNames, 'text-max-width': 7 },
      filter: fromZoom(7.5, 8, 8.5),
      drawOrder: 52,
      legendOrder: 37,
      group: waterGroup,
    }),
  ],
  town: [
    layer('towns-circle', 'Towns', 'circle', 'towns', {
      paint: {
        'circle-color': '#8b8f93',
        'circle-radius': byRank(3, 2.5, 2),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
      },
      filter: fromZoom(0, 6, 7),
      drawOrder: 40,
      legendOrder: 38,
      group: 'Towns',
    }),
    layer('towns-labels', 'Town Names', 'symbol', 'towns', {
      paint: quietName,
      layout: { ...nameOf('name', byRank(13, 12, 11)), 'text-anchor': 'left', 'text-offset': [0.6, 0] },
      filter: fromZoom(0, 6, 7),
      drawOrder: 50,
      legendOrder: 39,
      group: 'Towns',
    }),
  ],
};

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
