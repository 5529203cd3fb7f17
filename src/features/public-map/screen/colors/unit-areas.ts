import type { FeatureCollection, MapLayer } from '#contract/public-map.ts';
import { snowOpacity } from '#domain/snow/snow-colors.ts';
import type { PaintOverride } from '#kits/map/index.ts';
import { type Box, boxAround } from '#lib/geometry/coordinates.ts';
import { linesOf } from '#lib/geometry/shapes.ts';
import type { Coloring } from '../map-choices.ts';
import type { ColorScheme } from './marker-colors.ts';

type UnitSource = { readonly source: string; readonly nameField: string };

const unitSources: Partial<Record<Coloring, UnitSource>> = {
  huc8Names: { source: 'huc8', nameField: 'huc8_name' },
  huc10Names: { source: 'huc10', nameField: 'huc10_name' },
};

/** The source of the areas that a coloring tints. */
export const tintedSource = (coloring: Coloring): string | undefined => unitSources[coloring]?.source;

const tintOpacity = 0.24;

/** Shows the names of the units by which the map is colored at every zoom, and gives their lines an area to tint. */
export function withTintedUnits(layers: readonly MapLayer[], coloring: Coloring): readonly MapLayer[] {
  const source = tintedSource(coloring);
  if (!source) return layers;
  const ofUnits = layers.filter((layer) => layer.source === source);
  const line = ofUnits.find(({ type }) => type === 'line');
  const hasFill = ofUnits.some(({ type }) => type === 'fill');
  const named = layers.map((layer) =>
    layer.source === source && layer.type === 'symbol' ? { ...layer, minzoom: 0 } : layer,
  );
  if (!line || hasFill) return named;
  const tint: MapLayer = {
    ...line,
    id: `${line.id}-tint`,
    type: 'fill',
    paint: {},
    drawOrder: line.drawOrder - 1,
    lreProperties: { ...line.lreProperties, popup: { excludePopup: true } },
  };
  return [...named, tint];
}

/** Tints the areas of the units by which the sites are colored. */
export function unitTints(
  layers: readonly MapLayer[],
  scheme: ColorScheme,
): Readonly<Record<string, PaintOverride>> {
  if (scheme.kind === 'category' && scheme.areas) return snowFills(layers, scheme.areas);
  const unit = scheme.kind === 'category' ? unitSources[scheme.group] : undefined;
  if (scheme.kind !== 'category' || !unit) return {};
  const { paints } = scheme;
  const tintOf: PaintOverride = ({ properties }) => {
    const color = paints.get(String(properties?.[unit.nameField]))?.['circle-color'];
    return color === undefined ? undefined : { 'fill-color': color, 'fill-opacity': tintOpacity };
  };
  const fills = layers.filter(({ source, type }) => source === unit.source && type === 'fill');
  return Object.fromEntries(fills.map(({ id }) => [id, tintOf]));
}

/** The edges of a HUC8's area; undefined without one. */
export function unitBox(name: string, areas: FeatureCollection | undefined): Box | undefined {
  const unit = areas?.features.find(({ properties }) => properties?.huc8_name === name);
  return boxAround(linesOf(unit?.geometry).flat());
}

/** Fills the HUC8s whose snow has a class; the others stay as their layer has them. */
function snowFills(
  layers: readonly MapLayer[],
  areas: ReadonlyMap<string, string>,
): Readonly<Record<string, PaintOverride>> {
  const fillOf: PaintOverride = ({ properties }) => {
    const color = areas.get(String(properties?.huc8_name));
    return color === undefined ? undefined : { 'fill-color': color, 'fill-opacity': snowOpacity };
  };
  const fills = layers.filter(({ source, type }) => source === 'huc8' && type === 'fill');
  return Object.fromEntries(fills.map(({ id }) => [id, fillOf]));
}
