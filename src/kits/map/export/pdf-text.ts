import type { jsPDF } from 'jspdf';
import { fitsPdfFont } from './pdf-layout.ts';
import { breakLines, isRightToLeft, truncateText } from './text-lines.ts';

interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly bold?: boolean;
}

interface TextOptions extends TextStyle {
  readonly x: number;
  /** The baseline, in millimeters. */
  readonly y: number;
  readonly maxWidth: number;
  readonly align?: 'left' | 'right';
}

const mmPerPoint = 25.4 / 72;
/** Pixels per point of text that is drawn as an image. */
const pixelsPerPoint = 4;

/** What stands for the Helvetica of the PDF on this machine, so that all text is of one family. */
const imageFont = ({ size, bold }: TextStyle): string =>
  `${bold ? 700 : 400} ${size * pixelsPerPoint}px Helvetica, Arial, "Liberation Sans", sans-serif`;

/** Measures text in millimeters, whether written as text or drawn as an image. */
function measureOf(doc: jsPDF, isImage: boolean, style: TextStyle): (text: string) => number {
  const context = isImage ? document.createElement('canvas').getContext('2d') : null;
  if (context) {
    context.font = imageFont(style);
    return (text) => (context.measureText(text).width * mmPerPoint) / pixelsPerPoint;
  }
  doc.setFont('helvetica', style.bold ? 'bold' : 'normal');
  doc.setFontSize(style.size);
  return (text) => doc.getTextWidth(text);
}

/** The width of a line of text in millimeters. */
export const textWidth = (doc: jsPDF, text: string, style: TextStyle): number =>
  measureOf(doc, !fitsPdfFont(text), style)(text);

function placeImage(doc: jsPDF, text: string, options: TextOptions): void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const pixels = options.size * pixelsPerPoint;
  const font = imageFont(options);
  context.font = font;
  const mmPerPixel = mmPerPoint / pixelsPerPoint;
  canvas.width = Math.max(1, Math.ceil(context.measureText(text).width));
  canvas.height = Math.ceil(pixels * 1.5);
  context.font = font;
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = 'rgb(20 20 20)';
  context.fillText(text, 0, pixels * 1.1);
  const width = canvas.width * mmPerPixel;
  const x = options.align === 'right' ? options.x - width : options.x;
  doc.addImage(canvas, 'PNG', x, options.y - pixels * 1.1 * mmPerPixel, width, canvas.height * mmPerPixel);
}

/** Breaks text into at most so many lines, measured in the style in which they will be placed. */
export function textLines(
  doc: jsPDF,
  text: string,
  style: TextStyle & { readonly maxWidth: number },
  maxLines: number,
): readonly string[] {
  const isImage = !fitsPdfFont(text);
  return breakLines(text, measureOf(doc, isImage, style), style.maxWidth, maxLines, isImage ? '…' : '...');
}

/** Places one line of text in any script, shortened if it is too wide. */
export function placeText(doc: jsPDF, text: string, options: TextOptions): void {
  if (!text) return;
  const isImage = !fitsPdfFont(text);
  const truncated = truncateText(
    text,
    options.maxWidth,
    measureOf(doc, isImage, options),
    isImage ? '…' : '...',
  );
  if (isImage) {
    placeImage(doc, truncated, options);
    return;
  }
  doc.setTextColor(20);
  doc.text(truncated, options.x, options.y, { align: options.align ?? 'left' });
}
