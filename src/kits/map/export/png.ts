import { download, toBlob } from '../../ui/download.ts';
import { drawSwatch, swatchSize } from '../canvas/swatch.ts';
import type { LegendEntry, LegendSample } from '../types.ts';
import { scaleBar } from './scale-bar.ts';
import { breakLines } from './text-lines.ts';
import type { MapCapture, PngOptions } from './types.ts';

const paper = 'rgb(255 255 255 / 85%)';
const ink = 'rgb(27 35 40)';
const inset = 10;

/** In CSS pixels. */
const legendRow = 22;
const legendColumn = 230;
const titleHeight = 44;

function drawScale(context: CanvasRenderingContext2D, capture: MapCapture, height: number): void {
  const { label, meters } = scaleBar(capture.metersPerPixel * 140);
  const width = meters / capture.metersPerPixel;
  const top = height - inset - 20;
  context.fillStyle = paper;
  context.fillRect(inset, top, width + 12, 20);
  context.fillStyle = ink;
  context.textAlign = 'left';
  context.fillText(label, inset + 6, top + 8);
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(inset + 6, top + 11);
  context.lineTo(inset + 6, top + 16);
  context.lineTo(inset + 6 + width, top + 16);
  context.lineTo(inset + 6 + width, top + 11);
  context.stroke();
}

const lineHeight = 15;

/** Draws the credits along the bottom edge. @returns their height */
function drawCredits(context: CanvasRenderingContext2D, text: string, width: number, height: number): number {
  if (!text) return 0;
  const lines = breakLines(text, (line) => context.measureText(line).width, width - 12, 4, '…');
  const stripWidth = Math.max(...lines.map((line) => context.measureText(line).width)) + 12;
  const stripHeight = lines.length * lineHeight + 3;
  context.fillStyle = paper;
  context.fillRect(width - stripWidth, height - stripHeight, stripWidth, stripHeight);
  context.fillStyle = ink;
  context.textAlign = 'right';
  lines.forEach((line, index) => {
    context.fillText(line, width - 6, height - stripHeight + 1.5 + (index + 0.5) * lineHeight);
  });
  return stripHeight;
}

/** Draws the image with scale bar and credits. */
function drawPng(capture: MapCapture, notes = ''): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = capture.canvas.width;
  canvas.height = capture.canvas.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the map as an image.');
  context.drawImage(capture.canvas, 0, 0);
  context.scale(capture.pixelRatio, capture.pixelRatio);
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  const width = canvas.width / capture.pixelRatio;
  const height = canvas.height / capture.pixelRatio;
  const credits = [notes, capture.attribution].filter(Boolean).join(' ');
  const stripHeight = drawCredits(context, credits, width, height);
  drawScale(context, capture, height - stripHeight);
  return canvas;
}

/** The map with the title above it and the legend beside it, on paper. */
function drawSheet(map: HTMLCanvasElement, ratio: number, options: PngOptions): HTMLCanvasElement {
  const { title = '', legendTitle = 'Legend', legend = [] } = options;
  const width = map.width / ratio;
  const height = map.height / ratio;
  const rows = toPngRows(legendTitle, legend);
  const rowsPerColumn = Math.max(1, Math.floor((height - 2 * inset) / legendRow));
  const columns = Math.ceil(rows.length / rowsPerColumn);
  const top = title ? titleHeight : 0;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((width + columns * legendColumn) * ratio);
  canvas.height = Math.round((height + top) * ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the map as an image.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(map, 0, Math.round(top * ratio));
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  const { fontFamily } = getComputedStyle(document.body);
  context.fillStyle = ink;
  context.font = `650 20px ${fontFamily}`;
  const full = width + columns * legendColumn - 2 * inset;
  context.fillText(title, inset, top / 2, full);
  rows.forEach((row, index) => {
    const x = width + inset + Math.floor(index / rowsPerColumn) * legendColumn;
    const y = top + inset + (index % rowsPerColumn) * legendRow;
    const indent = row.sample ? swatchSize.width + 6 : 0;
    if (row.sample) {
      context.save();
      context.translate(x, y + (legendRow - swatchSize.height) / 2);
      drawSwatch(context, row.sample, ink);
      context.restore();
    }
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = ink;
    context.font = `${row.sample ? 400 : 650} 12px ${fontFamily}`;
    context.fillText(row.text, x + indent, y + legendRow / 2, legendColumn - indent - inset);
  });
  return canvas;
}

interface PngRow {
  readonly text: string;
  readonly sample?: LegendSample;
}

function toPngRows(title: string, legend: readonly LegendEntry[]): readonly PngRow[] {
  const rows = legend.flatMap(({ label, sample, heading }, index): PngRow[] => {
    const isNew = heading !== undefined && heading !== legend[index - 1]?.heading;
    return [...(isNew ? [{ text: heading }] : []), { text: label, sample }];
  });
  return rows.length > 0 ? [{ text: title }, ...rows] : [];
}

export async function writePng(capture: MapCapture, options: PngOptions): Promise<void> {
  const map = drawPng(capture, options.notes);
  const isSheet = options.title || options.legend?.length;
  const canvas = isSheet ? drawSheet(map, capture.pixelRatio, options) : map;
  download(await toBlob(canvas, 'image/png'), options.fileName ?? 'map.png');
}
