import { addDays, formatUsDate, parseDay } from '#lib/calendar.ts';
import { type ComparisonAddress, readComparison, shownPrefix } from './address.ts';
import type { Selection } from './selection.ts';

/** A comparison from an address. `faults` are sentences about dates that cannot be used, and what is shown instead. */
export type ComparisonLink = ComparisonAddress & { readonly faults: readonly string[] };

/** No agency has older records; date fields begin here too. */
const earliest = '1800-01-01';
/** A link may end with the season that has begun, but not long after. */
const maxDaysAhead = 730;
/** The end of a long text that is no date is not worth reading. */
const maxQuoted = 24;

type DateName = 'start' | 'end' | 'knownOn';
type Dates = Readonly<Record<DateName, string | undefined>>;

const keys: Readonly<Record<DateName, string>> = { start: 'start', end: 'end', knownOn: 'known_on' };
const fieldNames: Readonly<Record<DateName, string>> = {
  start: 'start date',
  end: 'end date',
  knownOn: 'day “As known on”',
};
const shownInstead: Readonly<Record<DateName, string>> = {
  start: 'The graph begins where the record begins.',
  end: 'The graph ends where the record ends.',
  knownOn: 'The graph shows the values as known now.',
};

/**
 * Reads a query like `readComparison`, without the dates that nothing can be drawn for: those that are no dates, an end
 * before the start, and days that no record can have. `today` is `YYYY-MM-DD`.
 */
export function readComparisonLink(text: string, today: string): ComparisonLink {
  const { selection, shown } = readComparison(text);
  const query = new URLSearchParams(text);
  const chosen = readDates(query, '', today);
  const submitted = query.get('submitted') === 'other' ? readDates(query, shownPrefix, today) : chosen;
  const { start, end } = chosen.dates;
  return {
    selection: {
      ...withKnownOn(selection, chosen.dates),
      ...(selection.dates && { dates: { start, end } }),
    },
    shown: shown && {
      ...withKnownOn(shown, submitted.dates),
      start: submitted.dates.start,
      end: submitted.dates.end,
    },
    faults: [...new Set([...chosen.faults, ...submitted.faults])],
  };
}

function withKnownOn<T extends Pick<Selection, 'knownOn'>>(
  { knownOn: _, ...others }: T,
  { knownOn }: Dates,
): Omit<T, 'knownOn'> & Pick<Selection, 'knownOn'> {
  return { ...others, ...(knownOn !== undefined && { knownOn }) };
}

function readDates(query: URLSearchParams, prefix: string, today: string) {
  const faults: string[] = [];
  const read = (name: DateName, describeFault: (day: string) => string | undefined) => {
    const text = query.get(`${prefix}${keys[name]}`) || undefined;
    if (text === undefined) return undefined;
    const fault = parseDay(text) === undefined ? describeNoDate(name, text) : describeFault(text);
    if (fault === undefined) return text;
    faults.push(`${fault}. ${shownInstead[name]}`);
    return undefined;
  };
  const start = read('start', (day) => describeBadStart(day, today));
  const end = read('end', (day) => describeBadEnd(day, start, today));
  const knownOn = read('knownOn', (day) =>
    day > today ? `This link asks for the values as known on ${formatUsDate(day)}, in the future` : undefined,
  );
  const dates: Dates = { start, end, knownOn };
  return { dates, faults };
}

function describeNoDate(name: DateName, text: string): string {
  const quoted = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return `The ${fieldNames[name]} of this link, ${quoted}, is not a date`;
}

function describeBadStart(day: string, today: string): string | undefined {
  const begins = `This link begins on ${formatUsDate(day)}`;
  if (day > today) return `${begins}, in the future`;
  return day < earliest ? `${begins}, before any record` : undefined;
}

function describeBadEnd(day: string, start: string | undefined, today: string): string | undefined {
  const ends = `This link ends on ${formatUsDate(day)}`;
  if (day > addDays(today, maxDaysAhead)) return `${ends}, far in the future`;
  if (start !== undefined && day < start) return `${ends}, before it begins on ${formatUsDate(start)}`;
  return day < earliest ? `${ends}, before any record` : undefined;
}
