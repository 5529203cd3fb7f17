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
  /** The same on each further page, for legend rows that do not fit next to the map. */
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
  /** Upright, as the page on a phone. */
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

/** The width that a legend must leave for the map; other rows go to further pages. */
const minMapShare = 0.65;

interface Placement {
  readonly scale: number;
  readonly legend: PdfGrid | null;
}

const capacity = ({ columns, rows }: { readonly columns: number; readonly rows: number }): number =>
  columns * rows;

function legendBeside(area: PdfBox, input: PdfInput, minScale: number): Placement {
  const rows = Math.floor(area.height / legendRow);
  const left = area.width - minScale * input.mapWidth - gap;
  const allowed = Math.max(1, Math.floor((left + 1e-9) / legendColumn));
  const columns = Math.min(allowed, Math.ceil(input.legendRows / rows));
  const minWidth = columns * legendColumn;
  const scale = Math.min((area.width - minWidth - gap) / input.mapWidth, area.height / input.mapHeight);
  // What the map leaves of the width belongs to the legend.
  const x = area.x + input.mapWidth * scale + gap;
  const width = area.x + area.width - x;
  const rowsInUse = Math.ceil(input.legendRows / columns) + 1;
  const rowHeight = Math.max(legendRow, Math.min(maxLegendRow, area.height / rowsInUse));
  const count = Math.max(1, Math.floor(area.height / rowHeight + 1e-9));
  return { scale, legend: { x, y: area.y, width, height: area.height, columns, rows: count, rowHeight } };
}

function legendBelow(area: PdfBox, input: PdfInput, minScale: number): Placement | null {
  const columns = Math.floor(area.width / legendColumn);
  const allowed = Math.floor((area.height - minScale * input.mapHeight - gap) / legendRow);
  const rows = Math.min(allowed, Math.ceil(input.legendRows / columns) + 1);
  if (rows < 2) return null;
  const height = rows * legendRow;
  const scale = Math.min(area.width / input.mapWidth, (area.height - height - gap) / input.mapHeight);
  const y = area.y + input.mapHeight * scale + gap;
  return { scale, legend: { x: area.x, y, width: area.width, height, columns, rows, rowHeight: legendRow } };
}

function placeLegend(area: PdfBox, input: PdfInput): Placement {
  const whole = Math.min(area.width / input.mapWidth, area.height / input.mapHeight);
  if (input.legendRows === 0) return { scale: whole, legend: null };
  const minScale = Math.min(whole, (minMapShare * area.width) / input.mapWidth);
  const side = legendBeside(area, input, minScale);
  const under = legendBelow(area, input, minScale);
  if (!under?.legend || !side.legend) return side;
  const sideHolds = Math.min(capacity(side.legend), input.legendRows);
  const underHolds = Math.min(capacity(under.legend), input.legendRows);
  if (sideHolds !== underHolds) return underHolds > sideHolds ? under : side;
  return under.scale > side.scale ? under : side;
}

/** Lays out the page. The map keeps its aspect ratio; the legend goes where the map can be larger. */
export function layoutPdf(input: PdfInput): PdfPlan {
  const { portrait, titleHeight, footerHeight } = input;
  const page = portrait ? { width: shortSide, height: longSide } : { width: longSide, height: shortSide };
  const inner = { x: margin, width: widthWithin(portrait) };
  const top = margin + (titleHeight > 0 ? titleHeight + gap : 0);
  const footer = { ...inner, y: page.height - margin - footerHeight, height: footerHeight };
  const { scale, legend } = placeLegend({ ...inner, y: top, height: footer.y - gap - top }, input);
  const height = page.height - 2 * margin;
  return {
    page,
    title: titleHeight > 0 ? { ...inner, y: margin, height: titleHeight } : null,
    map: { x: margin, y: top, width: input.mapWidth * scale, height: input.mapHeight * scale },
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
 * Places rows down the columns, and on further pages if they do not fit on the first. A heading never ends a column, and
 * a blank row never begins one.
 */
export function flowRows<T extends { readonly kind: string }>(
  rows: readonly T[],
  first: PdfGrid,
  continuation: PdfGrid,
): readonly FlowedRow<T>[] {
  const flowed: FlowedRow<T>[] = [];
  let grid = first;
  let at = 0;
  let pageIndex = 0;
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
