import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
].map((url) => fileURLToPath(url));

/** Rasterizes an SVG with the portal's font, whatever fonts the computer has. */
export function toPng(svg: string, scale: number): Uint8Array {
  const picture = new Resvg(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Source Sans 3' },
    fitTo: { mode: 'zoom', value: scale },
  });
  return picture.render().asPng();
}
