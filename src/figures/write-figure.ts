import type { FigureTask } from '#contract/figure.ts';
import { drawFigure } from './draw-figure.ts';
import { writeEmbedPage } from './embed-page.ts';
import { toPng } from './to-png.ts';

/** Draws a figure as the file that is asked for. */
export async function writeFigure({ figure, theme, format, address }: FigureTask): Promise<Uint8Array> {
  if (format.kind === 'page') {
    return new TextEncoder().encode(await writeEmbedPage(figure, { theme, address }));
  }
  const svg = await drawFigure(figure, { theme, width: format.width, address });
  return format.kind === 'png' ? toPng(svg, format.scale) : new TextEncoder().encode(svg);
}
