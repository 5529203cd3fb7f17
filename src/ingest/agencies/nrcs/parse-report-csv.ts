import type { DayNumber } from '#lib/calendar.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../../collect-series.ts';
import { createDailyRows, cutReason, type DailyRow } from '../../daily-rows.ts';
import { type CsvRow, readCsvChunks } from '../../parse-csv.ts';
import { readNumber } from '../../parse-number.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../../source.ts';
import { checkUnit } from '../../units.ts';
import { columnOfHeader, elements, type ReportColumn } from './codes.ts';

/** Reports before 2015 write it where there is no value. */
const missingMarkers = new Set(['-99.9', '-99.90', '-99.99']);
const advice = 'Ask the report generator for daily values of single days.';

export type ReportOptions = {
  /** Finds the triplet for the name of a site in a row, in a header or in the request. */
  tripletOf: (site: string) => string;
  targetOf: (triplet: string, element: string) => Target | undefined;
  /** The site of a report that does not name its station. */
  site: string | undefined;
  since: DayNumber | undefined;
};

/**
 * Parses CSV of the report generator: `#` comments, a header that begins with Date, an optional station column, and
 * value columns recognized by their headers. Reports say that all values are provisional.
 * @throws SourceRefused if the text is not such a report
 */
export async function* parseReportCsv(
  file: SourceText,
  options: ReportOptions,
): AsyncGenerator<SourceSeries> {
  if (/^\s*</.test(file.head)) throw new SourceRefused('Line 1: an error page instead of CSV.');
  const collector = createSeriesCollector();
  let rows: ReturnType<typeof createDailyRows> | undefined;
  try {
    await readCsvChunks(
      file.chunks(),
      (row) => {
        if (rows) rows.add(row);
        else {
          const { stationColumn, columns } = parseHeader(row, options.site);
          const seriesOf = createSeriesLookup(columns, collector, options);
          const addRow = ({ record, day, line, isCut }: DailyRow) => {
            const site = (stationColumn < 0 ? options.site : record[stationColumn]) ?? '';
            for (const { index, series } of seriesOf(site))
              addCell(series, (record[index] ?? '').trim(), { day, line, isCut });
          };
          const { since } = options;
          rows = createDailyRows(
            { width: row.record.length, dayColumn: 0, since, advice, addRow },
            collector,
          );
        }
      },
      { isPreamble: (line) => line.startsWith('#') },
    );
    if (!rows) throw new SourceRefused('The report has no header that begins with Date.');
    rows.finish();
    yield* collector.series();
  } finally {
    collector.close();
  }
}

type SiteSeries = readonly { readonly index: number; readonly series: SeriesColumn }[];

/** Finds the series of the columns of a row, by the site of the row. */
function createSeriesLookup(
  columns: Columns,
  collector: SeriesCollector,
  { tripletOf, targetOf }: ReportOptions,
): (site: string) => SiteSeries {
  const bySite = new Map<string, SiteSeries>();
  const begin = (site: string) =>
    columns.map(({ index, column }) => {
      const triplet = tripletOf(column.station ?? site);
      const name = `${triplet} ${column.element}`;
      const target = targetOf(triplet, column.element);
      const series = collector.column(name, () => headOf(name, column, target));
      const problem = unitProblem(column);
      if (problem !== undefined) series.refuse(problem);
      return { index, series };
    });
  return (site) => {
    let found = bySite.get(site);
    if (!found) {
      found = begin(site);
      bySite.set(site, found);
    }
    return found;
  };
}

type Columns = readonly { readonly index: number; readonly column: ReportColumn }[];

function parseHeader({ record, line }: CsvRow, site: string | undefined) {
  const headers = record.map((cell) => cell.trim());
  const [first = ''] = headers;
  if (!/^date$/i.test(first)) {
    const hint = first.includes(';') ? ' Separate the columns by commas instead of semicolons.' : '';
    throw new SourceRefused(
      `Line ${line}: the header should begin with Date, not with "${first.slice(0, 60)}".${hint}`,
    );
  }
  const stationColumn = headers.findIndex((head) => /^station id$/i.test(head));
  const columns: Columns = headers.flatMap((head, index) => {
    const column = columnOfHeader(head);
    return column ? [{ index, column }] : [];
  });
  if (columns.length === 0) {
    const known = Object.values(elements).map(({ header }) => header);
    throw new SourceRefused(
      `The report has no column of values that the portal imports: ${known.join(', ')}; medians and changes are not imported.`,
    );
  }
  const names = columns.map(({ column: { station, element } }) => `${station ?? ''} ${element}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new SourceRefused(`Line ${line}: there are two columns of ${twice.trim()}.`);
  if (stationColumn < 0 && site === undefined && columns.some(({ column }) => column.station === undefined)) {
    throw new SourceRefused(
      'The report does not name its station. Name it with --sites, for example --sites 546:ID:SNTL.',
    );
  }
  return { stationColumn, columns };
}

const checkOf = ({ element, unit = '' }: ReportColumn) => {
  const known = elements[element];
  return known && checkUnit(unit, known.ndx);
};

function unitProblem(column: ReportColumn): string | undefined {
  const check = checkOf(column);
  return check && 'refusal' in check ? check.refusal : undefined;
}

function headOf(name: string, column: ReportColumn, target: Target | undefined) {
  const check = checkOf(column);
  if (!check || 'refusal' in check) return { name, target };
  const { conversion, note } = check;
  return { name, target, conversion, ...(note === undefined ? {} : { notes: [note] }) };
}

function addCell(
  series: SeriesColumn,
  cell: string,
  { day, line, isCut }: { day: DayNumber; line: number; isCut: boolean },
): void {
  if (isCut) {
    if (cell !== '') series.reject(day, line, cell, cutReason);
    return;
  }
  if (cell === '' || missingMarkers.has(cell)) {
    series.addMissing();
    return;
  }
  const read = readNumber(cell);
  if ('reason' in read) series.reject(day, line, cell, read.reason);
  else series.addValue(day, line, { value: read.value, approval: 'P', qualifier: undefined });
}
