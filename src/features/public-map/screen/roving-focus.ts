import type { KeyboardEvent } from 'react';

/** The row that a key moves the focus to in a list with one tab stop; undefined for other keys and past the ends. */
export function nextFocusIndex(key: string, row: number, count: number): number | undefined {
  const next = { ArrowDown: row + 1, ArrowUp: row - 1, Home: 0, End: count - 1 }[key];
  return next === undefined || next < 0 || next >= count ? undefined : next;
}

/** Moves the focus among the buttons of a list as `nextFocusIndex` says, in answer to a key. */
export function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const rows = [...(list?.querySelectorAll('button') ?? [])];
  const next = nextFocusIndex(
    event.key,
    rows.findIndex((row) => row.matches(':focus')),
    rows.length,
  );
  if (next === undefined) return;
  rows[next]?.focus();
  event.preventDefault();
}
