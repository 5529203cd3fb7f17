import { type CsvCell, csvLineEnd, toCsvCell, toCsvComment } from '#lib/csv.ts';
import { CachedBody } from './cached-body.ts';

export type CsvTable = {
  /** Without extension. */
  fileName: string;
  /** Lines of the block above the header. */
  notes: readonly string[];
  header: readonly string[];
  rows: Iterable<readonly CsvCell[]>;
};

/** Creates a CSV file (RFC 4180) with a block of `#` lines above its header. */
export function createCsvFile({ fileName, notes, header, rows }: CsvTable): CachedBody {
  const lines = toCsvComment(notes);
  lines.push(header.map(toCsvCell).join(','));
  for (const row of rows) lines.push(row.map(toCsvCell).join(','));
  lines.push('');
  return new CachedBody(lines.join(csvLineEnd), {
    type: 'text/csv; charset=utf-8; header=present',
    fileName: `${fileName}.csv`,
  });
}
