export interface PdfBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfPlan {
  readonly page: { readonly width: number; readonly height: number };
  readonly title: PdfBox | null;
  readonly map: PdfBox;
  /** Map millimetres per CSS pixel of the picture. */
  readonly mmPerPixel: number;
  readonly legend: (PdfBox & { readonly columns: number; readonly rows: number }) | null;
  readonly footer: PdfBox;
}

export interface PdfInput {
  /** CSS pixels. */
  readonly mapWidth: number;
  readonly mapHeight: number;
  readonly hasTitle: boolean;
  readonly legendEntries: number;
}

/** Landscape letter, in millimetres. */
const page = { width: 279.4, height: 215.9 };
const margin = 12;
const gap = 4;
const titleHeight = 10;
const footerHeight = 16;

export const legendRow = 5;
export const legendHead = 7;
const legendColumn = 48;

interface Placement {
  readonly scale: number;
  readonly legend: PdfPlan['legend'];
}

function beside(area: PdfBox, input: PdfInput): Placement {
  const rows = Math.floor((area.height - legendHead) / legendRow);
  const columns = Math.min(3, Math.ceil(input.legendEntries / rows));
  const width = columns * legendColumn;
  const room = area.width - width - gap;
  const scale = Math.min(room / input.mapWidth, area.height / input.mapHeight);
  const x = area.x + input.mapWidth * scale + gap;
  return { scale, legend: { x, y: area.y, width, height: area.height, columns, rows } };
}

function below(area: PdfBox, input: PdfInput): Placement {
  const columns = Math.floor(area.width / legendColumn);
  const rows = Math.min(Math.ceil(input.legendEntries / columns), 12);
  const height = legendHead + rows * legendRow;
  const room = area.height - height - gap;
  const scale = Math.min(area.width / input.mapWidth, room / input.mapHeight);
  const y = area.y + input.mapHeight * scale + gap;
  return { scale, legend: { x: area.x, y, width: area.width, height, columns, rows } };
}

function place(area: PdfBox, input: PdfInput): Placement {
  if (input.legendEntries === 0) {
    return {
      scale: Math.min(area.width / input.mapWidth, area.height / input.mapHeight),
      legend: null,
    };
  }
  const side = beside(area, input);
  const under = below(area, input);
  return under.scale > side.scale ? under : side;
}

/** Where everything goes on the page. The map keeps its shape; the legend goes where it leaves the map larger. */
export function planPdf(input: PdfInput): PdfPlan {
  const inner = { x: margin, width: page.width - 2 * margin };
  const top = margin + (input.hasTitle ? titleHeight + gap : 0);
  const footer = { ...inner, y: page.height - margin - footerHeight, height: footerHeight };
  const { scale, legend } = place({ ...inner, y: top, height: footer.y - gap - top }, input);
  return {
    page,
    title: input.hasTitle ? { ...inner, y: margin, height: titleHeight } : null,
    map: { x: margin, y: top, width: input.mapWidth * scale, height: input.mapHeight * scale },
    mmPerPixel: scale,
    legend,
    footer,
  };
}

/** Entries that fit, and how many do not; the last place then says so. */
export function fitLegend<T>(entries: readonly T[], places: number): { shown: readonly T[]; left: number } {
  if (entries.length <= places) return { shown: entries, left: 0 };
  const shown = entries.slice(0, Math.max(0, places - 1));
  return { shown, left: entries.length - shown.length };
}

/** True for text the PDF's own fonts can show: Latin-1. Anything else is placed as a picture. */
export const fitsPdfFont = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text);
