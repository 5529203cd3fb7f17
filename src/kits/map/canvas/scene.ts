import type { ScreenBox } from '../free-area.ts';
import {
  type CompiledLayer,
  numberOf,
  type ResolvedStyle,
  resolveStyles,
  type Warn,
} from '../style/compile.ts';
import type { Emphasis, MapData, MapFeature, PaintOverride, StyleLayerType } from '../types.ts';
import { drawLabels, type PlacedLabel, placeLabels } from './draw-labels.ts';
import { type Drawable, drawCircles, drawFills, drawLines, markRadius, traceFeature } from './draw-shapes.ts';
import {
  type MapFrame,
  type Palette,
  type ProjectedFeature,
  projectFeatures,
  type ScreenPoint,
  toScreen,
  type WorldPoint,
} from './geometry.ts';
import { LabelBoxes, type LabelPlacement, type LabelTools, placeLabel, TextMeasurer } from './place-label.ts';

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
  readonly emphasized: Emphasis | null;
  readonly featureKey: (feature: MapFeature) => string;
}

interface SceneLayer {
  layer: CompiledLayer;
  features: readonly ProjectedFeature[] | null;
  override: PaintOverride | undefined;
  /** The zoom for which the styles were resolved; NaN if they must be resolved again. */
  zoom: number;
  drawables: readonly Drawable[];
  labels: readonly PlacedLabel[];
  /** The drawables of a symbol layer by their sort keys. */
  byKey: ReadonlyMap<number, readonly Drawable[]>;
}

