import { axisOf } from '../axes.ts';
import { formatWithUnit } from '../format.ts';
import { lowerBound, positionAt } from '../reading/bisect.ts';
import type { ChartBand, ChartContent, ChartSeries, Extent, Side } from '../types.ts';

/** A day of a band: `b` the band, `g` its part without a gap. */
type BandRow = {
  readonly x: number;
  readonly y: number;
  readonly y2: number;
  readonly b: string;
  readonly g: string;
};

export type BandRows = Record<`${Side}Bands`, BandRow[]>;

/** Neighbors further apart are not joined. February 29 may be missing. */
const maxGap = 2;
const noLowest = { left: Number.NEGATIVE_INFINITY, right: Number.NEGATIVE_INFINITY };

/**
 * The bands to draw in a window: of the days that share a column of pixels, the lowest low and the highest high. `lowest`
 * is where each axis ends, if it does; a band that reaches below is cut there.
 */
export function bandRows(
  bands: readonly ChartBand[],
  window: Extent,
  columns: number,
  lowest: Readonly<Record<Side, number>> = noLowest,
): BandRows {
  const rows: BandRows = { leftBands: [], rightBands: [] };
  for (const band of bands)
    rows[`${band.side}Bands`].push(...rowsOfBand(band, window, columns, lowest[band.side]));
  return rows;
}

function rowsOfBand(
  { id, xs, lows, highs }: ChartBand,
  [from, to]: Extent,
  columns: number,
  lowest: number,
): BandRow[] {
  const rows: BandRow[] = [];
  const scale = columns / Math.max(1e-9, to - from);
  const end = Math.min(xs.length, lowerBound(xs, to + 1e-9) + 1);
  let before = Number.NaN;
  let column = Number.NaN;
  let part = 0;
  for (let at = Math.max(0, lowerBound(xs, from) - 1); at < end; at += 1) {
    const x = xs[at] ?? 0;
    const [low, high] = [Math.max(lowest, lows[at] ?? Number.NaN), highs[at] ?? Number.NaN];
    if (!Number.isFinite(low) || !Number.isFinite(high) || high < lowest) continue;
    const isJoined = x - before <= maxGap;
    if (!isJoined) part += 1;
    const here = Math.floor((x - from) * scale);
    const last = rows.at(-1);
    if (isJoined && here === column && last) {
      rows[rows.length - 1] = { ...last, y: Math.min(last.y, low), y2: Math.max(last.y2, high) };
    } else rows.push({ x, y: low, y2: high, b: id, g: `${id} ${part}` });
    before = x;
    column = here;
  }
  return rows;
}

/** The lower and the upper edge of a band as series: for the extents, the table and the CSV. */
function edgesOf({ id, label, side, color, xs, lows, highs }: ChartBand): readonly ChartSeries[] {
  return [
    { id: `${id}-low`, label: `${label} low`, side, color, xs, ys: lows, maxGap },
    { id: `${id}-high`, label: `${label} high`, side, color, xs, ys: highs, maxGap },
  ];
}

/** Every column of numbers in a chart: its series, then the edges of its bands. */
export function columnsOf({
  series,
  bands = [],
}: Pick<ChartContent, 'series' | 'bands'>): readonly ChartSeries[] {
  return bands.length === 0 ? series : [...series, ...bands.flatMap(edgesOf)];
}

/** What a band spans at an x: `1,540–2,310 cfs`. */
export type RangeReading = { readonly band: ChartBand; readonly value: string; readonly hasValue: boolean };

export function rangeAt(content: ChartContent, band: ChartBand, x: number): RangeReading {
  const at = positionAt(band, x);
  if (at === undefined) return { band, value: 'no value', hasValue: false };
  const axis = axisOf(content, band.side);
  const low = formatWithUnit({ ...axis, unit: '' }, band.lows[at] ?? 0);
  return { band, value: `${low}–${formatWithUnit(axis, band.highs[at] ?? 0)}`, hasValue: true };
}
