/** Where a key leads in a list with one stop for Tab; undefined for other keys, and where there is no way on. */
export function nextFocusIndex(key: string, row: number, count: number): number | undefined {
  const next = { ArrowDown: row + 1, ArrowUp: row - 1, Home: 0, End: count - 1 }[key];
  return next === undefined || next < 0 || next >= count ? undefined : next;
}
