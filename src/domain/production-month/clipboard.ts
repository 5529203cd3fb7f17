import { formatShortDate, formatUsDate } from '#lib/calendar.ts';
import { csvLineEnd, escapedFormula, toCsvCell } from '#lib/csv.ts';
import { isSameCell, type MonthCells, type MonthColumn, monthColumns, shorten } from './cells.ts';
import {
  type CellPlace,
  columnAt,
  editCells,
  type MonthGrid,
  type MonthRow,
  readLogbookDay,
} from './grid.ts';

/**
 * Splits text with quoted cells (RFC 4180, or a block of a spreadsheet's clipboard) into rows. Blank rows stay, except
 * the end of the last line. A quote within an unquoted cell is text.
 */
export function parseDelimited(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '');
  let at = 0;
  while (at <= lines.length) {
    const row = rows.at(-1) ?? [];
    const quoted = lines[at] === '"' ? readQuoted(lines, at, delimiter) : undefined;
    const end = quoted?.end ?? endOfCell(lines, at, delimiter);
    row.push(quoted?.cell ?? lines.slice(at, end));
    if (lines[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return end;
}

/** Reads a quoted cell; undefined if its quote is not closed at the end of a cell, which makes it plain text. */
function readQuoted(text: string, from: number, delimiter: string) {
  let cell = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      const next = text[at + 1];
      const isClosed = next === undefined || next === delimiter || next === '\n';
      return isClosed ? { cell, end: at + 1 } : undefined;
    }
  }
  return undefined;
}

/** Finds what separates the cells of a file, by its first line: a tab, a semicolon or a comma. */
export function findDelimiter(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1);
  const count = (delimiter: string) => parseDelimited(first, delimiter)[0]?.length ?? 0;
  return ['\t', ';', ','].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Formats rows as CSV, or with tabs for the clipboard. A formula gets an apostrophe, which `unescapeFormula` removes. */
function formatDelimited(rows: readonly (readonly string[])[], delimiter: ',' | '\t'): string {
  const format = (cell: string) => {
    const text = toCsvCell(escapedFormula.test(cell) ? `'${cell}` : cell);
    const isQuoted = text.startsWith('"');
    return delimiter === '\t' && !isQuoted && text.includes('\t') ? `"${text}"` : text;
  };
  return rows.map((cells) => cells.map(format).join(delimiter) + csvLineEnd).join('');
}

/** Removes the apostrophe that keeps a spreadsheet from running a text as a formula. */
function unescapeFormula(text: string): string {
  return escapedFormula.test(text) ? text.slice(1) : text;
}

/** The rectangle between two cells, both included. */
export type CellRange = { readonly from: CellPlace; readonly to: CellPlace };

