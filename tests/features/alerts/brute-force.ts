/**
 * The firings of a level a second time, with nothing of the product: searches for pairs of neighbors instead of following
 * states. Returns the indices of the values that fire. Values without a measure are left out by the caller.
 */
export function searchFirings(
  values: readonly number[],
  { direction, level, clear }: { direction: 'above' | 'below'; level: number; clear: number },
): number[] {
  const sign = direction === 'above' ? 1 : -1;
  const isPair = (at: number, fits: (value: number) => boolean) =>
    at + 1 < values.length && fits(values[at] ?? 0) && fits(values[at + 1] ?? 0);
  const isBeyond = (value: number) => sign * (value - level) > 0;
  const isClear = (value: number) => sign * (value - clear) <= 0;
  const found: number[] = [];
  let at = 0;
  while (at < values.length) {
    while (at < values.length && !isPair(at, isBeyond)) at += 1;
    if (at >= values.length) break;
    found.push(at + 1);
    at += 2;
    while (at < values.length && !isPair(at, isClear)) at += 1;
    at += 2;
  }
  return found;
}
