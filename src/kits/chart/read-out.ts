import { axisOf } from './axes.ts';
import { positionAt } from './bisect.ts';
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
  /** What the mark means, if any of the values has it. */
  readonly meaning: string | undefined;
  readonly footer: string | undefined;
};

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Reads all shown series at an x. */
export function readOut(content: ChartContent, shown: readonly ChartSeries[], x: number): ReadOut {
  const { time, mark, footer } = content;
  const readings = shown.map((series) => readingOf(content, series, x));
  return {
    x,
    label: labelAt(x, time),
    readings,
    meaning: readings.some((each) => each.marked) ? mark?.meaning : undefined,
    footer: footer?.(x),
  };
}

function readingOf(content: ChartContent, series: ChartSeries, x: number): Reading {
  const at = positionAt(series, x);
  if (at !== undefined) {
    const value = formatWithUnit(content, series, series.ys[at] ?? 0);
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
  const value = formatWithUnit(content, series, excluded.ys[excludedAt] ?? 0);
  return {
    series,
    value,
    marked: false,
    note: excluded.noteOf(excludedAt),
    hasValue: true,
    isExcluded: true,
  };
}

/** `1,540 cfs` */
function formatWithUnit(content: ChartContent, series: ChartSeries, value: number): string {
  const axis = axisOf(content, series.side);
  const number = axis.format ? axis.format(value) : digits.format(value);
  const unit = series.unit ?? axis.unit;
  return unit === '' ? number : `${number} ${unit}`;
}

/** Describes a read-out in one sentence, for screen readers. */
export function describeReadOut({ label, readings, footer }: ReadOut, mark = 'marked'): string {
  const parts = readings
    .filter((each) => each.hasValue)
    .map(({ series, value, marked, note }) =>
      [series.label, value, marked ? mark.toLowerCase() : '', note ?? ''].filter(Boolean).join(' '),
    );
  const text = parts.length > 0 ? parts.join(', ') : 'no values';
  return `${label}: ${text}${footer === undefined ? '' : `. ${footer}`}`;
}
