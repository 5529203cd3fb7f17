import type { DailySeries } from '#contract/daily-data.ts';
import type { SeriesLocation, SeriesParameter } from '#contract/time-series.ts';
import { describeInterval, freshnessOf, type RecordSummary } from '#domain/freshness.ts';
import { describeFlag } from '#domain/qualifiers.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { axesOf, isReversed, type Selection, sides } from '../rules/selection.ts';
import type { Dropped } from './choices.ts';
import { compareToPeriod, type Period } from './dates.ts';
import { isLoading, type Results, type SideSeries } from './results.ts';
import { type AddedSeries, allSeries, lastDayOf, sideSeries } from './series.ts';

export function formatPeriod({ start, end }: Period): string {
  return `${formatUsDate(start)} to ${formatUsDate(end)}`;
}

type DateNote = { readonly severity: 'error' | 'warning' | 'info'; readonly text: string };

/** Compares the chosen dates with the record of the chosen locations. */
export function dateNote(selection: Selection, record: Period | undefined): DateNote | undefined {
  if (isReversed(selection)) return { severity: 'error', text: 'The start date is after the end date.' };
  if (!record) return undefined;
  const recordText = `The record of these locations runs from ${formatPeriod(record)}.`;
  switch (compareToPeriod(selection, record)) {
    case 'outside':
      return { severity: 'warning', text: `There is no data between these dates. ${recordText}` };
    case 'beyond':
      return { severity: 'info', text: `These dates reach beyond the record. ${recordText}` };
    case 'within':
      return { severity: 'info', text: recordText };
  }
}

/** What is to know of a result: that it is empty, what it lacks, and of its values. Most is known once all of it is loaded. */
export function resultNotes(
  results: Results,
  added: AddedSeries,
  locations: readonly SeriesLocation[],
  today: string,
) {
  const whenLoaded = <T>(all: () => readonly T[]) => (isLoading(results) ? [] : all());
  return {
    noData: whenLoaded(() => [noDataNote(results)])[0],
    lacking: [...whenLoaded(() => missingDataNotes(results, locations)), ...added.faults],
    values: [
      knownOnNote(results),
      ...whenLoaded(() => [flaggedNote(results), lateNotes(results, locations, today).join(' ')]),
    ].flatMap((text) => text || []),
  };
}

/** `No data available for left or right axis`. */
export function noDataNote(results: Results): string | undefined {
  const empty = sides.filter((side) => sideSeries(results, side)?.series.length === 0);
  return empty.length > 0 ? `No data available for ${empty.join(' or ')} axis` : undefined;
}

/** A record ends early if its last value is this many days before the end of the period. */
const earlyEndDays = 30;

/** The series whose record ends early in the period. */
function endedEarly(results: Results, { series }: SideSeries): readonly DailySeries[] {
  const limit = addDays(results.period.end, -earlyEndDays);
  return series.filter((each) => lastDayOf(each) < limit);
}

/** Lists locations without a value in the period, and those whose record ends early. */
export function missingDataNotes(results: Results, locations: readonly SeriesLocation[]): readonly string[] {
  return allSeries(results).flatMap((found) => {
    if (found.series.length === 0) return [];
    const present = new Set(found.series.map((each) => each.loc_ndx));
    const missing = results.shown[found.side].locations
      .filter((each) => !present.has(each))
      .map((each) => describeLocationRecord(each, found.parameter, locations));
    const ended = endedEarly(results, found).map(
      (each) => `${each.loc_name} has no value after ${formatUsDate(lastDayOf(each))}`,
    );
    const name = found.parameterName;
    return [
      ...(missing.length > 0 ? [`Between these dates there is no ${name} at ${listFirst(missing)}.`] : []),
      ...(ended.length > 0 ? [`${name} ends early: ${listFirst(ended)}.`] : []),
    ];
  });
}

/** Names of more records than these make a note that nobody reads. */
const maxListed = 5;

/** `Heise; Milner; and 12 more` */
function listFirst(items: readonly string[]): string {
  const more = items.length - maxListed;
  return more <= 0 ? items.join('; ') : `${items.slice(0, maxListed).join('; ')}; and ${more} more`;
}

/** Lists the first late records whose end is shown, except those that `missingDataNotes` lists. */
export function lateNotes(
  results: Results,
  locations: readonly SeriesLocation[],
  today: string,
): readonly string[] {
  const notes = allSeries(results).flatMap((found) => {
    const endedSeries = new Set(endedEarly(results, found));
    return found.series.flatMap((each) => {
      const record = recordOf(each.loc_ndx, found.parameter, locations);
      if (endedSeries.has(each) || !record?.por_end || record.por_end > results.period.end) return [];
      return lateNote(`${found.parameterName} at ${each.loc_name}`, record, today) ?? [];
    });
  });
  const more = notes.length - maxListed;
  return more <= 0
    ? notes
    : [...notes.slice(0, maxListed), `${countOf(more, 'more record')} ${more === 1 ? 'is' : 'are'} late.`];
}

/**
 * Describes a late record: "Palisades Dam last reported on 05/03/2026, 12 days ago; it usually reports every day."
 * Undefined for a record that is current or has ended.
 */
