/** The part of the time axis that is shown: first and last x. */
export type Extent = readonly [from: number, to: number];

/** A vertical axis; the right one is drawn only when a series stands on it. */
export type Side = 'left' | 'right';

/**
 * Values that belong to a series and are no part of its line, such as those that fail a check: drawn as marks of their
 * own. No axis is widened for them; one beyond it stands at the edge of the plot. `xs` ascend, and none is the line's.
 */
export type ExcludedValues = {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** Why a value stands beside the line; said wherever the value is. */
  readonly noteOf: (index: number) => string;
};

/**
 * Values of one thing over time. `xs` ascend and are as long as `ys`: days since 1970-01-01 on a `days` axis,
 * the day of a leap year's season, 1…366, on a `season` axis. Where two neighbors are further apart than
 * `maxGap` the line is broken.
 */
export type ChartSeries = {
  readonly id: string;
  readonly label: string;
  readonly side: Side;
  /** A CSS color that is legible in the present theme. */
  readonly color: string;
  /** Pixels on and off; solid when absent. */
  readonly dash?: readonly number[];
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** In days; 1 for daily values. Infinity joins all. */
  readonly maxGap: number;
  /** An x that need not be there, such as 29 February: a line goes on across it. */
  readonly skippedX?: number;
  /** What may yet be revised, such as provisional values: drawn paler, and said in the read-out and the table. */
  readonly isMarked?: (index: number) => boolean;
  /** What is to be known of a value besides; said in the read-out. */
  readonly noteOf?: (index: number) => string | undefined;
  readonly excluded?: ExcludedValues;
  /** Stands behind the value in the read-out; the axis's `unit` otherwise. */
  readonly unit?: string;
};

export type ValueAxis = {
  readonly title: string;
  readonly unit: string;
  /** Larger values are lower. */
  readonly reversed?: boolean;
  /** Three significant digits and thousands separated, unless said otherwise. */
  readonly format?: (value: number) => string;
};

/**
 * `season`: a year that begins on the first of `firstMonth` (1…12), all years laid over one another. `months`: x is
 * the place of a name, from 1.
 */
export type TimeAxis =
  | { readonly kind: 'days' }
  | { readonly kind: 'season'; readonly firstMonth: number }
  | { readonly kind: 'months'; readonly names: readonly string[] };

/** What a chart shows, without its looks or where it is. A new object is a new picture. */
export type ChartContent = {
  /** Names the picture and its downloads. */
  readonly title: string;
  readonly subtitle?: string;
  readonly time: TimeAxis;
  readonly axes: { readonly left: ValueAxis; readonly right?: ValueAxis };
  readonly series: readonly ChartSeries[];
  /** What a marked value is: `Provisional`, with its meaning in a sentence. */
  readonly mark?: { readonly label: string; readonly meaning: string };
  /** What the values beside the lines are: `Flagged`, with their meaning in a sentence. */
  readonly excludedMark?: { readonly label: string; readonly meaning: string };
  /** Said under the read-out of a day, such as a sum; nothing when undefined. */
  readonly footer?: (x: number) => string | undefined;
  /** Where the numbers are from; stands in the CSV, the picture and under the table. */
  readonly source: string;
};

/** What a chart has to show, or why it has nothing yet. */
export type ChartData =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly progress?: string; readonly cancel?: () => void }
  | { readonly status: 'failed'; readonly message: string; readonly retry?: () => void }
  | { readonly status: 'ready'; readonly content: ChartContent };
