import { axisOf } from './axes.ts';
import { type BandRows, bandRows, columnsOf } from './bands.ts';
import { type BarRows, barRows } from './bars.ts';
import { type ExcludedRows, excludedRows } from './excluded-values.ts';
import { timeExtent, valueExtent } from './extent.ts';
import { type LevelRows, levelRows } from './levels.ts';
import { type EndRows, endRows } from './line-ends.ts';
import { type LineRows, lineRows } from './line-rows.ts';
import { niceExtent } from './nice-extent.ts';
import { type ShadeRows, shadeRows } from './shade.ts';
import { ticksOf } from './ticks.ts';
import { labelAt } from './time.ts';
import type { ChartContent, Extent, Side } from './types.ts';

/** The points to draw, by the name of their data set. */
export type PlotRows = ShadeRows & LevelRows & BandRows & BarRows & LineRows & EndRows & ExcludedRows;

/** The part of a drawing that changes while the window moves. */
export type Frame = {
  readonly rows: PlotRows;
  /** Values of the view's signals. */
  readonly signals: {
    readonly x: Extent;
    readonly left: Extent;
    readonly right: Extent;
    readonly ticks: readonly number[];
    readonly labels: Readonly<Record<string, string>>;
  };
};

/** Pixels of the width that the axes take. */
const axesWidth = 130;

type FrameSettings = {
  /** Width of the whole drawing, in pixels. */
  readonly width: number;
  /** Default: everything. */
  readonly window?: Extent;
};

/** The rows of a drawing before its data are set. */
export const emptyRows: PlotRows = {
  leftLevels: [],
  rightLevels: [],
  shade: [],
  leftBands: [],
  leftBars: [],
  leftLines: [],
  leftEstimates: [],
  leftDots: [],
  leftHollows: [],
  leftEnds: [],
  leftExcluded: [],
  rightBands: [],
  rightBars: [],
  rightLines: [],
  rightEstimates: [],
  rightDots: [],
  rightHollows: [],
  rightEnds: [],
  rightExcluded: [],
};

export function frameOf(content: ChartContent, settings: FrameSettings): Frame {
  const signals = signalsOf(content, settings);
  return { signals, rows: rowsOf(content, settings, signals) };
}

export function signalsOf(content: ChartContent, settings: FrameSettings): Frame['signals'] {
  const { time } = content;
  const columns = columnsOf(content);
  const { width, window = timeExtent(columns) } = settings;
  const levels = (content.levels ?? []).map(({ side, value }) => ({ side, xs: [window[0]], ys: [value] }));
  const ticks = ticksOf(window, time, pixelsOf(width));
  const extentOf = (side: Side) => {
    const own = [...columns, ...levels].filter((each) => each.side === side);
    return niceExtent(valueExtent(own, window, axisOf(content, side).reversed));
  };
  return {
    x: window,
    left: extentOf('left'),
    right: extentOf('right'),
    ticks,
    labels: Object.fromEntries(ticks.map((x) => [String(x), labelAt(x, time)])),
  };
}

export function rowsOf(content: ChartContent, { width }: FrameSettings, signals: Frame['signals']): PlotRows {
  const { x, left, right } = signals;
  const axes = {
    left: { extent: left, reversed: axisOf(content, 'left').reversed },
    right: { extent: right, reversed: axisOf(content, 'right').reversed },
  };
  const pixels = pixelsOf(width);
  const { series, bands = [] } = content;
  return {
    ...shadeRows(content, x, pixels),
    ...levelRows(content),
    ...bandRows(bands, x, pixels),
    ...barRows(series, x, pixels, { left: 0, right: 0 }),
    ...lineRows(series, x, pixels),
    ...endRows(series, x, pixels),
    ...excludedRows(series, x, pixels, axes),
  };
}

function pixelsOf(width: number): number {
  return Math.max(100, width - axesWidth);
}
