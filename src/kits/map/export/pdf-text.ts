import type { jsPDF } from 'jspdf';
import { fitsPdfFont } from './pdf-layout.ts';

export interface TextOptions {
  readonly x: number;
  /** Of the baseline, in millimetres. */
  readonly y: number;
  /** In points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly maxWidth: number;
  readonly align?: 'left' | 'right';
}

const mmPerPoint = 25.4 / 72;
/** Pixels per point when text has to be a picture. */
const fineness = 4;

function shorten(
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
  ellipsis: string,
): string {
  if (widthOf(text) <= maxWidth) return text;
  let kept = [...text];
  while (kept.length > 1 && widthOf(kept.join('') + ellipsis) > maxWidth) kept = kept.slice(0, -1);
  return kept.join('').trimEnd() + ellipsis;
}

function placePicture(doc: jsPDF, text: string, options: TextOptions): void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const pixels = options.size * fineness;
  const font = `${options.bold ? 700 : 400} ${pixels}px ${getComputedStyle(document.body).fontFamily}, sans-serif`;
  context.font = font;
  const mmPerPixel = mmPerPoint / fineness;
  const fitted = shorten(text, options.maxWidth / mmPerPixel, (part) => context.measureText(part).width, '…');
  canvas.width = Math.max(1, Math.ceil(context.measureText(fitted).width));
  canvas.height = Math.ceil(pixels * 1.5);
  context.font = font;
  context.textBaseline = 'alphabetic';
  context.fillStyle = 'rgb(20 20 20)';
  context.fillText(fitted, 0, pixels * 1.1);
  const width = canvas.width * mmPerPixel;
  const x = options.align === 'right' ? options.x - width : options.x;
  doc.addImage(canvas, 'PNG', x, options.y - pixels * 1.1 * mmPerPixel, width, canvas.height * mmPerPixel);
}

/** One line of text in any script, cut short where it would be too wide. */
export function placeText(doc: jsPDF, text: string, options: TextOptions): void {
  if (!text) return;
  if (!fitsPdfFont(text)) {
    placePicture(doc, text, options);
    return;
  }
  doc.setFont('helvetica', options.bold ? 'bold' : 'normal');
  doc.setFontSize(options.size);
  doc.setTextColor(20);
  const fitted = shorten(text, options.maxWidth, (part) => doc.getTextWidth(part), '...');
  doc.text(fitted, options.x, options.y, { align: options.align ?? 'left' });
}
