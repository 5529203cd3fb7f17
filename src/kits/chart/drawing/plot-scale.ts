import type { Extent, Side } from '../types.ts';

/** Where the plot lies in the drawing, in pixels. */
export type PlotArea = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** A drawn plot: where it lies, and what its axes span. */
export type DrawnPlot = {
  readonly area: PlotArea;
  readonly x: Extent;
  readonly axes: Readonly<Record<Side, DrawnAxis>>;
};

type DrawnAxis = { readonly extent: Extent; readonly reversed: boolean; readonly isLog: boolean };

/** The pixels right of the plot's left edge. */
export function xPixel({ area, x: [from, to] }: DrawnPlot, x: number): number {
  return ((x - from) / Math.max(1e-9, to - from)) * area.width;
}

/** The pixels below the plot's top edge; not finite for a value that a logarithmic axis cannot have. */
export function yPixel({ area, axes }: DrawnPlot, side: Side, value: number): number {
  const { extent, reversed, isLog } = axes[side];
  const toScale = isLog ? Math.log10 : Number;
  const [low, high] = [toScale(extent[0]), toScale(extent[1])];
  const share = (toScale(value) - low) / Math.max(1e-9, high - low);
  return (reversed ? share : 1 - share) * area.height;
}
