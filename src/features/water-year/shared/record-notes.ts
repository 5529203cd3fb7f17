import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord } from '#contract/water-year.ts';
import { lateNote } from '#domain/late-note.ts';
import type { Measure } from '#domain/measure.ts';
import { type YearKind, yearOf } from '#domain/season.ts';
import { dayNumber } from '#lib/calendar.ts';

/** Counts the flagged values, which are not plotted. Undefined without any. */
export function describeFlaggedCount(
  { flagged }: Pick<StandingRecord, 'flagged'>,
  measure: Measure,
): string | undefined {
  if (flagged === 0) return undefined;
  const values =
    flagged === 1
      ? '1 value of this record was flagged by quality rules and is'
      : `${flagged} values of this record were flagged by quality rules and are`;
  const volumeNote = measure === 'volume' ? ' In a volume, their days count as missing.' : '';
  return `${values} not part of lines and statistics.${volumeNote}`;
}

/** Describes a late record if the current year is shown. */
export function describeLateRecord(
  { loc_name, records }: Pick<SeriesLocation, 'loc_name' | 'records'>,
  parameter: number,
  { series, year }: { readonly series: readonly string[]; readonly year: YearKind },
  today: string,
): string | undefined {
  if (!series.includes(String(yearOf(dayNumber(today), year)))) return undefined;
  const record = records.find((each) => each.parameter_ndx === parameter);
  return record && lateNote(loc_name, record, today);
}
