import type { Window } from './types.ts';

/** The least that can be zoomed to, in days. */
const leastSpan = 5;

/** A window zoomed around `center`; `factor` below 1 shows less. Never beyond the whole. */
export function zoomed(window: Window, whole: Window, center: number, factor: number): Window {
  const span = window[1] - window[0];
  const most = whole[1] - whole[0];
  const next = Math.min(most, Math.max(Math.min(leastSpan, most), span * factor));
  const share = span === 0 ? 0.5 : (center - window[0]) / span;
  return within([center - next * share, center + next * (1 - share)], whole);
}

/** A window moved by days, as far as there is anything. */
export function panned([from, to]: Window, whole: Window, by: number): Window {
  return within([from + by, to + by], whole);
}

/** The window moved into the whole, cut where it is larger. */
export function within([from, to]: Window, whole: Window): Window {
  const span = Math.min(to - from, whole[1] - whole[0]);
  const start = Math.min(Math.max(from, whole[0]), whole[1] - span);
  return [start, start + span];
}

export function isWhole([from, to]: Window, whole: Window): boolean {
  return to - from >= (whole[1] - whole[0]) * 0.999;
}
