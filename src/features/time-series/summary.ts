import type { Parameter, SeriesLocation } from '#contract/time-series.ts';
import { axesOf, type Selection } from '#domain/time-series/selection.ts';
import { formatUsDate } from '#lib/calendar.ts';

type Names = {
  readonly parameters: readonly Pick<Parameter, 'parameter_ndx' | 'parameter_name'>[] | undefined;
  readonly locations: readonly Pick<SeriesLocation, 'loc_ndx' | 'loc_name'>[] | undefined;
};

/**
 * Describes a selection in a line.
 * @example 'Streamflow at Snake River near Heise · Depth to Water at 12 locations · 10/01/2020 to 09/30/2022'
 */
export function describeSelection(selection: Selection, names: Names): string {
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
  return [...axes, describeDates(selection)].join(' · ');
}

function describeDates({ start, end, knownOn }: Selection): string {
  const from = start === undefined ? 'from the beginning of the record' : formatUsDate(start);
  const to = end === undefined ? 'the end of the record' : formatUsDate(end);
  const dates = start === undefined && end === undefined ? 'full record' : `${from} to ${to}`;
  return knownOn === undefined ? dates : `${dates}, as known on ${formatUsDate(knownOn)}`;
}
