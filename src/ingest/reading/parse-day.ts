import { clockInBasin, todayInBasin } from '#lib/basin-clock.ts';
import {
  type DayNumber,
  dayFromParts,
  dayNumber,
  earliestDay,
  formatDay,
  latestDay,
  parseDay,
} from '#lib/calendar.ts';
import { monthNames } from '#lib/calendar-names.ts';

/**
 * A date as read: its day, or why it is none. `time` is a moment within a day. A day that is written as a midnight has
 * its `clock`: 24:00 is the end of the day, 00:00 may be the beginning of the day or the end of the day before.
 */
export type DayCell =
  | { readonly kind: 'day'; readonly day: DayNumber; readonly clock?: '00:00' | '24:00' }
  | { readonly kind: 'time' }
  | { readonly kind: 'month' }
  | { readonly kind: 'invalid'; readonly reason: string };

const msPerDay = 86_400_000;

const unknownDays: Readonly<Record<number, DayNumber>> = {
  0: dayFromParts(0, 1, 1),
  1: dayFromParts(1, 1, 1),
  9999: dayFromParts(9999, 12, 31),
};

const timePattern =
  /(?:[ T]+|(?<=\d{8})T?)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.(\d+))?)?\s*(am|pm)?\s*(?:z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;
const isoPattern = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const compactPattern = /^(\d{4})(\d{2})(\d{2})$/;
const americanPattern = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const shortYearPattern = /^\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ]'?\d{2}$/i;
const dayMonthPattern = /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4})$/i;
const monthDayPattern = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const monthPattern = /^(?:[a-z]{3,9}\.?[- ]\d{4}|\d{4}-\d{2})$/i;

/** Whether a value that is stamped 00:00 is of the day that begins then, or of the one that ends then. */
export type Midnight = 'start' | 'end';

/** The day that a stamp is of. */
export function dayAt({ day, clock }: Extract<DayCell, { kind: 'day' }>, midnight: Midnight | undefined) {
  return clock === '00:00' && midnight === 'end' ? day - 1 : day;
}

/** Asks which day a file of midnights means. */
export function askAboutMidnight(place: string, stamp: string, day: DayNumber): string {
  return `${place}: "${stamp.trim()}": every value is stamped with midnight, which may begin or end its day, and nothing says which. Add --midnight start if this one is of ${formatDay(day)}, or --midnight end if it is of ${formatDay(day - 1)}.`;
}

/**
 * Parses a date as agencies, spreadsheets and people write it, optionally followed by midnight: `2026-04-07`,
 * `4/7/2026`, `07-Apr-2026`, `Apr 7, 2026`, `20260407`. A month comes before a day. A year has four digits.
 */
export function readDay(cell: string): DayCell {
  const text = cell.trim();
  if (text === '') return { kind: 'invalid', reason: 'is empty' };
  const time = /:/.test(text) ? timePattern.exec(text) : null;
  const date = (time ? text.slice(0, time.index) : text).trim();
  const parts = partsOf(date);
  if (typeof parts === 'string') {
    if (monthPattern.test(date)) return { kind: 'month' };
    return { kind: 'invalid', reason: parts };
  }
  const [year, month, day] = parts;
  // Databases write these years where no day is known. Such a row is rejected like one that is too old or in the future.
  const unknown = unknownDays[year];
  if (unknown !== undefined) return { kind: 'day', day: unknown };
  const number = dayFromParts(year, month, day);
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && formatDay(number).endsWith(`-${String(day).padStart(2, '0')}`);
  if (!isDay) return { kind: 'invalid', reason: 'does not exist' };
  if (!time) return { kind: 'day', day: number };
  const clock = midnightOf(time);
  return clock === undefined ? { kind: 'time' } : { kind: 'day', day: number, clock };
}

/** Splits a date into year, month and day, or says why it cannot be. */
function partsOf(date: string): readonly [number, number, number] | string {
  const iso = isoPattern.exec(date);
  if (iso) return [Number(iso[1]), Number(iso[3]), Number(iso[4])];
  const compact = compactPattern.exec(date);
  if (compact) return [Number(compact[1]), Number(compact[2]), Number(compact[3])];
  const american = americanPattern.exec(date);
  if (american) {
    const [month, day] = [Number(american[1]), Number(american[3])];
    if (month > 12 && day <= 12) return 'has its day before its month';
    return [Number(american[4]), month, day];
  }
  const dayMonth = dayMonthPattern.exec(date);
  const monthDay = monthDayPattern.exec(date);
  const named = dayMonth ?? (monthDay && [monthDay[0], monthDay[2], monthDay[1], monthDay[3]]);
  if (named) {
    const month = monthOf(named[2] ?? '');
    if (month > 0) return [Number(named[3]), month, Number(named[1])];
  }
  return shortYearPattern.test(date) ? 'has a year of two digits' : 'is not a date';
}

/** Finds a month by its English name or the first three letters of it; 0 for other words. */
function monthOf(word: string): number {
  const text = word.toLowerCase().replace(/^sept$/, 'sep');
  const isNameOf = (name: string) => text === name.toLowerCase() || text === name.toLowerCase().slice(0, 3);
  return monthNames.findIndex(isNameOf) + 1;
}

function midnightOf([, hour, minute, second, fraction, half]: RegExpExecArray) {
  if ([minute, second, fraction].some((part) => Number(part ?? 0) !== 0)) return undefined;
  if (half !== undefined) return /am/i.test(half) && Number(hour) === 12 ? '00:00' : undefined;
  return Number(hour) === 24 ? '24:00' : Number(hour) === 0 ? '00:00' : undefined;
}

