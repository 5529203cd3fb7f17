import type { Side } from '../types.ts';
import { type DrawnPlot, xPixel, yPixel } from './plot-scale.ts';

/** In pixels from the upper left corner of the plot. */
type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

type Point = { readonly x: number; readonly y: number; readonly g: string };

/** Lines that labels avoid, in data units; points with the same `g` are joined. */
export type Obstacle = {
  readonly side: Side;
  readonly kind: 'line' | 'edge';
  readonly points: readonly Point[];
};

/** A place where a label can stand, and what that means for its row. */
export type Candidate<Row> = { readonly box: Box; readonly row: Row };

/** Chooses a place, and reserves it. */
export type PlaceLabel = <Row>(candidates: readonly [Candidate<Row>, ...Candidate<Row>[]]) => Row;

/** Cutting a label is worse than any overlap, covering another label worse than crossing a few lines. */
const costs = { outside: 10_000, box: 100, line: 1, edge: 0.2, later: 0.1 } as const;

type Segment = {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Its line. */
  readonly line: string;
  readonly cost: number;
};

/**
 * Creates a function that places the labels of a plot, one after the other: at the first of its candidates that no line
 * and no earlier label crosses, else at the one that fewest of them cross.
 */
export function createLabelPlacer(plot: DrawnPlot, obstacles: readonly Obstacle[]): PlaceLabel {
  const taken: Box[] = [];
  let segments: readonly Segment[] | undefined;
  const costOf = (box: Box): number => {
    const { width, height } = plot.area;
    const isOutside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
    // Not every drawing has labels.
    segments ??= obstacles.flatMap((each) => segmentsOf(each, plot));
    const crossed = new Map(
      segments.filter((each) => crosses(each, box)).map(({ line, cost }) => [line, cost]),
    );
    const covered = taken.filter((each) => overlaps(each, box)).length;
    return (isOutside ? costs.outside : 0) + covered * costs.box + sumOf(crossed.values());
  };
  return ([first, ...others]) => {
    let best = { candidate: first, cost: costOf(first.box) };
    for (const [index, candidate] of others.entries()) {
      if (best.cost === 0) break;
      const cost = costOf(candidate.box) + (index + 1) * costs.later;
      if (cost < best.cost) best = { candidate, cost };
    }
    taken.push(best.candidate.box);
    return best.candidate.row;
  };
}

function segmentsOf({ side, kind, points }: Obstacle, plot: DrawnPlot): readonly Segment[] {
  const segments: Segment[] = [];
  for (let at = 1; at < points.length; at += 1) {
    const [before, point] = [points[at - 1], points[at]];
    if (!before || !point || before.g !== point.g) continue;
    segments.push({
      x1: xPixel(plot, before.x),
      y1: yPixel(plot, side, before.y),
      x2: xPixel(plot, point.x),
      y2: yPixel(plot, side, point.y),
      line: `${side} ${kind} ${point.g}`,
      cost: costs[kind],
    });
  }
  return segments;
}

/** Whether a segment, whose ends ascend in x, passes through a box. */
function crosses({ x1, y1, x2, y2 }: Segment, { left, top, right, bottom }: Box): boolean {
  if (x2 < left || x1 > right) return false;
  const yAt = (x: number) => (x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1));
  const [from, to] = x1 === x2 ? [y1, y2] : [yAt(Math.max(x1, left)), yAt(Math.min(x2, right))];
  return Math.max(from, to) >= top && Math.min(from, to) <= bottom;
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
}
