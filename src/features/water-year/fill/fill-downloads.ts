import { type FillFile, fillFiles } from '#contract/data-links.ts';
import type { Fill } from '#contract/fill.ts';
import { dataAddress } from '#domain/data-address.ts';
import { fillFileNames, fillTable } from '#downloads/fill-tables.ts';
import { fillSource, fillTitle } from '#downloads/fill-title.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type FileNotes, toNotedCsv, toNotedJson } from '../season/export-file.ts';
import type { DownloadFacts, SeasonDownload } from '../season/SeasonDownloads.tsx';

/** Everything that a fill says. */
export function fillDownloads(fill: Fill): readonly SeasonDownload[] {
  const { id, issued, by, target } = fill;
  const notesOf = (what: string, facts: DownloadFacts): FileNotes => ({
    title: `${what}: ${fillTitle(fill)}`,
    notes: [`Issue day: ${formatUsDate(issued)}`, 'Volumes are in acre-feet (AF), gains in cfs.'],
    source: fillSource(fill),
    isDemonstration: fill.is_demonstration,
    ...facts,
  });
  return [
    ...fillFiles.map(
      (file): SeasonDownload => ({
        what: fillFileNames[file],
        kind: 'csv',
        address: fillAddress(fill, file),
        textOf: (facts) => toNotedCsv(fillTable(file, fill), notesOf(fillFileNames[file], facts)),
      }),
    ),
    {
      what: 'Model',
      kind: 'json',
      address: `/api/fill/${id}?issued=${issued}&by=${by}&target=${target}`,
      textOf: (facts) => toNotedJson(fill, notesOf('Model', facts)),
    },
  ];
}

/** The address of the rows of a file of this choice. */
export function fillAddress(
  { id, issued, by, target }: Pick<Fill, 'id' | 'issued' | 'by' | 'target'>,
  file: FillFile,
): string {
  return dataAddress('fill', { reservoir: id, issued, by, target: String(target), of: file });
}
