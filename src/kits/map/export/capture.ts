import L from 'leaflet';
import { tileName } from '../basemap/BasemapBackground.tsx';
import { layerOfCanvas } from '../canvas/canvas-layer.ts';
import { metersPerPixel } from '../drawing/measure.ts';
import { numberLabelClass } from '../drawing/number-labels.ts';
import { boxOn, type ScreenBox } from '../free-area.ts';
import { type MapCommands, mapOf } from '../map-context.ts';
import { pinClass, pinShape } from '../pin-icon.ts';
import { createContext, type MapCapture } from './print.ts';

const timeoutMs = 8000;

/** Waits for the tiles that are loading, until the deadline. */
async function waitForTiles(map: L.Map): Promise<void> {
  const loading: Promise<void>[] = [];
  map.eachLayer((layer) => {
    if (!(layer instanceof L.GridLayer) || !layer.isLoading()) return;
    loading.push(new Promise((resolve) => layer.once('load', () => resolve())));
  });
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

const overlaps = (box: ScreenBox, { width, height }: DOMRect): boolean =>
  box.left < width && box.top < height && box.right > 0 && box.bottom > 0;

function drawPin(context: CanvasRenderingContext2D, element: Element, box: ScreenBox): void {
  const eye = element.querySelector('circle');
  context.save();
  context.translate(box.left, box.top);
  context.fillStyle = getComputedStyle(element).color;
  context.fill(new Path2D(pinShape.path));
  context.beginPath();
  context.arc(pinShape.eye.x, pinShape.eye.y, pinShape.eye.radius, 0, Math.PI * 2);
  if (eye) context.fillStyle = getComputedStyle(eye).fill;
  context.fill();
  context.restore();
}

function drawNumber(context: CanvasRenderingContext2D, element: Element, box: ScreenBox): void {
  const style = getComputedStyle(element);
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  context.save();
  context.beginPath();
  context.arc(middle.x, middle.y, (box.right - box.left) / 2 - 1, 0, Math.PI * 2);
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
function drawTile(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement,
  box: ScreenBox,
  ratio: number,
): void {
  const snap = (value: number): number => Math.round(value * ratio) / ratio;
  const x = snap(box.left);
  const y = snap(box.top);
  context.drawImage(image, x, y, snap(box.right) - x, snap(box.bottom) - y);
}

function drawCanvas(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, box: ScreenBox): void {
  const layer = layerOfCanvas(canvas);
  if (layer) {
    context.save();
    context.translate(box.left, box.top);
    layer.paintOn(context);
    context.restore();
  } else if (canvas.width > 0 && canvas.height > 0) {
    context.drawImage(canvas, box.left, box.top, box.right - box.left, box.bottom - box.top);
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

/**
 * Captures the current map: basemap, layers, drawings and pins. Waits for tiles until the deadline, then continues without
 * the missing ones, which `missingTiles` names.
 */
export async function captureMap(commands: MapCommands): Promise<MapCapture> {
  const map = mapOf(commands);
  map.stop();
  await waitForTiles(map);

  const pixelRatio = Math.max(2, window.devicePixelRatio || 1);
  const container = map.getContainer();
  const frame = container.getBoundingClientRect();
  const context = createContext(Math.round(frame.width * pixelRatio), Math.round(frame.height * pixelRatio));
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = getComputedStyle(container).backgroundColor;
  context.fillRect(0, 0, frame.width, frame.height);

  const missingTiles: string[] = [];
  for (const pane of sortedPanes(map)) {
    for (const element of pane.querySelectorAll(
      `img.leaflet-tile, canvas, .${pinClass}, .${numberLabelClass}`,
    )) {
      const box = boxOn(map, element);
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
    canvas: context.canvas,
    missingTiles,
    outlinesShown: container.dataset.basemap === 'outlines',
    pixelRatio,
    metersPerPixel: metersPerPixel(lat, map.getZoomScale(map.getZoom(), 0)),
    attribution: plainAttribution(map),
  };
}
