import { type CsvRow, readCsvText } from '../../parse-csv.ts';
import { SourceRefused } from '../../source.ts';
import { parseValuesPage, requireNames } from './parse.ts';
import { parseNwisJson, parseNwisRdb } from './parse-nwis.ts';
import { toRow, type UsgsRow } from './row.ts';

/**
 * Parses a saved response: GeoJSON or CSV of the Water Data API, or JSON or RDB of the legacy service. Rows that do not
 * name their site belong to `site`.
 * @throws SourceRefused
 */
export function parseSavedRows(text: string, site: string | undefined): UsgsRow[] {
  const start = text
    .slice(0, 2000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{')) {
    return /"timeSeries"\s*:/.test(text) ? parseNwisJson(text) : parseValuesPage(text, site).rows;
  }
  return isCsv(start) ? parseObservationsCsv(text, site) : parseNwisRdb(text);
}

function isCsv(start: string): boolean {
  const [header = ''] = start.split(/\r\n?|\n/);
  return !header.startsWith('#') && !header.startsWith('<') && !header.includes('\t') && header.includes(',');
}

/** The columns without which a row is no daily value. */
const requiredColumns = ['time', 'value'];

/** Parses the Water Data API's CSV of `daily` or `field-measurements`. @throws SourceRefused */
function parseObservationsCsv(text: string, site: string | undefined): UsgsRow[] {
  let columns: ReadonlyMap<string, number> | undefined;
  const rows: UsgsRow[] = [];
  readCsvText(text, (row) => {
    if (columns) rows.push(toObservation(row, columns, site));
    else columns = readHeader(row);
  });
  requireNames(rows);
  return rows;
}

function readHeader({ record, line }: CsvRow): ReadonlyMap<string, number> {
  const columns = new Map(record.map((name, at) => [name.trim().toLowerCase(), at]));
  const absent = requiredColumns.find((name) => !columns.has(name));
  if (absent !== undefined) {
    throw new SourceRefused(
      `Line ${line}: there is no column "${absent}". Save the collection daily or field-measurements of the Water Data API as CSV (f=csv).`,
    );
  }
  return columns;
}

function toObservation(
  { record, line }: CsvRow,
  columns: ReadonlyMap<string, number>,
  site: string | undefined,
): UsgsRow {
  if (record.length !== columns.size) {
    throw new SourceRefused(`Line ${line}: ${record.length} cells instead of ${columns.size}.`);
  }
  const cell = (name: string) => record[columns.get(name) ?? -1]?.trim() ?? '';
  // The column `id` is the site's in some collections, and the row's own in others.
  const id = /^[A-Z]+-\d+$/.test(cell('id')) ? cell('id') : '';
  return toRow(
    {
      monitoring_location_id: cell('monitoring_location_id') || id,
      parameter_code: cell('parameter_code'),
      statistic_id: cell('statistic_id'),
      time_series_id: cell('time_series_id'),
      time: cell('time'),
      value: cell('value'),
      unit_of_measure: cell('unit_of_measure'),
      vertical_datum: cell('vertical_datum'),
      approval_status: cell('approval_status'),
      // An array is written as ['ICE', 'ESTIMATED'].
      qualifiers: [cell('qualifier').replace(/[[\]'"]/g, '')],
    },
    line,
    site,
  );
}
