import { firstOwnId, parameters } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../../collect-series.ts';
import { createDailyRows, cutReason } from '../../daily-rows.ts';
import { type CsvOptions, type CsvRow, readCsvChunks, readCsvText } from '../../parse-csv.ts';
import { splitUnit } from '../../parse-header.ts';
import { toPlainText } from '../../parse-response.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../../source.ts';
import { checkUnit, normalizeUnit, type UnitConversion } from '../../units.ts';
import { pcodesByParameter } from './codes.ts';
import { parseUsbrCell } from './parse-cell.ts';

/** Finds the target of a column `<site>_<pcode>`, given all columns of the table. */
export type ColumnTarget = (column: string, all: readonly string[]) => Target | undefined;

const advice = 'Ask daily.pl for daily values, for example daily.pl?list=heii qd&format=csv.';

/**
 * Parses `daily.pl?format=csv`: a header `DateTime,heii_qd,…` and one row per day; or the table between BEGIN DATA and
 * END DATA of the older pages. Reports columns without a target as unknown, and refuses a column whose unit or pcode is
 * not the parameter's. A cell that is not a number is rejected.
 * @throws SourceRefused if the text is an error page, a row has the wrong length, or a date is invalid or no day
 */
export function parseUsbrCsv(
  text: string,
  targetOf: ColumnTarget,
  since: DayNumber | undefined,
): SourceSeries[] {
  const table = createTable(text.slice(0, 4000), targetOf, since);
  readCsvText(text, table.addRow, table.options);
  return [...table.finish()];
}

/** Parses a file of any size as `parseUsbrCsv` does. @throws SourceRefused */
export async function* parseUsbrFile(
  file: SourceText,
  targetOf: ColumnTarget,
  since: DayNumber | undefined,
): AsyncGenerator<SourceSeries> {
  const table = createTable(file.head, targetOf, since);
  try {
    await readCsvChunks(file.chunks(), table.addRow, table.options);
    yield* table.finish();
  } finally {
    table.close();
  }
}

function createTable(head: string, targetOf: ColumnTarget, since: DayNumber | undefined) {
  const isPage = /^BEGIN DATA/m.test(head);
  if (!isPage) refuseErrorPage(head);
  const collector = createSeriesCollector();
  let rows: ReturnType<typeof createDailyRows> | undefined;
  let isEnded = false;
  const addRow = (row: CsvRow) => {
    isEnded ||= row.record[0]?.trim() === 'END DATA';
    if (isEnded) return;
    if (rows) rows.add(row);
    else rows = createRows(row, targetOf, since, collector);
  };
  return {
    options: isPage ? skipToData() : {},
    addRow,
    finish: () => {
      if (!rows) throw new SourceRefused('Line 1: there is no header that begins with DateTime.');
      rows.finish();
      if (isPage && !isEnded)
        collector.addNote('The page ends without END DATA: its last days may be missing.');
      return collector.series();
    },
    close: collector.close,
  };
}

function skipToData(): CsvOptions {
  let isData = false;
  return {
    isPreamble: (line) => {
      const isBefore = !isData;
      isData ||= line.startsWith('BEGIN DATA');
      return isBefore;
    },
  };
}

type Column = { readonly index: number; readonly series: SeriesColumn; readonly hasTarget: boolean };

function createRows(
  { record, line }: CsvRow,
  targetOf: ColumnTarget,
  since: DayNumber | undefined,
  collector: SeriesCollector,
) {
  const columns = parseHeader(record, line, targetOf, collector).filter(({ hasTarget }) => hasTarget);
  return createDailyRows(
    {
      width: record.length,
      dayColumn: 0,
      since,
      advice,
      addRow: ({ record: cells, day, line: at, isCut }) => {
        for (const { index, series } of columns) addCell(series, cells[index] ?? '', day, at, isCut);
      },
    },
    collector,
  );
}

