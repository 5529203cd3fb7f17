import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { SourceRefused } from '../source.ts';
import { countLineBreaks } from './read-source-file.ts';

/** A row and its line number. `isCut` is true for a last row without a line break: its last cell may be incomplete. */
export type CsvRow = { readonly record: readonly string[]; readonly line: number; readonly isCut: boolean };

export type CsvOptions = {
  /** Decides of each line at the beginning, until one is not skipped, whether it is a comment. */
  readonly isPreamble?: (line: string) => boolean;
  /** By default a comma, or a tab if the first line of the body has one and no comma. */
  readonly delimiter?: string | undefined;
};

const Rows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** A quoted cell longer than this is taken for a quotation mark that is never closed. */
const maxHeldCharacters = 8_000_000;

/** Parses CSV in pieces and passes each row on. Skips empty lines; rows may differ in length. */
function createCsvReader(
  onRow: (row: CsvRow) => void,
  { isPreamble = () => false, delimiter: given }: CsvOptions,
) {
  let held = '';
  let line = 0;
  let isBody = false;
  let delimiter = ',';

  /** Removes the whole lines of the preamble; with `isEnd`, the last one needs no line break. */
  const skipPreamble = (isEnd: boolean) => {
    let start = 0;
    while (!isBody) {
      const end = held.indexOf('\n', start);
      if (end < 0 && !isEnd) break;
      const first = held.slice(start, end < 0 ? undefined : end);
      isBody = first.trim() !== '' && !isPreamble(first);
      if (isBody) delimiter = given ?? (first.includes('\t') && !first.includes(',') ? '\t' : ',');
      else start = end < 0 ? held.length : end + 1;
      if (end < 0) break;
      line += isBody ? 0 : 1;
    }
    held = held.slice(start);
  };

  const readLines = (body: string, isCut: boolean) => {
    if (body.includes('"')) {
      for (const row of parseQuoted(body, delimiter, line)) onRow({ ...row, isCut });
      line += countLineBreaks(body);
      return;
    }
    // Line by line, so that a row is forgotten before the next is split.
    for (let start = 0; start < body.length; ) {
      const end = body.indexOf('\n', start);
      const next = end < 0 ? body.length : end;
      line += 1;
      if (next > start) onRow({ record: body.slice(start, next).split(delimiter), line, isCut });
      start = next + 1;
    }
  };

  return {
    write: (chunk: string) => {
      held += chunk;
      skipPreamble(false);
      if (!isBody) return;
      const end = endOfLastRow(held);
      if (end === 0 && held.length > maxHeldCharacters) throw unclosedQuote(line + 1, held);
      const whole = held.slice(0, end);
      held = held.slice(end);
      readLines(whole, false);
    },
    end: () => {
      skipPreamble(true);
      // A last cell in quotation marks is whole even without a line break.
      if (held !== '') readLines(held, !held.endsWith('"'));
    },
  };
}

/** Finds the place behind the last line break that is in no quoted cell. */
function endOfLastRow(text: string): number {
  let isQuoted = false;
  let last = 0;
  for (let from = 0; ; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    const lineBreak = isQuoted || end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
    if (lineBreak >= from) last = lineBreak + 1;
    if (quote < 0) return last;
    isQuoted = !isQuoted;
    from = quote + 1;
  }
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
    const line = typeof error.lines === 'number' ? error.lines : 1;
    throw unclosedQuote(before + line, text.split('\n')[line - 1] ?? '', error);
  }
}

function unclosedQuote(line: number, text: string, cause?: unknown): SourceRefused {
  return new SourceRefused(
    `Line ${line}: a quotation mark is not closed, or stands inside a cell: ${text.slice(0, 80)}`,
    { cause },
  );
}

/** Parses CSV of any size, separated by commas or by tabs. @throws SourceRefused if the text is not CSV */
export async function readCsvChunks(
  chunks: AsyncIterable<string>,
  onRow: (row: CsvRow) => void,
  options: CsvOptions = {},
): Promise<void> {
  const reader = createCsvReader(onRow, options);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}

/** A column's header, apart from the unit in brackets. */
type HeaderParts = { readonly name: string; readonly unit: string | undefined };

/**
 * Splits the unit from a header.
 * @example splitUnit('Flow (CFS)') // { name: 'Flow', unit: 'CFS' }
 * @example splitUnit('heii_qd') // { name: 'heii_qd', unit: undefined }
 */
export function splitUnit(header: string): HeaderParts {
  const match = /^([^([]*)[([]([^)\]]+)[)\]]/.exec(header.trim());
  if (!match) return { name: header.trim(), unit: undefined };
  return { name: (match[1] ?? '').trim(), unit: (match[2] ?? '').trim() };
}
