import { dataAddress } from '../page-paths.ts';
import { normalsBeside } from '../statistics/normals.ts';
import { maxSeries, type SeasonSelection } from './season-tool-address.ts';

/** A record by the agency's number of its site and the name of its parameter. */
type RecordName = { readonly site: string; readonly parameter: string };

/** Daily values of water years unless it says otherwise. */
type SeasonChoice = Pick<SeasonSelection, 'series'> & Partial<Pick<SeasonSelection, 'year' | 'measure'>>;

/** The address of years and statistics of a record as a file; `table` is the state of a table as a query. */
export function seasonAddress(
  { site, parameter }: RecordName,
  { series, year, measure }: SeasonChoice,
  table?: string,
): string {
  return dataAddress('statistics', { site, parameter, series: series.join(','), year, measure }, table);
}

/**
 * The address of what the chart of a season draws: the chosen series and the normals beside them. Without those normals
 * where that is more series than a file takes.
 */
export function seasonChartAddress(record: RecordName, choice: SeasonChoice): string {
  const drawn = [...choice.series, ...normalsBeside(choice.series)];
  return seasonAddress(record, drawn.length > maxSeries ? choice : { ...choice, series: drawn });
}
