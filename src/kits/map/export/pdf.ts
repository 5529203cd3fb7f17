import { jsPDF } from 'jspdf';
import { download, toBlob } from '../../ui/download.ts';
import { drawSwatch, swatchSize } from '../MapSwatch.tsx';
import type { LegendSample } from '../types.ts';
import {
  chooseLayout,
  type FlowedRow,
  flowRows,
  legendRow,
  type PdfPlan,
  placeText,
  textLines,
  textWidth,
  widthWithin,
} from './pdf-layout.ts';
import {
  createContext,
  creditsOf,
  listLegendRows,
  listMeasurementRows,
  type MapCapture,
  type PrintedMap,
  type PrintedRow,
  scaleBar,
} from './print.ts';
import { isRightToLeft } from './text-lines.ts';

const swatchPixelsPerUnit = 4;
/** The height of a legend's picture; its width follows. */
const swatchHeight = 4.2;
const swatchWidth = (swatchHeight * swatchSize.width) / swatchSize.height;

/** Places what the map draws for an entry, as a picture. */
function placeSwatch(doc: jsPDF, sample: LegendSample, x: number, top: number, scale: number): void {
  const context = createContext(
    swatchSize.width * swatchPixelsPerUnit,
    swatchSize.height * swatchPixelsPerUnit,
  );
  context.scale(swatchPixelsPerUnit, swatchPixelsPerUnit);
  drawSwatch(context, sample, 'rgb(20 20 20)');
  doc.addImage(context.canvas, 'PNG', x, top, swatchWidth * scale, swatchHeight * scale);
}

type Row = PrintedRow | { readonly kind: 'blank' };

function listRows(print: PrintedMap): readonly Row[] {
  const legend = listLegendRows(print);
  const measured = listMeasurementRows(print);
  return [
    ...legend,
    ...(legend.length > 0 && measured.length > 0 ? [{ kind: 'blank' } as const] : []),
    ...(measured.length > 0 ? [{ kind: 'head', text: 'Measurements' } as const, ...measured] : []),
  ];
}

const rowStyles = {
  head: { size: 10, bold: true, indent: 0 },
  name: { size: 8, bold: true, indent: 0 },
  figure: { size: 8, bold: false, indent: 5 },
  entry: { size: 8, bold: false, indent: swatchWidth + 1.2 },
} as const;

/** By how much the text of all rows is reduced, so that the longest fits its column. */
function fittingScale(doc: jsPDF, flowed: readonly FlowedRow<Row>[]): number {
  const shares = flowed.map(({ row, width, height }) => {
    if (row.kind === 'blank') return 1;
    const { size, bold, indent } = rowStyles[row.kind];
    const scale = height / legendRow;
    return (width - 2 - indent * scale) / textWidth(doc, row.text, { size: size * scale, bold });
  });
  return Math.max(minTextScale, Math.min(1, ...shares));
}

const minTextScale = 0.7;

function drawRow(doc: jsPDF, { row, x, y: top, width, height }: FlowedRow<Row>, textScale: number): void {
  if (row.kind === 'blank') return;
  const { bold, ...style } = rowStyles[row.kind];
  const scale = height / legendRow;
  const indent = style.indent * scale;
  if (row.kind === 'entry') placeSwatch(doc, row.sample, x, top + (height - swatchHeight * scale) / 2, scale);
  const y = top + 0.74 * height;
  const size = style.size * scale * textScale;
  placeText(doc, row.text, { x: x + indent, y, size, bold, maxWidth: width - 2 - indent });
}

/** Rows that do not fit on the map's page continue on further pages. */
function drawLegend(doc: jsPDF, plan: PdfPlan, rows: readonly Row[]): void {
  let page = 0;
  const flowedRows = flowRows(rows, plan.legend, plan.continuation);
  const textScale = fittingScale(doc, flowedRows);
  for (const flowed of flowedRows) {
    for (; page < flowed.page; page += 1) doc.addPage();
    drawRow(doc, flowed, textScale);
  }
}

function drawNorthArrow(doc: jsPDF, { x, y, width }: PdfPlan['map']): void {
  const middle = x + width - 7;
  doc.setFillColor(255, 255, 255);
  doc.circle(middle, y + 8, 5.5, 'F');
  doc.setFillColor(20, 20, 20);
  doc.triangle(middle, y + 3.4, middle - 2, y + 9, middle + 2, y + 9, 'F');
  placeText(doc, 'N', { x: middle - 1.1, y: y + 12.4, size: 8, bold: true, maxWidth: 4 });
}

function drawScale(doc: jsPDF, plan: PdfPlan, capture: MapCapture): void {
  const metersPerMm = capture.metersPerPixel / plan.mmPerPixel;
  const { label, meters } = scaleBar(metersPerMm * 50);
  const length = meters / metersPerMm;
  const { x, y } = plan.footer;
  doc.setDrawColor(20);
  doc.setLineWidth(0.4);
  doc.line(x, y + 2, x, y + 4);
  doc.line(x, y + 4, x + length, y + 4);
  doc.line(x + length, y + 4, x + length, y + 2);
  placeText(doc, label, { x: x + length + 2, y: y + 4, size: 8, maxWidth: 20 });
}

/** From large to small; the first in which the title needs no more lines than that. */
const titleSizes = [
  { size: 18, maxLines: 2 },
  { size: 14, maxLines: 3 },
  { size: 11, maxLines: 8 },
] as const;
/** Millimeters from line to line, per point. */
const titleLeading = 0.46;

