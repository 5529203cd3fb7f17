import type { jsPDF } from 'jspdf';
import { createContext } from './print.ts';
import { breakLines, isRightToLeft, truncateText } from './text-lines.ts';

export interface PdfBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Text rows in columns. */
export interface PdfGrid extends PdfBox {
  readonly columns: number;
  readonly rows: number;
  /** The height of a row; its text grows with it. */
  readonly rowHeight: number;
}

export interface PdfPlan {
  readonly page: { readonly width: number; readonly height: number };
  readonly title: PdfBox | null;
  readonly map: PdfBox;
  /** Millimeters of the map per CSS pixel of the image. */
  readonly mmPerPixel: number;
  readonly legend: PdfGrid | null;
  /** The same on each further page, for legend rows that do not fit beside or below the map. */
  readonly continuation: PdfGrid;
  readonly footer: PdfBox;
}

interface PdfInput {
  /** CSS pixels. */
  readonly mapWidth: number;
  readonly mapHeight: number;
  /** Millimeters; 0 without a title. */
  readonly titleHeight: number;
  readonly footerHeight: number;
  /** Upright. */
  readonly portrait: boolean;
  /** Rows of the legend, with its headings. */
  readonly legendRows: number;
}

/** Letter, in millimeters. */
const shortSide = 215.9;
const longSide = 279.4;
const margin = 12;
const gap = 4;

/** The width between the margins. */
export const widthWithin = (portrait: boolean): number => (portrait ? shortSide : longSide) - 2 * margin;

export const legendRow = 5;
/** A short legend beside the map has larger rows. */
const maxLegendRow = 6.4;
const legendColumn = 48;

const capacity = ({ columns, rows }: { readonly columns: number; readonly rows: number }): number =>
  columns * rows;

function legendBeside(area: PdfBox, map: PdfBox, legendRows: number): PdfGrid | null {
  const x = map.x + map.width + gap;
  const width = area.x + area.width - x;
  const allowed = Math.floor((width + 1e-9) / legendColumn);
  if (allowed < 1) return null;
  const columns = Math.min(allowed, Math.ceil(legendRows / Math.floor(area.height / legendRow)));
  const rowsInUse = Math.ceil(legendRows / columns) + 1;
  const rowHeight = Math.max(legendRow, Math.min(maxLegendRow, area.height / rowsInUse));
  const rows = Math.max(1, Math.floor(area.height / rowHeight + 1e-9));
  return { x, y: area.y, width, height: area.height, columns, rows, rowHeight };
}

function legendBelow(area: PdfBox, map: PdfBox, legendRows: number): PdfGrid | null {
  const y = map.y + map.height + gap;
  const columns = Math.floor(area.width / legendColumn);
  const allowed = Math.floor((area.y + area.height - y) / legendRow);
  const rows = Math.min(allowed, Math.ceil(legendRows / columns) + 1);
  if (rows < 2) return null;
  const { x, width } = area;
  return { x, y, width, height: rows * legendRow, columns, rows, rowHeight: legendRow };
}

/**
 * Lays out the page. The map keeps its aspect ratio and fills the width between the margins, or the height between title and
 * footer; the legend has what is left beside it or below it.
 */
export function layoutPdf(input: PdfInput): PdfPlan {
  const { portrait, titleHeight, footerHeight, legendRows } = input;
  const page = portrait ? { width: shortSide, height: longSide } : { width: longSide, height: shortSide };
  const inner = { x: margin, width: widthWithin(portrait) };
  const top = margin + (titleHeight > 0 ? titleHeight + gap : 0);
  const footer = { ...inner, y: page.height - margin - footerHeight, height: footerHeight };
  const area = { ...inner, y: top, height: footer.y - gap - top };
  const scale = Math.min(area.width / input.mapWidth, area.height / input.mapHeight);
  const map = { x: margin, y: top, width: input.mapWidth * scale, height: input.mapHeight * scale };
  const legend =
    legendRows === 0 ? null : (legendBelow(area, map, legendRows) ?? legendBeside(area, map, legendRows));
  const height = page.height - 2 * margin;
  return {
    page,
    title: titleHeight > 0 ? { ...inner, y: margin, height: titleHeight } : null,
    map,
    mmPerPixel: scale,
    legend,
    continuation: {
      ...inner,
      y: margin,
      height,
      columns: Math.floor(inner.width / legendColumn),
      rows: Math.floor(height / legendRow),
      rowHeight: legendRow,
    },
    footer,
  };
}

/**
 * Chooses between the upright and the lying page: the one that has the whole legend beside or below the map, then the one
 * with the larger map.
 */
export function chooseLayout<Input extends PdfInput>(
  upright: Input,
  lying: Input,
): Input & { plan: PdfPlan } {
  const [one, other] = [
    { ...upright, plan: layoutPdf(upright) },
    { ...lying, plan: layoutPdf(lying) },
  ] as const;
  if (hasWholeLegend(one) !== hasWholeLegend(other)) return hasWholeLegend(one) ? one : other;
  return one.plan.mmPerPixel >= other.plan.mmPerPixel ? one : other;
}

const hasWholeLegend = ({ plan: { legend }, legendRows }: PdfInput & { plan: PdfPlan }): boolean =>
  legendRows <= (legend ? capacity(legend) : 0);

/** Kinds of rows that introduce the rows below them. */
const headingKinds: ReadonlySet<string> = new Set(['head', 'name']);

export interface FlowedRow<T> {
  readonly row: T;
  /** 0 for the map's page, then the further pages. */
  readonly page: number;
  readonly x: number;
  /** The top of the row. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Places rows down the columns, and on further pages if they do not fit on the first, or it has no place for any. A heading
 * never ends a column, and a blank row never begins one.
 */
export function flowRows<T extends { readonly kind: string }>(
  rows: readonly T[],
  first: PdfGrid | null,
  continuation: PdfGrid,
): readonly FlowedRow<T>[] {
  const flowed: FlowedRow<T>[] = [];
  let grid = first ?? continuation;
  let at = 0;
  let pageIndex = first ? 0 : 1;
  for (const row of rows) {
    if (headingKinds.has(row.kind) && grid.rows > 1 && at % grid.rows === grid.rows - 1) at += 1;
    if (at >= capacity(grid)) {
      grid = continuation;
      at = 0;
      pageIndex += 1;
    }
    if (row.kind === 'blank' && at % grid.rows === 0) continue;
    const width = grid.width / grid.columns;
    const x = grid.x + Math.floor(at / grid.rows) * width;
    const { rowHeight } = grid;
    const y = grid.y + (at % grid.rows) * rowHeight;
    flowed.push({ row, page: pageIndex, x, y, width, height: rowHeight });
    at += 1;
  }
  return flowed;
}

/** Whether the PDF's standard fonts can show a text (Windows-1252). Any other text is placed as an image. */
export const fitsPdfFont = (text: string): boolean => /^[\x20-\x7e\xa0-\xff–—‘’“”•…€™]*$/.test(text);

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
  if (isImage) {
    const context = createContext();
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
  const context = createContext();
  const { canvas } = context;
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
