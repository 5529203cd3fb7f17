import type { CaptureOptions, MapCapture, MapCommands, PdfOptions, PngOptions } from '../types.ts';

/**
 * A picture of the map as it stands: basemap, layers, drawings and pins. Waits for tiles until the deadline,
 * then goes on without those that did not come and names them in `missingTiles`.
 */
export async function captureMap(map: MapCommands, options: CaptureOptions = {}): Promise<MapCapture> {
  const { capture } = await import('./capture.ts');
  return capture(map, options);
}

/** Saves the picture with scale bar, notes and attribution as a PNG file. */
export async function savePng(capture: MapCapture, options: PngOptions = {}): Promise<void> {
  const { writePng } = await import('./png.ts');
  return writePng(capture, options);
}

/** Saves a landscape letter page: title, map, legend, measurements, scale, north arrow, date, source and attribution. */
export async function savePdf(options: PdfOptions): Promise<void> {
  const { writePdf } = await import('./pdf.ts');
  return writePdf(options);
}
