import { axisOf } from '../axes.ts';
import { labelAt } from '../time.ts';
import type { ChartContent, ChartLevel, Extent, Side } from '../types.ts';
import { type BandRows, bandRows, columnsOf } from './bands.ts';
import { type BarRows, barRows } from './bars.ts';
import { type ExcludedRows, excludedRows } from './excluded-values.ts';
import { timeExtent, valueExtent } from './extent.ts';
import { createLabelPlacer, type Obstacle } from './label-placement.ts';
import { type LevelRows, levelRows } from './levels.ts';
import { type EndRows, endRows } from './line-ends.ts';
import { type LineRows, lineRows } from './line-rows.ts';
import { logExtent, logSidesOf, logTicks, positivePart } from './log-scale.ts';
import { niceExtent } from './nice-extent.ts';
import { plotHeight, plotPixels } from './plot-pixels.ts';
import { type ShadeRows, shadeRows } from './shade.ts';
import { ticksOf } from './ticks.ts';

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
    /** The labels of logarithmic axes. */
    readonly leftTicks: readonly number[];
    readonly rightTicks: readonly number[];
    readonly ticks: readonly number[];
    readonly labels: Readonly<Record<string, string>>;
  };
};

const sides: readonly Side[] = ['left', 'right'];

const defaultHeight = 600;

type FrameSettings = {
  /** Width of the whole drawing, in pixels. */
  readonly width: number;
  readonly height?: number;
  /** Default: everything. */
  readonly window?: Extent;
  /** Axes that offer a logarithmic scale have it. */
  readonly isLog?: boolean;
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
  const { width, window = timeExtent(columns), isLog = false } = settings;
  const levels = (content.levels ?? []).map(({ side, value }) => ({ side, xs: [window[0]], ys: [value] }));
  const ticks = ticksOf(window, time, plotPixels(width));
  const log = logSidesOf(content, isLog);
  const extentOf = (side: Side) => {
    const own = [...columns, ...levels].filter((each) => each.side === side);
    if (log[side]) return logExtent(own, window);
    return niceExtent(valueExtent(own, window, axisOf(content, side).reversed, side));
  };
  const [left, right] = [extentOf('left'), extentOf('right')];
  return {
    x: window,
    left,
    right,
    leftTicks: log.left ? logTicks(left) : [],
    rightTicks: log.right ? logTicks(right) : [],
    ticks,
    labels: Object.fromEntries(ticks.map((x) => [String(x), labelAt(x, time)])),
  };
}

export function rowsOf(
  content: ChartContent,
  { width, height = defaultHeight, isLog = false }: FrameSettings,
  signals: Frame['signals'],
): PlotRows {
  const { x, left, right } = signals;
  const axes = {
    left: { extent: left, reversed: axisOf(content, 'left').reversed ?? false },
    right: { extent: right, reversed: axisOf(content, 'right').reversed ?? false },
  };
  const pixels = plotPixels(width);
  const log = logSidesOf(content, isLog);
  const series = content.series.map((each) => (log[each.side] ? positivePart(each) : each));
  const bases = { left: log.left ? left[0] : 0, right: log.right ? right[0] : 0 };
  const none = Number.NEGATIVE_INFINITY;
  const lowest = { left: log.left ? left[0] : none, right: log.right ? right[0] : none };
  const isDrawn = ({ side, value }: ChartLevel) => !log[side] || value > 0;
  const bands = bandRows(content.bands ?? [], x, pixels, lowest);
  const lines = lineRows(series, x, pixels);
  const plot = {
    area: { left: 0, top: 0, width: pixels, height: plotHeight(height) },
    x,
    axes: { left: { ...axes.left, isLog: log.left }, right: { ...axes.right, isLog: log.right } },
  };
  const place = createLabelPlacer(plot, obstaclesOf(lines, bands));
  return {
    ...bands,
    ...barRows(series, x, pixels, bases),
    ...lines,
    ...endRows(series, plot, place),
    ...levelRows((content.levels ?? []).filter(isDrawn), plot, place),
    ...shadeRows(content, plot, place),
    ...excludedRows(series, x, pixels, axes),
  };
}

/** What labels avoid. */
function obstaclesOf(lines: LineRows, bands: BandRows): readonly Obstacle[] {
  return sides.flatMap((side): readonly Obstacle[] => [
    { side, kind: 'line', points: lines[`${side}Lines`] },
    { side, kind: 'line', points: lines[`${side}Estimates`] },
    { side, kind: 'edge', points: bands[`${side}Bands`] },
    { side, kind: 'edge', points: bands[`${side}Bands`].map(({ x, y2, g }) => ({ x, y: y2, g })) },
  ]);
}
