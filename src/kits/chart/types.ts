import type { CsvTable } from '#lib/csv.ts';

/** The part of the time axis that is shown: first and last x. */
export type Extent = readonly [from: number, to: number];

/** A vertical axis; the right one is drawn only when a series uses it. */
export type AxisSide = 'left' | 'right';

/**
 * Values of a series that are excluded from its line, such as those that fail a check, and drawn as separate marks. They
 * do not widen the axis: a value beyond it is drawn at the edge of the plot. `xs` ascend and share no value with the line.
 */
export type ExcludedValues = {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** Why a value is excluded; shown wherever the value is. */
  readonly noteOf: (index: number) => string;
};

/**
 * Values over time. `xs` ascend and are as long as `ys`: days since 1970-01-01 on a `days` axis, the day of the season
 * in a leap year, 1…366, on a `season` axis. The line breaks between neighbors that are further apart than `maxGap`.
 */
export type ChartSeries = {
  readonly id: string;
  readonly label: string;
  readonly side: AxisSide;
  /** A CSS color that is legible in the current theme. */
  readonly color: string;
  /** Pixels on and off; solid if absent. */
  readonly dash?: readonly number[];
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /**
   * In days; 1 for daily values. Infinity joins all values. With 0 they are single points, which are read only where there is
   * one, and have no label at the end.
   */
  readonly maxGap: number;
  /** An x that some years lack, such as February 29: the line continues across it. */
  readonly skippedX?: number;
  /**
   * Values that may be revised, such as provisional ones: labeled in the read-out and the table. Those at the end of a line
   * are a line on the time axis, from the first of them on.
   */
  readonly isMarked?: (index: number) => boolean;
  /** Values that fill a gap between others: drawn dashed, and labeled in the table and the CSV. Absent if none do. */
  readonly isEstimated?: (index: number) => boolean;
  /** A remark on a value, shown in the read-out. */
  readonly noteOf?: (index: number) => string | undefined;
  readonly excluded?: ExcludedValues;
  /**
   * `leading`: the thickest line, on top of the others and with a dot at its end. `context`: a thin line for comparison.
   * Default: a line of medium width.
   */
  readonly emphasis?: 'leading' | 'context';
  /** In pixels, instead of the width of its emphasis. */
  readonly width?: number;
  /** What stands at the end of the line, such as `2026 · 13,400`, instead of its label. */
  readonly endLabel?: string;
  /** Names the value on the ruler at the right edge, such as `median`. */
  readonly rulerName?: string;
  /** How values are joined; `line` by default. */
  readonly shape?: SeriesShape;
  /** Follows the value in the read-out instead of the axis's `unit`. */
  readonly unit?: string;
};

/**
 * `steps` for rates that are set: each value lasts until the next. `bars` for sums of a day or a month, from zero.
 * `dots` for sparse readings, joined by a thin line.
 */
export type SeriesShape = 'line' | 'steps' | 'bars' | 'dots';

/** The area between two values of each day, drawn under the lines. `xs` ascend and are as long as `lows` and `highs`. */
export type ChartBand = {
  readonly id: string;
  readonly label: string;
  readonly side: AxisSide;
  readonly color: string;
  readonly xs: ArrayLike<number>;
  readonly lows: ArrayLike<number>;
  readonly highs: ArrayLike<number>;
  /** Names its edges on the ruler at the right edge, such as `10 %` and `90 %`. */
  readonly edges?: readonly [low: string, high: string];
  /** Names its middle there, such as `normal`. */
  readonly middle?: string;
};

/** A value that the lines are read against, such as the capacity of a reservoir: a thin labeled line across the plot. */
export type ChartLevel = { readonly label: string; readonly side: AxisSide; readonly value: number };

export type ValueAxis = {
  readonly title: string;
  readonly unit: string;
  /** Larger values are drawn lower. */
  readonly reversed?: boolean;
  /** Offers a logarithmic scale, such as for discharge. */
  readonly offersLog?: boolean;
  /** Default: three significant digits, thousands separated. */
  readonly format?: (value: number) => string;
};

/**
 * `season`: years that begin on the first of `firstMonth` (1…12), drawn over one another. `months`: x is the position
 * of a name, from 1. `days` of a year or so may have months on the axis instead of dates.
 */
