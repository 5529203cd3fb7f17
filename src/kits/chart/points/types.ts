import type { CsvTable } from '#lib/csv.ts';
import type { ChartContent, ValueAxis } from '../types.ts';

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

export type PointSeries = {
  readonly id: string;
  readonly label: string;
  readonly shape: PointShape;
  readonly isHollow?: boolean;
  /** A CSS color that is legible in the current theme. */
  readonly color: string;
  readonly points: readonly ChartPoint[];
};

/** Points of two values, such as what was forecast and what came. A new object draws the chart again. */
export type PointContent = Pick<
  ChartContent,
  'title' | 'subtitle' | 'notes' | 'source' | 'statistics' | 'isDemonstration'
> & {
  readonly axes: { readonly x: ValueAxis; readonly y: ValueAxis };
  /** `year`: whole numbers without a separator. */
  readonly xKind: 'value' | 'year';
  readonly series: readonly PointSeries[];
  /** Draws the line on which both values are the same, with this label; both axes have one extent then. */
  readonly diagonal?: string;
  /** Horizontal lines with a label. */
  readonly levels?: readonly { readonly label: string; readonly value: number }[];
  /** The numbers behind the points, for the CSV and the table; header cells name their units. */
  readonly table: CsvTable;
};
