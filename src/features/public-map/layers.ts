import type { MapLayer } from '#contract/public-map.ts';
import { firstLabelZoom } from './label-rank.ts';
import type { MapAddress } from './map-address.ts';

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