export type TimeAxis =
  | { readonly kind: 'days'; readonly ticks?: 'months' }
  | { readonly kind: 'season'; readonly firstMonth: number }
  | { readonly kind: 'months'; readonly names: readonly string[] };

/** What a chart shows, independent of theme, size and zoom. A new object draws the chart again. */
export type ChartContent = {
  /** Names the chart and its downloads. */
  readonly title: string;
  readonly subtitle?: string;
  /** Lines under the subtitle, also in the image and in the CSV. */
  readonly notes?: readonly string[];
  readonly time: TimeAxis;
  readonly axes: { readonly left: ValueAxis; readonly right?: ValueAxis };
  readonly series: readonly ChartSeries[];
  /** From the palest and widest to the innermost. */
  readonly bands?: readonly ChartBand[];
  readonly levels?: readonly ChartLevel[];
  /** The leading line is a season: where it fills little of the axis, the chart opens on its last days; see `openingWindow`. */
  readonly followsSeason?: boolean;
  /** The marks of excluded values are not drawn. */
  readonly hidesExcluded?: boolean;
  /** What marked values are: `Provisional`, and what that means in a sentence. */
  readonly mark?: { readonly label: string; readonly meaning: string };
  /** What estimated values are: `Estimated`, and what that means in a sentence. */
  readonly estimatedMark?: { readonly label: string; readonly meaning: string };
  /** What excluded values are: `Flagged`, and what that means in a sentence. */
  readonly excludedMark?: { readonly label: string; readonly meaning: string };
  /** Ends the read-out of a day, such as a sum. */
  readonly footer?: (x: number) => string | undefined;
  /** Where the numbers are from; shown in the CSV, the image and under the table. */
  readonly source: string;
  /** Period and count of the statistics that are drawn, such as `Normals: 1991–2020, 30 years`; part of every export. */
  readonly statistics?: string;
};

/** Series differ by shape as well as by color. */
export type PointShape = 'circle' | 'diamond' | 'triangle-up' | 'square';

/** A pair of numbers, with the range of `y` where it has one. */
export type ChartPoint = {
  /** Tells a point from others of its series: a year. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
  /** What is read of it, as a sentence. */
  readonly text: string;
};

export type ChartPoints = {
  readonly id: string;
  readonly label: string;
  readonly shape: PointShape;
  readonly isHollow?: boolean;
  /** A CSS color that is legible in the current theme. */
  readonly color: string;
  readonly points: readonly ChartPoint[];
};

/** Points of two values, such as what was forecast and what came. A new object draws the chart again. */
export type PointContent = Pick<ChartContent, 'title' | 'subtitle' | 'notes' | 'source' | 'statistics'> & {
  readonly axes: { readonly x: ValueAxis; readonly y: ValueAxis };
  /** `year`: whole numbers without a separator. */
  readonly xKind: 'value' | 'year';
  readonly series: readonly ChartPoints[];
  /** Draws the line on which both values are the same, with this label; both axes have one extent then. */
  readonly diagonal?: string;
  /** Horizontal lines with a label. */
  readonly levels?: readonly { readonly label: string; readonly value: number }[];
  /** The numbers behind the points, for the CSV and the table; header cells name their units. */
  readonly table: CsvTable;
};

/** What any chart shows. */
export type AnyContent = ChartContent | PointContent;

/** What a visitor changes about a chart; the screen stores it. Without a window it is the one that the chart opens with. */
export type ChartState = {
  readonly window: Extent | undefined;
  readonly hidden: readonly string[];
  /** The table of its numbers is open. */
  readonly hasTable?: true | undefined;
  /** Axes that offer a logarithmic scale have it. */
  readonly isLog?: true | undefined;
  /** Excluded values are marked. */
  readonly hasExcluded?: true | undefined;
};

/** The chart's content, or why it has none yet. */
export type ChartData =
  /** Before a first request; `hint` says in a sentence what will be drawn, and how to get there. */
  | { readonly status: 'idle'; readonly hint?: string }
  | {
      readonly status: 'loading';
      readonly title?: string;
      readonly progress?: string;
      readonly cancel?: () => void;
    }
  | { readonly status: 'failed'; readonly message: string; readonly retry?: () => void }
  | { readonly status: 'ready'; readonly content: ChartContent };
