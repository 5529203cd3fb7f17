import { describeOrigin, type Origin } from '#domain/demonstration.ts';
import { type CsvTable, toCsvFile, toLines } from '#lib/csv.ts';
import type { DownloadFacts, SeasonDownload } from './SeasonDownloads.tsx';

/** What all files of an answer say of themselves. */
type About = Omit<FileNotes, keyof DownloadFacts>;

type SeasonFiles = {
  readonly tables: readonly { readonly what: string; readonly address: string; readonly table: CsvTable }[];
  /** The whole answer, where it has a model. */
  readonly model: { readonly address: string; readonly data: object } | undefined;
};

/** The tables of an answer as CSV, then its model as JSON. */
export function seasonFiles(about: About, { tables, model }: SeasonFiles): readonly SeasonDownload[] {
  const notesOf = (what: string, facts: DownloadFacts): FileNotes => ({
    ...about,
    title: `${what}: ${about.title}`,
    ...facts,
  });
  const files = tables.map(
    ({ what, address, table }): SeasonDownload => ({
      what,
      kind: 'csv',
      address,
      textOf: (facts) => toNotedCsv(table, notesOf(what, facts)),
    }),
  );
  if (!model) return files;
  const { address, data } = model;
  return [
    ...files,
    { what: 'Model', kind: 'json', address, textOf: (facts) => toNotedJson(data, notesOf('Model', facts)) },
  ];
}

/** What every exported file says of itself. */
type FileNotes = {
  readonly title: string;
  /** Sentences about the numbers, such as their units. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly origin: Origin;
  readonly address: string;
  /** As `formatExportedAt` writes it. */
  readonly exportedAt: string;
};

/** The lines above a table. */
function noteLines({ title, notes, source, origin, address, exportedAt }: FileNotes): readonly string[] {
  return [
    title,
    ...notes,
    `Source: ${source}`,
    ...[describeOrigin(origin) ?? []].flat(),
    `Address: ${address}`,
    exportedAt,
  ];
}

/** Exports a table as CSV, unrounded, below its notes. */
function toNotedCsv(table: CsvTable, notes: FileNotes): string {
  return toCsvFile(noteLines(notes), toLines(table));
}

/** Exports data as JSON beside its notes. */
function toNotedJson(data: object, notes: FileNotes): string {
  return `${JSON.stringify({ notes: noteLines(notes), ...data }, undefined, 2)}\n`;
}
