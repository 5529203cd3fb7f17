import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import type { Selection } from '../rules/selection.ts';

type Dates = Pick<Selection, 'start' | 'end'>;

export const presets = [
  'last-30-days',
  'this-irrigation-season',
  'this-water-year',
  'last-5-water-years',
  'full-record',
] as const;
export type Preset = (typeof presets)[number];

/** Most water rights of the basin allow irrigation between these days of the year. */
const irrigationSeason = { first: '04-01', last: '10-31' };

/**
 * The dates of a preset, `YYYY-MM-DD`, for a day in the basin's time zone. The last 30 days include today. The irrigation
 * season is the one that began last, up to today. The last 5 water years are the current one and the four before it.
 * The full record is open at both ends.
 */
export function presetDates(preset: Preset, today: string): Dates {
  const year = waterYear(dayNumber(today));
  switch (preset) {
    case 'last-30-days':
      return { start: addDays(today, -29), end: today };
    case 'this-irrigation-season':
      return latestIrrigationSeason(today);
    case 'this-water-year':
      return { start: formatDay(firstDayOfWaterYear(year)), end: today };
    case 'last-5-water-years':
      return { start: formatDay(firstDayOfWaterYear(year - 4)), end: today };
    case 'full-record':
      return { start: undefined, end: undefined };
  }
}

function latestIrrigationSeason(today: string): Period {
  const thisYear = Number(today.slice(0, 4));
  const year = today.slice(5) < irrigationSeason.first ? thisYear - 1 : thisYear;
  const last = `${year}-${irrigationSeason.last}`;
  return { start: `${year}-${irrigationSeason.first}`, end: today < last ? today : last };
}

/** The same dates a year earlier; February 28 for February 29. Undefined if a date is open. */
export function lastYearOf({ start, end }: Dates): Period | undefined {
  return start !== undefined && end !== undefined
    ? { start: aYearBefore(start), end: aYearBefore(end) }
    : undefined;
}

function aYearBefore(day: string): string {
  const date = day.endsWith('-02-29') ? '-02-28' : day.slice(4);
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${date}`;
}

/** Finds the preset that gives these dates today. */
export function presetOf({ start, end }: Dates, today: string): Preset | undefined {
  return presets.find((preset) => {
    const dates = presetDates(preset, today);
    return dates.start === start && dates.end === end;
  });
}

/** The first and the last day of a period of record, `YYYY-MM-DD`, both included. */
export type Period = { readonly start: string; readonly end: string };

type RecordPeriod = { readonly por_start: string | null; readonly por_end: string | null };

/** The period that spans all records. Undefined if none has a value. */
export function periodOf(records: readonly RecordPeriod[]): Period | undefined {
  let period: Period | undefined;
  for (const { por_start: start, por_end: end } of records) {
    if (start === null || end === null) continue;
    period = period ? { start: minOf(start, period.start), end: maxOf(end, period.end) } : { start, end };
  }
  return period;
}

/** Fills open dates from the record. Without dates and without a record, the period is today. */
export function fillOpenDates({ start, end }: Dates, period: Period | undefined, today: string): Period {
  const first = start ?? (period && minOf(period.start, end)) ?? end ?? today;
  return { start: first, end: end ?? (period && maxOf(period.end, first)) ?? maxOf(today, first) };
}

/**
 * Compares dates with a record: `within` it, `beyond` it on either side, or entirely `outside`. Open dates end where
 * the record ends.
 */
export function compareToPeriod({ start, end }: Dates, period: Period): 'within' | 'beyond' | 'outside' {
  if ((start !== undefined && start > period.end) || (end !== undefined && end < period.start))
    return 'outside';
  const early = start !== undefined && start < period.start;
  const late = end !== undefined && end > period.end;
  return early || late ? 'beyond' : 'within';
}

function minOf(a: string, b: string | undefined): string {
  return b !== undefined && b < a ? b : a;
}

function maxOf(a: string, b: string): string {
  return b > a ? b : a;
}