export function normalizeRange({ from, to }: CellRange): CellRange {
  return {
    from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

/** Formats cells for a spreadsheet; the whole grid with its titles and dates. */
export function copyCells(grid: MonthGrid, range: CellRange): string {
  const { from, to } = normalizeRange(range);
  const isWhole =
    from.row === 0 && from.column === 0 && to.row >= grid.length - 1 && to.column >= monthColumns.length - 1;
  if (isWhole) return formatDelimited(gridRows(grid), '\t');
  const columns = Array.from({ length: to.column - from.column + 1 }, (_, index) => from.column + index);
  return formatDelimited(
    grid.slice(from.row, to.row + 1).map(({ cells }) => columns.map((column) => cells[columnAt(column)])),
    '\t',
  );
}

/** Formats the grid as a CSV file. */
export function formatMonthCsv(grid: MonthGrid): string {
  return formatDelimited(gridRows(grid), ',');
}

function gridRows(grid: MonthGrid): string[][] {
  return [
    ['Date', ...monthColumns.map(({ label }) => label)],
    ...grid.map(({ day, cells }) => [formatShortDate(day), ...monthColumns.map(({ name }) => cells[name])]),
  ];
}

/** A pasted cell that is not in the grid, by its row and column in the pasted block, from 1. */
export type Leftover = {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly fault: string;
};

export type Pasted = {
  readonly grid: MonthGrid;
  /** How many cells with text were taken. */
  readonly taken: number;
  readonly leftovers: readonly Leftover[];
};

type Target = MonthColumn | 'date' | 'day' | undefined;

const titles: Readonly<Record<string, Target>> = {
  date: 'date',
  readingdate: 'date',
  day: 'day',
  dayofmonth: 'day',
  hourspumped: 'hours_pumped',
  hours: 'hours_pumped',
  hrs: 'hours_pumped',
  hrspumped: 'hours_pumped',
  pumphours: 'hours_pumped',
  meterreading: 'meter_reading',
  meter: 'meter_reading',
  reading: 'meter_reading',
  hourmeter: 'meter_reading',
  timeofreading: 'reading_time',
  readingtime: 'reading_time',
  time: 'reading_time',
  method: 'method',
  remarks: 'remarks',
  remark: 'remarks',
  notes: 'remarks',
  note: 'remarks',
  comments: 'remarks',
  comment: 'remarks',
};

function titleOf(text: string): Target {
  // `12.5 hrs` is a value.
  return /\d/.test(text) ? undefined : titles[text.toLowerCase().replace(/[^a-z]/g, '')];
}

type PasteSettings = {
  /** `YYYY-MM` */
  readonly month: string;
  /** The cell at the top left, for what has no dates and no titles. */
  readonly at: CellPlace;
  /** The method of days that get their first reading. */
  readonly method: string;
};

/**
 * Writes a block of a spreadsheet into the grid. Rows go to their dates if the block has them, otherwise downward from
 * `at`; columns go to their titles if the block has them, otherwise to the right of `at`. Text that is no number is
 * taken as it is, for the grid to mark. What has no place comes back as leftovers; nothing is dropped.
 */
export function pasteBlock(
  grid: MonthGrid,
  block: readonly (readonly string[])[],
  { month, at, method }: PasteSettings,
): Pasted {
  const { targets, hasTitles } = findTargets(block, month, at);
  const dateAt = targets.findIndex((target) => target === 'date' || target === 'day');
  const leftovers: Leftover[] = [];
  const edits: { row: number; cells: Partial<MonthCells> }[] = [];
  const usedRows = new Map<number, number>();
  let taken = 0;

  for (const [index, cells] of block.entries()) {
    if (hasTitles && index === 0) continue;
    if (dateAt >= 0 && cells.every((text) => text.trim() === '')) continue;
    const leave = (column: number, fault: string) => {
      const text = cells[column] ?? '';
      if (text.trim() !== '') leftovers.push({ row: index + 1, column: column + 1, text, fault });
    };
    const place =
      dateAt < 0
        ? at.row + index - (hasTitles ? 1 : 0)
        : findRow(grid, cells[dateAt] ?? '', targets[dateAt], month);
    const row = typeof place === 'number' ? grid[place] : undefined;
    const earlier = typeof place === 'number' ? usedRows.get(place) : undefined;
    const fault =
      typeof place === 'string'
        ? place
        : !row
          ? 'The month has no more days.'
          : earlier !== undefined
            ? `${formatUsDate(row.day)} is already in row ${earlier} of what was pasted.`
            : undefined;
    if (fault !== undefined || !row || typeof place !== 'number') {
      cells.forEach((_, column) => {
        leave(column, fault ?? '');
      });
      continue;
    }
    usedRows.set(place, index + 1);
    const edit: Partial<Record<MonthColumn, string>> = {};
    for (const [column, raw] of cells.entries()) {
      if (column === dateAt) continue;
      const target = targets[column];
      if (target === undefined || target === 'date' || target === 'day') {
        leave(column, describeNoColumn(hasTitles ? block[0]?.[column] : undefined));
        continue;
      }
      const text = unescapeFormula(raw);
      if (row.lock) {
        if (!isSameCell(target, text, row.cells[target])) leave(column, describeLock(row));
        continue;
      }
      edit[target] = text.trim();
      if (text.trim() !== '') taken += 1;
    }
    edits.push({ row: place, cells: edit });
  }
  return { grid: editCells(grid, edits, method), taken, leftovers };
}

/** Finds which column of the block goes where. */
function findTargets(block: readonly (readonly string[])[], month: string, at: CellPlace) {
  const width = Math.max(0, ...block.map((cells) => cells.length));
  const first = block[0] ?? [];
  if (isTitleRow(block, at)) {
    const seen = new Set<Target>();
    const targets = Array.from({ length: width }, (_, column): Target => {
      const target = titleOf(first[column] ?? '');
      if (seen.has(target)) return undefined;
      seen.add(target);
      return target;
    });
    return { targets, hasTitles: true };
  }
  const firstColumn = block.map((cells) => cells[0]?.trim() ?? '').filter(Boolean);
  const dates = firstColumn.filter((text) => readLogbookDay(text, month) !== undefined);
  const hasDates = width > 1 && dates.length > 0 && dates.length * 2 >= firstColumn.length;
  const targets = Array.from({ length: width }, (_, column): Target => {
    if (hasDates && column === 0) return 'date';
    return monthColumns[at.column + column - (hasDates ? 1 : 0)]?.name;
  });
  return { targets, hasTitles: false };
}

/** A row of titles is above others, and half of its texts are titles that are known. */
function isTitleRow(block: readonly (readonly string[])[], at: CellPlace): boolean {
  const texts = (block[0] ?? []).filter((text) => text.trim() !== '');
  const known = texts.filter((text) => titleOf(text) !== undefined);
  // A single column of remarks or methods may begin with a word that is a title as well.
  if ((block[0] ?? []).length === 1 && ['method', 'remarks'].includes(columnAt(at.column))) return false;
  return block.length > 1 && known.length > 0 && known.length * 2 >= texts.length;
}

/** @returns the row of a date, or why there is none */
function findRow(grid: MonthGrid, text: string, kind: Target, month: string): number | string {
  const trimmed = text.trim();
  if (trimmed === '') return 'The row has no date.';
  const isNumber = kind === 'day' && /^\d{1,2}$/.test(trimmed);
  const day = isNumber ? `${month}-${trimmed.padStart(2, '0')}` : readLogbookDay(trimmed, month);
  const row = grid.findIndex((each) => each.day === day);
  if (row >= 0) return row;
  return day === undefined
    ? `“${shorten(trimmed)}” is not a date.`
    : `${isNumber ? trimmed : formatUsDate(day)} is not a day of this month.`;
}

function describeNoColumn(title: string | undefined): string {
  return title === undefined || title.trim() === ''
    ? 'The grid has no more columns.'
    : `The grid has no column “${shorten(title)}”.`;
}

function describeLock({ day, lock }: MonthRow): string {
  const date = formatUsDate(day);
  return lock === 'future'
    ? `${date} is in the future.`
    : `The well’s provider has delivered the hours of ${date}.`;
}