function addCell(series: SeriesColumn, cell: string, day: DayNumber, line: number, isCut: boolean): void {
  if (isCut) {
    if (cell.trim() !== '') series.reject(day, line, cell.trim(), cutReason);
    return;
  }
  const read = parseUsbrCell(cell);
  if (read.kind === 'missing') series.addMissing();
  else if (read.kind === 'unreadable') series.reject(day, line, cell.trim(), read.reason);
  // The agency approves no values: all of them may change.
  else series.addValue(day, line, { ...read, approval: 'P' });
}

function parseHeader(
  record: readonly string[],
  line: number,
  targetOf: ColumnTarget,
  collector: SeriesCollector,
): Column[] {
  const [first = '', ...names] = record;
  if (!/^date\s*(time)?$/i.test(first.trim())) {
    const hint = first.includes(';') ? ' Separate the columns by commas instead of semicolons.' : '';
    throw new SourceRefused(
      `Line ${line}: the header should begin with DateTime, not with "${first.slice(0, 40)}".${hint}`,
    );
  }
  const seen = new Set<string>();
  const all = names.map((cell) => splitColumn(cell).name);
  return names.flatMap((cell, at): Column[] => {
    // Spreadsheets may add columns without a name.
    if (cell.trim() === '') return [];
    const head = readColumnHead(cell, (name) => targetOf(name, all));
    if (seen.has(head.name)) throw new SourceRefused(`Line ${line}: the column ${head.name} appears twice.`);
    seen.add(head.name);
    const series = collector.column(head.name, () => head);
    if (head.refusal !== undefined) series.refuse(`Line ${line}: ${head.refusal}`);
    return [{ index: at + 1, series, hasTarget: head.target !== undefined }];
  });
}

type ColumnHead = {
  readonly name: string;
  readonly target: Target | undefined;
  readonly conversion?: UnitConversion;
  readonly notes?: readonly string[];
  readonly refusal?: string;
};

/** Splits `heii_qd`, `HEII QD`, `heii_qd_cms` and `heii_qd (m3/s)`. */
function splitColumn(cell: string) {
  const parts = splitUnit(cell);
  const whole = parts.name.toLowerCase().replace(/\s+/g, '_');
  const [site = '', pcode = '', ...suffixes] = whole.split('_');
  return { whole, name: `${site}_${pcode}`, site, pcode, suffix: suffixes.join('_'), unit: parts.unit };
}

function readColumnHead(cell: string, targetOf: (name: string) => Target | undefined): ColumnHead {
  const { whole, name, site, pcode, suffix, unit: bracketed } = splitColumn(cell);
  const target = targetOf(name);
  if (!target) return { name: whole, target };
  if (suffix !== '' && normalizeUnit(suffix) === undefined) {
    return { name: whole, target, refusal: `the column ${whole} is not known; expected ${name}.` };
  }
  const pcodes = pcodesByParameter[target.parameter] ?? [];
  // The basin file says which pcode holds a parameter of its own.
  if (target.parameter < firstOwnId && !pcodes.includes(pcode)) {
    const parameter = parameters.find(({ ndx }) => ndx === target.parameter)?.name ?? 'the parameter';
    const expected = pcodes.map((each) => `${site}_${each}`).join(' or ') || 'no column of HydroMet';
    return { name, target, refusal: `the column ${whole} is not ${parameter}; expected ${expected}.` };
  }
  const unit = suffix || bracketed;
  if (unit === undefined) return { name, target };
  const check = checkUnit(unit, target.parameter);
  if ('refusal' in check) return { name, target, refusal: `the column ${whole}: ${check.refusal}` };
  const { conversion, note } = check;
  return { name, target, conversion, ...(note === undefined ? {} : { notes: [note] }) };
}

function refuseErrorPage(head: string): void {
  const start = head.slice(0, 2000).trim();
  if (start === '') throw new SourceRefused('Line 1: the text is empty.');
  if (!/^<|<html|^error:/i.test(start)) return;
  throw new SourceRefused(`Line 1: an error page instead of CSV: ${toPlainText(start, 160) || 'no text'}`);
}
