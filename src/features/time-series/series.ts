import { hasReversedAxis } from '#config/parameters.ts';
import type { DailySeries, FlaggedValue } from '#contract/daily-data.ts';
import { describeSource } from '#domain/demonstration.ts';
import { flagNote } from '#domain/flags.ts';
import { legibleOn } from '#domain/legible.ts';
import { assignColors } from '#domain/palette.ts';
import { describeQualifiers, describeValueStatus } from '#domain/qualifiers.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import { axesOf, type Selection, type Side } from '#domain/time-series/selection.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { ChartContent, ChartSeries, ExcludedValues, ValueAxis } from '#kits/chart/index.ts';
import { dayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { formatValue } from '#lib/format-number.ts';
import type { Results, SideResult } from './results.ts';

/** `left-14`: a location on an axis. */
export function seriesId(side: Side, location: number): string {
  return `${side}-${location}`;
}

/** The color of each location by `seriesId`, for the map, the lists and the graph. */
export function colorsOf(selection: Selection, theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const ids = axesOf(selection).flatMap((side) =>
    selection[side].locations.map((location) => seriesId(side, location)),
  );
  return new Map([...assignColors(ids)].map(([id, color]) => [id, legibleOn(color, theme)]));
}

export type SideSeries = {
  readonly side: Side;
  readonly parameter: number;
  readonly parameterName: string;
  readonly unit: string;
  /** In the order in which the locations were chosen. */
  readonly series: readonly DailySeries[];
};

/** The series of an axis. Undefined while it is loading and after a failure. */
export function sideSeries(results: Results, side: Side): SideSeries | undefined {
  const result: SideResult = results[side];
  if (result.status !== 'ready') return undefined;
  const { parameter, series } = result.data;
  const byLocation = new Map(series.map((each) => [each.loc_ndx, each]));
  return {
    side,
    parameter: parameter.parameter_ndx,
    parameterName: parameter.parameter_name,
    unit: parameter.units_name,
    series: results.shown[side].locations.flatMap((location) => byLocation.get(location) ?? []),
  };
}

/** The graph of both axes. Undefined if neither has a value. */
export function toChartContent(results: Results, theme: 'light' | 'dark'): ChartContent | undefined {
  const left = sideSeries(results, 'left');
  const right = sideSeries(results, 'right');
  const both = [left, right].flatMap((each) => (each && each.series.length > 0 ? [each] : []));
  if (both.length === 0) return undefined;
  const colors = colorsOf(results.shown, theme);
  const series = both.flatMap((each) => each.series.map((daily) => chartSeries(each, daily, colors)));
  return {
    title: chartTitle(both),
    time: { kind: 'days' },
    axes: {
      left: axisOf(left ?? right),
      ...(right && right.series.length > 0 ? { right: axisOf(right) } : {}),
    },
    series,
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    excludedMark: {
      label: 'Flagged',
      meaning: 'Values that fail a quality rule. They are not part of any line, sum or statistic.',
    },
    footer: hoursPumpedOn(both),
    source: describeSourceOn(both, results),
  };
}

/** `Streamflow and Depth to Water` */
export function chartTitle(both: readonly SideSeries[]): string {
  return [...new Set(both.map((each) => each.parameterName))].join(' and ');
}

function axisOf(side: SideSeries | undefined): ValueAxis {
  return {
    title: side?.parameterName ?? '',
    unit: side?.unit ?? '',
    reversed: hasReversedAxis(side?.parameter),
    format: formatValue,
  };
}

function chartSeries(
  { side, unit }: SideSeries,
  daily: DailySeries,
  colors: ReadonlyMap<string, string>,
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
    isMarked: (index) => daily.approval[index] === 'P',
    noteOf: (index) => describeQualifiers(daily.qualifiers[String(daily.dates[index])]),
    ...(daily.flagged.length > 0 && { excluded: flaggedPoints(daily, start) }),
    unit,
  };
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

/** `Flagged: a jump that is undone within days. Provisional, …` */
export function describeFlaggedValue(
  { flag, approval }: FlaggedValue,
  qualifier: string | undefined,
): string {
  const status = describeValueStatus(approval, qualifier);
  return status === undefined ? flagNote(flag) : `${flagNote(flag)}. ${status}`;
}

function describeSourceOn(both: readonly SideSeries[], { shown: { knownOn } }: Results): string {
  const source = sourceOf(both);
  return knownOn === undefined ? source : `${source}. As known on ${formatUsDate(knownOn)}`;
}

/** The data providers of the series, and which of the series are synthetic. */
export function sourceOf(both: readonly SideSeries[]): string {
  return describeSource(
    both.flatMap(({ series }) =>
      series.map((daily) => ({
        name: daily.loc_name,
        provider: daily.data_provider_name,
        isDemonstration: daily.is_demonstration,
      })),
    ),
  );
}

/** The footer of a day's read-out: the hours pumped at all locations shown. */
function hoursPumpedOn(both: readonly SideSeries[]): (day: number) => string | undefined {
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

/** The last day with a value, flagged or not, `YYYY-MM-DD`. */
export function lastDayOf({ start, dates, flagged }: DailySeries): string {
  return formatDay(dayNumber(start) + Math.max(dates.at(-1) ?? 0, flagged.at(-1)?.day ?? 0));
}
