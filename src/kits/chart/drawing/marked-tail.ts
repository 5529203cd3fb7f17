import { dateAt, labelAt } from '../time.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';

const tails = new WeakMap<ChartSeries, Extent | null>();

/** Found once for each series: a chart that is zoomed asks in every frame. */
function tailOf(series: ChartSeries): Extent | null {
  const found = tails.get(series);
  if (found !== undefined) return found;
  const { xs, isMarked } = series;
  let first = xs.length;
  while (first > 0 && isMarked?.(first - 1)) first -= 1;
  const [from, to] = [xs[first], xs[xs.length - 1]];
  const tail = from === undefined || to === undefined ? null : ([from, to] as const);
  tails.set(series, tail);
  return tail;
}

/**
 * From the first to the last value of the marked tail of the leading lines or, without one, of all lines. Undefined if
 * the values at the end of a line are not marked; marked values before are then named in the read-out and the table.
 */
export function markedTail(all: readonly ChartSeries[]): Extent | undefined {
  const leading = all.filter((each) => each.emphasis === 'leading');
  let extent: Extent | undefined;
  for (const series of leading.length > 0 ? leading : all) {
    const tail = tailOf(series);
    if (!tail) continue;
    extent = extent ? [Math.min(extent[0], tail[0]), Math.max(extent[1], tail[1])] : tail;
  }
  return extent;
}

/** `provisional from 04/01`, with the year where it differs from that of the last value; `Apr` of months. */
export function describeTail({ mark, time }: ChartContent, [from, to]: Extent): string {
  const word = (mark?.label ?? 'Marked').toLowerCase();
  if (time.kind === 'months') return `${word} from ${labelAt(from, time)}`;
  const [first, last] = [dateAt(from, time), dateAt(to, time)];
  const [year, month, day] = first.toISOString().slice(0, 10).split('-');
  const isSameYear = time.kind === 'season' || first.getUTCFullYear() === last.getUTCFullYear();
  return `${word} from ${isSameYear ? `${month}/${day}` : `${month}/${day}/${year}`}`;
}
