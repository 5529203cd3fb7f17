import { dayNumber, dayParts } from '#lib/calendar.ts';
import { type Measure, measures } from './measure.ts';
import { type YearKind, yearKinds } from './season.ts';

export const statisticNames = ['Minimum', 'Median', 'Maximum'] as const;

/** The selection of a year comparison. A series is a statistic or a year in four digits. */
export type SeasonSelection = {
  readonly parameter: number | undefined;
  readonly location: number | undefined;
  readonly series: readonly string[];
  readonly year: YearKind;
  readonly measure: Measure;
};

export const maxSeries = 50;

/** The statistics, the next and the current calendar year of a day `YYYY-MM-DD`, limited to those offered. */
export function defaultSeries(today: string, offered?: readonly string[]): readonly string[] {
  const { year } = dayParts(dayNumber(today));
  const wanted = [...statisticNames, String(year + 1), String(year)];
  return offered ? wanted.filter((each) => offered.includes(each)) : wanted;
}

type LocationChoice = { readonly loc_ndx: number; readonly parameter_ndx_array: readonly number[] };

/** Changes the parameter. Clears the location if it does not have that parameter. */
export function chooseSeasonParameter(
  selection: SeasonSelection,
  parameter: number | undefined,
  locations: readonly LocationChoice[],
): SeasonSelection {
  const location = locations.find((each) => each.loc_ndx === selection.location);
  const hasParameter = parameter !== undefined && location?.parameter_ndx_array.includes(parameter);
  return { ...selection, parameter, location: hasParameter ? selection.location : undefined };
}

/** Says what to choose before Submit. Undefined if nothing is missing. */
export function whySeasonNotReady({ location, series }: SeasonSelection): string | undefined {
  if (series.length === 0 && location === undefined) return 'Choose at least one series and a location.';
  if (series.length === 0) return 'Choose at least one series.';
  return location === undefined ? 'Choose a location.' : undefined;
}

export function isSameSeason(one: SeasonSelection, other: SeasonSelection): boolean {
  return (
    one.parameter === other.parameter &&
    one.location === other.location &&
    one.year === other.year &&
    one.measure === other.measure &&
    one.series.length === other.series.length &&
    one.series.every((each) => other.series.includes(each))
  );
}

/**
 * `parameter=1&location=14&series=Median,2026&year=irrigation&measure=volume&submitted=yes`. Daily values of water years
 * are the default.
 */
export function writeSeason(
  { parameter, location, series, year, measure }: SeasonSelection,
  submitted: boolean,
): string {
  const query = new URLSearchParams();
  if (parameter !== undefined) query.set('parameter', String(parameter));
  if (location !== undefined) query.set('location', String(location));
  query.set('series', series.join(','));
  if (year !== 'water') query.set('year', year);
  if (measure !== 'value') query.set('measure', measure);
  if (submitted) query.set('submitted', 'yes');
  return query.toString().replaceAll('%2C', ',');
}

/** Reads a query. Invalid parts fall back to the defaults, and unknown series are dropped. */
export function readSeason(
  text: string,
  defaults: SeasonSelection,
): { selection: SeasonSelection; submitted: boolean } {
  const query = new URLSearchParams(text);
  const series = query.get('series');
  return {
    selection: {
      parameter: readId(query.get('parameter')) ?? defaults.parameter,
      location: readId(query.get('location')) ?? defaults.location,
      series: series === null ? defaults.series : parseSeries(series),
      year: yearKinds.find((kind) => kind === query.get('year')) ?? defaults.year,
      measure: measures.find((measure) => measure === query.get('measure')) ?? defaults.measure,
    },
    submitted: query.get('submitted') === 'yes',
  };
}

/** Reads `Median,2026`. Drops unknown names, repetitions, and what exceeds the maximum. */
export function parseSeries(text: string): readonly string[] {
  const names = text.split(',').filter((each) => /^(Minimum|Median|Maximum|\d{4})$/.test(each));
  return [...new Set(names)].slice(0, maxSeries);
}

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