function lateNote(
  name: string,
  record: Pick<RecordSummary, 'por_end' | 'num_days' | 'total_samples'>,
  today: string,
): string | undefined {
  const { isLate, lag, interval } = freshnessOf(record, today);
  if (!isLate || lag === null || record.por_end === null) return undefined;
  return `${name} last reported on ${formatUsDate(record.por_end)}, ${lag} days ago; it usually reports ${describeInterval(interval)}.`;
}

/** Says that the values are those of an earlier day. Undefined for the values as known now. */
export function knownOnNote({ shown: { knownOn } }: Results): string | undefined {
  return knownOn === undefined
    ? undefined
    : `Values as they were known at the end of ${formatUsDate(knownOn)}. Imports may have changed them since.`;
}

/** Counts the flagged values by series and rule. Undefined without flagged values. */
export function flaggedNote(results: Results): string | undefined {
  const flaggedSeries = allSeries(results)
    .flatMap(({ series }) => series)
    .filter((each) => each.flagged.length > 0);
  const [first, ...others] = flaggedSeries;
  if (!first) return undefined;
  const count = flaggedSeries.reduce((sum, each) => sum + each.flagged.length, 0);
  const [was, isPlotted, them] = count === 1 ? ['was', 'is', 'it'] : ['were', 'are', 'them'];
  const values = countOf(count, 'value');
  const [whose, why] =
    others.length === 0
      ? [`${values} of ${first.loc_name}`, describeFailedRules(first)]
      : [values, listFirst(flaggedSeries.map((each) => `${each.loc_name} (${describeFailedRules(each)})`))];
  return `${whose} ${was} flagged by quality rules and ${isPlotted} not part of the graph’s lines: ${why}. The table lists ${them}.`;
}

/** `2 × a jump that is undone within days, 1 × more than the reservoir holds` */
function describeFailedRules({ flagged }: DailySeries): string {
  const byFlag = Map.groupBy(flagged, (each) => each.flag);
  return [...byFlag].map(([flag, all]) => `${all.length} × ${describeFlag(flag)}`).join(', ');
}

function describeLocationRecord(
  ndx: number,
  parameter: number,
  locations: readonly SeriesLocation[],
): string {
  const location = locations.find((each) => each.loc_ndx === ndx);
  if (!location) return `location ${ndx}`;
  const record = recordOf(ndx, parameter, locations);
  if (!record?.por_start || !record.por_end) return `${location.loc_name} (no record yet)`;
  return `${location.loc_name} (record ${formatPeriod({ start: record.por_start, end: record.por_end })})`;
}

function recordOf(ndx: number, parameter: number, locations: readonly SeriesLocation[]) {
  const location = locations.find((each) => each.loc_ndx === ndx);
  return location?.records.find((each) => each.parameter_ndx === parameter);
}

/** `2 locations of this selection are no longer available and were left out.` */
export function droppedNote({ huc8s, parameters, locations }: Dropped): string {
  const nouns = [
    ['HUC8', huc8s] as const,
    ['parameter', parameters] as const,
    ['location', locations] as const,
  ];
  const counts = nouns.flatMap(([noun, ids]) => (ids.length > 0 ? [countOf(ids.length, noun)] : []));
  const isOne = huc8s.length + parameters.length + locations.length === 1;
  return `${counts.join(' and ')} of this selection ${isOne ? 'is' : 'are'} no longer available and ${isOne ? 'was' : 'were'} left out.`;
}

type Names = {
  readonly parameters: readonly Pick<SeriesParameter, 'parameter_ndx' | 'parameter_name'>[] | undefined;
  readonly locations: readonly Pick<SeriesLocation, 'loc_ndx' | 'loc_name'>[] | undefined;
};

/**
 * Describes a selection in a line.
 * @example 'Streamflow at Snake River near Heise · Depth to Water at 12 locations · 10/01/2020 to 09/30/2022'
 */
export function describeSelection(selection: Selection, names: Names, nounOfMore = 'series'): string {
  const axes = axesOf(selection).flatMap((side) => {
    const { parameter, locations } = selection[side];
    const known = names.parameters?.find((each) => each.parameter_ndx === parameter);
    if (!known || locations.length === 0) return [];
    const [only] = locations;
    const where =
      locations.length === 1
        ? (names.locations?.find((each) => each.loc_ndx === only)?.loc_name ?? '1 location')
        : `${locations.length} locations`;
    return [`${known.parameter_name} at ${where}`];
  });
  const count = selection.more?.length ?? 0;
  const more = count === 0 ? [] : [`${count} ${nounOfMore}`];
  return [...axes, ...more, describeDates(selection)].join(' · ');
}

function describeDates({ start, end, knownOn }: Selection): string {
  const from = start === undefined ? 'from the beginning of the record' : formatUsDate(start);
  const to = end === undefined ? 'the end of the record' : formatUsDate(end);
  const dates = start === undefined && end === undefined ? 'full record' : `${from} to ${to}`;
  return knownOn === undefined ? dates : `${dates}, as known on ${formatUsDate(knownOn)}`;
}
