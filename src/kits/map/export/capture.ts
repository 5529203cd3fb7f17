import L from 'leaflet';
import { tileName } from '../basemap/use-basemap-tiles.ts';
import { layerOfCanvas } from '../canvas/canvas-layer.ts';
import { mapOf } from '../commands.ts';
import { metersPerPixel } from '../drawing/measure.ts';
import { numberLabelClass } from '../drawing/number-labels.ts';
import { pinClass, pinShape } from '../pin-icon.ts';
import type { MapCommands } from '../types.ts';
import type { CaptureOptions, MapCapture } from './types.ts';

const defaultTimeoutMs = 8000;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Resolves when every tile layer has finished, or at the deadline. */
function waitForTiles(map: L.Map, timeoutMs: number): Promise<void> {
  const loading: L.GridLayer[] = [];
  map.eachLayer((layer) => {
    if (layer instanceof L.GridLayer && layer.isLoading()) loading.push(layer);
  });
  if (loading.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const pending = new Set(loading);
    const timer = window.setTimeout(finish, timeoutMs);
    function finish(): void {
      window.clearTimeout(timer);
      for (const layer of loading) layer.off('load', onLoad);
      resolve();
    }
    function onLoad(event: L.LeafletEvent): void {
      pending.delete(event.target);
      if (pending.size === 0) finish();
    }
    for (const layer of loading) layer.on('load', onLoad);
  });
}

function boxIn(container: DOMRect, element: Element): Box {
  const rect = element.getBoundingClientRect();
  return { x: rect.x - container.x, y: rect.y - container.y, width: rect.width, height: rect.height };
}

const overlaps = (box: Box, { width, height }: DOMRect): boolean =>
  box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;

function drawPin(context: CanvasRenderingContext2D, element: Element, box: Box): void {
  const eye = element.querySelector('circle');
  context.save();
  context.translate(box.x, box.y);
  context.fillStyle = getComputedStyle(element).color;
  context.fill(new Path2D(pinShape.path));
  context.beginPath();
  context.arc(pinShape.eye.x, pinShape.eye.y, pinShape.eye.radius, 0, Math.PI * 2);
  if (eye) context.fillStyle = getComputedStyle(eye).fill;
  context.fill();
  context.restore();
}

function drawNumber(context: CanvasRenderingContext2D, element: Element, box: Box): void {
  const style = getComputedStyle(element);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  context.save();
  context.beginPath();
  context.arc(middle.x, middle.y, box.width / 2 - 1, 0, Math.PI * 2);
  context.fillStyle = style.backgroundColor;
  context.fill();
  context.strokeStyle = style.borderTopColor;
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = style.color;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(element.textContent ?? '', middle.x, middle.y + 0.5);
  context.restore();
}

/** Rounds edges to whole pixels, so that no seams show between tiles. */
function drawTile(context: CanvasRenderingContext2D, image: HTMLImageElement, box: Box, ratio: number): void {
  const snap = (value: number): number => Math.round(value * ratio) / ratio;
  const x = snap(box.x);
  const y = snap(box.y);
  context.drawImage(image, x, y, snap(box.x + box.width) - x, snap(box.y + box.height) - y);
}

function drawCanvas(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, box: Box): void {
  const layer = layerOfCanvas(canvas);
  if (layer) {
    context.save();
    context.translate(box.x, box.y);
    layer.paintOn(context);
    context.restore();
  } else if (canvas.width > 0 && canvas.height > 0) {
    context.drawImage(canvas, box.x, box.y, box.width, box.height);
  }
}

function sortedPanes(map: L.Map): readonly HTMLElement[] {
  const order = (pane: HTMLElement): number => Number.parseInt(getComputedStyle(pane).zIndex, 10) || 0;
  return [...map.getPanes().mapPane.children]
    .filter((pane) => pane instanceof HTMLElement)
    .sort((one, other) => order(one) - order(other));
}

function plainAttribution(map: L.Map): string {
  const text = map.attributionControl?.getContainer()?.textContent ?? '';
  // The prefix names the library, which is no source of the map.
  return text
    .replace(/^[^|]*\|/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export async function capture(commands: MapCommands, options: CaptureOptions): Promise<MapCapture> {
  const map = mapOf(commands);
  map.stop();
  await waitForTiles(map, options.timeoutMs ?? defaultTimeoutMs);

  const pixelRatio = options.pixelRatio ?? Math.max(2, window.devicePixelRatio || 1);
  const container = map.getContainer();
  const frame = container.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(frame.width * pixelRatio);
  canvas.height = Math.round(frame.height * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the map as an image.');
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = getComputedStyle(container).backgroundColor;
  context.fillRect(0, 0, frame.width, frame.height);

  const missingTiles: string[] = [];
  for (const pane of sortedPanes(map)) {
    for (const element of pane.querySelectorAll(
      `img.leaflet-tile, canvas, .${pinClass}, .${numberLabelClass}`,
    )) {
      const box = boxIn(frame, element);
      if (!overlaps(box, frame)) continue;
      if (element instanceof HTMLImageElement) {
        if (element.complete && element.naturalWidth > 0) drawTile(context, element, box, pixelRatio);
        else missingTiles.push(tileName(element));
      } else if (element instanceof HTMLCanvasElement) drawCanvas(context, element, box);
      else if (element.classList.contains(numberLabelClass)) drawNumber(context, element, box);
      else drawPin(context, element, box);
    }
  }

  const { lat } = map.getCenter();
  return {
    canvas,
    missingTiles,
    outlinesShown: container.dataset.basemap === 'outlines',
    pixelRatio,
    metersPerPixel: metersPerPixel(lat, map.getZoomScale(map.getZoom(), 0)),
    attribution: plainAttribution(map),
  };
}
