import { axisOf } from './axes.ts';
import { positionAt } from './bisect.ts';
import { labelAt } from './time.ts';
import type { ChartContent, ChartSeries } from './types.ts';

/** What a series has at a day: its value in words, or that there is none. */
export type Reading = {
  readonly series: ChartSeries;
  readonly value: string;
  readonly marked: boolean;
  /** What is to be known of the value besides. */
  readonly note?: string | undefined;
  readonly isThere: boolean;
};

export type ReadOut = {
  readonly x: number;
  readonly label: string;
  readonly readings: readonly Reading[];
  readonly footer: string | undefined;
};

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** All shown series at a day. */
export function readOut(content: ChartContent, shown: readonly ChartSeries[], x: number): ReadOut {
  const { time, footer } = content;
  return {
    x,
    label: labelAt(x, time),
    readings: shown.map((series) => {
      const at = positionAt(series, x);
      if (at === undefined) return { series, value: 'no value', marked: false, isThere: false };
      const axis = axisOf(content, series.side);
      const format = axis.format ?? ((value: number) => digits.format(value));
      const unit = series.unit ?? axis.unit;
      const number = format(series.ys[at] ?? 0);
      const value = unit === '' ? number : `${number} ${unit}`;
      const note = series.noteOf?.(at);
      return { series, value, marked: series.isMarked?.(at) ?? false, note, isThere: true };
    }),
    footer: footer?.(x),
  };
}

/** A read-out as one sentence, for screen readers. */
export function spoken({ label, readings, footer }: ReadOut, mark = 'marked'): string {
  const parts = readings
    .filter((each) => each.isThere)
    .map(({ series, value, marked, note }) =>
      [series.label, value, marked ? mark.toLowerCase() : '', note ?? ''].filter(Boolean).join(' '),
    );
  const text = parts.length > 0 ? parts.join(', ') : 'no values';
  return `${label}: ${text}${footer === undefined ? '' : `. ${footer}`}`;
}
