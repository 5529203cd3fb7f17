import { type AddressField, Refusal } from '#lib/address-codec.ts';
import { addDays, formatUsDate, parseDay } from '#lib/calendar.ts';
import { formatMonthDay } from '#lib/calendar-text.ts';

/** What limits the issue days of a point: its season is from Jan 1 to `to`, `MM-DD`. */
export type IssueLimits = {
  readonly to: string;
  /** Reservoirs have a carry-over on the days after the season. */
  readonly hasCarryOver: boolean;
  /** The day in the basin. */
  readonly today: string;
};

/** Longer texts than this are no day, and would fill the page. */
const maxShownText = 24;

/** A text of an address within a message. */
export function quoted(text: string): string {
  return `“${text.length > maxShownText ? `${text.slice(0, maxShownText)}…` : text}”`;
}

/** Why a text is no issue day, as a sentence. Undefined if it is one. */
export function refuseIssueDay(text: string, limits: IssueLimits): string | undefined {
  const { to, hasCarryOver, today } = limits;
  if (parseDay(text) === undefined) return `There is no day ${quoted(text)}. Write one as 2026-04-01.`;
  if (text > today) return `${formatUsDate(text)} is in the future.`;
  if (isAfterSeason(text, to) && !hasCarryOver) {
    return `${formatUsDate(text)} is out of season: ${seasonSentence(limits)}`;
  }
  return undefined;
}

/** Whether a day is after the season of the outlook of its year, which ends with `to`, `MM-DD`. */
export function isAfterSeason(day: string, to: string): boolean {
  return day.slice(5) > to;
}

/** The issue day in an address; undefined is the one that the portal chooses. `instead` says what is shown in place of a refused one. */
export function issuedField(
  limitsOf: (query: URLSearchParams) => IssueLimits,
  instead: string,
): AddressField<string | undefined> {
  return {
    key: 'issued',
    initial: undefined,
    parse(day, query) {
      const refusal = refuseIssueDay(day, limitsOf(query));
      return refusal === undefined ? day : new Refusal(`${refusal} ${instead}`);
    },
    format: (day) => day,
  };
}

type Option = { readonly id: string; readonly label: string };

/** One of some options in an address, the first by default. `none` begins the refusal of another: `There is no point`. */
export function optionField(key: string, options: readonly Option[], none: string): AddressField<string> {
  const [first] = options;
  return {
    key,
    initial: first?.id ?? '',
    parse: (id) =>
      options.some((each) => each.id === id)
        ? id
        : new Refusal(`${none} ${quoted(id)}. This is ${first?.label ?? 'the first one'}.`),
    format: (id) => id,
  };
}

/** `An outlook can be issued from Jan 1 to July 31. The days after it have the carry-over.` */
export function seasonSentence({ to, hasCarryOver }: Pick<IssueLimits, 'to' | 'hasCarryOver'>): string {
  const sentence = `An outlook can be issued from Jan 1 to ${formatMonthDay(to)}.`;
  return hasCarryOver ? `${sentence} The days after it have the carry-over.` : sentence;
}

/** The first of a month before or after a day that can be an issue day. Undefined without one up to today. */
export function stepIssueDay(
  day: string,
  direction: 'previous' | 'next',
  { to, hasCarryOver, today }: IssueLimits,
): string | undefined {
  const next = direction === 'next' ? firstAfter(day) : firstBefore(day);
  const inSeason =
    hasCarryOver || !isAfterSeason(next, to)
      ? next
      : direction === 'next'
        ? `${Number(next.slice(0, 4)) + 1}-01-01`
        : `${next.slice(0, 5)}${to.slice(0, 2)}-01`;
  return inSeason > today ? undefined : inSeason;
}

/** The first day of the month of the day before. */
function firstBefore(day: string): string {
  return `${addDays(day, -1).slice(0, 8)}01`;
}

function firstAfter(day: string): string {
  // No month has more than 31 days.
  return `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;
}
