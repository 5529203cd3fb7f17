import type { DrawnPlot } from '#kits/chart/drawing/layout.ts';
import type { Extent } from '#kits/chart/index.ts';

/** A plot of one pixel for each unit of both axes, the values from 0 at the bottom. */
export function unitPlot(
  [from, to]: Extent,
  [low, high]: Extent = [0, 100],
  overrides: Partial<DrawnPlot['axes']['left']> = {},
): DrawnPlot {
  const axis = { extent: [low, high], reversed: false, isLog: false, ...overrides } as const;
  return {
    area: { left: 0, top: 0, width: to - from, height: high - low },
    x: [from, to],
    axes: { left: axis, right: axis },
  };
}