/** The opacity of points while others are brought forward. */
const fadedAlpha = 0.15;

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
              byKey: new Map(),
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
    const drawables = features.flatMap((projected, index) => {
      const style = styles[index];
      return style ? [{ projected, style }] : [];
    });
    entry.drawables = drawables;
    if (entry.layer.type === 'symbol') entry.byKey = Map.groupBy(drawables, sortKeyOf);
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

  /** Draws the layers. No label is placed in the `covered` parts, which lie under controls. */
  draw(frame: MapFrame, palette: Palette, family: string, covered: readonly ScreenBox[] = []): void {
    const shown = this.#entries.filter((entry) => this.#shown(entry, frame.zoom));
    for (const entry of shown) this.#restyle(entry, frame.zoom);
    const marked = this.#marked(shown) ?? [];
    this.#placeLabels(frame, shown, marked, family, covered);
    for (const entry of shown) {
      const { drawables } = entry;
      if (entry.layer.type === 'circle') this.#drawPoints(frame, entry);
      else if (entry.layer.type === 'line') drawLines(frame, drawables);
      else if (entry.layer.type === 'fill') drawFills(frame, drawables);
      else drawLabels(frame, entry.labels, palette);
    }
    drawHighlight(frame, marked, palette);
  }

  #emphasizes({ layer }: SceneLayer): ((drawable: Drawable) => boolean) | null {
    const { emphasized, featureKey } = this.#input ?? {};
    if (!emphasized || !featureKey || emphasized.source !== layer.source) return null;
    return ({ projected }) => emphasized.keys.has(featureKey(projected.feature));
  }

  #drawPoints(frame: MapFrame, entry: SceneLayer): void {
    const { drawables } = entry;
    const isEmphasized = this.#emphasizes(entry);
    if (!isEmphasized) {
      drawCircles(frame, drawables);
      return;
    }
    drawCircles(
      frame,
      drawables.filter((drawable) => !isEmphasized(drawable)),
      fadedAlpha,
    );
    drawCircles(frame, drawables.filter(isEmphasized));
  }

  /**
   * Places the labels in the order of their sort keys, whatever their layer, and those of one key from the upper layers
   * down; all of them avoid the points of every layer.
   */
  #placeLabels(
    frame: MapFrame,
    shown: readonly SceneLayer[],
    marked: readonly HighlightedDrawable[],
    family: string,
    covered: readonly ScreenBox[],
  ): void {
    const symbols = shown.filter(({ layer }) => layer.type === 'symbol');
    if (symbols.length === 0) return;
    const obstacles = {
      labels: new LabelBoxes(),
      points: new LabelBoxes(),
      texts: new Set<string>(),
      stacks: new Map(),
    };
    const tools = { measurer: this.#measurer, family };
    const reserved = reserveHighlight(frame, marked, obstacles.labels, tools);
    for (const box of covered) obstacles.labels.reserve(box);
    for (const entry of shown)
      if (entry.layer.type === 'circle') reservePoints(frame, entry, obstacles.points);
    for (const entry of symbols) entry.labels = [];
    const keys = new Set(symbols.flatMap(({ byKey }) => [...byKey.keys()]));
    for (const key of [...keys].sort((one, other) => one - other)) {
      for (const entry of symbols.toReversed()) {
        const ofKey = entry.byKey.get(key) ?? [];
        const isEmphasized = this.#emphasizes(entry);
        const drawables = isEmphasized ? ofKey.filter(isEmphasized) : ofKey;
        if (drawables.length === 0) continue;
        entry.labels = [...entry.labels, ...placeLabels(frame, drawables, obstacles, tools, reserved)];
      }
    }
  }

  /** All features under a point of the world, topmost first. `origin` is that of the last frame. */
  hits(
    point: WorldPoint,
    frame: Pick<MapFrame, 'zoom' | 'scale' | 'originX' | 'originY'>,
    tolerance: number,
  ) {
    const found: SceneHit[] = [];
    const x = point.x * frame.scale - frame.originX;
    const y = point.y * frame.scale - frame.originY;
    for (const entry of this.#entries.toReversed()) {
      const { layer } = entry;
      if (this.#input?.inert.has(layer.id) || !this.#shown(entry, frame.zoom)) continue;
      const projectedFeatures =
        layer.type === 'symbol'
          ? entry.labels
              .filter(({ placement: { box } }) => isInBox(box, x, y))
              .map(({ drawable }) => drawable.projected)
          : hitTestLayer(layer.type, entry.drawables, point, frame.scale, tolerance);
      for (const projected of projectedFeatures) found.push({ layerId: layer.id, projected });
    }
    return found;
  }
}

const sortKeyOf = ({ style }: Drawable): number => numberOf(style, 'symbol-sort-key');

const isInBox = ({ left, top, right, bottom }: ScreenBox, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

function reservePoints(frame: MapFrame, { drawables }: SceneLayer, points: LabelBoxes): void {
  for (const { projected, style } of drawables) {
    const reach = markRadius(style, frame.zoom) + numberOf(style, 'circle-stroke-width');
    for (const part of projected.parts) {
      for (let index = 0; index < part.length; index += 2) {
        const { x, y } = toScreen(frame, { x: part[index] ?? 0, y: part[index + 1] ?? 0 });
        if (x < -reach || y < -reach || x > frame.width + reach || y > frame.height + reach) continue;
        points.reserve({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
      }
    }
  }
}

/** The highlighted feature, in one of its layers. */
interface HighlightedDrawable {
  readonly type: StyleLayerType;
  readonly drawable: Drawable;
}

/** Pixels from the feature's edge to the center line of the ring, and half the ring's width with its pale edges. */
const ringGap = 4;
const ringHalfWidth = 3;

interface Ring extends ScreenPoint {
  readonly radius: number;
}

function ringOf(frame: MapFrame, { type, drawable: { projected, style } }: HighlightedDrawable): Ring | null {
  if (type !== 'circle') return null;
  const [x = 0, y = 0] = projected.parts[0] ?? [];
  const radius = markRadius(style, frame.zoom) + numberOf(style, 'circle-stroke-width') + ringGap;
  return { ...toScreen(frame, { x, y }), radius };
}

/**
 * Reserves space for the ring and for the highlighted feature's labels before any other label is placed, so that no
 * label overlaps the ring.
 */
function reserveHighlight(
  frame: MapFrame,
  highlighted: readonly HighlightedDrawable[],
  occupied: LabelBoxes,
  tools: LabelTools,
): ReadonlyMap<Drawable, LabelPlacement> {
  const placements = new Map<Drawable, LabelPlacement>();
  let clearance = 0;
  for (const one of highlighted) {
    const ring = ringOf(frame, one);
    if (!ring) continue;
    const reach = ring.radius + ringHalfWidth;
    clearance = Math.max(clearance, reach);
    const { x, y } = ring;
    occupied.tryReserve({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
  }
  for (const { type, drawable } of highlighted) {
    if (type !== 'symbol') continue;
    const placement = placeLabel(frame, drawable, tools, clearance > 0 ? clearance + 2 : 0);
    if (placement && occupied.tryReserve(placement.box)) placements.set(drawable, placement);
  }
  return placements;
}

/** Draws the highlighted point again, above the others, on a halo and in a ring. */
function drawHighlight(frame: MapFrame, highlighted: readonly HighlightedDrawable[], palette: Palette): void {
  const { context } = frame;
  for (const one of highlighted) {
    if (one.type === 'symbol') continue;
    const ring = ringOf(frame, one);
    if (ring) {
      context.beginPath();
      context.arc(ring.x, ring.y, ring.radius, 0, Math.PI * 2);
      context.fillStyle = palette.ground;
      context.globalAlpha = 0.75;
      context.fill();
      context.globalAlpha = 1;
    } else traceFeature(frame, one.drawable.projected);
    context.strokeStyle = palette.ground;
    context.lineWidth = ringHalfWidth * 2;
    context.stroke();
    context.strokeStyle = palette.accent;
    context.lineWidth = ringHalfWidth;
    context.stroke();
    if (ring) drawCircles(frame, [one.drawable]);
  }
}

/** Pixels from the center of a mark to its edge. */
const pointReach = (style: ResolvedStyle): number =>
  numberOf(style, 'circle-radius') + numberOf(style, 'circle-stroke-width');

/** The square of the distance from a point to a line segment. */
function squaredDistanceToSegment(
  { x, y }: WorldPoint,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}

function squaredDistanceToLine(point: WorldPoint, part: Float64Array): number {
  let nearest = Infinity;
  for (let index = 0; index + 3 < part.length; index += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = part.subarray(index, index + 4);
    nearest = Math.min(nearest, squaredDistanceToSegment(point, ax, ay, bx, by));
  }
  return nearest;
}

/** Whether a point is inside, by the even-odd rule over all rings, so that holes count as outside. */
function isInsideRings({ x, y }: WorldPoint, rings: readonly Float64Array[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) {
      const ax = ring[index] ?? 0;
      const ay = ring[index + 1] ?? 0;
      const bx = ring[last] ?? 0;
      const by = ring[last + 1] ?? 0;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

function isNearBox({ x, y }: WorldPoint, { box }: ProjectedFeature, reach: number): boolean {
  return x >= box.minX - reach && x <= box.maxX + reach && y >= box.minY - reach && y <= box.maxY + reach;
}

const hitReach: Readonly<Record<StyleLayerType, (style: ResolvedStyle) => number>> = {
  circle: pointReach,
  line: (style) => numberOf(style, 'line-width') / 2,
  fill: () => 0,
  symbol: () => 0,
};

/** Pixels from the center of a point, however small, at which it is hit. */
const minPointReach = 10;

/** Pixels from a feature's geometry at which it is hit. */
function reachOf(type: StyleLayerType, style: ResolvedStyle, tolerance: number): number {
  const ownReach = hitReach[type](style) + (type === 'fill' ? 0 : tolerance);
  return Math.max(ownReach, type === 'circle' ? minPointReach : 0);
}

/** The square of the distance in world pixels if the feature is hit, otherwise null. */
function squaredHitDistance(
  point: WorldPoint,
  type: StyleLayerType,
  projected: ProjectedFeature,
  reach: number,
): number | null {
  if (!isNearBox(point, projected, reach)) return null;
  if (type === 'fill') return isInsideRings(point, projected.parts) ? 0 : null;
  let nearest = Infinity;
  for (const part of projected.parts) {
    if (type === 'line') nearest = Math.min(nearest, squaredDistanceToLine(point, part));
    else {
      for (let index = 0; index < part.length; index += 2) {
        const dx = (part[index] ?? 0) - point.x;
        const dy = (part[index + 1] ?? 0) - point.y;
        nearest = Math.min(nearest, dx * dx + dy * dy);
      }
    }
  }
  return nearest <= reach * reach ? nearest : null;
}

/** The features of a drawn layer under a point of the world, nearest first. */
export function hitTestLayer(
  type: Exclude<StyleLayerType, 'symbol'>,
  drawables: readonly Drawable[],
  point: WorldPoint,
  scale: number,
  tolerance: number,
): readonly ProjectedFeature[] {
  const hits: { readonly projected: ProjectedFeature; readonly distance: number }[] = [];
  let last: ResolvedStyle | undefined;
  let reach = 0;
  // Backwards, because the later of two features at the same distance is on top.
  for (let index = drawables.length - 1; index >= 0; index -= 1) {
    const drawable = drawables[index];
    if (!drawable) continue;
    if (drawable.style !== last) {
      last = drawable.style;
      reach = reachOf(type, last, tolerance) / scale;
    }
    const distance = squaredHitDistance(point, type, drawable.projected, reach);
    if (distance !== null) hits.push({ projected: drawable.projected, distance });
  }
  return hits.sort((one, other) => one.distance - other.distance).map(({ projected }) => projected);
}
