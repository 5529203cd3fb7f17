import type { ScreenBox } from '../free-area.ts';
import { numberOf, numbersOf, textOf } from '../style/compile.ts';
import { contrastingHalo, type Drawable } from './draw-shapes.ts';
import type { MapFrame, Palette, ScreenPoint } from './geometry.ts';
import { anchorOf, type ProjectedFeature, toScreen } from './geometry.ts';
import {
  type LabelBoxes,
  type LabelPlacement,
  type LabelTools,
  lineHeight,
  placeLabel,
} from './place-label.ts';

/** A label with its place. */
export interface PlacedLabel {
  readonly drawable: Drawable;
  readonly placement: LabelPlacement;
}

/** What labels must not cover. */
export interface Obstacles {
  readonly labels: LabelBoxes;
  /** The points of the map. The labels of areas may cover them if there is no free place. */
  readonly points: LabelBoxes;
  /** The stacks of labels of points at one place, by the place. */
  readonly stacks: Map<string, Stack>;
  /** The texts of the labels so far. An area or a line is not labeled with one of them again. */
  readonly texts: Set<string>;
}

interface Shift {
  readonly across: number;
  readonly down: number;
}

const noShift: Shift = { across: 0, down: 0 };

/** The places of a label next to its point, the styled one first: beside, above and below, then diagonal. */
function shiftsAroundPoint(
  frame: MapFrame,
  { projected, style }: Drawable,
  placement: LabelPlacement,
): readonly Shift[] {
  const styledDistance = Math.max(...numbersOf(style, 'text-offset').map(Math.abs), 0) * placement.size;
  if (styledDistance === 0) return [noShift];
  // A label's box is two pixels wider than its text on each side.
  const distance = styledDistance + 2;
  const { x, y } = toScreen(frame, anchorOf(projected));
  const height = placement.lines.length * placement.size * lineHeight;
  const middle = { left: x - placement.width / 2, top: y - height / 2 };
  const toShift = (left: number, top: number): Shift => ({
    across: left - placement.left,
    down: top - placement.top,
  });
  return [
    noShift,
    toShift(x + distance, middle.top),
    toShift(x - distance - placement.width, middle.top),
    toShift(middle.left, y - distance - height),
    toShift(middle.left, y + distance),
    toShift(x + distance, y - distance - height),
    toShift(x + distance, y + distance),
    toShift(x - distance - placement.width, y - distance - height),
    toShift(x - distance - placement.width, y + distance),
  ];
}

/** How many places along a line are tried. */
const placesAlongLine = 9;

/** The places of a label beside a line, in the visible part of its longest part: above, below, to the right and left. */
function shiftsBesideLine(
  frame: MapFrame,
  { projected }: Drawable,
  { left, top, width, size, lines }: LabelPlacement,
): readonly Shift[] {
  const longest = projected.parts.reduce((best, part) => (part.length > best.length ? part : best));
  const visible: ScreenPoint[] = [];
  for (let index = 0; index < longest.length; index += 2) {
    const point = toScreen(frame, { x: longest[index] ?? 0, y: longest[index + 1] ?? 0 });
    if (isInMap(frame, point)) visible.push(point);
  }
  const height = lines.length * size * lineHeight;
  const count = Math.min(placesAlongLine, visible.length);
  // From the middle to both ends.
  const order = Array.from({ length: count }, (_, at) => at).sort(
    (one, other) => Math.abs(one - (count - 1) / 2) - Math.abs(other - (count - 1) / 2),
  );
  return order.flatMap((at) => {
    const point = visible[Math.floor(((at + 0.5) / count) * visible.length)];
    if (!point) return [];
    const middle = { across: point.x - width / 2 - left, down: point.y - height / 2 - top };
    return [
      { across: 0, down: -(height / 2 + 4) },
      { across: 0, down: height / 2 + 4 },
      { across: width / 2 + 7, down: 0 },
      { across: -(width / 2 + 7), down: 0 },
    ].map(({ across, down }) => ({ across: middle.across + across, down: middle.down + down }));
  });
}

function isInMap({ width, height, marginX, marginY }: MapFrame, { x, y }: ScreenPoint): boolean {
  return x >= marginX && x <= width - marginX && y >= marginY && y <= height - marginY;
}

/** The places of a label in an area: its middle, and steps away from it. */
function shiftsAroundMiddle({ size, width }: LabelPlacement): readonly Shift[] {
  const steps = [0, -1.4, 1.4, -2.8, 2.8].map((lines) => lines * size);
  return [
    ...steps.map((down) => ({ across: 0, down })),
    ...[-0.5, 0.5].flatMap((share) => steps.slice(0, 3).map((down) => ({ across: share * width, down }))),
  ];
}

function movePlacement(placement: LabelPlacement, { across, down }: Shift): LabelPlacement {
  const { box } = placement;
  return {
    ...placement,
    left: placement.left + across,
    top: placement.top + down,
    box: {
      left: box.left + across,
      right: box.right + across,
      top: box.top + down,
      bottom: box.bottom + down,
    },
  };
}

