import { capacityOf, hasReversedAxis } from '#config/parameters.ts';
import type { DailySeries } from '#contract/daily-data.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { describeDeliverers } from '#domain/deliverer.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { markOf, suitsLogScale } from '#domain/parameters.ts';
import { describeQualifiers } from '#domain/qualifiers.ts';
import { capacityLabel, describeFullness } from '#domain/quantity.ts';
import { assignSlots } from '#domain/season/season-colors.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { ChartContent, ChartLevel, ChartSeries, ExcludedValues, ValueAxis } from '#kits/chart/index.ts';
import type { DataLink } from '#kits/ui/CopyButton.tsx';
import { dayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { assignColors, categoryColors, fitsCategoryColors, legibleOn } from '#lib/colors.ts';
import { formatValue } from '#lib/format-number.ts';
import { describeAccess } from '#stores/data-access.ts';
import { describeFlaggedValue } from '../files.ts';
import { axesOf, type Selection, type Side, sides } from '../rules/selection.ts';
import { drawnColumns, isLoading, type Results, type SideSeries } from './results.ts';

/** `left-14`: a location on an axis. `derived-1`: the first series that a feature adds, −1. */
export function seriesId(side: Side, location: number): string {
  return location < 0 ? `${addedPrefix}${-location}` : `${side}-${location}`;
}

const addedPrefix = 'derived-';

/** Whether a series is one that a feature adds to the chosen ones, by its id. */
export function isAdded({ id }: Pick<ChartSeries, 'id'>): boolean {
  return id.startsWith(addedPrefix);
}

/** The series that a feature adds to a result. */
export type AddedSeries = {
  /** Those that fit an axis by their unit, each as a side of the graph of its own. */
  readonly drawn: readonly SideSeries[];
  /** Those that fit none, for the table only. */
  readonly listed: readonly SideSeries[];
  /** What each is, for the graph and its files. */
  readonly notes: readonly string[];
  /** What cannot be drawn, and why, as sentences. */
  readonly faults: readonly string[];
  /** What the address of the file of the values has for them; `groups` are the sites of the file. */
  readonly fileQuery: (
    groups: readonly { readonly side: Side; readonly locations: readonly number[] }[],
  ) => Readonly<Record<string, readonly string[]>>;
};

export const nothingAdded: AddedSeries = {
  drawn: [],
  listed: [],
  notes: [],
  faults: [],
  fileQuery: () => ({}),
};

/**
 * The color of each location and added series by `seriesId`, for the map, the lists and the graph. A location has the
 * color of its number, the same on both axes and beside whatever else, or the next free one where another that was chosen
 * first has it; added series have free ones.
 */
export function colorsOf(selection: Selection, theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const added = (selection.more ?? []).map((_, at) => -1 - at);
  const chosen = [...axesOf(selection).flatMap((side) => selection[side].locations), ...added];
  const slots = assignSlots(chosen, categoryColors.length);
  const steps = assignColors(chosen.map(String));
  const hasSlots = fitsCategoryColors(new Set(chosen).size);
  const colorOf = (location: number) =>
    (hasSlots ? categoryColors[slots.get(location) ?? 0] : steps.get(String(location))) ?? categoryColors[0];
  return new Map(
    axesOf(selection).flatMap((side) =>
      [...selection[side].locations, ...added].map((location): [string, string] => [
        seriesId(side, location),
        legibleOn(colorOf(location), theme),
      ]),
    ),
  );
}

/** The series of an axis. Undefined while it is loading and after a failure. */
export function sideSeries(results: Results, side: Side): SideSeries | undefined {
  return results[side].status === 'ready' ? drawnSeries(results, side) : undefined;
}

/** The series of the axes that are loaded. */
export function allSeries(results: Results): readonly SideSeries[] {
  return sides.flatMap((side) => sideSeries(results, side) ?? []);
}

/** The series of an axis, or the first of them while others are loading. */
function drawnSeries(results: Results, side: Side): SideSeries | undefined {
  const columns = drawnColumns(results[side]);
  if (!columns) return undefined;
  const { parameter, series } = columns;
  const byLocation = new Map(series.map((each) => [each.loc_ndx, each]));
  return {
    side,
    parameter: parameter.parameter_ndx,
    parameterName: parameter.parameter_name,
    unit: parameter.units_name,
    series: results.shown[side].locations.flatMap((location) => byLocation.get(location) ?? []),
  };
}

/** The lines across a plot end here; more of them would hide the values. */
const maxLevels = 3;

type Place = Pick<SeriesLocation, 'loc_ndx' | 'loc_id'>;

/** The graph of both axes. Undefined if neither has a value. `places` are the locations by which capacities are known. */
export function toChartContent(
  results: Results,
  theme: 'light' | 'dark',
  places: readonly Place[] = [],
  added: AddedSeries = nothingAdded,
): ChartContent | undefined {
  const left = drawnSeries(results, 'left');
  const right = drawnSeries(results, 'right');
  const both = [left, right].flatMap((each) => (each && each.series.length > 0 ? [each] : []));
  if (both.length === 0) return undefined;
  const colors = colorsOf(results.shown, theme);
  const capacities = capacitiesOf(both, places);
  const series = [...both, ...added.drawn].flatMap((each) =>
    each.series.map((daily) => chartSeries(each, daily, { colors, capacity: capacities.get(daily.loc_ndx) })),
  );
  const onRight = [right, ...added.drawn].find((each) => each?.side === 'right' && each.series.length > 0);
  return {
    title: chartTitle(both),
    ...(added.notes.length > 0 && { notes: added.notes }),
    time: { kind: 'days' },
    axes: { left: axisOf(left ?? right), ...(onRight && { right: axisOf(onRight) }) },
    series,
    levels: capacityLevels(both, capacities),
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    excludedMark: {
      label: 'Flagged',
      meaning: 'Values that fail a quality rule. They are not part of any line, sum or statistic.',
    },
    footer: hoursPumpedOn(both),
    source: describeDeliverersOn(both, results),
  };
}

/** The capacity of each reservoir on the graph, in AF, by location. */
function capacitiesOf(both: readonly SideSeries[], places: readonly Place[]): ReadonlyMap<number, number> {
  const ids = new Map(places.map((each) => [each.loc_ndx, each.loc_id]));
  return new Map(
    both.flatMap(({ parameter, series }) =>
      series.flatMap(({ loc_ndx }): [number, number][] => {
        const capacity = capacityOf(parameter, ids.get(loc_ndx));
        return capacity === undefined ? [] : [[loc_ndx, capacity]];
      }),
    ),
  );
}

function capacityLevels(
  both: readonly SideSeries[],
  capacities: ReadonlyMap<number, number>,
): readonly ChartLevel[] {
  const levels = both
    .filter(({ parameter }) => parameter === parameterNdx.storage)
    .flatMap(({ side, series }) =>
      series.flatMap(({ loc_ndx, loc_name }) => {
        const value = capacities.get(loc_ndx);
        const label = value && capacityLabel(value, series.length > 1 ? loc_name : undefined);
        return value && label ? [{ side, value, label }] : [];
      }),
    );
  return levels.length > maxLevels ? [] : levels;
}

/** `Streamflow and Depth to Water` */
function chartTitle(both: readonly SideSeries[]): string {
  return [...new Set(both.map((each) => each.parameterName))].join(' and ');
}

function axisOf(side: SideSeries | undefined): ValueAxis {
  return {
    title: side?.parameterName ?? '',
    unit: side?.unit ?? '',
    reversed: hasReversedAxis(side?.parameter),
    offersLog: suitsLogScale(side?.parameter),
    format: formatValue,
  };
}

type SeriesSettings = {
  readonly colors: ReadonlyMap<string, string>;
  /** Of a reservoir, in AF. */
  readonly capacity: number | undefined;
};

function chartSeries(
  { side, unit, parameter, series }: SideSeries,
  daily: DailySeries,
  { colors, capacity }: SeriesSettings,
): ChartSeries {
  const id = seriesId(side, daily.loc_ndx);
  const start = dayNumber(daily.start);
  const xs = Int32Array.from(daily.dates, (offset) => start + offset);
  return {
    id,
    label: daily.loc_name,
    side,
    color: colors.get(id) ?? '#5b6b75',
    xs,
    ys: Float64Array.from(daily.values),
    maxGap: maxGapOf(xs),
    shape: markOf(parameter, xs, series.length),
    isMarked: (index) => daily.approval[index] === 'P',
    noteOf: (index) => {
      const qualifiers = describeQualifiers(daily.qualifiers[String(daily.dates[index])]);
      const value = daily.values[index];
      const fullness =
        capacity !== undefined && value !== undefined ? describeFullness(value, capacity) : undefined;
      return [fullness, qualifiers].filter(Boolean).join('; ') || undefined;
    },
    ...(daily.flagged.length > 0 && { excluded: flaggedPoints(daily, start) }),
    unit,
  };
}

function describeDeliverersOn(both: readonly SideSeries[], { shown: { knownOn } }: Results): string {
  const source = sourceOf(both);
  return knownOn === undefined ? source : `${source}. As known on ${formatUsDate(knownOn)}`;
}

/** Who delivered the series, and which of the series are synthetic. */
export function sourceOf(both: readonly SideSeries[]): string {
  return describeDeliverers(
    both.flatMap(({ series }) =>
      series.map((daily) => ({
        name: daily.loc_name,
        provider: daily.data_provider_name,
        source: daily.source,
      })),
    ),
  );
}

/** The last day with a value, flagged or not, `YYYY-MM-DD`. */
export function lastDayOf({ start, dates, flagged }: DailySeries): string {
  return formatDay(dayNumber(start) + Math.max(dates.at(-1) ?? 0, flagged.at(-1)?.day ?? 0));
}

/** Flagged values, which are drawn next to the line. */
function flaggedPoints({ flagged, qualifiers }: DailySeries, start: number): ExcludedValues {
  return {
    xs: Int32Array.from(flagged, ({ day }) => start + day),
    ys: Float64Array.from(flagged, ({ value }) => value),
    noteOf: (index) => {
      const value = flagged[index];
      return value ? describeFlaggedValue(value, qualifiers[String(value.day)]) : '';
    },
  };
}

type AxisSeries = { readonly parameter: number; readonly series: readonly DailySeries[] };

/** The footer of a day's read-out: the hours pumped at all locations shown. */
function hoursPumpedOn(both: readonly AxisSeries[]): (day: number) => string | undefined {
  const pumped = both
    .filter((each) => each.parameter === parameterNdx.hoursPumped)
    .flatMap((each) => each.series)
    .map((daily) => {
      const start = dayNumber(daily.start);
      return new Map(daily.dates.map((offset, index) => [start + offset, daily.values[index] ?? 0]));
    });
  if (pumped.length === 0) return () => undefined;
  return (day) => {
    const hours = pumped.flatMap((each) => each.get(day) ?? []);
    return hours.length > 0
      ? `Hours Pumped: ${formatValue(hours.reduce((sum, each) => sum + each, 0))}`
      : undefined;
  };
}

/** The address of the values of both axes as a file. Undefined without a value. */
export function dailyAddress(
  { shown, period }: Pick<Results, 'shown' | 'period'>,
  both: readonly SideSeries[],
  places: readonly Place[],
  added: AddedSeries = nothingAdded,
): string | undefined {
  const numbers = new Map(places.map((each) => [each.loc_ndx, each.loc_id]));
  const used = both.filter(({ series }) => series.length > 0);
  const groups = used.map(({ side }) => ({
    side,
    locations: shown[side].locations.filter((each) => numbers.has(each)),
  }));
  const sitesOf = (at: number) => groups[at]?.locations.map((each) => numbers.get(each)).join(',');
  const [first, second] = used;
  if (!first) return undefined;
  return dataAddress('daily', {
    site: sitesOf(0),
    parameter: first.parameterName,
    second_site: sitesOf(1),
    second_parameter: second?.parameterName,
    from: period.start,
    to: period.end,
    as_of: shown.knownOn,
    ...added.fileQuery(groups),
  });
}

/** The file is written while it is sent, so it has no order of its own. */
const wholeNote = 'It has every value of this result, in order of site and day.';

/** Links to the values of a result; without an address while they are loading. */
export function dailyLink(
  results: Results,
  both: readonly SideSeries[],
  places: readonly Place[],
  added: AddedSeries = nothingAdded,
): DataLink {
  const providers = both.flatMap(({ series }) => series.map((daily) => daily.data_provider_name));
  return {
    address: isLoading(results) ? undefined : dailyAddress(results, both, places, added),
    access: `${describeAccess(providers)} ${wholeNote}`,
  };
}
