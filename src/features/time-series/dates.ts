import type { Selection } from '#domain/time-series/selection.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';

type Dates = Pick<Selection, 'start' | 'end'>;

export const presets = ['last-30-days', 'this-water-year', 'last-5-water-years', 'full-record'] as const;
export type Preset = (typeof presets)[number];

/**
 * The dates of a preset on a day of America/Denver, `YYYY-MM-DD`. The last 30 days end today; the last 5 water
 * years are this one and the four before it; the full record is open at both ends.
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

/** The preset that the dates are today, if they are one. */
export function presetOf({ start, end }: Dates, today: string): Preset | undefined {
  return presets.find((preset) => {
    const dates = presetDates(preset, today);
    return dates.start === start && dates.end === end;
  });
}

/** First and last day of a period of record, both included, `YYYY-MM-DD`. */
export type Period = { readonly start: string; readonly end: string };

type RecordPeriod = { readonly por_start: string | null; readonly por_end: string | null };

/** From the first day of any record to the last of any; undefined when none has a value. */
export function periodOf(records: readonly RecordPeriod[]): Period | undefined {
  let period: Period | undefined;
  for (const { por_start: start, por_end: end } of records) {
    if (start === null || end === null) continue;
    period = period ? { start: minOf(start, period.start), end: maxOf(end, period.end) } : { start, end };
  }
  return period;
}

/** Wanted dates with the open ends filled from the record; without either, the one day today. */
export function fillOpenDates({ start, end }: Dates, period: Period | undefined, today: string): Period {
  const first = start ?? (period && minOf(period.start, end)) ?? end ?? today;
  return { start: first, end: end ?? (period && maxOf(period.end, first)) ?? maxOf(today, first) };
}

/**
 * How wanted dates lie to a record: `within` it, reaching `beyond` it on either side, or wholly `outside`.
 * Open ends reach no further than the record.
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
