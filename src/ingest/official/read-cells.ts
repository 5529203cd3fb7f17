import * as z from 'zod/mini';
import { parseDay } from '#lib/calendar.ts';
import { readNumber } from '../parse-number.ts';

/** A number as services write it: as a number, as text, as `nan`, as null, or not at all. */
export const NumberField = z.optional(z.nullable(z.union([z.number(), z.string()])));
type NumberField = z.output<typeof NumberField>;

/** A number, `missing`, or why the text is none. */
export type NumberReading = { readonly value: number } | 'missing' | { readonly reason: string };

/** @example readNumberField('nan') // 'missing' */
export function readNumberField(field: NumberField): NumberReading {
  if (field === undefined || field === null) return 'missing';
  if (typeof field === 'number') return { value: field };
  const text = field.trim();
  if (text === '' || /^nan$/i.test(text)) return 'missing';
  return readNumber(text);
}

/**
 * Checks a day of the year, `MM-DD`; February 29 is one.
 * @example isMonthDay('02-30') // false
 */
export function isMonthDay(text: string): boolean {
  return parseDay(`2000-${text}`) !== undefined;
}

/** Formats a month, 1 to 12, and a day as `MM-DD`, whether or not there is such a day. */
export function formatMonthDay(month: number, day: number): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
