import type { MapCommands } from '../types.ts';
import type { CaptureOptions, MapCapture, PdfOptions, PngOptions } from './types.ts';

/**
 * Captures the current map: basemap, layers, drawings and pins. Waits for tiles until the deadline, then continues without
 * the missing ones, which `missingTiles` names.
 */
export async function captureMap(map: MapCommands, options: CaptureOptions = {}): Promise<MapCapture> {
  const { capture } = await import('./capture.ts');
  return capture(map, options);
}

/** Saves the image with scale bar, notes and attribution as a PNG file. */
export async function savePng(capture: MapCapture, options: PngOptions = {}): Promise<void> {
  const { writePng } = await import('./png.ts');
  return writePng(capture, options);
}

/**
 * Saves a letter page, upright or lying as suits the map, which fills its width or height: title, map, legend, measurements,
 * scale, north arrow, date, sources and address. A long legend continues on further pages.
 */
export async function savePdf(options: PdfOptions): Promise<void> {
  const { writePdf } = await import('./pdf.ts');
  return writePdf(options);
}
