import type { DayNumber } from '#lib/calendar.ts';
import { parseCsvRows } from '../../parse-csv.ts';
import { parseDayCell } from '../../parse-day.ts';
import { toPlainText } from '../../parse-response.ts';
import { type Reading, SourceRefused, type SourceSeries, type Target } from '../../source.ts';
import { goodFlags, missingFlags, missingMarker } from './codes.ts';

type Column = {
  name: string;
  index: number;
  target: Target | undefined;
  readings: Map<DayNumber, Reading>;
  missing: number;
  problem: string | undefined;
};

/**
 * Parses `daily.pl?format=csv`: a header `DateTime,heii_qd,…` and one row per day. Reports columns without a target as
 * unknown, and refuses a column with a cell that is not a number; the others are imported.
 * @throws SourceRefused if the text is an HTML page, a row has the wrong length or a date is invalid
 */
export function parseUsbrCsv(
  text: string,
  targetOf: (column: string) => Target | undefined,
  since: DayNumber | undefined,
): SourceSeries[] {
  refuseErrorPage(text);
  const [header, ...rows] = parseCsvRows(text);
  const columns = parseHeader(header?.record, targetOf);
  const width = header?.record.length ?? 0;
  for (const { record, line } of rows) {
    if (record.length !== width) {
      throw new SourceRefused(`Line ${line}: ${record.length} columns where the header has ${width}.`);
    }
    const day = parseDayCell(record[0] ?? '');
    if (day === undefined) {
      throw new SourceRefused(`Line ${line}: "${record[0]}" is not a date (YYYY-MM-DD or M/D/YYYY).`);
    }
    if (since !== undefined && day < since) continue;
    for (const column of columns) addCell(column, record[column.index] ?? '', day, line);
  }
  return columns.map(toSeries);
}

function parseHeader(
  header: string[] | undefined,
  targetOf: (column: string) => Target | undefined,
): Column[] {
  const [first, ...names] = header ?? [];
  if (first === undefined || !/^date(time)?$/i.test(first.trim())) {
    throw new SourceRefused(
      `Line 1: the header should begin with DateTime, not with "${(first ?? '').slice(0, 40)}".`,
    );
  }
  const seen = new Set<string>();
  return names.flatMap((cell, i): Column[] => {
    const name = cell.trim().toLowerCase().replace(/\s+/g, '_');
    // Spreadsheets may add columns without a name.
    if (name === '') return [];
    if (seen.has(name)) throw new SourceRefused(`Line 1: the column ${name} appears twice.`);
    seen.add(name);
    const target = targetOf(name);
    return [{ name, index: i + 1, target, readings: new Map(), missing: 0, problem: undefined }];
  });
}

function addCell(column: Column, cell: string, day: DayNumber, line: number): void {
  if (!column.target || column.problem) return;
  const read = parseUsbrCell(cell);
  switch (read.kind) {
    case 'missing':
      column.missing++;
      break;
    case 'unreadable':
      column.problem = `Line ${line}: "${cell.trim().slice(0, 40)}" is not a number.`;
      break;
    case 'value': {
      const before = column.readings.get(day);
      if (before && before.value !== read.value) {
        column.problem = `Line ${line}: a second, different value for the day of line ${before.line}.`;
      }
      // The agency approves no values: all of them may change.
      const { value, qualifier, isSuspect } = read;
      column.readings.set(day, { day, value, approval: 'P', qualifier, isSuspect, line });
    }
  }
}

function toSeries(column: Column): SourceSeries {
  const { name, target, problem, missing } = column;
  if (!target) return { kind: 'unknown', name };
  if (problem) return { kind: 'refused', name, message: problem };
  const readings = [...column.readings.values()].sort((a, b) => a.day - b.day);
  return { kind: 'read', name, target, readings, rejections: [], missing };
}

function refuseErrorPage(text: string): void {
  const start = text.slice(0, 2000).trim();
  if (start === '') throw new SourceRefused('Line 1: the text is empty.');
  if (!/^<|<html|^error:/i.test(start)) return;
  throw new SourceRefused(`Line 1: an error page instead of CSV: ${toPlainText(start, 160) || 'no text'}`);
}

/** The content of a cell in Reclamation's daily CSV. */
export type UsbrCell =
  | { kind: 'missing' }
  | { kind: 'value'; value: number; qualifier: string | undefined; isSuspect: boolean }
  | { kind: 'unreadable' };

/**
 * Parses a cell. It has no value if it is empty, `NO RECORD` or 998877, or has the flag m (missing) or n (no value).
 * The flags e (edited), C (computed) and E (estimated) become qualifiers; any other flag, such as `+` for too high,
 * stays as it is and marks a suspect value.
 */
export function parseUsbrCell(cell: string): UsbrCell {
  const text = cell.trim();
  if (text === '' || /^no record$/i.test(text)) return { kind: 'missing' };
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(\S?)$/.exec(text);
  if (!match) return { kind: 'unreadable' };
  const value = Number(match[1]);
  const flag = match[2] ?? '';
  if (missingFlags.has(flag) || Math.trunc(value) === missingMarker) return { kind: 'missing' };
  if (flag === '') return { kind: 'value', value, qualifier: undefined, isSuspect: false };
  const good = goodFlags[flag];
  return { kind: 'value', value, qualifier: good ?? flag, isSuspect: good === undefined };
}
