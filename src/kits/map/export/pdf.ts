import { jsPDF } from 'jspdf';
import { download, toBlob } from '../../ui/download.ts';
import { drawSwatch, swatchSize } from '../canvas/swatch.ts';
import type { LegendEntry } from '../types.ts';
import {
  type FlowedRow,
  flowRows,
  layoutPdf,
  legendRow,
  type PdfPlan,
  titleLine,
  titleWidth,
} from './pdf-layout.ts';
import { loadFont, placeText, textLines } from './pdf-text.ts';
import { scaleBar } from './scale-bar.ts';
import type { MapCapture, PdfOptions } from './types.ts';

const swatchPixelsPerUnit = 4;
/** The height of a legend's picture; its width follows. */
const swatchHeight = 4.2;
const swatchWidth = (swatchHeight * swatchSize.width) / swatchSize.height;

/** Places what the map draws for an entry, as a picture. */
function placeSwatch(doc: jsPDF, { sample }: LegendEntry, x: number, top: number): void {
  const canvas = document.createElement('canvas');
  canvas.width = swatchSize.width * swatchPixelsPerUnit;
  canvas.height = swatchSize.height * swatchPixelsPerUnit;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(swatchPixelsPerUnit, swatchPixelsPerUnit);
  drawSwatch(context, sample, 'rgb(20 20 20)');
  doc.addImage(canvas, 'PNG', x, top, swatchWidth, swatchHeight);
}

type Row =
  | { readonly kind: 'head' | 'name' | 'figure'; readonly text: string }
  | { readonly kind: 'entry'; readonly entry: LegendEntry }
  | { readonly kind: 'blank' };

function legendRows({ legend, legendTitle = 'Legend', measurements = [] }: PdfOptions): readonly Row[] {
  const entries = legend.flatMap((entry, index): Row[] => {
    const { heading } = entry;
    const isNew = heading !== undefined && heading !== legend[index - 1]?.heading;
    return [...(isNew ? [{ kind: 'name', text: heading } as const] : []), { kind: 'entry', entry }];
  });
  const measured = measurements.flatMap(({ title, figures }): Row[] => [
    { kind: 'name', text: title },
    ...figures.map((text): Row => ({ kind: 'figure', text })),
  ]);
  return [
    ...(entries.length > 0 ? [{ kind: 'head', text: legendTitle } as const, ...entries] : []),
    ...(entries.length > 0 && measured.length > 0 ? [{ kind: 'blank' } as const] : []),
    ...(measured.length > 0 ? [{ kind: 'head', text: 'Measurements' } as const, ...measured] : []),
  ];
}

const rowStyles = {
  head: { size: 10, bold: true, indent: 0 },
  name: { size: 8, bold: true, indent: 0 },
  figure: { size: 8, bold: false, indent: 5 },
  entry: { size: 8, bold: false, indent: swatchWidth + 1.2 },
} as const;

function drawRow(doc: jsPDF, { row, x, y: top, width }: FlowedRow<Row>): void {
  if (row.kind === 'blank') return;
  const { size, bold, indent } = rowStyles[row.kind];
  const y = top + 0.8 * legendRow;
  if (row.kind === 'entry') placeSwatch(doc, row.entry, x, top + (legendRow - swatchHeight) / 2);
  const text = row.kind === 'entry' ? row.entry.label : row.text;
  placeText(doc, text, { x: x + indent, y, size, bold, maxWidth: width - 2 - indent });
}

/** Rows that do not fit on the map's page continue on further pages. */
function drawLegend(doc: jsPDF, plan: PdfPlan, rows: readonly Row[]): void {
  if (!plan.legend) return;
  let page = 0;
  for (const flowed of flowRows(rows, plan.legend, plan.continuation)) {
    for (; page < flowed.page; page += 1) doc.addPage();
    drawRow(doc, flowed);
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

function drawScale(doc: jsPDF, plan: PdfPlan, capture: MapCapture): number {
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
  return length + 22;
}

async function createPdf(options: PdfOptions): Promise<Blob> {
  const { capture, date, source } = options;
  const title = options.title.trim();
  const doc = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'letter', compress: true });
  doc.setProperties({ title: title || 'Map' });
  await loadFont(title);
  const titleStyle = { size: 18, bold: true, maxWidth: titleWidth };
  const titleLines = textLines(doc, title, titleStyle, 2);
  const rows = legendRows(options);
  const plan = layoutPdf({
    mapWidth: capture.canvas.width / capture.pixelRatio,
    mapHeight: capture.canvas.height / capture.pixelRatio,
    titleLines: titleLines.length,
    legendRows: rows.length,
  });
  titleLines.forEach((line, index) => {
    if (!plan.title) return;
    const { x, y } = plan.title;
    placeText(doc, line, { ...titleStyle, x, y: y + 6.5 + index * titleLine });
  });
  const picture = await toBlob(capture.canvas, 'image/jpeg', 0.92);
  const { map } = plan;
  doc.addImage(new Uint8Array(await picture.arrayBuffer()), 'JPEG', map.x, map.y, map.width, map.height);
  doc.setDrawColor(120);
  doc.setLineWidth(0.2);
  doc.rect(map.x, map.y, map.width, map.height);
  drawNorthArrow(doc, map);

  const { x, y, width } = plan.footer;
  const scaleWidth = drawScale(doc, plan, capture);
  placeText(doc, date, { x: x + width, y: y + 4, size: 8, maxWidth: width - scaleWidth, align: 'right' });
  const missing = capture.missingTiles.length;
  const basemapNote = capture.outlinesShown
    ? 'Basemap tiles could not be reached; outlines are shown.'
    : missing > 0
      ? `${missing} basemap tiles could not be reached.`
      : '';
  const sourceLines = textLines(doc, source, { size: 8, maxWidth: width }, 2);
  sourceLines.forEach((line, index) => {
    placeText(doc, line, { x, y: y + 9.5 + index * 4, size: 8, maxWidth: width });
  });
  const credits = [capture.attribution, basemapNote].filter(Boolean).join('. ');
  placeText(doc, credits, { x, y: y + 10 + sourceLines.length * 4, size: 7, maxWidth: width });
  drawLegend(doc, plan, rows);
  return doc.output('blob');
}

export async function writePdf(options: PdfOptions): Promise<void> {
  download(await createPdf(options), options.fileName ?? 'map.pdf');
}
