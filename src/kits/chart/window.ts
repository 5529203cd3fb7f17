import type { Extent } from './types.ts';

/** The shortest window, in days. */
const minSpan = 5;

/** Zooms around `center`, within the whole; a `factor` below 1 shows less. */
export function zoomWindow(window: Extent, whole: Extent, center: number, factor: number): Extent {
  const span = window[1] - window[0];
  const maxSpan = whole[1] - whole[0];
  const next = Math.min(maxSpan, Math.max(Math.min(minSpan, maxSpan), span * factor));
  const share = span === 0 ? 0.5 : (center - window[0]) / span;
  return clampWindow([center - next * share, center + next * (1 - share)], whole);
}

/** Moves a window by days, within the whole. */
export function panWindow([from, to]: Extent, whole: Extent, by: number): Extent {
  return clampWindow([from + by, to + by], whole);
}

/** Moves a window into the whole, and shortens it if it is longer. */
export function clampWindow([from, to]: Extent, whole: Extent): Extent {
  const span = Math.min(to - from, whole[1] - whole[0]);
  const start = Math.min(Math.max(from, whole[0]), whole[1] - span);
  return [start, start + span];
}

export function isWhole([from, to]: Extent, whole: Extent): boolean {
  return to - from >= (whole[1] - whole[0]) * 0.999;
}
