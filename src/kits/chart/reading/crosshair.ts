import { atom, type WritableAtom } from 'nanostores';
import { useEffect, useId } from 'react';
import type { ChartSeries, Extent, TimeAxis } from '../types.ts';
import { nearestX } from './bisect.ts';
import type { Reading } from './read-out.ts';

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
