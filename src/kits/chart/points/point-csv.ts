import { csvLineEnd, escapeFormula, toCsvCell, toCsvComment } from '#lib/csv.ts';
import { type ExportFacts, factLines } from '../export/export-lines.ts';
import type { PointContent } from './types.ts';

/** Exports the numbers behind the points, unrounded. */
export function toPointCsv(content: PointContent, facts: ExportFacts): string {
  const { title, subtitle = '', notes = [], table } = content;
  const comment = [title, ...[subtitle, ...notes].filter(Boolean), ...factLines(content, facts)];
  const rows = [table.header, ...table.rows].map((row) => row.map(toCsvCell).join(','));
  return [...toCsvComment(comment), ...rows, ''].join(csvLineEnd);
}

/** Exports the same for the clipboard, with tabs between cells. */
export function toPointTsv({ table }: PointContent): string {
  return [table.header, ...table.rows]
    .map((row) =>
      row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : String(cell ?? ''))).join('\t'),
    )
    .join('\n');
}
