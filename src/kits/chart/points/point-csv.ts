import { toCsvFile, toLines, toTsv } from '#lib/csv.ts';
import { type ExportFacts, factLines } from '../export/data-table.ts';
import type { PointContent } from './types.ts';

/** Exports the numbers behind the points, unrounded. */
export function toPointCsv(content: PointContent, facts: ExportFacts): string {
  const { title, subtitle = '', notes = [], table } = content;
  const comment = [title, ...[subtitle, ...notes].filter(Boolean), ...factLines(content, facts)];
  return toCsvFile(comment, toLines(table));
}

/** Exports the same for the clipboard. */
export function toPointTsv({ table }: PointContent): string {
  return toTsv(toLines(table));
}
