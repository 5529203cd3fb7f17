import { type Options, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { SourceRefused } from './source.ts';

/** A row of a file, with the number of its line. */
export type CsvRow = { readonly record: string[]; readonly line: number };

const Rows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** The rows of a CSV text that are not empty, of any length. @throws SourceRefused where it is none */
export function parseCsvRows(text: string, options: Options = {}): CsvRow[] {
  try {
    const parsed: unknown = parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      info: true,
      ...options,
    });
    // The package's types do not say what `info` adds.
    return Rows.parse(parsed).map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    throw new SourceRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
