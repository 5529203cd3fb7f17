import { type InstantCell, readBasinClock } from '#ingest/reading/parse-day.ts';
import { dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { monthNames } from '#lib/calendar-names.ts';
import type { Mapping } from '../rules/mapping.ts';
import { unsaid } from '../rules/questions.ts';
import { divideStamp, numbersOfDate } from '../rules/stamp-text.ts';

/** A stamp as read: its day, and the milliseconds of that day if it has a time. `offsetMs` is of a stamp with its own zone. */
export type Stamp = {
  readonly day: number;
  readonly clockMs: number | undefined;
  readonly offsetMs: number | undefined;
};

type Fault = { readonly reason: string };

const msPerMinute = 60_000;
const msPerHour = 3_600_000;
const msPerDay = 86_400_000;

const compact = /^(\d{4})(\d{2})(\d{2})$/;
const named = /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4})$/i;
const clock =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*([ap]m)?\s*(z|utc|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/i;

/**
 * Reads a date, which may be followed by a time: `4/7/2026 8:15 PM`, `07.04.2026 20:15`, `2026-04-07T20:15:00-06:00`. The
 * order of day and month is what `order` says; only a year that comes first, or a month in letters, needs none.
 */
export function readStamp(text: string, order: Mapping['date_order']): Stamp | Fault {
  if (text.trim() === '') return { reason: 'has no time' };
  const { date: dateText, clock: clockText } = divideStamp(text);
  const date = readDate(dateText, order);
  if ('reason' in date) return date;
  if (clockText === undefined) return { ...date, clockMs: undefined, offsetMs: undefined };
  const time = readClock(clockText);
  return 'reason' in time ? time : { ...date, ...time };
}

function readDate(text: string, order: Mapping['date_order']): { readonly day: number } | Fault {
  const letters = named.exec(text);
  if (letters) return dayOf(Number(letters[3]), monthOf(letters[2] ?? ''), Number(letters[1]));
  const digits = compact.exec(text);
  if (digits) return dayOf(Number(digits[1]), Number(digits[2]), Number(digits[3]));
  const numbers = numbersOfDate(text);
  if (!numbers) return { reason: 'is not a date' };
  const [first, second, third] = numbers;
  if (first.length === 4) return dayOf(Number(first), Number(second), Number(third));
  if (third.length !== 4) return { reason: 'has a year without four digits' };
  if (order === undefined) return { reason: unsaid.order };
  if (order === 'YMD') return { reason: 'does not begin with its year' };
  const [month, day] = order === 'DMY' ? [second, first] : [first, second];
  return dayOf(Number(third), Number(month), Number(day));
}

function dayOf(year: number, month: number, day: number): { readonly day: number } | Fault {
  if (month < 1 || month > 12) return { reason: 'has no such month: is the order of day and month right?' };
  const number = dayFromParts(year, month, day);
  const parts = dayParts(number);
  return parts.month === month && parts.day === day
    ? { day: number }
    : { reason: 'is a day that does not exist' };
}

function monthOf(word: string): number {
  return monthNames.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase().slice(0, 3))) + 1;
}

function readClock(
  text: string,
): { readonly clockMs: number; readonly offsetMs: number | undefined } | Fault {
  const [, hours = '', minutes, seconds = '0', parts = '0', half, zone] = clock.exec(text.trim()) ?? [];
  if (hours === '') return { reason: 'is not a time' };
  const isAfternoon = half?.toLowerCase() === 'pm';
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return { reason: 'is not a time' };
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours);
  const clockMs =
    hour * msPerHour + Number(minutes) * msPerMinute + Number(seconds) * 1000 + Number(parts.padEnd(3, '0'));
  // 24:00 is the end of the day, and nothing is after it.
  if (Number(minutes) > 59 || Number(seconds) > 59 || clockMs > msPerDay) return { reason: 'is not a time' };
  return { clockMs, offsetMs: zone === undefined ? undefined : offsetOf(zone) };
}

/** The milliseconds that a zone is ahead of UTC: `-07:00`, `UTC`. */
function offsetOf(zone: string): number {
  if (/^(z|utc)$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -1 : 1) * minutes * msPerMinute;
}

/**
 * Creates a function that finds the instant of a stamp with a time, in milliseconds since 1970. Hours that the clocks of the
 * basin leave out, or have twice, are no instants. It remembers hours, as files have many readings of each.
 */
export function createInstantOf(zone: NonNullable<Mapping['zone']>): (stamp: Stamp) => InstantCell {
  const hours = new Map<number, InstantCell>();
  const startOfHour = (hour: number): InstantCell => {
    const known = hours.get(hour);
    if (known !== undefined) return known;
    const ms = hour * msPerHour;
    const day = Math.floor(ms / msPerDay);
    const time = String((ms - day * msPerDay) / msPerHour).padStart(2, '0');
    const read = readBasinClock(`${formatDay(day)} ${time}:00`);
    hours.set(hour, read);
    return read;
  };
  return ({ day, clockMs, offsetMs }) => {
    if (clockMs === undefined) return { reason: 'has a date without a time' };
    const local = day * msPerDay + clockMs;
    if (zone === 'stamp') {
      return offsetMs === undefined ? { reason: 'has a time without its zone' } : local - offsetMs;
    }
    if (offsetMs !== undefined)
      return { reason: 'has a zone of its own, and the file is said to have another' };
    if (zone !== 'basin') return local - offsetOf(zone);
    const hour = Math.floor(local / msPerHour);
    const start = startOfHour(hour);
    return typeof start === 'number' ? start + local - hour * msPerHour : start;
  };
}
