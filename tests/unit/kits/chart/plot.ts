import fc from 'fast-check';
import type { DrawnPlot } from '#kits/chart/drawing/layout.ts';
import type { ChartContent, ChartSeries, Extent } from '#kits/chart/index.ts';

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

/** A black line on the left axis, of values that are their own x by default. */
export function line(
  id: string,
  xs: readonly number[],
  { ys = xs, ...more }: Partial<ChartSeries> = {},
): ChartSeries {
  return { id, label: id, side: 'left', color: '#000000', xs, ys, maxGap: 1, ...more };
}

/** A chart of streamflow. */
export const flowContent: ChartContent = {
  title: 'Streamflow',
  time: { kind: 'days' },
  axes: { left: { title: 'Streamflow', unit: 'cfs' } },
  series: [],
  source: 'USGS',
};

/** Different days in their order. */
export const someDays = (max: number, maxLength: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max }), { maxLength })
    .map((xs) => xs.toSorted((one, other) => one - other));
