import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import type { FigureTask } from '#contract/figure.ts';
import { estimateTextWidths } from '#kits/chart/export/render-image.ts';
import { answerTasks } from '#server/worker-task.ts';
import { drawFigure, portalFontStyle } from './draw-figure.ts';
import { writeEmbedPage } from './embed-page.ts';

// Draws figures, which takes longer than the server's thread may be busy.

estimateTextWidths();
answerTasks(writeFigure);

/** Draws a figure as the file that is asked for. */
async function writeFigure({ figure, theme, format, address }: FigureTask): Promise<Uint8Array> {
  if (format.kind === 'page') {
    return new TextEncoder().encode(await writeEmbedPage(figure, { theme, address }));
  }
  const isBare = format.kind === 'svg' && format.isBare;
  const svg = await drawFigure(figure, { theme, width: format.width, address: isBare ? undefined : address });
  if (format.kind === 'png') return toPng(svg, format.scale);
  return new TextEncoder().encode(
    svg.replace(/<svg [^>]*>/, (tag) => `${tag}<style>${portalFontStyle}</style>`),
  );
}

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
].map((url) => fileURLToPath(url));

/** Rasterizes an SVG with the portal's font, whatever fonts the computer has. */
function toPng(svg: string, scale: number): Uint8Array {
  const picture = new Resvg(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Source Sans 3' },
    fitTo: { mode: 'zoom', value: scale },
  });
  return picture.render().asPng();
}
