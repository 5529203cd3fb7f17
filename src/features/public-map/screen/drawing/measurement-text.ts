import type { MeasuredShape } from '#kits/map/index.ts';
import { formatMeasurement, formatSignificant } from '#lib/format-number.ts';
import {
  metersToFeet,
  metersToMiles,
  squareMetersToAcres,
  squareMetersToSquareFeet,
  squareMetersToSquareMiles,
} from './measure-units.ts';

export type Measurement = {
  readonly id: number;
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
};

/** Measures a drawing in feet and miles, acres, square feet and square miles, or a marker in degrees. */
export function measure(shape: MeasuredShape, index: number): Measurement {
  const number = index + 1;
  const id = shape.id;
  switch (shape.kind) {
    case 'line':
      return { id, title: `${number}. Line`, figures: length('Length', shape.lengthMeters) };
    case 'polygon':
    case 'rectangle': {
      const title = shape.kind === 'polygon' ? 'Polygon' : 'Rectangle';
      return { id, title: `${number}. ${title}`, figures: area(shape.areaSquareMeters) };
    }
    case 'circle':
      return {
        id,
        title: `${number}. Circle`,
        figures: [...length('Radius', shape.radiusMeters), ...area(shape.areaSquareMeters)],
      };
    case 'marker':
      return {
        id,
        title: `${number}. Marker`,
        figures: [
          { label: 'Latitude', value: shape.lat.toFixed(5) },
          { label: 'Longitude', value: shape.lon.toFixed(5) },
        ],
      };
  }
}

function length(label: string, meters: number): Measurement['figures'] {
  return labeled(label, [
    `${formatFigure(metersToFeet(meters))} ft`,
    `${formatFigure(metersToMiles(meters))} mi`,
  ]);
}

function area(squareMeters: number): Measurement['figures'] {
  return labeled('Area', [
    `${formatFigure(squareMetersToAcres(squareMeters))} acres`,
    `${formatFigure(squareMetersToSquareFeet(squareMeters))} sq ft`,
    `${formatFigure(squareMetersToSquareMiles(squareMeters))} sq mi`,
  ]);
}

const labeled = (label: string, values: readonly string[]): Measurement['figures'] =>
  values.map((value, index) => ({ label: index === 0 ? label : '', value }));

/** Two decimals would leave nothing of a small one. */
function formatFigure(value: number): string {
  return value < 0.1 ? formatSignificant(value, 2) : formatMeasurement(value);
}
