import { axisOf } from '../axes.ts';
import { type RangeReading, rangeAt } from '../drawing/bands.ts';
import { formatWithUnit } from '../format.ts';
import { labelAt } from '../time.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import { lowerBound, positionAt } from './bisect.ts';
import { type ReadingOrder, selectReadings } from './nearest-series.ts';

/** What a series has at an x: its formatted value, or that it has none. */
type SeriesReading = {
  readonly series: ChartSeries;
  readonly value: string;
  /** What is to know about the value: that it is provisional or estimated, a note, why it is excluded. */
  readonly remarks: readonly string[];
  readonly hasValue: boolean;
  /** The value is excluded from the line. */
  readonly isExcluded: boolean;
  /** The series is the nearest to what is pointed at. */
  readonly isNearest: boolean;
};

export type ReadOut = {
  readonly x: number;
  readonly label: string;
  readonly readings: readonly SeriesReading[];
  /** How many series are not read. */
  readonly more: number;
  /** What the bands span. */
  readonly ranges: readonly RangeReading[];
  readonly footer: string | undefined;
};

const byValue: ReadingOrder = { pixelOf: (_series, value) => -value };

/** Reads the series and bands of a chart at an x; of many series, those nearest to what is pointed at. */
export function readOut(content: ChartContent, x: number, order = byValue): ReadOut {
  const { time, footer, series, bands = [] } = content;
  const { nearest, listed, more } = selectReadings(series, x, order);
  return {
    x,
    label: labelAt(x, time),
    readings: listed.map((each) => ({
      ...readingOf(content, each, x),
      series: each,
      isNearest: each.id === nearest,
    })),
    more,
    ranges: bands.map((band) => rangeAt(content, band, x)),
    footer: footer?.(x),
  };
}

/** The last x in a window at which a leading line, or without one any line, has a value. */
export function latestX({ series }: ChartContent, [from, to]: Extent): number | undefined {
  const leading = series.filter((each) => each.emphasis === 'leading');
  return lastOf(leading, from, to) ?? lastOf(series, from, to);
}

function lastOf(all: readonly ChartSeries[], from: number, to: number): number | undefined {
  const lasts = all
    .map(({ xs }) => xs[lowerBound(xs, to + 1e-9) - 1])
    .filter((x): x is number => x !== undefined && x >= from);
  return lasts.length === 0 ? undefined : Math.max(...lasts);
}

function readingOf(content: ChartContent, series: ChartSeries, x: number) {
  const at = positionAt(series, x);
  if (at !== undefined) {
    const value = formatValue(content, series, series.ys[at] ?? 0);
    const { mark, estimatedMark } = content;
    const remarks = [
      series.isMarked?.(at) ? (mark?.label ?? 'Marked').toLowerCase() : '',
      series.isEstimated?.(at) ? (estimatedMark?.label ?? 'Estimated').toLowerCase() : '',
      series.noteOf?.(at) ?? '',
    ].filter((each) => each !== '');
    return { value, remarks, hasValue: true, isExcluded: false };
  }
  const { excluded } = series;
  const excludedAt = excluded && positionAt(excluded, x);
  if (!excluded || excludedAt === undefined)
    return { value: 'no value', remarks: [], hasValue: false, isExcluded: false };
  const value = formatValue(content, series, excluded.ys[excludedAt] ?? 0);
  return { value, remarks: [excluded.noteOf(excludedAt)], hasValue: true, isExcluded: true };
}

function formatValue(content: ChartContent, { side, unit }: ChartSeries, value: number): string {
  const axis = axisOf(content, side);
  return formatWithUnit(unit === undefined ? axis : { ...axis, unit }, value);
}

/** Describes a read-out in one sentence, for screen readers. */
export function describeReadOut({ label, readings, more, ranges, footer }: ReadOut): string {
  const values = readings
    .filter((each) => each.hasValue)
    .map(({ series, value, remarks }) => [series.label, value, ...remarks].join(' '));
  const spans = ranges.filter((each) => each.hasValue).map(({ band, value }) => `${band.label} ${value}`);
  const parts = [...values, ...(more > 0 ? [`${more} more series`] : []), ...spans];
  const text = values.length + spans.length > 0 ? parts.join(', ') : 'no values';
  return `${label}: ${text}${footer === undefined ? '' : `. ${footer}`}`;
}
