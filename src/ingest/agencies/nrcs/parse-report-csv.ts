import type { DayNumber } from '#lib/calendar.ts';
import { parseCsvRows } from '../../parse-csv.ts';
import { parseDayCell } from '../../parse-day.ts';
import { type Reading, SourceRefused, type SourceSeries, type Target } from '../../source.ts';

const missingMarkers = new Set(['', '-99.9', '-99.90', '-99.99']);

type Columns = readonly { readonly index: number; readonly element: string }[];
type ColumnSeries = {
  readings: Map<DayNumber, Reading>;
  missing: number;
  problem: string | undefined;
  target: Target | undefined;
};

export type ReportOptions = {
  /** Finds the element of a column's header; undefined for one that the portal does not import. */
  elementOf: (head: string) => string | undefined;
  /** Finds the triplet for the name of a site in a row or in the request. */
  tripletOf: (site: string) => string;
  targetOf: (triplet: string, element: string) => Target | undefined;
  /** The site of a report without a station column. */
  site: string | undefined;
  since: DayNumber | undefined;
};

/**
 * Parses CSV of the report generator: `#` comments, a header that begins with Date, an optional station column, and
 * value columns recognized by the beginning of their headers. Reports say that all values are provisional.
 * @throws SourceRefused if the text is not such a report
 */
export function parseReportCsv(text: string, reader: ReportOptions): SourceSeries[] {
  if (/^\s*</.test(text)) throw new SourceRefused('Line 1: an error page instead of CSV.');
  const [header, ...rows] = parseCsvRows(text, { comment: '#', comment_no_infix: true });
  const headers = header?.record.map((cell) => cell.trim()) ?? [];
  if (!/^date$/i.test(headers[0] ?? '')) {
    throw new SourceRefused(
      `The header should begin with Date, not with "${(headers[0] ?? '').slice(0, 60)}".`,
    );
  }
  const stationColumn = headers.findIndex((head) => /^station id$/i.test(head));
  const columns: Columns = headers.flatMap((head, index) => {
    const element = reader.elementOf(head);
    return element ? [{ index, element }] : [];
  });
  if (columns.length === 0) throw new SourceRefused('The report has no column that the portal imports.');
  if (stationColumn < 0 && reader.site === undefined) {
    throw new SourceRefused(
      'The report does not name its station. Name it with --sites, for example --sites 546:ID:SNTL.',
    );
  }
  const found = new Map<string, ColumnSeries>();
  for (const { record, line } of rows) {
    if (record.length !== headers.length) {
      throw new SourceRefused(
        `Line ${line}: ${record.length} columns where the header has ${headers.length}.`,
      );
    }
    const day = parseDayCell(record[0] ?? '');
    if (day === undefined)
      throw new SourceRefused(`Line ${line}: "${record[0]}" is not a date (YYYY-MM-DD).`);
    if (reader.since !== undefined && day < reader.since) continue;
    const triplet = reader.tripletOf((stationColumn < 0 ? reader.site : record[stationColumn]) ?? '');
    for (const { index, element } of columns) {
      const name = `${triplet} ${element}`;
      const series = found.get(name) ?? {
        readings: new Map(),
        missing: 0,
        problem: undefined,
        target: reader.targetOf(triplet, element),
      };
      found.set(name, series);
      addCell(series, (record[index] ?? '').trim(), day, line);
    }
  }
  return [...found].map(([name, { target, problem, readings, missing }]): SourceSeries => {
    if (!target) return { kind: 'unknown', name };
    if (problem !== undefined) return { kind: 'refused', name, message: problem };
    const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
    return { kind: 'read', name, target, readings: sorted, rejections: [], missing };
  });
}

function addCell(series: ColumnSeries, cell: string, day: DayNumber, line: number): void {
  if (!series.target || series.problem !== undefined) return;
  if (missingMarkers.has(cell)) {
    series.missing += 1;
    return;
  }
  const value = Number(cell);
  if (!Number.isFinite(value)) {
    series.problem = `Line ${line}: "${cell.slice(0, 40)}" is not a number.`;
    return;
  }
  const before = series.readings.get(day);
  if (before && before.value !== value) {
    series.problem = `Line ${line}: a second, different value for the day of line ${before.line}.`;
  }
  series.readings.set(day, { day, value, approval: 'P', qualifier: undefined, line });
}
