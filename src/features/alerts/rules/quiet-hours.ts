import { clockIn } from '#lib/basin-clock.ts';
import type { AlertSettings } from '../contract.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * The first time from `now` on that is in no quiet hours, in whole minutes of the person’s clock. Quiet hours may pass midnight;
 * those that begin when they end are none.
 */
export function afterQuietHours(now: Date, { time_zone, quiet_from, quiet_to }: AlertSettings): Date {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return now;
  const isQuiet = (at: Date) => {
    const clock = clockIn(time_zone, at).slice(11, 16);
    return quiet_from < quiet_to
      ? clock >= quiet_from && clock < quiet_to
      : clock >= quiet_from || clock < quiet_to;
  };
  if (!isQuiet(now)) return now;
  const start = Math.floor(now.getTime() / minuteMs);
  // Minute by minute, because clocks are changed twice a year; two days are more than any such hours.
  for (let minute = start + 1; minute <= start + 2 * dayMinutes; minute += 1) {
    const at = new Date(minute * minuteMs);
    if (!isQuiet(at)) return at;
  }
  return now;
}
