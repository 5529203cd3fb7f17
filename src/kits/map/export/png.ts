import { download, toBlob } from '../../ui/download.ts';
import { scaleBar } from './scale-bar.ts';
import { breakLines } from './text-lines.ts';
import type { MapCapture, PngOptions } from './types.ts';

const paper = 'rgb(255 255 255 / 85%)';
const ink = 'rgb(27 35 40)';
const inset = 10;

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

export async function writePng(capture: MapCapture, { notes, fileName }: PngOptions): Promise<void> {
  download(await toBlob(drawPng(capture, notes), 'image/png'), fileName ?? 'map.png');
}
