import { jsPDF } from 'jspdf';
import type { LegendEntry, MapCapture, PdfOptions } from '../types.ts';
import { download, toBlob } from './download.ts';
import { fitLegend, legendHead, legendRow, type PdfPlan, planPdf } from './pdf-layout.ts';
import { placeText } from './pdf-text.ts';
import { scaleBar } from './scale-bar.ts';

/** Any CSS colour as jsPDF takes it. */
function hexColor(color: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return color;
  context.fillStyle = color;
  return String(context.fillStyle).startsWith('#') ? String(context.fillStyle) : '#808080';
}

function drawSwatch(doc: jsPDF, { color, shape }: LegendEntry, x: number, y: number): void {
  const hex = hexColor(color);
  doc.setFillColor(hex);
  doc.setDrawColor(hex);
  if (shape === 'circle') doc.circle(x + 1.6, y - 1.2, 1.4, 'F');
  else if (shape === 'square') doc.rect(x, y - 2.8, 3.2, 3.2, 'F');
  else {
    doc.setLineWidth(0.8);
    doc.line(x, y - 1.2, x + 3.4, y - 1.2);
  }
}

function drawLegend(doc: jsPDF, plan: PdfPlan, { legend, legendTitle = 'Legend' }: PdfOptions): void {
  const box = plan.legend;
  if (!box) return;
  const width = box.width / box.columns;
  const { shown, left } = fitLegend(legend, box.rows * box.columns);
  placeText(doc, legendTitle, { x: box.x, y: box.y + 4, size: 10, bold: true, maxWidth: box.width });
  const place = (index: number): { readonly x: number; readonly y: number } => ({
    x: box.x + Math.floor(index / box.rows) * width,
    y: box.y + legendHead + ((index % box.rows) + 0.8) * legendRow,
  });
  shown.forEach((entry, index) => {
    const { x, y } = place(index);
    drawSwatch(doc, entry, x, y);
    placeText(doc, entry.label, { x: x + 5, y, size: 8, maxWidth: width - 7 });
  });
  if (left > 0) placeText(doc, `and ${left} more`, { ...place(shown.length), size: 8, maxWidth: width });
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
  const metresPerMm = capture.metresPerPixel / plan.mmPerPixel;
  const { label, metres } = scaleBar(metresPerMm * 50);
  const length = metres / metresPerMm;
  const { x, y } = plan.footer;
  doc.setDrawColor(20);
  doc.setLineWidth(0.4);
  doc.line(x, y + 2, x, y + 4);
  doc.line(x, y + 4, x + length, y + 4);
  doc.line(x + length, y + 4, x + length, y + 2);
  placeText(doc, label, { x: x + length + 2, y: y + 4, size: 8, maxWidth: 20 });
  return length + 22;
}

export async function createPdf(options: PdfOptions): Promise<Blob> {
  const { capture, title, legend, date, source } = options;
  const plan = planPdf({
    mapWidth: capture.canvas.width / capture.pixelRatio,
    mapHeight: capture.canvas.height / capture.pixelRatio,
    hasTitle: title.trim() !== '',
    legendEntries: legend.length,
  });
  const doc = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'letter', compress: true });
  doc.setProperties({ title: title.trim() || 'Map' });
  if (plan.title) {
    const { x, y, width } = plan.title;
    placeText(doc, title.trim(), { x, y: y + 7, size: 18, bold: true, maxWidth: width });
  }
  const picture = await toBlob(capture.canvas, 'image/jpeg', 0.92);
  const { map } = plan;
  doc.addImage(new Uint8Array(await picture.arrayBuffer()), 'JPEG', map.x, map.y, map.width, map.height);
  doc.setDrawColor(120);
  doc.setLineWidth(0.2);
  doc.rect(map.x, map.y, map.width, map.height);
  drawNorthArrow(doc, map);
  drawLegend(doc, plan, options);

  const { x, y, width } = plan.footer;
  const taken = drawScale(doc, plan, capture);
  placeText(doc, date, { x: x + width, y: y + 4, size: 8, maxWidth: width - taken, align: 'right' });
  const missing = capture.missingTiles.length;
  const basemapNote = capture.outlinesShown
    ? 'Basemap tiles could not be reached; outlines are shown.'
    : missing > 0
      ? `${missing} basemap tiles could not be reached.`
      : '';
  placeText(doc, source, { x, y: y + 9.5, size: 8, maxWidth: width });
  const credits = [capture.attribution, basemapNote].filter(Boolean).join(' ');
  placeText(doc, credits, { x, y: y + 14, size: 7, maxWidth: width });
  return doc.output('blob');
}

export async function writePdf(options: PdfOptions): Promise<void> {
  download(await createPdf(options), options.fileName ?? 'map.pdf');
}
