import { basemaps } from '#config/basemaps.ts';
import { publicEnvironment } from '#config/environment.ts';
import type { DataPoint, FeatureCollection, MapLayer, MapSource } from '#contract/public-map.ts';
import { edgePaint, type SitePaint } from '#domain/site-families.ts';
import type { LegendSample, PaintOverride } from '#kits/map/index.ts';
import type { MapAddress } from './map-address.ts';

export const mapBasemaps = basemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN);

/** The source whose features are made from the list of sites. */
export const siteSource = 'data-points';

/** Legend groups that start expanded. */
const groupsExpandedByDefault = new Set(['Data Points', 'Data Points Labels']);

/** An entry of the legend for a layer, or for one value of it. */
export type Swatch = {
  readonly label: string;
  readonly layer: MapLayer;
  /** Properties of the features that the entry is for; undefined for all. */
  readonly properties?: Readonly<Record<string, unknown>>;
};

/** All layers of one `layerGroup`, which are shown and hidden as a unit. */
export type LayerGroup = {
  readonly name: string;
  readonly layers: readonly MapLayer[];
  readonly visible: boolean;
  readonly visibleByDefault: boolean;
  readonly expanded: boolean;
  readonly swatches: readonly Swatch[];
};

type LayerChoices = Pick<MapAddress, 'shown' | 'hidden' | 'opened' | 'closed'>;

/** Groups the layers for the legend. The areas of `tinted`, a source, are visible by default. */
export function groupLayers(
  layers: readonly MapLayer[],
  choices: LayerChoices,
  tinted?: string,
): LayerGroup[] {
  const sorted = layers.toSorted((a, b) => a.legendOrder - b.legendOrder);
  const byGroup = Map.groupBy(sorted, (layer) => layer.lreProperties.layerGroup);
  return [...byGroup].map(([name, members]) => {
    const visibleByDefault = isVisibleByDefault(members) || members.some(({ source }) => source === tinted);
    return {
      name,
      layers: members,
      visible: isOn(visibleByDefault, name, choices.shown, choices.hidden),
      visibleByDefault,
      expanded: isOn(groupsExpandedByDefault.has(name), name, choices.opened, choices.closed),
      swatches: members.flatMap(swatchesOf),
    };
  });
}

/** A group is visible by default unless all its layers have `visibility: none`. */
function isVisibleByDefault(layers: readonly MapLayer[]): boolean {
  return layers.some((layer) => layer.layout.visibility !== 'none');
}

export const isSiteCircle = ({ source, type }: MapLayer): boolean =>
  source === siteSource && type === 'circle';

/** The layer that draws the sites. */
export const siteLayerOf = (groups: readonly LayerGroup[]): MapLayer | undefined =>
  groups.flatMap(({ layers }) => layers).find(isSiteCircle);

export const isSiteGroup = ({ layers }: LayerGroup): boolean => layers.some(isSiteCircle);

export const showsSites = (groups: readonly LayerGroup[]): boolean =>
  groups.some((group) => group.visible && isSiteGroup(group));

/**
 * Sets every layer to `visible`: visibility is decided per group, and the hidden layers are passed to the map
 * separately (see `hiddenLayerIds`).
 */
export function drawnLayers(layers: readonly MapLayer[]): MapLayer[] {
  return layers.map((layer) => ({
    ...layer,
    ...(layer.source === siteSource && layer.type === 'symbol' && { minzoom: firstLabelZoom(layer.minzoom) }),
    layout: { ...layer.layout, ...plainText(layer.layout), visibility: 'visible' },
  }));
}

/** Turns `["get", field]` into the older token `{field}`, which is drawn without loading the style evaluator. */
function plainText(layout: MapLayer['layout']): MapLayer['layout'] {
  const text = layout['text-field'];
  if (!Array.isArray(text) || text.length !== 2 || text[0] !== 'get') return {};
  const field: unknown = text[1];
  return typeof field === 'string' && !/[{}]/.test(field) ? { 'text-field': `{${field}}` } : {};
}

export function hiddenLayerIds(groups: readonly LayerGroup[]): Set<string> {
  return new Set(
    groups.filter((group) => !group.visible).flatMap((group) => group.layers.map(({ id }) => id)),
  );
}

/** The sources of the visible layers, except that of the sites. */
export function visibleSources(groups: readonly LayerGroup[]): string[] {
  const sources = groups
    .filter((group) => group.visible)
    .flatMap((group) => group.layers.map(({ source }) => source));
  return [...new Set(sources)].filter((source) => source !== siteSource);
}

/** Updates the two lists of groups that differ from their defaults after a group was switched on or off. */
export function toggleGroup(
  name: string,
  on: boolean,
  byDefault: boolean,
  added: readonly string[],
  removed: readonly string[],
): { added: string[]; removed: string[] } {
  const without = (list: readonly string[]) => list.filter((each) => each !== name);
  return {
    added: on && !byDefault ? [...without(added), name] : without(added),
    removed: !on && byDefault ? [...without(removed), name] : without(removed),
  };
}

export function isExpandedByDefault(name: string): boolean {
  return groupsExpandedByDefault.has(name);
}

