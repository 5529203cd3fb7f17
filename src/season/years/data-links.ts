import type { SeriesLocation } from '#contract/time-series.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { seasonAddress, seasonChartAddress } from '#domain/season/season-file-address.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';

/** The address of the chosen years and statistics of a record; `table` is the state of the table as a query. */
export function statisticsAddress(
  selection: SeasonSelection,
  location: SeriesLocation,
  table: string,
): string {
  return seasonAddress(recordOf(selection, location), selection, table);
}

/** The address of what the chart of a record draws. */
export function comparisonChartAddress(selection: SeasonSelection, location: SeriesLocation): string {
  return seasonChartAddress(recordOf(selection, location), selection);
}

function recordOf(
  { parameter }: SeasonSelection,
  { loc_id, parameter_ndx_array, parameter_name_array }: SeriesLocation,
) {
  const name = parameter_name_array[parameter_ndx_array.indexOf(parameter ?? 0)];
  return { site: loc_id, parameter: name ?? String(parameter) };
}

/** The address of the monthly gains of the chosen series; `table` is the state of the table as a query. */
export function monthlyGainsAddress(
  { series, year }: SeasonSelection,
  { loc_id }: SeriesLocation,
  table?: string,
): string {
  return dataAddress('monthly-gains', { site: loc_id, series: series.join(','), year }, table);
}
