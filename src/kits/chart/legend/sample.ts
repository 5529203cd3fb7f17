import { lineWidthOf } from '../drawing/emphasis.ts';
import { dashOf } from '../theme.ts';
import type { ChartSeries } from '../types.ts';

/** The size of a legend's sample, in pixels. */
export const sampleSize = { width: 28, height: 12 } as const;

/** How a legend shows a series: in pixels from the upper left corner of the sample. */
export type Sample = {
  readonly lines: readonly {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  }[];
  /** Of its lines. */
  readonly width: number;
  readonly dash: readonly number[];
  readonly bars: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly dots: readonly { readonly x: number; readonly y: number }[];
};

const middle = sampleSize.height / 2;

/** The sample of a series: bars, dots on a line, a step, or a line, in the width and dash that are drawn. */
export function sampleOf(series: ChartSeries): Sample {
  const base: Sample = { lines: [], width: lineWidthOf(series), dash: dashOf(series), bars: [], dots: [] };
  switch (series.shape) {
    case 'bars':
      return {
        ...base,
        bars: [6, 12, 9].map((height, at) => ({
          x: 4 + 7 * at,
          y: sampleSize.height - height,
          width: 5,
          height,
        })),
      };
    case 'steps':
      return {
        ...base,
        lines: [
          { x1: 1, y1: middle + 3, x2: 14, y2: middle + 3 },
          { x1: 14, y1: middle + 3, x2: 14, y2: middle - 3 },
          { x1: 14, y1: middle - 3, x2: 27, y2: middle - 3 },
        ],
      };
    case 'dots':
      return {
        ...base,
        lines: [{ x1: 4, y1: middle, x2: 24, y2: middle }],
        dots: [4, 14, 24].map((x) => ({ x, y: middle })),
      };
    default:
      return { ...base, lines: [{ x1: 1, y1: middle, x2: 27, y2: middle }] };
  }
}

/** The same in a few words, for a text file: `thick dashed line`. */
export function describeSample(series: ChartSeries): string {
  if (series.shape === 'bars') return 'bars';
  const width = series.emphasis === 'leading' ? 'thick ' : series.emphasis === 'context' ? 'thin ' : '';
  const dash = dashOf(series).length > 0 ? 'dashed ' : '';
  const shape = { line: 'line', steps: 'steps', dots: 'dots on a line' }[series.shape ?? 'line'];
  return `${width}${dash}${shape}`;
}
