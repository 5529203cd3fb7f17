import type { SeriesLocation } from '#contract/time-series.ts';

type Location = Pick<SeriesLocation, 'loc_ndx'> & {
  readonly records: readonly Pick<SeriesLocation['records'][number], 'parameter_ndx' | 'por_end'>[];
};

/** Finds the first location of the list with values of a parameter. Undefined without one. */
export function firstLocationOf(
  locations: readonly Location[],
  parameter: number | undefined,
): number | undefined {
  const hasValues = ({ records }: Location) =>
    records.some((each) => each.parameter_ndx === parameter && each.por_end !== null);
  return locations.find(hasValues)?.loc_ndx;
}
