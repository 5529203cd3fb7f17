import type {
  LegendEntry,
  MapData,
  MapGround,
  MapPoint,
  PaintOverride,
  PointMark,
  StyleLayer,
} from './types.ts';

export const pointLayer: StyleLayer = {
  id: 'points',
  type: 'circle',
  source: 'points',
  paint: { 'circle-radius': 5, 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 1 },
  // Above everything beneath them.
  drawOrder: 1000,
};

const chosenRadius = 8;

/** The points as features, the chosen ones last, so that they are above the others. */
export function toPointData(points: readonly MapPoint[]): MapData {
  const rankOf = ({ color, mark }: MapPoint): number => (color === undefined ? -mark.rank : 1);
  const features = points
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ id, lat, lon, label }) => ({
      type: 'Feature' as const,
      id,
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { label },
    }));
  return { points: { type: 'FeatureCollection', features } };
}

const paintOf = (mark: PointMark, isDark: boolean) => (isDark ? mark.dark : mark.light);

/** Paints each point with its mark, a chosen one larger and in its color. */
export function toPointPaint(points: readonly MapPoint[], isDark: boolean): PaintOverride {
  const paints = new Map(
    points.map(({ id, mark, color }) => {
      const paint = paintOf(mark, isDark);
      return [id, color === undefined ? paint : { ...paint, ...chosenPaint(color) }];
    }),
  );
  return ({ id }) => (typeof id === 'number' ? paints.get(id) : undefined);
}

const chosenPaint = (color: string) => ({
  'circle-color': color,
  'circle-radius': chosenRadius,
  'circle-opacity': 1,
  'circle-shrink': false,
  'circle-stroke-width': 2,
});

/** The legend of what is drawn: the marks that occur, and the layers of the ground that have shapes. */
export function listPointLegend(
  points: readonly MapPoint[],
  ground: MapGround,
  { isDark, zoom }: { readonly isDark: boolean; readonly zoom: number },
): readonly LegendEntry[] {
  const marks = [...new Map(points.map(({ mark }) => [mark.label, mark])).values()];
  const chosen = points.find(({ color }) => color !== undefined);
  const ofPoints = marks
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ label, ...mark }) => ({
      label,
      sample: { layer: pointLayer, zoom, paint: paintOf({ label, ...mark }, isDark) },
    }));
  const ofChosen = chosen?.color && {
    label: 'Chosen',
    sample: {
      layer: pointLayer,
      zoom,
      paint: { ...paintOf(chosen.mark, isDark), ...chosenPaint(chosen.color) },
    },
  };
  return [...ofPoints, ...(ofChosen ? [ofChosen] : []), ...listGroundLegend(ground, zoom)];
}

/** The legend of the layers of the ground that have shapes, without names. */
export function listGroundLegend({ layers, data }: MapGround, zoom: number): readonly LegendEntry[] {
  return layers
    .filter(({ source, type }) => type !== 'symbol' && (data[source]?.features.length ?? 0) > 0)
    .map((layer) => ({
      label: layer.name,
      sample: { layer, zoom, properties: data[layer.source]?.features[0]?.properties ?? {} },
    }));
}
