import { demonstrationNote } from '#domain/demonstration.ts';
import { type CsvTable, toCsvFile, toLines } from '#lib/csv.ts';

/** What every exported file says of itself. */
export type FileNotes = {
  readonly title: string;
  /** Sentences about the numbers, such as their units. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly isDemonstration: boolean;
  readonly address: string;
  /** As `formatExportedAt` writes it. */
  readonly exportedAt: string;
};

/** The lines above a table. */
function noteLines({
  title,
  notes,
  source,
  isDemonstration,
  address,
  exportedAt,
}: FileNotes): readonly string[] {
  return [
    title,
    ...notes,
    `Source: ${source}`,
    ...(isDemonstration ? [demonstrationNote] : []),
    `Address: ${address}`,
    exportedAt,
  ];
}

/** Exports a table as CSV, unrounded, below its notes. */
export function toNotedCsv(table: CsvTable, notes: FileNotes): string {
  return toCsvFile(noteLines(notes), toLines(table));
}

/** Exports data as JSON beside its notes. */
export function toNotedJson(data: object, notes: FileNotes): string {
  return `${JSON.stringify({ notes: noteLines(notes), ...data }, undefined, 2)}\n`;
}
