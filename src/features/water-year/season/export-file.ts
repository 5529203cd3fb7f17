import { demonstrationNote } from '#domain/demonstration.ts';
import { type CsvCell, csvLineEnd, toCsvCell, toCsvComment } from '#lib/csv.ts';

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

/** A table to export; header cells name their units. */
export type ExportTable = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
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
export function toNotedCsv({ header, rows }: ExportTable, notes: FileNotes): string {
  const lines = [header, ...rows].map((row) => row.map(toCsvCell).join(','));
  return [...toCsvComment(noteLines(notes)), ...lines, ''].join(csvLineEnd);
}

/** Exports data as JSON beside its notes. */
export function toNotedJson(data: object, notes: FileNotes): string {
  return `${JSON.stringify({ notes: noteLines(notes), ...data }, undefined, 2)}\n`;
}