function fitTitle(doc: jsPDF, title: string, maxWidth: number) {
  const [fitting] = titleSizes.flatMap(({ size, maxLines }) => {
    const lines = textLines(doc, title, { size, bold: true, maxWidth }, maxLines + 1);
    return lines.length <= maxLines ? [{ size, lines }] : [];
  });
  const { size, lines } = fitting ?? { size: 11, lines: textLines(doc, title, { size: 11, maxWidth }, 8) };
  return { size, lines, line: size * titleLeading };
}

function drawTitle(doc: jsPDF, plan: PdfPlan, { size, lines, line }: ReturnType<typeof fitTitle>): void {
  lines.forEach((text, index) => {
    if (!plan.title) return;
    const isRight = isRightToLeft(text);
    const x = plan.title.x + (isRight ? plan.title.width : 0);
    const y = plan.title.y + (index + 0.8) * line;
    const align = isRight ? 'right' : 'left';
    placeText(doc, text, { size, bold: true, x, y, align, maxWidth: plan.title.width });
  });
}

/** The height of the scale and the date, and of a line below them. */
const scaleHeight = 6;
const footerLine = 3.6;
const footerSize = 7.5;

/** The lines below the scale: sources, then the address. */
function footerLines(doc: jsPDF, options: PrintedMap, maxWidth: number) {
  const { capture, address } = options;
  const missing = capture.missingTiles.length > 0 && !capture.outlinesShown;
  const sources = [creditsOf(options), missing && 'Parts of the background map could not be loaded.'];
  const style = { size: footerSize, maxWidth };
  return {
    sources: textLines(doc, sources.filter(Boolean).join(' '), style, 8),
    addresses: textLines(doc, address, style, 3),
  };
}

function drawFooter(
  doc: jsPDF,
  plan: PdfPlan,
  options: PrintedMap,
  lines: ReturnType<typeof footerLines>,
): void {
  const { x, y, width } = plan.footer;
  drawScale(doc, plan, options.capture);
  placeText(doc, options.date, { x: x + width, y: y + 4, size: 8, maxWidth: width / 2, align: 'right' });
  const yOf = (index: number) => y + scaleHeight + (index + 0.9) * footerLine;
  lines.sources.forEach((text, index) => {
    placeText(doc, text, { x, y: yOf(index), size: footerSize, maxWidth: width });
  });
  lines.addresses.forEach((text, index) => {
    const at = lines.sources.length + index;
    placeText(doc, text, { x, y: yOf(at), size: footerSize, maxWidth: width });
    doc.link(x, yOf(at) - footerLine, width, footerLine, { url: options.address });
  });
}

/** In the lower margin, if there is more than one page. */
function numberPages(doc: jsPDF, { page, footer }: PdfPlan): void {
  const count = doc.getNumberOfPages();
  const x = footer.x + footer.width;
  for (let number = 1; number <= count && count > 1; number += 1) {
    doc.setPage(number);
    const text = `Page ${number} of ${count}`;
    placeText(doc, text, { x, y: page.height - 6, size: footerSize, maxWidth: 40, align: 'right' });
  }
}

const pageFormat = { unit: 'mm', format: 'letter', compress: true, putOnlyUsedFonts: true } as const;

/** Lays out both pages, whose lines break at different widths, and chooses one. */
function choosePage(options: PrintedMap, legendRows: number) {
  const { canvas, pixelRatio } = options.capture;
  const doc = new jsPDF(pageFormat);
  const inputOf = (portrait: boolean) => {
    const width = widthWithin(portrait);
    const titleBlock = fitTitle(doc, options.title, width);
    const lines = footerLines(doc, options, width);
    return {
      portrait,
      titleBlock,
      lines,
      mapWidth: canvas.width / pixelRatio,
      mapHeight: canvas.height / pixelRatio,
      titleHeight: titleBlock.lines.length * titleBlock.line,
      footerHeight: scaleHeight + (lines.sources.length + lines.addresses.length) * footerLine + 1,
      legendRows,
    };
  };
  return chooseLayout(inputOf(true), inputOf(false));
}

/**
 * Saves a letter page, upright or lying as suits the map, which fills its width or height: title, map, legend, measurements,
 * scale, north arrow, date, sources and address. A long legend continues on further pages.
 */
export async function savePdf(options: PrintedMap): Promise<void> {
  const { capture, title } = options;
  const rows = listRows(options);
  const { portrait, plan, titleBlock, lines } = choosePage(options, rows.length);
  const doc = new jsPDF({ ...pageFormat, orientation: portrait ? 'portrait' : 'landscape' });
  doc.setProperties({ title: title || 'Map' });
  drawTitle(doc, plan, titleBlock);
  const picture = await toBlob(capture.canvas, 'image/jpeg', 0.92);
  const { map } = plan;
  doc.addImage(new Uint8Array(await picture.arrayBuffer()), 'JPEG', map.x, map.y, map.width, map.height);
  doc.setDrawColor(120);
  doc.setLineWidth(0.2);
  doc.rect(map.x, map.y, map.width, map.height);
  drawNorthArrow(doc, map);
  drawFooter(doc, plan, options, lines);
  drawLegend(doc, plan, rows);
  numberPages(doc, plan);
  download(doc.output('blob'), 'map.pdf');
}
