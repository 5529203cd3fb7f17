import { atom, computed } from 'nanostores';
import type { Shape } from '#kits/map/index.ts';
import { formatMeasurement } from '#lib/format-number.ts';
import { metersToFeet, squareMetersToAcres, squareMetersToSquareFeet } from '#lib/units.ts';

export type Measurement = {
  readonly id: number;
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
};

/** Creates the list of measured drawings, and the state of its panel: none until something is drawn. */
export function createMeasurements() {
  const $shapes = atom<readonly Shape[]>([]);
  const $hidden = atom(false);
  return {
    $list: computed($shapes, (shapes) => shapes.map(measure)),
    $panel: computed([$shapes, $hidden], (shapes, hidden) =>
      shapes.length === 0 ? ('none' as const) : hidden ? ('hidden' as const) : ('shown' as const),
    ),
    setShapes(shapes: readonly Shape[]): void {
      if (shapes.length > $shapes.get().length) $hidden.set(false);
      $shapes.set(shapes);
    },
    hide: () => $hidden.set(true),
    show: () => $hidden.set(false),
  };
}

/** Measures a drawing in acres, square feet and feet, or a marker in degrees. */
export function measure(shape: Shape, index: number): Measurement {
  const number = index + 1;
  const length = (label: string, meters: number) => ({
    label,
    value: `${formatMeasurement(metersToFeet(meters))} ft`,
  });
  const area = (squareMeters: number) => [
    { label: 'Area', value: `${formatMeasurement(squareMetersToAcres(squareMeters))} acres` },
    { label: '', value: `${formatMeasurement(squareMetersToSquareFeet(squareMeters))} sq ft` },
  ];
  switch (shape.kind) {
    case 'line':
      return { id: shape.id, title: `${number}. Line`, figures: [length('Length', shape.lengthMeters)] };
    case 'polygon':
    case 'rectangle': {
      const title = shape.kind === 'polygon' ? 'Polygon' : 'Rectangle';
      return { id: shape.id, title: `${number}. ${title}`, figures: area(shape.areaSquareMeters) };
    }
    case 'circle':
      return {
        id: shape.id,
        title: `${number}. Circle`,
        figures: [length('Radius', shape.radiusMeters), ...area(shape.areaSquareMeters)],
      };
    case 'marker':
      return {
        id: shape.id,
        title: `${number}. Marker`,
        figures: [
          { label: 'Latitude', value: shape.lat.toFixed(5) },
          { label: 'Longitude', value: shape.lon.toFixed(5) },
        ],
      };
  }
}