/** Whether a box is inside the map, not cut by its edge; or outside, if its label's anchor is. */
function isUncut({ left, top, right, bottom }: ScreenBox, isAnchorInside: boolean, frame: MapFrame): boolean {
  const { width, height, marginX, marginY } = frame;
  if (isAnchorInside) {
    return left >= marginX && right <= width - marginX && top >= marginY && bottom <= height - marginY;
  }
  return right <= marginX || left >= width - marginX || bottom <= marginY || top >= height - marginY;
}

/** The stack of labels of sites at one place: its lower edge, and where its first label is. */
interface Stack {
  readonly bottom: number;
  readonly shift: Shift;
}

function anchorKey(projected: ProjectedFeature): string {
  const { x, y } = anchorOf(projected);
  return `${x} ${y}`;
}

/** Finds the first place for a label that is free and not cut by the map's edge. */
function findPlace(
  frame: MapFrame,
  drawable: Drawable,
  styled: LabelPlacement,
  { labels, points }: Obstacles,
): { readonly placement: LabelPlacement; readonly shift: Shift } | null {
  const { typeCode } = drawable.projected;
  const shifts = listShifts(frame, drawable, styled);
  const isInside = typeCode === 2 || isInMap(frame, toScreen(frame, anchorOf(drawable.projected)));
  const places = shifts
    .map((shift) => ({ shift, placement: movePlacement(styled, shift) }))
    .filter(({ placement: { box } }) => isUncut(box, isInside, frame) && labels.isFree(box));
  const free = places.find(({ placement }) => points.isFree(placement.box));
  const canCoverPoints = typeCode === 3 || drawable.style['text-allow-overlap'] === true;
  return free ?? (canCoverPoints ? (places[0] ?? null) : null);
}

function listShifts(frame: MapFrame, drawable: Drawable, styled: LabelPlacement): readonly Shift[] {
  const { typeCode } = drawable.projected;
  if (typeCode === 1) return shiftsAroundPoint(frame, drawable, styled);
  return typeCode === 2 ? shiftsBesideLine(frame, drawable, styled) : shiftsAroundMiddle(styled);
}

/**
 * Places the labels of a layer that fit: one that would cover an earlier label or a point is skipped. Labels in `reserved` already have their places.
 */
export function placeLabels(
  frame: MapFrame,
  drawables: readonly Drawable[],
  obstacles: Obstacles,
  tools: LabelTools,
  reserved: ReadonlyMap<Drawable, LabelPlacement>,
): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const { stacks } = obstacles;
  for (const [{ projected }, { box }] of reserved) {
    stacks.set(anchorKey(projected), { bottom: box.bottom, shift: noShift });
  }
  for (const drawable of drawables) {
    const reservedPlacement = reserved.get(drawable);
    if (reservedPlacement) {
      placed.push({ drawable, placement: reservedPlacement });
      continue;
    }
    if (numberOf(drawable.style, 'text-min-zoom') > frame.zoom) continue;
    const styled = placeLabel(frame, drawable, tools);
    const text = styled?.lines.join(' ') ?? '';
    if (!styled || (drawable.projected.typeCode !== 1 && obstacles.texts.has(text))) continue;
    const key = anchorKey(drawable.projected);
    const stack = stacks.get(key);
    const found = stack
      ? stackBelow(styled, stack, obstacles)
      : findPlace(frame, drawable, styled, obstacles);
    const canOverlap = drawable.style['text-allow-overlap'] === true;
    const isWhole = canOverlap && isUncut(styled.box, true, frame);
    const place = found ?? (isWhole ? { placement: styled, shift: noShift } : null);
    if (!place) continue;
    obstacles.labels.reserve(place.placement.box);
    obstacles.texts.add(text);
    placed.push({ drawable, placement: place.placement });
    stacks.set(key, { bottom: place.placement.box.bottom, shift: place.shift });
  }
  return placed;
}

function stackBelow(styled: LabelPlacement, { bottom, shift }: Stack, { labels }: Obstacles) {
  const placement = movePlacement(styled, { across: shift.across, down: bottom - styled.box.top });
  return labels.isFree(placement.box) ? { placement, shift } : null;
}

export function drawLabels(frame: MapFrame, labels: readonly PlacedLabel[], palette: Palette): void {
  const { context } = frame;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const { drawable, placement } of labels) {
    const { style } = drawable;
    const color = textOf(style, 'text-color') || palette.ink;
    const halo = numberOf(style, 'text-halo-width');
    context.font = placement.font;
    context.globalAlpha = numberOf(style, 'text-opacity');
    context.fillStyle = color;
    context.strokeStyle = textOf(style, 'text-halo-color') || contrastingHalo(color, palette);
    context.lineWidth = halo * 2;
    const middle = placement.left + placement.width / 2;
    placement.lines.forEach((line, index) => {
      const lineY = placement.top + (index + 0.5) * placement.size * lineHeight;
      if (halo > 0) context.strokeText(line, middle, lineY);
      context.fillText(line, middle, lineY);
    });
  }
  context.globalAlpha = 1;
}
