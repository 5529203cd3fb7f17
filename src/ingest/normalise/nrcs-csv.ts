import type { DayNumber } from '#domain/calendar.ts';
import { type Reading, SourceRefused, type SourceSeries, type Target } from '../source.ts';
import { readCsvRows } from './csv-rows.ts';
import { readDay } from './day.ts';

const missingMarks = new Set(['', '-99.9', '-99.90', '-99.99']);

type Columns = readonly { readonly index: number; readonly element: string }[];
type Found = {
  readings: Map<DayNumber, Reading>;
  missing: number;
  fault: string | undefined;
  target: Target | undefined;
};

export type NrcsReader = {
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
export function readNrcsCsv(text: string, reader: NrcsReader): SourceSeries[] {
  if (/^\s*</.test(text)) throw new SourceRefused('Line 1: an error page instead of CSV.');
  const [header, ...rows] = readCsvRows(text, { comment: '#', comment_no_infix: true });
  const heads = header?.record.map((cell) => cell.trim()) ?? [];
  if (!/^date$/i.test(heads[0] ?? '')) {
    throw new SourceRefused(
      `The header should begin with Date, not with "${(heads[0] ?? '').slice(0, 60)}".`,
    );
  }
  const stationColumn = heads.findIndex((head) => /^station id$/i.test(head));
  const columns: Columns = heads.flatMap((head, index) => {
    const element = reader.elementOf(head);
    return element ? [{ index, element }] : [];
  });
  if (columns.length === 0) throw new SourceRefused('None of the columns is one that the portal keeps.');
  if (stationColumn < 0 && reader.site === undefined) {
    throw new SourceRefused(
      'The report does not say which station it is of. Name it with --sites 546:ID:SNTL.',
    );
  }
  const found = new Map<string, Found>();
  for (const { record, line } of rows) {
    if (record.length !== heads.length) {
      throw new SourceRefused(`Line ${line}: ${record.length} columns where the header has ${heads.length}.`);
    }
    const day = readDay(record[0] ?? '');
    if (day === undefined) throw new SourceRefused(`Line ${line}: "${record[0]}" is not a day (YYYY-MM-DD).`);
    if (reader.since !== undefined && day < reader.since) continue;
    const triplet = reader.tripletOf((stationColumn < 0 ? reader.site : record[stationColumn]) ?? '');
    for (const { index, element } of columns) {
      const name = `${triplet} ${element}`;
      const series = found.get(name) ?? {
        readings: new Map(),
        missing: 0,
        fault: undefined,
        target: reader.targetOf(triplet, element),
      };
      found.set(name, series);
      readCell(series, (record[index] ?? '').trim(), day, line);
    }
  }
  return [...found].map(([name, { target, fault, readings, missing }]): SourceSeries => {
    if (!target) return { kind: 'unknown', name };
    if (fault !== undefined) return { kind: 'refused', name, message: fault };
    const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
    return { kind: 'read', name, target, readings: sorted, rejections: [], missing };
  });
}

function readCell(series: Found, cell: string, day: DayNumber, line: number): void {
  if (!series.target || series.fault !== undefined) return;
  if (missingMarks.has(cell)) {
    series.missing += 1;
    return;
  }
  const value = Number(cell);
  if (!Number.isFinite(value)) {
    series.fault = `Line ${line}: "${cell.slice(0, 40)}" is not a number.`;
    return;
  }
  const before = series.readings.get(day);
  if (before && before.value !== value) {
    series.fault = `Line ${line}: the day of line ${before.line} again, with another value.`;
  }
  series.readings.set(day, { day, value, approval: 'P', qualifier: undefined, line });
}
