import type { Extent } from './types.ts';

/** The least that can be zoomed to, in days. */
const minSpan = 5;

/** A window zoomed around `center`; `factor` below 1 shows less. Never beyond the whole. */
export function zoomWindow(window: Extent, whole: Extent, center: number, factor: number): Extent {
  const span = window[1] - window[0];
  const maxSpan = whole[1] - whole[0];
  const next = Math.min(maxSpan, Math.max(Math.min(minSpan, maxSpan), span * factor));
  const share = span === 0 ? 0.5 : (center - window[0]) / span;
  return clampWindow([center - next * share, center + next * (1 - share)], whole);
}

/** A window moved by days, as far as there is anything. */
export function panWindow([from, to]: Extent, whole: Extent, by: number): Extent {
  return clampWindow([from + by, to + by], whole);
}

/** The window moved into the whole, cut where it is larger. */
export function clampWindow([from, to]: Extent, whole: Extent): Extent {
  const span = Math.min(to - from, whole[1] - whole[0]);
  const start = Math.min(Math.max(from, whole[0]), whole[1] - span);
  return [start, start + span];
}

export function isWhole([from, to]: Extent, whole: Extent): boolean {
  return to - from >= (whole[1] - whole[0]) * 0.999;
}
