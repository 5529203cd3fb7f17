import L from 'leaflet';
import { fromLeafletZoom } from '../map-context.ts';
import type { MapTheme } from '../types.ts';
import type { MapFrame, Palette } from './geometry.ts';

/**
 * The share of the map's size drawn beyond each edge once the map has been moved, so that a drag does not show blank space
 * immediately. The first drawings are without it: on a phone, pixels that nobody sees take as long as the others.
 */
const padding = 0.15;

const layers = new WeakMap<HTMLCanvasElement, CanvasLayer>();

/** The layer that draws on a canvas, if the canvas belongs to the kit. */
export const layerOfCanvas = (canvas: HTMLCanvasElement): CanvasLayer | undefined => layers.get(canvas);

/** Creates a canvas over the whole map, in a separate pane. `paint` draws on it after each change of the view. */
export class CanvasLayer extends L.Layer {
  readonly canvas: HTMLCanvasElement;
  readonly #paint: (frame: MapFrame) => void;
  readonly #paneName: PaneName;
  #frame: MapFrame | null = null;
  #center: L.LatLng | null = null;
  #request = 0;
  #hasMoved = false;

  constructor(paneName: PaneName, paint: (frame: MapFrame) => void) {
    super();
    this.#paneName = paneName;
    this.#paint = paint;
    this.canvas = document.createElement('canvas');
    this.canvas.classList.add('map-canvas', 'leaflet-zoom-animated');
    this.canvas.setAttribute('aria-hidden', 'true');
    layers.set(this.canvas, this);
  }

  /** The frame that was last drawn. */
  get frame(): MapFrame | null {
    return this.#frame;
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      movestart: () => {
        if (this.#hasMoved) return;
        this.#hasMoved = true;
        // At once, because the next frame may be one of a zoom animation.
        this.draw();
      },
      moveend: () => this.draw(),
      viewreset: () => this.draw(),
      resize: () => this.draw(),
      move: () => this.#followPan(),
      zoom: () => this.#transform(this._map.getCenter(), this._map.getZoom()),
      zoomanim: (event) => {
        if ('center' in event && 'zoom' in event) {
          const { center, zoom } = event as L.ZoomAnimEvent;
          this.#transform(center, zoom);
        }
      },
    };
  }

  override onAdd(map: L.Map): this {
    ensurePane(map, this.#paneName).append(this.canvas);
    this.requestDraw();
    return this;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.canvas.remove();
    return this;
  }

  /** Draws once before the next paint, however often it is called. */
  requestDraw(): void {
    if (this.#request) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.draw();
    });
  }

  draw(): void {
    const map = this._map;
    if (!map) return;
    const size = map.getSize();
    const margin = size.multiplyBy(this.#hasMoved ? padding : 0).round();
    const whole = size.add(margin.multiplyBy(2));
    const ratio = window.devicePixelRatio || 1;
    const context = this.canvas.getContext('2d');
    if (!context || whole.x < 1 || whole.y < 1) return;
    const width = Math.round(whole.x * ratio);
    const height = Math.round(whole.y * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${whole.x}px`;
      this.canvas.style.height = `${whole.y}px`;
    } else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
    }
    const corner = map.containerPointToLayerPoint(margin.multiplyBy(-1));
    L.DomUtil.setPosition(this.canvas, corner);
    const origin = map.getPixelOrigin().add(corner);
    const zoom = map.getZoom();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#center = map.getCenter();
    this.#frame = {
      context,
      width: whole.x,
      height: whole.y,
      marginX: margin.x,
      marginY: margin.y,
      zoom: fromLeafletZoom(zoom),
      scale: map.getZoomScale(zoom, 0),
      originX: origin.x,
      originY: origin.y,
    };
    this.#paint(this.#frame);
  }

  /** Draws the last frame on another context, e.g. at a higher resolution for print; its origin is the canvas's corner. */
  paintOn(context: CanvasRenderingContext2D): void {
    if (this.#frame) this.#paint({ ...this.#frame, context });
  }

  #followPan(): void {
    const map = this._map;
    const frame = this.#frame;
    if (!map || !frame || map.getZoomScale(map.getZoom(), 0) !== frame.scale) return;
    const corner = map.containerPointToLayerPoint([0, 0]);
    const shift = corner.subtract(L.DomUtil.getPosition(this.canvas));
    const isBlank = shift.x < 0 || shift.y < 0 || shift.x > 2 * frame.marginX || shift.y > 2 * frame.marginY;
    if (isBlank) this.requestDraw();
  }

  /** Scales the last drawing while a zoom animation runs. */
  #transform(center: L.LatLng, zoom: number): void {
    const map = this._map;
    const frame = this.#frame;
    if (!map || !frame || !this.#center) return;
    const scale = map.getZoomScale(zoom, 0) / frame.scale;
    const pane = L.DomUtil.getPosition(map.getPanes().mapPane);
    const pixelOrigin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    const corner = L.point(frame.originX, frame.originY).multiplyBy(scale).subtract(pixelOrigin);
    L.DomUtil.setTransform(this.canvas, corner, scale);
  }
}

/** The kit's panes. Leaflet has tiles at 200, drawings at 400 and markers at 600. */
const zIndexes = { outlines: 150, 'styled-layers': 390, 'bounds-box': 395 } as const;

type PaneName = keyof typeof zIndexes;

export function ensurePane(map: L.Map, name: PaneName): HTMLElement {
  const existing = map.getPane(name);
  if (existing) return existing;
  const pane = map.createPane(name);
  pane.style.zIndex = String(zIndexes[name]);
  pane.style.pointerEvents = 'none';
  return pane;
}

export interface ThemeStyle {
  /** The theme in which the colors were read. */
  readonly theme: MapTheme;
  readonly palette: Palette;
  readonly line: string;
  readonly lineStrong: string;
  readonly family: string;
}

/** Reads the colors and the font for drawing on canvas from the design tokens at an element. */
export function readThemeStyle(element: Element, theme: MapTheme): ThemeStyle {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    theme,
    palette: {
      ink: token('--map-ink'),
      ground: token('--map-paper'),
      accent: token('--map-accent'),
    },
    line: token('--map-line'),
    lineStrong: token('--map-line-strong'),
    family: style.fontFamily || 'sans-serif',
  };
}
