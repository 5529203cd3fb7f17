import { addDays, formatUsDate, parseDay } from '#lib/calendar.ts';

/** The day that the address or the field asks for. `refused` keeps the text, and says why that is no day to show. */
export type AskedDay =
  | { readonly kind: 'today' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'refused'; readonly text: string; readonly message: string };

/** What was typed into a date field and is no day, such as February 30, can be read by nobody but the browser. */
export const impossibleDay = {
  kind: 'refused',
  text: '',
  message: 'The day in the field does not exist, or is not complete.',
} as const;

/** Longer texts than this are no day, and would fill the page. */
const maxShownText = 24;

/**
 * Reads a day `YYYY-MM-DD`; nothing asks for today.
 * @param today the day in the basin
 * @param first the first day with a value, where that is known
 * @param noun what there is of a day
 */
export function parseAskedDay(text: string, today: string, first?: string | null, noun = 'brief'): AskedDay {
  const day = text.trim();
  if (day === '' || day === today) return { kind: 'today' };
  if (parseDay(day) === undefined) {
    const shown = day.length > maxShownText ? `${day.slice(0, maxShownText)}…` : day;
    return { kind: 'refused', text, message: `There is no day “${shown}”. Write one as 2021-05-14.` };
  }
  if (day > today) {
    return { kind: 'refused', text, message: `${formatUsDate(day)} is in the future.` };
  }
  if (first && day < first) {
    const message = `There is no ${noun} of ${formatUsDate(day)}: the first value is of ${formatUsDate(first)}.`;
    return { kind: 'refused', text, message };
  }
  return { kind: 'day', day };
}

/** The day of a number of days after another, as the address has it: nothing for today. Undefined in the future. */
export function stepDay(day: string, count: number, today: string): string | undefined {
  const next = addDays(day, count);
  if (next > today) return undefined;
  return next === today ? '' : next;
}

const onKey = 'on';

/** The text of `on` in a query string; empty without one. */
export function readOn(query: string): string {
  return new URLSearchParams(query).get(onKey) ?? '';
}

export function writeOn(on: string): string {
  return on === '' ? '' : new URLSearchParams({ [onKey]: on }).toString();
}

/** The other parameters of a query string, such as those of a shared basket, which a change of the day leaves. */
export function readOthers(query: string): string {
  const others = new URLSearchParams(query);
  others.delete(onKey);
  return others.toString().replaceAll('%2C', ',');
}
