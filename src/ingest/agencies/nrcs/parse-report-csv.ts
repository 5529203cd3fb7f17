import type { DayNumber } from '#domain/calendar.ts';
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
  /** The element of a column's head; `undefined` for one that the portal does not keep. */
  elementOf: (head: string) => string | undefined;
  /** The triplet of what a row or the request calls its site. */
  tripletOf: (site: string) => string;
  targetOf: (triplet: string, element: string) => Target | undefined;
  /** The site of a report that does not name it. */
  site: string | undefined;
  since: DayNumber | undefined;
};

/**
 * Reads a CSV of the report generator: `#` lines, a header that begins with Date, perhaps the station in each
 * row, and columns known by how their heads begin. All of it counts as provisional, as the report says.
 * @throws SourceRefused where the text is no such report
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
  if (columns.length === 0) throw new SourceRefused('None of the columns is one that the portal keeps.');
  if (stationColumn < 0 && reader.site === undefined) {
    throw new SourceRefused(
      'The report does not say which station it is of. Name it with --sites 546:ID:SNTL.',
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
    if (day === undefined) throw new SourceRefused(`Line ${line}: "${record[0]}" is not a day (YYYY-MM-DD).`);
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
    series.problem = `Line ${line}: the day of line ${before.line} again, with another value.`;
  }
  series.readings.set(day, { day, value, approval: 'P', qualifier: undefined, line });
}
