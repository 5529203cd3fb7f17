import type { MapFeatureKind } from '#contract/basin-shapes.ts';
import { type Layers, type Sources, toOpenSource } from './map-layers.ts';

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
export const featureSources = (kind: MapFeatureKind): Sources => [toOpenSource(sourceIds[kind])];

export const featureLayers = (kind: MapFeatureKind): Layers => layers[kind];