function isOn(
  byDefault: boolean,
  name: string,
  added: readonly string[],
  removed: readonly string[],
): boolean {
  if (added.includes(name)) return true;
  return removed.includes(name) ? false : byDefault;
}

const colorProperty = {
  circle: 'circle-color',
  line: 'line-color',
  fill: 'fill-color',
  symbol: 'text-color',
} as const;

/** The legend entries of a layer: one, or one per value if a `match` expression on a field sets the color. */
export function swatchesOf(layer: MapLayer): Swatch[] {
  const paint = layer.paint[colorProperty[layer.type]];
  const [name, input, ...pairs]: readonly unknown[] = Array.isArray(paint) ? paint : [];
  const field: unknown = Array.isArray(input) && input[0] === 'get' ? input[1] : undefined;
  if (name !== 'match' || typeof field !== 'string') return [{ label: layer.name, layer }];
  return pairs
    .filter((_, index) => index % 2 === 0 && index + 1 < pairs.length)
    .map((value) => {
      const [first] = Array.isArray(value) ? value : [value];
      return {
        label: Array.isArray(value) ? value.join(', ') : String(value),
        layer,
        properties: { [field]: first },
      };
    });
}

/** The river of a gage: its name up to the place, as in `Snake River near Heise`. */
const riverPattern = /^(.+?)\s+(?:at|near|above|below)\s/i;

/** The river with the most stream gages; undefined if no river has two. */
export function findMainStem(sites: readonly DataPoint[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { loc_type_name, loc_name } of sites) {
    const river = loc_type_name === 'Stream Gage' ? riverPattern.exec(loc_name)?.[1] : undefined;
    if (river) counts.set(river, (counts.get(river) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > 1 ? first[0] : undefined;
}

/** The importance of a site's label: 0 for gages of the main stem, 1 for reservoirs, up to 4. */
function labelRank(site: DataPoint, mainStem: string | undefined): number {
  switch (site.loc_type_name) {
    case 'Stream Gage':
      return mainStem !== undefined && riverPattern.exec(site.loc_name)?.[1] === mainStem ? 0 : 2;
    case 'Reservoir':
      return 1;
    case 'Spring':
    case 'SNOTEL':
    case 'Sentinel Well':
      return 3;
    default:
      return 4;
  }
}

/** The zoom levels by which labels of each rank come before those of most sites, or after them. */
const zoomShifts = [-2, -2, -0.5, 0, 1];
/** The zoom from which a layer without `minzoom` has most of its labels. */
const usualZoom = 9;

/** The zoom from which a layer has its first labels, those of the main stem and of reservoirs. */
export const firstLabelZoom = (minzoom = usualZoom): number => Math.max(0, minzoom - 2);

/** Ranks the labels of sites: the important ones get their places first, and from farther away. */
export function labelPaint(sites: readonly DataPoint[], minzoom = usualZoom): PaintOverride {
  const mainStem = findMainStem(sites);
  const ranks = new Map(sites.map((site) => [site.loc_ndx, labelRank(site, mainStem)]));
  const paints = zoomShifts.map(
    (shift, rank): SitePaint => ({
      'symbol-sort-key': rank - zoomShifts.length,
      'text-min-zoom': Math.max(0, minzoom + shift),
      ...(rank > 1 && { 'text-opacity': 0.85 }),
    }),
  );
  return ({ id }) => (typeof id === 'number' ? paints[ranks.get(id) ?? 4] : undefined);
}

/** Between the main stem and reservoirs, and the sites after them. */
const townSortKey = 2 - 0.5 - zoomShifts.length;

/**
 * The towns with the most people get the places of their names first, and all of them before the minor sites. The names of
 * the largest ones may cover points, because a map without them is hard to read.
 */
export const townPaint: PaintOverride = ({ properties }) => {
  const rank = Math.min(3, Number(properties?.rank ?? 3));
  return { 'symbol-sort-key': townSortKey + rank / 10, ...(rank === 1 && { 'text-allow-overlap': true }) };
};

/** Lists the attributions of the sources whose shapes are drawn, each once. */
export function attributionsOf(
  sources: readonly MapSource[],
  groups: readonly LayerGroup[],
  geometries: Readonly<Record<string, Pick<FeatureCollection, 'features'>>>,
): readonly string[] {
  const drawn = visibleSources(groups).filter((id) => (geometries[id]?.features.length ?? 0) > 0);
  const texts = sources.filter(({ id }) => drawn.includes(id)).map(({ source }) => source.attribution);
  return [...new Set(texts)].filter((text) => text !== undefined);
}

/** Stands for any color in marks that apply to all; legible in both themes. */
const mixedColor = '#73828c';

/** The paint of a mark that applies to sites of every color. */
export const mixedPaint = (isDark: boolean): SitePaint => ({
  'circle-color': mixedColor,
  ...edgePaint(isDark),
});

/** The picture of a layer in a legend: of its most important feature, or of those with one value. */
export function layerSample(
  { layer, properties }: Swatch,
  geometries: Readonly<Record<string, FeatureCollection>>,
  zoom: number,
): LegendSample {
  const [first] = geometries[layer.source]?.features ?? [];
  return { layer, zoom, properties: { ...first?.properties, ...properties } };
}
