import { type Options, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { toErrorMessage } from '#lib/errors.ts';
import { SourceRefused } from './source.ts';

/** A row and its line number in the file. */
export type CsvRow = { readonly record: string[]; readonly line: number };

const Rows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** Parses CSV. Skips empty lines; rows may differ in length. @throws SourceRefused if the text is not CSV */
export function parseCsvRows(text: string, options: Options = {}): CsvRow[] {
  try {
    const parsed: unknown = parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      info: true,
      ...options,
    });
    // csv-parse's types do not cover the `info` option.
    return Rows.parse(parsed).map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    throw new SourceRefused(toErrorMessage(error), { cause: error });
  }
}
