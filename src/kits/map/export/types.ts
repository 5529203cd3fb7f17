import type { LegendEntry } from '../types.ts';

/** A measurement of a drawing, formatted for print. */
export interface PrintedMeasurement {
  readonly title: string;
  readonly figures: readonly string[];
}

export interface CaptureOptions {
  /** Milliseconds to wait for tiles; default 8000. */
  readonly timeoutMs?: number;
  /** Pixels per CSS pixel; default: the device's, at least 2. */
  readonly pixelRatio?: number;
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

export interface PngOptions {
  /** The source of the data with remarks on it, printed before the attribution. */
  readonly notes?: string;
  /** Formatted; printed below the map with title and legend. */
  readonly date?: string;
  /** Above the map; may be empty. */
  readonly title?: string;
  /** Beside the map; without title and legend, the file is only the map. */
  readonly legend?: readonly LegendEntry[];
  readonly legendTitle?: string;
  /** Below the legend, in the order of the numbers on the drawings. */
  readonly measurements?: readonly PrintedMeasurement[];
  /** Default `map.png`. */
  readonly fileName?: string;
}

export interface PdfOptions {
  readonly capture: MapCapture;
  /** Free text in any script; may be empty. */
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly legendTitle?: string;
  /** Printed under the legend, in the order of the numbers on the drawings. */
  readonly measurements?: readonly PrintedMeasurement[];
  /** Formatted, e.g. `05/14/2026 09:30 America/Denver`. */
  readonly date: string;
  /** Restores the map. */
  readonly address: string;
  /** The source of the data. */
  readonly source: string;
  /** Default `map.pdf`. */
  readonly fileName?: string;
}
