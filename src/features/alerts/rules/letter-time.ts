import { clockIn } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';

type LocalTime = { readonly day: string; readonly weekday: number; readonly hour: number };

/** The day, its weekday (1 Monday to 7 Sunday) and the hour by the clock of a time zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const text = clockIn(timeZone, at);
  const day = text.slice(0, 10);
  // January 1, 1970 was a Thursday.
  return { day, weekday: ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1, hour: Number(text.slice(11, 13)) };
}

type LetterTime = { readonly weekday: number; readonly hour: number; readonly time_zone: string };

/** The day whose letter is due: once its hour has come, and until the day ends, so that a portal that was away catches up. */
export function dueDay({ weekday, hour, time_zone }: LetterTime, now: Date): string | undefined {
  const local = localTime(now, time_zone);
  return local.weekday === weekday && local.hour >= hour ? local.day : undefined;
}
