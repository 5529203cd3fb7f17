/** Where the files of data are: their errors are plain text, which a spreadsheet shows. */
export const dataAddressPrefix = '/api/data/';

/** The files that a spreadsheet or a script can fetch. */
export type DataFileName =
  | 'brief'
  | 'carry-over'
  | 'daily'
  | 'fill'
  | 'monthly-gains'
  | 'outlook'
  | 'reach-gains'
  | 'river'
  | 'season-gain'
  | 'sites'
  | 'snow'
  | 'statistics';

/**
 * Writes the address of a CSV, without an origin. `table` is the state of a screen's table as a query, of which the page
 * and its size are left out.
 * @example dataAddress('daily', { site: '13037500,13038500', parameter: 'Streamflow' })
 * '/api/data/daily.csv?site=13037500,13038500&parameter=Streamflow'
 */
export function dataAddress(
  file: DataFileName,
  query: Readonly<Record<string, string | undefined>>,
  table = '',
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, value);
  }
  for (const [key, value] of new URLSearchParams(table)) {
    if (key !== 'page' && key !== 'size') search.append(key, value);
  }
  const path = `${dataAddressPrefix}${file}.csv`;
  // Commas and colons may stay as they are, and read well.
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? path : `${path}?${text}`;
}
