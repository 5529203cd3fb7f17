import { type DayNumber, formatDay } from '#lib/calendar.ts';

/**
 * Creates a watch over the pages of one answer. It is given each page's items, and says what is wrong once the links
 * lead nowhere: after two pages without items, or after a page that was there before. The service has announced more
 * than it sends then, and asking on would never end.
 */
export function watchPages(): (items: readonly unknown[]) => string | undefined {
  const seen = new Set<string>();
  let empty = 0;
  return (items) => {
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > 1) return 'two empty pages came in a row';
    if (empty > 0) return undefined;
    const mark = JSON.stringify([items.length, items[0], items.at(-1)]);
    if (seen.has(mark)) return 'a page came again';
    seen.add(mark);
    return undefined;
  };
}

/** The period for which a service says that it has a series. An end that is not known is undefined. */
export type StatedPeriod = {
  readonly begin: DayNumber | undefined;
  readonly end: DayNumber | undefined;
};

/** Daily values may be published some days late, and the ends of a period be those of another clock. */
const toleratedDays = 7;
/** A record that rests in winter has gaps of most of a year. */
const maxGapDays = 366;

/**
 * Compares the days that arrived, whether with a value or without, with those that a service says it has of a series in
 * the requested days. Gaps are usual, so too few are those that do not reach a stated end, or less than half of all
 * with a gap of more than a year.
 * @returns what is missing, with numbers; undefined if nothing is, or if the service does not say
 */
export function describeShortfall(
  { begin, end }: StatedPeriod,
  arrived: Iterable<DayNumber>,
  { first, last }: { readonly first: DayNumber; readonly last: DayNumber },
): string | undefined {
  if (begin === undefined || end === undefined) return undefined;
  const [from, until] = [Math.max(begin, first), Math.min(end, last)];
  const expected = until - from + 1;
  if (expected <= 0) return undefined;
  const days = [...new Set(arrived)].filter((day) => day >= from && day <= until).sort((a, b) => a - b);
  const maxGap = days.reduce((gap, day, at) => Math.max(gap, day - (days[at - 1] ?? from)), 0);
  const [startGap, endGap] = [(days[0] ?? until) - from, until - (days.at(-1) ?? from)];
  const isShort =
    days.length === 0 ||
    (begin >= first && startGap > toleratedDays) ||
    endGap > (end <= last + toleratedDays ? toleratedDays : maxGapDays) ||
    (days.length * 2 < expected && Math.max(maxGap, endGap) > maxGapDays);
  if (!isShort) return undefined;
  return `${formatCount(days.length)} of some ${formatCount(Number(expected.toPrecision(3)))} days arrived: the service says that it has ${formatDay(from)} to ${formatDay(until)}.`;
}

const formatCount = (count: number) => count.toLocaleString('en-US');
