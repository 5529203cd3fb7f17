import { type ExportFacts, factLines } from '../export/export-lines.ts';
import type { ImageFoot } from '../export/image-foot.ts';
import { noteLetterWidth, wrapText } from '../export/wrap-text.ts';
import { sampleSize } from '../legend/sample.ts';
import type { PointContent } from './types.ts';

/** From the plot to the first row: the labels and the title of the axis. */
const top = 66;
const lineHeight = 18;
const textX = sampleSize.width + 8;
const entryGap = 22;

type Parts = {
  readonly footTexts: ImageFoot['footTexts'][number][];
  readonly footDots: ImageFoot['footDots'][number][];
  readonly footLines: ImageFoot['footLines'][number][];
};

/** What an image of points has beneath the plot: the legend, and where it is from. */
export function pointFoot(content: PointContent, width: number, facts: ExportFacts | undefined): ImageFoot {
  const parts: Parts = { footTexts: [], footDots: [], footLines: [] };
  const { series, diagonal } = content;
  let [x, y] = [0, top];
  const place = (label: string) => {
    const size = textX + label.length * noteLetterWidth;
    if (x > 0 && x + size > width) {
      x = 0;
      y += lineHeight;
    }
    const here = { x, y };
    parts.footTexts.push({ x: x + textX, y, text: label, c: 'ink' });
    x += size + entryGap;
    return here;
  };
  for (const { label, color, shape, isHollow = false } of series) {
    const here = place(label);
    parts.footDots.push({ x: here.x + 14, y: here.y, c: color, h: isHollow, s: shape });
  }
  if (diagonal !== undefined) {
    const here = place(diagonal);
    parts.footLines.push({
      x: here.x,
      y: here.y,
      x2: here.x + 28,
      y2: here.y,
      c: 'muted',
      w: 1,
      dash: [5, 3],
    });
  }
  y += lineHeight + 6;
  for (const text of factLines(content, facts).flatMap((each) => wrapText(each, width))) {
    parts.footTexts.push({ x: 0, y, text, c: 'muted' });
    y += lineHeight;
  }
  return { height: y - top + 22, ...parts, footBoxes: [] };
}
