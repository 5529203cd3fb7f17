import type { SeriesLocation } from '#contract/time-series.ts';
import { dataAddress } from '#domain/data-address.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';

/** The address of the chosen years and statistics of a record; `table` is the state of the table as a query. */
export function statisticsAddress(
  { parameter, series, year, measure }: SeasonSelection,
  { loc_id, parameter_ndx_array, parameter_name_array }: SeriesLocation,
  table: string,
): string {
  const query = {
    site: loc_id,
    parameter: parameter_name_array[parameter_ndx_array.indexOf(parameter ?? 0)] ?? String(parameter),
    series: series.join(','),
    year,
    measure,
  };
  return dataAddress('statistics', query, table);
}

/** The address of the monthly gains of the chosen series. */
export function monthlyGainsAddress(
  { series, year }: SeasonSelection,
  { loc_id }: SeriesLocation,
  table: string,
): string {
  return dataAddress('monthly-gains', { site: loc_id, series: series.join(','), year }, table);
}
