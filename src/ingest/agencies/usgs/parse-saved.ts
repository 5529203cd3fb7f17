import { type CsvRow, readCsvChunks } from '../../parse-csv.ts';
import { readJsonElements } from '../../parse-response.ts';
import { SourceRefused, type SourceText } from '../../source.ts';
import { parseFeature, parseValuesPage, requireNames, service } from './parse.ts';
import { createRdbReader, legacyService, parseNwisJson, parseNwisSeries } from './parse-nwis.ts';
import { toRow, type UsgsRow } from './row.ts';

/**
 * Reads a saved response into `onRow`: GeoJSON or CSV of the Water Data API, or JSON or RDB of the legacy service. The
 * file may have any size. Rows that do not name their site belong to `site`.
 * @throws SourceRefused
 */
export async function readSavedRows(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<void> {
  const head = file.head.replace(/^\uFEFF/, '').trimStart();
  if (head.startsWith('{')) await readJson(file, site, onRow);
  else if (isCsv(head)) await readObservationsCsv(file, site, onRow);
  else {
    const reader = createRdbReader(onRow);
    for await (const line of readLines(file)) reader.readLine(line);
    reader.end();
  }
}

/** Reads features of the Water Data API, or time series of the legacy service. @throws SourceRefused */
async function readJson(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<void> {
  const name = /"(?:queryInfo|timeSeries)"/.test(file.head) ? legacyService : service;
  const count = await readJsonElements(
    file,
    { paths: ['$.features.*', '$.value.timeSeries.*'], service: name },
    ({ value, at, array }) => {
      if (array === 'features') onRow(parseFeature(value, at, site));
      else for (const row of parseNwisSeries(value, at)) onRow(row);
    },
  );
  if (count > 0) return;
  // Checks that the array is there and empty.
  const text = await file.text();
  const isLegacy = /"timeSeries"\s*:/.test(text);
  for (const row of isLegacy ? parseNwisJson(text) : parseValuesPage(text, site).items) onRow(row);
}

async function* readLines(file: SourceText): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of file.chunks()) {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    yield* lines;
  }
  yield held;
}

function isCsv(start: string): boolean {
  const [header = ''] = start.split(/\r\n?|\n/);
  return !header.startsWith('#') && !header.startsWith('<') && !header.includes('\t') && header.includes(',');
}

/** The columns without which a row is no daily value. */
const requiredColumns = ['time', 'value'];

/** Reads the Water Data API's CSV of `daily` or `field-measurements`. @throws SourceRefused */
async function readObservationsCsv(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<void> {
  let columns: ReadonlyMap<string, number> | undefined;
  await readCsvChunks(file.chunks(), (row) => {
    if (columns) {
      const observation = toObservation(row, columns, site);
      requireNames(observation);
      onRow(observation);
    } else columns = readHeader(row);
  });
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
  { record, line, isCut }: CsvRow,
  columns: ReadonlyMap<string, number>,
  site: string | undefined,
): UsgsRow {
  if (record.length !== columns.size) {
    throw new SourceRefused(`Line ${line}: ${record.length} cells instead of ${columns.size}.`);
  }
  if (isCut && columns.get('value') === columns.size - 1) {
    throw new SourceRefused(
      `Line ${line} is the last one and has no line break: its value may be cut off. Save the file again.`,
    );
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
