import type { CompiledLayer, Warn } from '../style/compile.ts';
import { resolveStyles } from '../style/resolve.ts';
import type { MapData, MapFeature, PaintOverride } from '../types.ts';
import { type DrawnLabel, drawLabels, type LabelPlacement, TextMeasurer } from './draw-labels.ts';
import { type Drawable, drawCircles, drawFills, drawLines } from './draw-shapes.ts';
import type { Frame, Palette } from './frame.ts';
import { type ProjectedFeature, projectFeatures, type WorldPoint } from './geometry.ts';
import { drawHighlight, type HighlightedDrawable, reserveHighlight } from './highlight.ts';
import { hitTestLayer } from './hit-test.ts';
import { LabelBoxes } from './label-boxes.ts';

export interface SceneHit {
  readonly layerId: string;
  readonly projected: ProjectedFeature;
}

interface SceneInput {
  readonly layers: readonly CompiledLayer[];
  readonly data: MapData;
  readonly hidden: ReadonlySet<string>;
  readonly inert: ReadonlySet<string>;
  readonly overrides: Readonly<Record<string, PaintOverride | undefined>>;
  readonly highlighted: string | null;
  readonly featureKey: (feature: MapFeature) => string;
}

interface SceneLayer {
  layer: CompiledLayer;
  features: readonly ProjectedFeature[] | null;
  override: PaintOverride | undefined;
  /** The zoom for which the styles were resolved; NaN if they must be resolved again. */
  zoom: number;
  drawables: readonly Drawable[];
  labels: readonly DrawnLabel[];
}

const noPlacements: ReadonlyMap<Drawable, LabelPlacement> = new Map();
const noFeatures: readonly ProjectedFeature[] = [];

/**
 * Caches what is drawn, so that a change costs little: hiding a layer or highlighting a feature only draws again, new
 * colors resolve the styles of one layer, and geometry is projected once.
 */
export class Scene {
  #entries: readonly SceneLayer[] = [];
  #input: SceneInput | null = null;
  readonly #measurer = new TextMeasurer();
  readonly #warn: Warn;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  update(input: SceneInput): void {
    if (input.layers !== this.#input?.layers) {
      const entriesByLayer = new Map(this.#entries.map((entry) => [entry.layer, entry]));
      this.#entries = input.layers
        .toSorted((one, other) => one.drawOrder - other.drawOrder)
        .map(
          (layer): SceneLayer =>
            entriesByLayer.get(layer) ?? {
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
      const features = collection ? projectFeatures(collection) : noFeatures;
      const override = input.overrides[entry.layer.id];
      if (features === entry.features && override === entry.override) continue;
      entry.features = features;
      entry.override = override;
      entry.zoom = Number.NaN;
    }
    this.#input = input;
  }

  #shown({ layer }: SceneLayer, zoom: number): boolean {
    const hidden = !layer.visible || this.#input?.hidden.has(layer.id);
    return !hidden && zoom >= layer.minzoom && zoom < layer.maxzoom;
  }

  #restyle(entry: SceneLayer, zoom: number): void {
    const stale = Number.isNaN(entry.zoom) || (entry.layer.byZoom && entry.zoom !== zoom);
    if (!stale) return;
    entry.zoom = zoom;
    const features = entry.features ?? noFeatures;
    const warn: Warn = (message) => this.#warn(`Map layer "${entry.layer.id}": ${message}`);
    const styles = resolveStyles(
      entry.layer,
      features.map(({ feature }) => feature),
      zoom,
      entry.override,
      warn,
    );
    entry.drawables = features.flatMap((projected, index) => {
      const style = styles[index];
      return style ? [{ projected, style }] : [];
    });
  }

  /** The highlighted feature, in each of its layers. */
  #marked(shown: readonly SceneLayer[]): readonly HighlightedDrawable[] | null {
    const input = this.#input;
    if (!input || input.highlighted === null) return null;
    return shown.flatMap(({ layer, drawables }) =>
      drawables
        .filter(({ projected }) => input.featureKey(projected.feature) === input.highlighted)
        .map((drawable) => ({ type: layer.type, drawable })),
    );
  }

  draw(frame: Frame, palette: Palette, family: string): void {
    const occupied = new LabelBoxes();
    const shown = this.#entries.filter((entry) => this.#shown(entry, frame.zoom));
    for (const entry of shown) this.#restyle(entry, frame.zoom);
    const tools = { measurer: this.#measurer, palette, family };
    const highlightedDrawables = this.#marked(shown);
    const reserved = highlightedDrawables
      ? reserveHighlight(frame, highlightedDrawables, occupied, tools)
      : noPlacements;
    for (const entry of shown) {
      const { drawables } = entry;
      if (entry.layer.type === 'circle') drawCircles(frame, drawables);
      else if (entry.layer.type === 'line') drawLines(frame, drawables);
      else if (entry.layer.type === 'fill') drawFills(frame, drawables);
      else entry.labels = drawLabels(frame, drawables, occupied, tools, reserved);
    }
    if (highlightedDrawables) drawHighlight(frame, highlightedDrawables, palette);
  }

  /** All features under a point of the world, topmost first. `origin` is that of the last frame. */
  hits(point: WorldPoint, frame: Pick<Frame, 'zoom' | 'scale' | 'originX' | 'originY'>, tolerance: number) {
    const found: SceneHit[] = [];
    const x = point.x * frame.scale - frame.originX;
    const y = point.y * frame.scale - frame.originY;
    for (const entry of this.#entries.toReversed()) {
      const { layer } = entry;
      if (this.#input?.inert.has(layer.id) || !this.#shown(entry, frame.zoom)) continue;
      const projectedFeatures =
        layer.type === 'symbol'
          ? entry.labels
              .filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
              .map((label) => label.projected)
          : hitTestLayer(layer.type, entry.drawables, point, frame.scale, tolerance);
      for (const projected of projectedFeatures) found.push({ layerId: layer.id, projected });
    }
    return found;
  }
}
