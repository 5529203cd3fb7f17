import type { MeasuredShape } from '#kits/map/index.ts';
import { formatMeasurement, formatSignificant } from '#lib/format-number.ts';
import {
  metersToFeet,
  metersToMiles,
  squareMetersToAcres,
  squareMetersToSquareFeet,
  squareMetersToSquareMiles,
} from '#lib/units.ts';

export type Measurement = {
  readonly id: number;
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
};

/** Measures a drawing in miles and feet, square miles, acres and square feet, or a marker in degrees. */
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

/** The larger unit first, from one of it on. */
function length(label: string, meters: number): Measurement['figures'] {
  const miles = `${formatFigure(metersToMiles(meters))} mi`;
  const feet = `${formatFigure(metersToFeet(meters))} ft`;
  return labeled(label, metersToMiles(meters) >= 1 ? [miles, feet] : [feet, miles]);
}

function area(squareMeters: number): Measurement['figures'] {
  const squareMiles = `${formatFigure(squareMetersToSquareMiles(squareMeters))} sq mi`;
  const acres = `${formatFigure(squareMetersToAcres(squareMeters))} acres`;
  const squareFeet = `${formatFigure(squareMetersToSquareFeet(squareMeters))} sq ft`;
  const isLarge = squareMetersToSquareMiles(squareMeters) >= 1;
  return labeled('Area', isLarge ? [squareMiles, acres, squareFeet] : [acres, squareFeet, squareMiles]);
}

const labeled = (label: string, values: readonly string[]): Measurement['figures'] =>
  values.map((value, index) => ({ label: index === 0 ? label : '', value }));

/** Two decimals would leave nothing of a small one. */
function formatFigure(value: number): string {
  return value < 0.1 ? formatSignificant(value, 2) : formatMeasurement(value);
}
