import type { LegendEntry } from '../types.ts';

/** A measurement of a drawing, formatted for print. */
export interface PrintedMeasurement {
  readonly title: string;
  readonly figures: readonly string[];
}

/** An image of a map without its controls, and what is needed to label it. */
export interface MapCapture {
  readonly canvas: HTMLCanvasElement;
  /** Tiles that are missing from the image, as `z/x/y`. */
  readonly missingTiles: readonly string[];
  /** Whether outlines replace the basemap. */
  readonly outlinesShown: boolean;
  readonly pixelRatio: number;
  /** Ground meters per CSS pixel at the middle of the map. */
  readonly metersPerPixel: number;
  /** The sources of what is drawn, as plain text. */
  readonly attribution: string;
}

/** A map with what is printed around it. */
export interface PrintedMap {
  readonly capture: MapCapture;
  /** Free text in any script; may be empty. */
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly legendTitle: string;
  /** Under the legend, in the order of the numbers on the drawings. */
  readonly measurements: readonly PrintedMeasurement[];
  /** Formatted, e.g. `05/14/2026 09:30 America/Denver`. */
  readonly date: string;
  /** Restores the map. */
  readonly address: string;
  /** The source of the data with remarks on it. */
  readonly source: string;
}

/** A line beside the map: the title of a list, the name of a group or of a drawing, one of its figures, an entry. */
export type PrintedRow =
  | { readonly kind: 'head' | 'name' | 'figure'; readonly text: string }
  | { readonly kind: 'entry'; readonly text: string; readonly sample: LegendEntry['sample'] };

/** The legend with its title, or nothing without entries. */
export function listLegendRows({ legend, legendTitle }: PrintedMap): readonly PrintedRow[] {
  const entries = legend.flatMap(({ label, sample, heading }, index): PrintedRow[] => {
    const isNew = heading !== undefined && heading !== legend[index - 1]?.heading;
    return [
      ...(isNew ? [{ kind: 'name', text: heading } as const] : []),
      { kind: 'entry', text: label, sample },
    ];
  });
  return entries.length > 0 ? [{ kind: 'head', text: legendTitle }, ...entries] : [];
}

export function listMeasurementRows({ measurements }: PrintedMap): readonly PrintedRow[] {
  return measurements.flatMap(({ title, figures }): PrintedRow[] => [
    { kind: 'name', text: title },
    ...figures.map((text): PrintedRow => ({ kind: 'figure', text })),
  ]);
}

/** The sources of the data and of the basemap. */
export const creditsOf = ({ source, capture: { attribution } }: PrintedMap): string =>
  [source, attribution && `Map: ${attribution}.`].filter(Boolean).join(' ');

/** Creates a context to draw on. @throws Error in a browser that has none */
export function createContext(width = 300, height = 150): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the map as an image.');
  return context;
}

const metersPerFoot = 0.3048;
const feetPerMile = 5280;

/** The largest of 1, 2, 3 or 5 times a power of ten up to the limit. */
function roundDown(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const digit = limit / power;
  const step = digit >= 5 ? 5 : digit >= 3 ? 3 : digit >= 2 ? 2 : 1;
  return step * power;
}

/** A round imperial length up to the given meters, in feet below a mile. */
export function scaleBar(maxMeters: number): { readonly label: string; readonly meters: number } {
  const feet = maxMeters / metersPerFoot;
  if (feet < feetPerMile) {
    const length = roundDown(feet);
    return { label: `${length} ft`, meters: length * metersPerFoot };
  }
  const length = roundDown(feet / feetPerMile);
  return { label: `${length} mi`, meters: length * feetPerMile * metersPerFoot };
}
