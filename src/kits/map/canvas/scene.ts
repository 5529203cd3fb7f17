import type { CompiledLayer, Warn } from '../style/compile.ts';
import { resolveStyles } from '../style/resolve.ts';
import type { MapData, MapFeature, PaintOverride } from '../types.ts';
import { type DrawnLabel, drawLabels, type LabelPlace, TextMeasurer } from './draw-labels.ts';
import { type Drawable, drawCircles, drawFills, drawLines } from './draw-shapes.ts';
import type { Frame, Palette } from './frame.ts';
import { type PreparedFeature, prepare, type WorldPoint } from './geometry.ts';
import { drawHighlight, type Marked, reserveHighlight } from './highlight.ts';
import { hitLayer } from './hit.ts';
import { LabelBoxes } from './label-boxes.ts';

export interface SceneHit {
  readonly layerId: string;
  readonly prepared: PreparedFeature;
}

export interface SceneInput {
  readonly layers: readonly CompiledLayer[];
  readonly data: MapData;
  readonly hidden: ReadonlySet<string>;
  readonly inert: ReadonlySet<string>;
  readonly overrides: Readonly<Record<string, PaintOverride | undefined>>;
  readonly highlighted: string | null;
  readonly featureKey: (feature: MapFeature) => string;
}

interface Entry {
  layer: CompiledLayer;
  features: readonly PreparedFeature[] | null;
  override: PaintOverride | undefined;
  /** The zoom the styles were worked out for; NaN when they have to be worked out. */
  zoom: number;
  drawables: readonly Drawable[];
  labels: readonly DrawnLabel[];
}

const nowhere: ReadonlyMap<Drawable, LabelPlace> = new Map();
const nothing: readonly PreparedFeature[] = [];

/**
 * What is drawn, kept between drawings. A change touches only what it changes: hiding a layer or highlighting
 * a feature costs a drawing, new colours a restyling of one layer, and geometry is projected once.
 */
export class Scene {
  #entries: readonly Entry[] = [];
  #input: SceneInput | null = null;
  readonly #measurer = new TextMeasurer();
  readonly #warn: Warn;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  update(input: SceneInput): void {
    if (input.layers !== this.#input?.layers) {
      const known = new Map(this.#entries.map((entry) => [entry.layer, entry]));
      this.#entries = input.layers
        .toSorted((one, other) => one.drawOrder - other.drawOrder)
        .map(
          (layer): Entry =>
            known.get(layer) ?? {
              layer,
              features: null,
              override: undefined,
              zoom: Number.NaN,
              drawables: [],
              labels: [],
            },
        );
    }
    for (const entry of this.#entries) {
      const collection = input.data[entry.layer.source];
      const features = collection ? prepare(collection) : nothing;
      const override = input.overrides[entry.layer.id];
      if (features === entry.features && override === entry.override) continue;
      entry.features = features;
      entry.override = override;
      entry.zoom = Number.NaN;
    }
    this.#input = input;
  }

  #shown({ layer }: Entry, zoom: number): boolean {
    const hidden = !layer.visible || this.#input?.hidden.has(layer.id);
    return !hidden && zoom >= layer.minzoom && zoom < layer.maxzoom;
  }

  #restyle(entry: Entry, zoom: number): void {
    const stale = Number.isNaN(entry.zoom) || (entry.layer.byZoom && entry.zoom !== zoom);
    if (!stale) return;
    entry.zoom = zoom;
    const features = entry.features ?? nothing;
    const warn: Warn = (message) => this.#warn(`Map layer "${entry.layer.id}": ${message}`);
    const styles = resolveStyles(
      entry.layer,
      features.map(({ feature }) => feature),
      zoom,
      entry.override,
      warn,
    );
    entry.drawables = features.flatMap((prepared, index) => {
      const style = styles[index];
      return style ? [{ prepared, style }] : [];
    });
  }

  /** The highlighted feature as its layers show it. */
  #marked(shown: readonly Entry[]): readonly Marked[] | null {
    const input = this.#input;
    if (!input || input.highlighted === null) return null;
    return shown.flatMap(({ layer, drawables }) =>
      drawables
        .filter(({ prepared }) => input.featureKey(prepared.feature) === input.highlighted)
        .map((drawable) => ({ type: layer.type, drawable })),
    );
  }

  draw(frame: Frame, palette: Palette, family: string): void {
    const taken = new LabelBoxes();
    const shown = this.#entries.filter((entry) => this.#shown(entry, frame.zoom));
    for (const entry of shown) this.#restyle(entry, frame.zoom);
    const tools = { measurer: this.#measurer, palette, family };
    const marked = this.#marked(shown);
    const reserved = marked ? reserveHighlight(frame, marked, taken, tools) : nowhere;
    for (const entry of shown) {
      const { drawables } = entry;
      if (entry.layer.type === 'circle') drawCircles(frame, drawables);
      else if (entry.layer.type === 'line') drawLines(frame, drawables);
      else if (entry.layer.type === 'fill') drawFills(frame, drawables);
      else entry.labels = drawLabels(frame, drawables, taken, tools, reserved);
    }
    if (marked) drawHighlight(frame, marked, palette);
  }

  /** Everything drawn under a point of the world, topmost first. `origin` is that of the last frame. */
  hits(point: WorldPoint, frame: Pick<Frame, 'zoom' | 'scale' | 'originX' | 'originY'>, tolerance: number) {
    const found: SceneHit[] = [];
    const x = point.x * frame.scale - frame.originX;
    const y = point.y * frame.scale - frame.originY;
    for (const entry of this.#entries.toReversed()) {
      const { layer } = entry;
      if (this.#input?.inert.has(layer.id) || !this.#shown(entry, frame.zoom)) continue;
      const prepared =
        layer.type === 'symbol'
          ? entry.labels
              .filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
              .map((label) => label.prepared)
          : hitLayer(layer.type, entry.drawables, point, frame.scale, tolerance);
      for (const one of prepared) found.push({ layerId: layer.id, prepared: one });
    }
    return found;
  }
}
