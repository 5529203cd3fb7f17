import type { CsvTable } from '#lib/csv.ts';
import { type FileNotes, toNotedCsv, toNotedJson } from './export-file.ts';
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
