import { type FillFile, fillFiles } from '#contract/data-links.ts';
import type { Fill } from '#contract/fill.ts';
import { dataAddress } from '#domain/data-address.ts';
import { fillFileNames, fillTable } from '#downloads/fill-tables.ts';
import { fillOrigin, fillSource, fillTitle } from '#downloads/fill-title.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { SeasonDownload } from '../season/SeasonDownloads.tsx';

/** Everything that a fill says. */
export function fillDownloads(fill: Fill): SeasonDownload {
  const { id, issued, by, target } = fill;
  const model = `/api/fill/${id}?issued=${issued}&by=${by}&target=${target}`;
  return {
    title: fillTitle(fill),
    notes: [`Issue day: ${formatUsDate(issued)}`, 'Volumes are in acre-feet (AF), gains in cfs.'],
    source: fillSource(fill),
    origin: fillOrigin(fill),
    files: [
      ...fillFiles.map((file) => ({
        what: fillFileNames[file],
        address: fillAddress(fill, file),
        table: fillTable(file, fill),
      })),
      { what: 'Model', address: model, model: fill },
    ],
  };
}

/** The address of the rows of a file of this choice. */
export function fillAddress(
  { id, issued, by, target }: Pick<Fill, 'id' | 'issued' | 'by' | 'target'>,
  file: FillFile,
): string {
  return dataAddress('fill', { reservoir: id, issued, by, target: String(target), of: file });
}
