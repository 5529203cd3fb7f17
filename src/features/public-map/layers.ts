import type { MapLayer } from '#contract/public-map.ts';
import type { MapAddress } from './map-address.ts';

/** The source that is drawn from the rows of the sites. */
export const siteSource = 'data-points';

/** Legend groups that start expanded. */
const groupsExpandedByDefault = new Set(['Data Points', 'Data Points Labels']);

export type Swatch = {
  readonly shape: 'circle' | 'line' | 'square' | 'text';
  readonly label: string;
  readonly color: string;
};

/** All layers of one `layerGroup`; they are shown and hidden together. */
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

/** A group is shown at the start unless all its layers say `visibility: none`. */
export function isVisibleByDefault(layers: readonly MapLayer[]): boolean {
  return layers.some((layer) => layer.layout.visibility !== 'none');
}

/**
 * The layers as they are drawn: whether one shows is its group's choice alone, so `visibility` is set to
 * `visible` and the hidden ones are named apart.
 */
export function drawnLayers(layers: readonly MapLayer[]): MapLayer[] {
  return layers.map((layer) => ({
    ...layer,
    layout: { ...layer.layout, ...plainText(layer.layout), visibility: 'visible' },
  }));
}

/** A bare `["get", field]` as the token `{field}`, its older form, which is drawn without the style evaluator. */
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

/** Sources that something visible is drawn from, besides the sites. */
export function visibleSources(groups: readonly LayerGroup[]): string[] {
  const sources = groups
    .filter((group) => group.visible)
    .flatMap((group) => group.layers.map(({ source }) => source));
  return [...new Set(sources)].filter((source) => source !== siteSource);
}

/** The two lists of differences after a group was switched. */
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

/** Legend marks of a layer: one for a plain color, one per value where the color is matched to a property. */
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
