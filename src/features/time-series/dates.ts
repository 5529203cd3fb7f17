import type { Selection } from '#domain/time-series/selection.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';

type Dates = Pick<Selection, 'start' | 'end'>;

export const presets = ['last-30-days', 'this-water-year', 'last-5-water-years', 'full-record'] as const;
export type Preset = (typeof presets)[number];

/**
 * The dates of a preset, `YYYY-MM-DD`, for a day in the basin's time zone. The last 30 days include today. The last 5 water
 * years are the current one and the four before it. The full record is open at both ends.
 */
export function presetDates(preset: Preset, today: string): Dates {
  const year = waterYear(dayNumber(today));
  switch (preset) {
    case 'last-30-days':
      return { start: addDays(today, -29), end: today };
    case 'this-water-year':
      return { start: formatDay(firstDayOfWaterYear(year)), end: today };
    case 'last-5-water-years':
      return { start: formatDay(firstDayOfWaterYear(year - 4)), end: today };
    case 'full-record':
      return { start: undefined, end: undefined };
  }
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
