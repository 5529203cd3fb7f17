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
const maxLegendColumns = 3;

/** Where everything goes on the page. The map keeps its shape and takes all the room that is left. */
export function planPdf({ mapWidth, mapHeight, hasTitle, legendEntries }: PdfInput): PdfPlan {
  const inner = { x: margin, width: page.width - 2 * margin };
  const top = margin + (hasTitle ? titleHeight + gap : 0);
  const footer = { ...inner, y: page.height - margin - footerHeight, height: footerHeight };
  const height = footer.y - gap - top;
  const rows = Math.floor((height - legendHead) / legendRow);
  const columns = Math.min(maxLegendColumns, Math.ceil(legendEntries / rows));
  const legendWidth = columns * legendColumn;
  const room = inner.width - (columns > 0 ? legendWidth + gap : 0);
  const mmPerPixel = Math.min(room / mapWidth, height / mapHeight);
  const map = { x: margin, y: top, width: mapWidth * mmPerPixel, height: mapHeight * mmPerPixel };
  return {
    page,
    title: hasTitle ? { ...inner, y: margin, height: titleHeight } : null,
    map,
    mmPerPixel,
    legend:
      columns > 0 ? { x: map.x + map.width + gap, y: top, width: legendWidth, height, columns, rows } : null,
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
