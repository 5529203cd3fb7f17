import type { jsPDF } from 'jspdf';
import { breakLines, shorten } from './lines.ts';
import { fitsPdfFont } from './pdf-layout.ts';

interface TextLook {
  /** In points. */
  readonly size: number;
  readonly bold?: boolean;
}

export interface TextOptions extends TextLook {
  readonly x: number;
  /** Of the baseline, in millimetres. */
  readonly y: number;
  readonly maxWidth: number;
  readonly align?: 'left' | 'right';
}

const mmPerPoint = 25.4 / 72;
/** Pixels per point when text has to be a picture. */
const fineness = 4;

const pictureFont = ({ size, bold }: TextLook): string =>
  `${bold ? 700 : 400} ${size * fineness}px ${getComputedStyle(document.body).fontFamily}, sans-serif`;

/** Widths in millimetres of text that is written, or drawn as a picture. */
function measureOf(doc: jsPDF, drawn: boolean, look: TextLook): (text: string) => number {
  const context = drawn ? document.createElement('canvas').getContext('2d') : null;
  if (context) {
    context.font = pictureFont(look);
    return (text) => (context.measureText(text).width * mmPerPoint) / fineness;
  }
  doc.setFont('helvetica', look.bold ? 'bold' : 'normal');
  doc.setFontSize(look.size);
  return (text) => doc.getTextWidth(text);
}

function placePicture(doc: jsPDF, text: string, options: TextOptions): void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const pixels = options.size * fineness;
  const font = pictureFont(options);
  context.font = font;
  const mmPerPixel = mmPerPoint / fineness;
  canvas.width = Math.max(1, Math.ceil(context.measureText(text).width));
  canvas.height = Math.ceil(pixels * 1.5);
  context.font = font;
  context.textBaseline = 'alphabetic';
  context.fillStyle = 'rgb(20 20 20)';
  context.fillText(text, 0, pixels * 1.1);
  const width = canvas.width * mmPerPixel;
  const x = options.align === 'right' ? options.x - width : options.x;
  doc.addImage(canvas, 'PNG', x, options.y - pixels * 1.1 * mmPerPixel, width, canvas.height * mmPerPixel);
}

/** The page's own font for these letters is fetched, where it has them, before anything is drawn with it. */
export async function loadLetters(text: string): Promise<void> {
  if (fitsPdfFont(text)) return;
  try {
    await document.fonts.load(pictureFont({ size: 18, bold: true }), text);
  } catch {
    // The machine's own fonts are used then.
  }
}

/** Text as the lines it takes at most, in the look in which they will be placed. */
export function textLines(
  doc: jsPDF,
  text: string,
  look: TextLook & { readonly maxWidth: number },
  maxLines: number,
): readonly string[] {
  const drawn = !fitsPdfFont(text);
  return breakLines(text, measureOf(doc, drawn, look), look.maxWidth, maxLines, drawn ? '…' : '...');
}

/** One line of text in any script, cut short where it would be too wide. */
export function placeText(doc: jsPDF, text: string, options: TextOptions): void {
  if (!text) return;
  const drawn = !fitsPdfFont(text);
  const fitted = shorten(text, options.maxWidth, measureOf(doc, drawn, options), drawn ? '…' : '...');
  if (drawn) {
    placePicture(doc, fitted, options);
    return;
  }
  doc.setTextColor(20);
  doc.text(fitted, options.x, options.y, { align: options.align ?? 'left' });
}
