import type { ChartSeries } from '../types.ts';
import { positionAt } from './bisect.ts';

/** A read-out lists no more series than these. */
export const maxReadings = 12;

/** The value of a series at exactly an x, excluded or not; undefined in a gap. */
export function valueAt(series: ChartSeries, x: number): number | undefined {
  const at = positionAt(series, x);
  if (at !== undefined) return series.ys[at];
  const { excluded } = series;
  const excludedAt = excluded && positionAt(excluded, x);
  return excludedAt === undefined ? undefined : excluded?.ys[excludedAt];
}

export type ReadingOrder = {
  /** Where a value is drawn, in pixels below the top of the plot. */
  readonly pixelOf: (series: ChartSeries, value: number) => number;
  /** Where the pointer is, in the same pixels; undefined if only an x is pointed at. */
  readonly y?: number | undefined;
  /** The series that is hovered in a legend: it counts as the nearest. */
  readonly highlighted?: string | undefined;
};

type SelectedSeries = {
  /** The id of the series at the pointer; without one, of that which leads. */
  readonly nearest: string | undefined;
  readonly listed: readonly ChartSeries[];
  /** How many series are not listed. */
  readonly more: number;
};

/**
 * Chooses what a read-out lists. Up to twelve series stay in their order. Of more, the nearest to the pointer are listed:
 * the very nearest first, then the others from the top of the plot down; series without a value only fill the rest.
 */
export function selectReadings(
  series: readonly ChartSeries[],
  x: number,
  { pixelOf, y, highlighted }: ReadingOrder,
): SelectedSeries {
  const points = series
    .map((each) => ({ each, value: valueAt(each, x) }))
    .flatMap(({ each, value }) => (value === undefined ? [] : [{ each, pixel: pixelOf(each, value) }]))
    .filter(({ pixel }) => Number.isFinite(pixel));
  const leading = points.find(({ each }) => each.emphasis === 'leading');
  const top = points.toSorted((one, other) => one.pixel - other.pixel)[0];
  const anchor = y ?? leading?.pixel ?? top?.pixel ?? 0;
  const byDistance = points.toSorted(
    (one, other) => Math.abs(one.pixel - anchor) - Math.abs(other.pixel - anchor),
  );
  const wanted = series.find((each) => each.id === highlighted);
  const nearest = wanted ?? (y === undefined ? leading?.each : byDistance[0]?.each);
  if (series.length <= maxReadings) return { nearest: nearest?.id, listed: series, more: 0 };

  const first = nearest ? [nearest] : [];
  const others = byDistance.filter(({ each }) => each !== nearest).slice(0, maxReadings - first.length);
  const inOrder = others.toSorted((one, other) => one.pixel - other.pixel).map(({ each }) => each);
  const listed = new Set([...first, ...inOrder]);
  for (const each of series) {
    if (listed.size === maxReadings) break;
    listed.add(each);
  }
  return { nearest: nearest?.id, listed: [...listed], more: series.length - listed.size };
}
