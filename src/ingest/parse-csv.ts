import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { SourceRefused } from './source.ts';

/** A row and its line number. `isCut` is true for a last row without a line break: its last cell may be incomplete. */
export type CsvRow = { readonly record: readonly string[]; readonly line: number; readonly isCut: boolean };

export type CsvOptions = {
  /** Decides of each line at the beginning, until one is not skipped, whether it is a comment. */
  readonly isPreamble?: (line: string) => boolean;
};

const Rows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** A quoted cell longer than this is taken for a quotation mark that is never closed. */
const maxHeldCharacters = 8_000_000;

/** Parses CSV in pieces and passes each row on. Skips empty lines; rows may differ in length. */
function createCsvReader(onRow: (row: CsvRow) => void, { isPreamble = () => false }: CsvOptions) {
  let held = '';
  let line = 0;
  let isBody = false;
  let delimiter = ',';

  /** Skips the preamble; returns undefined if all of the text belongs to it. */
  const skipPreamble = (text: string): string | undefined => {
    let start = 0;
    while (start < text.length) {
      const end = text.indexOf('\n', start);
      const first = text.slice(start, end < 0 ? undefined : end);
      if (first.trim() !== '' && !isPreamble(first)) {
        delimiter = first.includes('\t') && !first.includes(',') ? '\t' : ',';
        isBody = true;
        return text.slice(start);
      }
      line += 1;
      start = end < 0 ? text.length : end + 1;
    }
    return undefined;
  };

  const readLines = (text: string, isCut: boolean) => {
    const body = isBody ? text : skipPreamble(text);
    if (body === undefined) return;
    if (body.includes('"')) {
      for (const row of parseQuoted(body, delimiter, line)) onRow({ ...row, isCut });
      line += countLines(body);
      return;
    }
    for (const each of body.split('\n')) {
      line += 1;
      if (each !== '') onRow({ record: each.split(delimiter), line, isCut });
    }
    // Behind the last line break is nothing, which is no line.
    if (body.endsWith('\n')) line -= 1;
  };

  return {
    write: (chunk: string) => {
      held += chunk;
      const end = held.lastIndexOf('\n') + 1;
      if (end === 0) return;
      // Inside a quoted cell, a line break does not end the row.
      const whole = held.slice(0, end);
      if (isBody && !hasClosedQuotes(whole)) {
        if (held.length > maxHeldCharacters) throw unclosedQuote(line + 1);
        return;
      }
      held = held.slice(end);
      readLines(whole, false);
    },
    end: () => {
      if (held === '') return;
      const end = hasClosedQuotes(held) ? held.lastIndexOf('\n') + 1 : 0;
      if (end > 0) readLines(held.slice(0, end), false);
      if (end < held.length) readLines(held.slice(end), !held.endsWith('"'));
    },
  };
}

function parseQuoted(text: string, delimiter: string, before: number): { record: string[]; line: number }[] {
  try {
    const parsed: unknown = parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    });
    // csv-parse's types do not cover the `info` option.
    return Rows.parse(parsed).map(({ record, info }) => ({ record, line: before + info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unclosedQuote(before + (typeof error.lines === 'number' ? error.lines : 1), error);
  }
}

function unclosedQuote(line: number, cause?: unknown): SourceRefused {
  return new SourceRefused(`Line ${line}: a quotation mark is not closed, or stands inside a cell.`, {
    cause,
  });
}

function hasClosedQuotes(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count % 2 === 0;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Parses CSV, separated by commas or by tabs. @throws SourceRefused if the text is not CSV */
export function readCsvText(text: string, onRow: (row: CsvRow) => void, options: CsvOptions = {}): void {
  const reader = createCsvReader(onRow, options);
  reader.write(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  reader.end();
}

/** Parses CSV of any size. @throws SourceRefused if the text is not CSV */
export async function readCsvChunks(
  chunks: AsyncIterable<string>,
  onRow: (row: CsvRow) => void,
  options: CsvOptions = {},
): Promise<void> {
  const reader = createCsvReader(onRow, options);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}
