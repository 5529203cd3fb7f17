import { atom, type WritableAtom } from 'nanostores';
import { useEffect, useId } from 'react';
import { appendUnit, axisOf, formatValue, labelAt } from '../axes.ts';
import { rangeAt } from '../drawing/lines.ts';
import type { ChartContent, ChartSeries, Extent, TimeAxis } from '../types.ts';
import { lowerBound, nearestX, positionAt } from './bisect.ts';

export type ReadOut = ReturnType<typeof readOut>;

const byValue: ReadingOrder = { pixelOf: (_series, value) => -value };

/**
 * Reads the series and bands of a chart at an x; of many series, those nearest to what is pointed at. `more` series are not
 * read then. `unit` is that of all values, if they have the same.
 */
export function readOut(content: ChartContent, x: number, order = byValue) {
  const { time, footer, series, bands = [] } = content;
  const read = series.filter((each) => each.maxGap > 0 || valueAt(each, x) !== undefined);
  const { nearest, listed, more } = selectReadings(read, x, order);
  const units = new Set(series.map((each) => unitOf(content, each)));
  return {
    x,
    label: labelAt(x, time),
    readings: listed.map((each) => ({
      ...readingOf(content, each, x),
      series: each,
      isNearest: each.id === nearest,
    })),
    unit: units.size === 1 ? [...units][0] : undefined,
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

/** What a series has at an x: its value with its unit and without, and what is to know about it; or that it has none. */
function readingOf(content: ChartContent, series: ChartSeries, x: number) {
  const found = valueOn(content, series, x);
  const number = found ? formatValue(axisOf(content, series.side), found.value) : 'no value';
  const value = found ? appendUnit(number, unitOf(content, series)) : number;
  return { value, number, remarks: found?.remarks ?? [], hasValue: found !== undefined };
}

/**
 * The value of a series at exactly an x, and what is to know about it: that it is provisional or estimated, a note, or why it
 * is excluded. Undefined in a gap.
 */
export function valueOn({ mark, estimatedMark }: ChartContent, series: ChartSeries, x: number) {
  const { excluded, ys, isMarked, isEstimated, noteOf } = series;
  const at = positionAt(series, x);
  if (at !== undefined) {
    const remarks = [
      isMarked?.(at) ? (mark?.label ?? 'Marked').toLowerCase() : '',
      isEstimated?.(at) ? (estimatedMark?.label ?? 'Estimated').toLowerCase() : '',
      noteOf?.(at) ?? '',
    ].filter((each) => each !== '');
    return { value: ys[at] ?? 0, remarks, isExcluded: false };
  }
  const excludedAt = positionAt(excluded, x);
  if (!excluded || excludedAt === undefined) return undefined;
  return { value: excluded.ys[excludedAt] ?? 0, remarks: [excluded.noteOf(excludedAt)], isExcluded: true };
}

function unitOf(content: ChartContent, { side, unit }: ChartSeries): string {
  return unit ?? axisOf(content, side).unit;
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

/** A read-out lists no more series than these. */
export const maxReadings = 12;

/** The value of a series at exactly an x, excluded or not; undefined in a gap. */
export function valueAt(series: ChartSeries, x: number): number | undefined {
  const at = positionAt(series, x);
  if (at !== undefined) return series.ys[at];
  const excludedAt = positionAt(series.excluded, x);
  return excludedAt === undefined ? undefined : series.excluded?.ys[excludedAt];
}

export type ReadingOrder = {
  /** Where a value is drawn, in pixels below the top of the plot. */
  readonly pixelOf: (series: ChartSeries, value: number) => number;
  /** Where the pointer is, in the same pixels; undefined if only an x is pointed at. */
  readonly y?: number | undefined;
  /** The series that is hovered in a legend: it counts as the nearest. */
  readonly highlighted?: string | undefined;
};

/**
 * Chooses what a read-out lists. Up to twelve series stay in their order. Of more, the nearest to the pointer are listed:
 * the very nearest first, then the others from the top of the plot down; series without a value only fill the rest.
 * `nearest` is the id of the series at the pointer or, without one, of that which leads.
 */
export function selectReadings(
  series: readonly ChartSeries[],
  x: number,
  { pixelOf, y, highlighted }: ReadingOrder,
) {
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

/** What is pointed at. `y` is in pixels below the top of the plot; keys and other charts point only at an x. */
export type Pointed =
  | { readonly by: 'pointer'; readonly x: number; readonly y: number }
  | { readonly by: 'keys' | 'crosshair'; readonly x: number };

/**
 * What a visitor reads in a chart. These are stores, because a pointer moves too often to render the whole chart: only the
 * read-out and the marks over the plot follow them.
 */
export type Reading = {
  readonly $pointed: WritableAtom<Pointed | undefined>;
  /** The id of the series whose row in a legend is hovered or focused. */
  readonly $highlighted: WritableAtom<string | undefined>;
};

export function createReading(): Reading {
  return { $pointed: atom<Pointed | undefined>(), $highlighted: atom<string | undefined>() };
}

type SharedPoint = { readonly axis: string; readonly x: number; readonly from: string };

/** The x that is pointed at in one of several charts. Those with the same kind of axis show it too. */
export type Crosshair = WritableAtom<SharedPoint | undefined>;

export function createCrosshair(): Crosshair {
  return atom<SharedPoint | undefined>();
}

/** Charts share an x only if it means the same day in both. */
export function axisKey(time: TimeAxis): string {
  return time.kind === 'days' ? time.kind : JSON.stringify(time);
}

/** Publishes what one chart points at, and lets it follow the others. @returns what ends both */
export function linkCrosshair(
  crosshair: Crosshair,
  { $pointed }: Reading,
  chart: { readonly id: string; readonly axis: string; readonly nearest: (x: number) => number | undefined },
): () => void {
  const { id, axis, nearest } = chart;
  const endPublishing = $pointed.listen((pointed) => {
    if (pointed?.by === 'crosshair') return;
    if (pointed) crosshair.set({ axis, x: pointed.x, from: id });
    else if (crosshair.get()?.from === id) crosshair.set(undefined);
  });
  const endFollowing = crosshair.listen((shared) => {
    if (shared?.from === id) return;
    const x = shared?.axis === axis ? nearest(shared.x) : undefined;
    if (x !== undefined) $pointed.set({ by: 'crosshair', x });
    else if ($pointed.get()?.by === 'crosshair') $pointed.set(undefined);
  });
  return () => {
    endPublishing();
    endFollowing();
    if (crosshair.get()?.from === id) crosshair.set(undefined);
  };
}

/** Links a chart to the others of its page. It follows them within its window. */
export function useCrosshair(
  crosshair: Crosshair | undefined,
  reading: Reading,
  { time, shown, window: [from, to] }: { time: TimeAxis; shown: readonly ChartSeries[]; window: Extent },
): void {
  const id = useId();
  const axis = axisKey(time);
  useEffect(() => {
    if (!crosshair) return;
    const nearest = (x: number) => (x < from || x > to ? undefined : nearestX(shown, x));
    return linkCrosshair(crosshair, reading, { id, axis, nearest });
  }, [crosshair, reading, id, axis, shown, from, to]);
}
