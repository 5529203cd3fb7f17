import { axisOf } from './axes.ts';
import { type RangeReading, rangeAt } from './bands.ts';
import { positionAt } from './bisect.ts';
import { formatWithUnit } from './format.ts';
import { labelAt } from './time.ts';
import type { ChartContent, ChartSeries } from './types.ts';

/** What a series has at an x: its formatted value, or that it has none. */
export type Reading = {
  readonly series: ChartSeries;
  readonly value: string;
  readonly marked: boolean;
  /** A remark on the value. */
  readonly note?: string | undefined;
  readonly hasValue: boolean;
  /** The value is excluded from the line. */
  readonly isExcluded?: boolean;
};

export type ReadOut = {
  readonly x: number;
  readonly label: string;
  readonly readings: readonly Reading[];
  /** What the bands span. */
  readonly ranges: readonly RangeReading[];
  /** What the mark means, if any of the values has it. */
  readonly meaning: string | undefined;
  readonly footer: string | undefined;
};

/** Reads all series and bands of a chart at an x. */
export function readOut(content: ChartContent, x: number): ReadOut {
  const { time, mark, footer, series, bands = [] } = content;
  const readings = series.map((series) => readingOf(content, series, x));
  return {
    x,
    label: labelAt(x, time),
    readings,
    ranges: bands.map((band) => rangeAt(content, band, x)),
    meaning: readings.some((each) => each.marked) ? mark?.meaning : undefined,
    footer: footer?.(x),
  };
}

function readingOf(content: ChartContent, series: ChartSeries, x: number): Reading {
  const at = positionAt(series, x);
  if (at !== undefined) {
    const value = format(content, series, series.ys[at] ?? 0);
    return {
      series,
      value,
      marked: series.isMarked?.(at) ?? false,
      note: series.noteOf?.(at),
      hasValue: true,
    };
  }
  const { excluded } = series;
  const excludedAt = excluded && positionAt(excluded, x);
  if (!excluded || excludedAt === undefined)
    return { series, value: 'no value', marked: false, hasValue: false };
  const value = format(content, series, excluded.ys[excludedAt] ?? 0);
  return {
    series,
    value,
    marked: false,
    note: excluded.noteOf(excludedAt),
    hasValue: true,
    isExcluded: true,
  };
}

function format(content: ChartContent, { side, unit }: ChartSeries, value: number): string {
  const axis = axisOf(content, side);
  return formatWithUnit(unit === undefined ? axis : { ...axis, unit }, value);
}

/** Describes a read-out in one sentence, for screen readers. */
export function describeReadOut({ label, readings, ranges, footer }: ReadOut, mark = 'marked'): string {
  const values = readings
    .filter((each) => each.hasValue)
    .map(({ series, value, marked, note }) =>
      [series.label, value, marked ? mark.toLowerCase() : '', note ?? ''].filter(Boolean).join(' '),
    );
  const spans = ranges.filter((each) => each.hasValue).map(({ band, value }) => `${band.label} ${value}`);
  const parts = [...values, ...spans];
  const text = parts.length > 0 ? parts.join(', ') : 'no values';
  return `${label}: ${text}${footer === undefined ? '' : `. ${footer}`}`;
}
