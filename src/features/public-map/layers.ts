import type { MapLayer } from '#contract/public-map.ts';
import type { MapAddress } from './map-address.ts';

/** The source whose features are made from the list of sites. */
export const siteSource = 'data-points';

/** Legend groups that start expanded. */
const groupsExpandedByDefault = new Set(['Data Points', 'Data Points Labels']);

export type Swatch = {
  readonly shape: 'circle' | 'line' | 'square' | 'text';
  readonly label: string;
  readonly color: string;
};

/** All layers of one `layerGroup`, which are shown and hidden as a unit. */
export type LayerGroup = {
  readonly name: string;
  readonly layers: readonly MapLayer[];
  readonly visible: boolean;
  readonly expanded: boolean;
  readonly swatches: readonly Swatch[];
};

type LayerChoices = Pick<MapAddress, 'shown' | 'hidden' | 'opened' | 'closed'>;

export function groupLayers(layers: readonly MapLayer[], choices: LayerChoices): LayerGroup[] {
  const sorted = layers.toSorted((a, b) => a.legendOrder - b.legendOrder);
  const byGroup = Map.groupBy(sorted, (layer) => layer.lreProperties.layerGroup);
  return [...byGroup].map(([name, members]) => ({
    name,
    layers: members,
    visible: isOn(isVisibleByDefault(members), name, choices.shown, choices.hidden),
    expanded: isOn(groupsExpandedByDefault.has(name), name, choices.opened, choices.closed),
    swatches: members.flatMap(swatchesOf),
  }));
}

/** A group is visible by default unless all its layers have `visibility: none`. */
export function isVisibleByDefault(layers: readonly MapLayer[]): boolean {
  return layers.some((layer) => layer.layout.visibility !== 'none');
}

/**
 * Sets every layer to `visible`: visibility is decided per group, and the hidden layers are passed to the map
 * separately (see `hiddenLayerIds`).
 */
export function drawnLayers(layers: readonly MapLayer[]): MapLayer[] {
  return layers.map((layer) => ({
    ...layer,
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
  circle: ['circle-color', 'circle'],
  line: ['line-color', 'line'],
  fill: ['fill-color', 'square'],
  symbol: ['text-color', 'text'],
} as const;

/** The legend entries of a layer: one for a plain color, or one per value if a `match` expression sets the color. */
export function swatchesOf(layer: MapLayer): Swatch[] {
  const [property, shape] = colorProperty[layer.type];
  const paint = layer.paint[property];
  if (typeof paint === 'string') return [{ shape, label: layer.name, color: paint }];
  if (Array.isArray(paint) && paint[0] === 'match') {
    const pairs: Swatch[] = [];
    for (let index = 2; index + 1 < paint.length; index += 2) {
      const color: unknown = paint[index + 1];
      if (typeof color === 'string') pairs.push({ shape, label: labelOf(paint[index]), color });
    }
    if (pairs.length > 0) return pairs;
  }
  return [{ shape, label: layer.name, color: firstColor(paint) ?? 'currentColor' }];
}

function labelOf(input: unknown): string {
  return Array.isArray(input) ? input.join(', ') : String(input);
}

function firstColor(value: unknown): string | undefined {
  if (typeof value === 'string')
    return /^(#[\da-f]{3,8}|(rgb|hsl)a?\([^)]*\))$/i.test(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  for (const part of value) {
    const found = firstColor(part);
    if (found) return found;
  }
  return undefined;
}