/** Why a date is refused, with what to write instead. */
export function describeDay(cell: string, read: Exclude<DayCell, { kind: 'day' }>): string {
  const text = `"${cell.trim().slice(0, 40)}"`;
  if (read.kind === 'time') return `${text} is a time within a day`;
  if (read.kind === 'month') return `${text} is a month, so these are monthly values, not daily ones`;
  if (read.reason === 'is empty') return 'the date is missing (YYYY-MM-DD)';
  return `${text} ${read.reason} (YYYY-MM-DD or M/D/YYYY)`;
}

/**
 * Parses a date of a service in ASP.NET or ArcGIS: milliseconds since 1970, bare or as `/Date(…)/`, at midnight in UTC
 * or in the basin's time zone; any other text is read as `readDay` does.
 */
export function readServiceDay(cell: string): DayCell {
  const match = /^(?:\/Date\((-?\d+)(?:[+-]\d{4})?\)\/|(-?\d{9,14}))$/.exec(cell.trim());
  if (!match) return readDay(cell);
  const ms = Number(match[1] ?? match[2]);
  if (ms % msPerDay === 0) return { kind: 'day', day: ms / msPerDay };
  if (isUnknownInstant(ms)) return { kind: 'day', day: Math.floor(ms / msPerDay) };
  const clock = clockInBasin(new Date(ms));
  return clock.endsWith('T00:00:00') ? { kind: 'day', day: dayNumber(clock.slice(0, 10)) } : { kind: 'time' };
}

/**
 * Finds the day in the basin's time zone of an instant such as `2026-02-11T01:15:00+00:00`. A time without a zone, and a
 * date, are of that day, whatever the zone of this computer. Undefined for other text.
 */
export function parseInstantDay(text: string): DayNumber | undefined {
  const instant = readInstant(text);
  const ms = typeof instant === 'number' ? instant : undefined;
  const local = ms ?? readClock(text.trim());
  if (local === undefined) return parseDay(text.trim());
  return ms === undefined || isUnknownInstant(ms)
    ? Math.floor(local / msPerDay)
    : dayNumber(todayInBasin(new Date(ms)));
}

/** Whether an instant is so far off that it stands for none: `0001-01-01`, which clocks of time zones do not show. */
const isUnknownInstant = (ms: number) => ms < firstInstant || ms > lastInstant;
const firstInstant = dayNumber(earliestDay) * msPerDay;
const lastInstant = dayNumber(latestDay) * msPerDay;

/** An instant as read, in milliseconds since 1970, or why it is none. */
export type InstantCell = number | { readonly reason: string };

const clockPattern = /^(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?$/;
const zonePattern = /\s*(z|[+-]\d{2}:?\d{2})$/i;

/** Parses ISO 8601 with a zone, `2026-02-11T01:15:00+00:00`. Without one, the instant is not known. */
export function readInstant(text: string | null | undefined): InstantCell {
  const trimmed = (text ?? '').trim();
  const zone = zonePattern.exec(trimmed);
  const clock = readClock(zone ? trimmed.slice(0, zone.index) : trimmed);
  if (clock === undefined) return { reason: trimmed === '' ? 'has no time' : 'is not a time' };
  if (!zone) return { reason: 'has a time without its zone' };
  const [, offset = ''] = zone;
  if (/z/i.test(offset)) return clock;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  const isOffset = hours <= 14 && minutes < 60;
  return isOffset
    ? clock - Number(`${offset[0]}1`) * (hours * 60 + minutes) * msPerMinute
    : { reason: 'is not a time' };
}

const msPerMinute = 60_000;

/** Parses a time of a clock that is never changed, `offsetMinutes` from UTC: `2026-02-11 01:15`. */
export function readFixedClock(text: string, offsetMinutes: number): InstantCell {
  const clock = readClock(text.trim());
  return clock === undefined ? { reason: 'is not a time' } : clock - offsetMinutes * msPerMinute;
}

/** The basin's standard time, which has no daylight saving, in minutes from UTC, in the year of an instant. */
export function standardMinutes(at: Date): number {
  const offsets = [0, 6].map((month) => offsetAt(Date.UTC(at.getUTCFullYear(), month, 1)));
  return Math.min(...offsets) / msPerMinute;
}

/**
 * Parses a time of the clocks in the basin: `2026-02-11 01:15`. Those of the hour that is left out in spring are none, and
 * of the hour that comes twice in fall, nobody knows which one is meant.
 */
export function readBasinClock(text: string): InstantCell {
  const clock = readClock(text.trim());
  if (clock === undefined) return { reason: 'is not a time' };
  const guesses = [-1, 0, 1].map((days) => offsetAt(clock - days * msPerDay)).map((offset) => clock - offset);
  const instants = [...new Set(guesses)].filter((instant) => instant + offsetAt(instant) === clock);
  const [instant, other] = instants;
  if (instant === undefined) return { reason: 'is in the hour that the clocks leave out' };
  return other === undefined ? instant : { reason: 'is in the hour that comes twice when the clocks change' };
}

const offsetAt = (instant: number) => {
  const second = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${clockInBasin(new Date(second))}Z`) - second;
};

/** The instant at which a clock in UTC shows that time; undefined for a day or time that does not exist. */
function readClock(text: string): number | undefined {
  const [, date = '', minute = '', second = ':00'] = clockPattern.exec(text) ?? [];
  const day = readDay(date);
  const instant = Date.parse(`2000-01-01T${minute}${second}Z`);
  if (day.kind !== 'day' || Number.isNaN(instant)) return undefined;
  // 24:00 is the beginning of the next day.
  return day.day * msPerDay + (instant - Date.UTC(2000, 0, 1));
}
