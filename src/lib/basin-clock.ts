/** Defined where the pages are built, see `basinDefinitions`; a server sets its zone when it starts. */
declare const __TIME_ZONE__: string | undefined;

/** The time zone of a portal whose basin file names none. */
export const defaultTimeZone = 'America/Denver';

let zone = typeof __TIME_ZONE__ === 'undefined' ? defaultTimeZone : __TIME_ZONE__;
// Made when it is used: the browser takes long to, and does it while the page starts.
let zoneClock: Intl.DateTimeFormat | undefined;

// Intl rather than dayjs: importers convert a million instants, at 3 µs each instead of 180 µs, and every guarded page
// compares announcements with the clock without loading a date library.
function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}

/** The IANA name of the basin's time zone, in which the portal has its days. */
export function basinTimeZone(): string {
  return zone;
}

/**
 * Sets the basin's time zone for this process, which serves one basin; the default if it is undefined.
 * @throws RangeError for an unknown name
 */
export function setBasinTimeZone(timeZone: string = defaultTimeZone): void {
  zoneClock = createClock(timeZone);
  zone = timeZone;
}

/** Whether a name is one of a time zone, such as `America/Boise`. */
export function isTimeZone(name: string): boolean {
  try {
    createClock(name);
    return true;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Converts an instant to the wall clock of a time zone, `YYYY-MM-DDTHH:mm:ss`.
 * @throws RangeError for an unknown name
 */
export function clockIn(timeZone: string, instant: Date): string {
  const clock = clocks.get(timeZone) ?? createClock(timeZone);
  clocks.set(timeZone, clock);
  return clock.format(instant).replace(' ', 'T');
}

/** Converts an instant to the wall clock in the basin's time zone, `YYYY-MM-DDTHH:mm:ss`. */
export function clockInBasin(instant: Date): string {
  zoneClock ??= createClock(zone);
  return zoneClock.format(instant).replace(' ', 'T');
}

/** Converts an instant to the minute of the wall clock in the basin's time zone, `YYYY-MM-DDTHH:mm`. */
export function wallTimeInBasin(instant: Date): string {
  return clockInBasin(instant).slice(0, 16);
}

/** Finds the calendar day in the basin's time zone at an instant, `YYYY-MM-DD`. */
export function todayInBasin(instant: Date): string {
  return clockInBasin(instant).slice(0, 10);
}

/**
 * Finds the instant of a wall-clock time of the basin, `YYYY-MM-DDTHH:mm`: the first of two where the clocks go back, and
 * another time's where they skip it.
 * @example instantInBasin('2020-09-30T00:00') === '2020-09-30T06:00:00Z' // in Boise
 */
export function instantInBasin(wallTime: string): string {
  const wanted = Date.parse(`${wallTime}Z`);
  let instant = wanted;
  // Twice, because the offset of the first guess may be that of the other side of a change of the clocks.
  for (const _ of [1, 2]) instant += wanted - Date.parse(`${clockInBasin(new Date(instant))}Z`);
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Finds the instant at which a day begins in the basin's time zone: `2020-09-30` is `2020-09-30T06:00:00Z` in Boise. */
export function startOfDayInBasin(day: string): string {
  return instantInBasin(`${day}T00:00`);
}

/** Formats an instant for the names of files, in the basin's time zone: `2026-11-21 0905`, or `… 090512` with seconds. */
export function formatFileTime(now: Date, precision: 'minute' | 'second' = 'minute'): string {
  const digits = clockInBasin(now).replace('T', ' ').replaceAll(':', '');
  return precision === 'second' ? digits : digits.slice(0, -2);
}
