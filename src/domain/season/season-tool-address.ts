import { type AddressCodec, addressCodec, idField, nameField } from '#lib/address-codec.ts';
import { dayNumber, dayParts } from '#lib/calendar.ts';
import { type Measure, measures } from '../vocabulary.ts';
import { type YearKind, yearKinds } from './season.ts';
import { type Slots, slotsOfYears, yearColors } from './season-colors.ts';

export const statisticNames = ['Minimum', 'Median', 'Maximum'] as const;

/** The selection of a year comparison. A series is a statistic or a year in four digits. */
export type SeasonSelection = {
  readonly parameter: number | undefined;
  readonly location: number | undefined;
  readonly series: readonly string[];
  readonly year: YearKind;
  readonly measure: Measure;
  /** The years by their color slots, '' for a free slot. Empty: each has its own color. */
  readonly colors: readonly string[];
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

/** The color slots of the chosen years. */
export function slotsOf({ series, colors }: Pick<SeasonSelection, 'series' | 'colors'>): Slots {
  const held = new Map(colors.flatMap((year, slot) => (year === '' ? [] : [[Number(year), slot]])));
  return slotsOfYears(yearsOf(series), held);
}

/** Changes the series. Years that stay keep their colors, whatever is removed and added. */
export function chooseSeries(selection: SeasonSelection, series: readonly string[]): SeasonSelection {
  const slots = slotsOfYears(yearsOf(series), slotsOf(selection));
  const own = slotsOfYears(yearsOf(series));
  const isOwn = [...slots].every(([year, slot]) => own.get(year) === slot);
  const names = new Map([...slots].map(([year, slot]) => [slot, String(year)]));
  const count = Math.max(0, ...names.keys()) + 1;
  const colors = isOwn ? [] : Array.from({ length: count }, (_, slot) => names.get(slot) ?? '');
  return { ...selection, series, colors };
}

const yearsOf = (series: readonly string[]) => series.map(Number).filter(Number.isInteger);

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
 * The address of a comparison: `parameter=1&location=14&series=Median,2026&year=irrigation&measure=volume`. Daily values of water
 * years are the default, and unknown series are dropped.
 */
export function seasonCodec(
  first: Pick<SeasonSelection, 'parameter' | 'location' | 'series'>,
): AddressCodec<SeasonSelection> {
  return addressCodec<SeasonSelection>({
    parameter: idField('parameter', first.parameter),
    location: idField('location', first.location),
    series: {
      key: 'series',
      initial: first.series,
      parse: parseSeries,
      format: (series) => series.join(','),
    },
    year: nameField('year', yearKinds, 'water'),
    measure: nameField('measure', measures, 'value'),
    colors: {
      key: 'colors',
      initial: [],
      parse: parseColors,
      format: (colors) => (colors.length > 0 ? colors.join(',') : undefined),
    },
  });
}

/** Reads `1992,,2001`; undefined for what is no list of different years. */
function parseColors(text: string): readonly string[] | undefined {
  const colors = text.split(',').slice(0, yearColors.light.length);
  const years = colors.filter((each) => each !== '');
  const isList = years.every((each) => /^\d{4}$/.test(each)) && new Set(years).size === years.length;
  return isList ? colors : undefined;
}

/** Reads `Median,2026`. Drops unknown names, repetitions, and what exceeds the maximum. */
export function parseSeries(text: string): readonly string[] {
  const names = text.split(',').filter((each) => /^(Minimum|Median|Maximum|\d{4})$/.test(each));
  return [...new Set(names)].slice(0, maxSeries);
}
