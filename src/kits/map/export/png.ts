import type { MapCapture } from '../types.ts';
import { download, toBlob } from './download.ts';
import { scaleBar } from './scale-bar.ts';

const paper = 'rgb(255 255 255 / 85%)';
const ink = 'rgb(27 35 40)';
const inset = 10;

function drawScale(context: CanvasRenderingContext2D, capture: MapCapture, height: number): void {
  const { label, metres } = scaleBar(capture.metresPerPixel * 140);
  const width = metres / capture.metresPerPixel;
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

function drawAttribution(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  height: number,
): void {
  const room = Math.min(context.measureText(text).width + 12, width);
  context.fillStyle = paper;
  context.fillRect(width - room, height - 18, room, 18);
  context.fillStyle = ink;
  context.textAlign = 'right';
  context.fillText(text, width - 6, height - 9, width - 12);
}

/** The picture with its scale and its credits on it. */
export function drawPng(capture: MapCapture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = capture.canvas.width;
  canvas.height = capture.canvas.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the map as a picture.');
  context.drawImage(capture.canvas, 0, 0);
  context.scale(capture.pixelRatio, capture.pixelRatio);
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  const width = canvas.width / capture.pixelRatio;
  const height = canvas.height / capture.pixelRatio;
  drawScale(context, capture, height - 12);
  drawAttribution(context, capture.attribution, width, height);
  return canvas;
}

export async function writePng(capture: MapCapture, fileName: string): Promise<void> {
  download(await toBlob(drawPng(capture), 'image/png'), fileName);
}
