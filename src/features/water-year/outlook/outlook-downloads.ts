import { type OutlookFile, outlookFiles } from '#contract/data-links.ts';
import type { Outlook } from '#contract/outlook.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { dataAddress } from '#domain/data-address.ts';
import { outlookFileNames, outlookTable } from '#downloads/outlook-tables.ts';
import { outlookSource, outlookTitle } from '#downloads/outlook-title.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type FileNotes, toNotedCsv, toNotedJson } from '../season/export-file.ts';
import type { DownloadFacts, SeasonDownload } from '../season/SeasonDownloads.tsx';

/** Everything that an outlook rests on. */
export function outlookDownloads(outlook: Outlook): readonly SeasonDownload[] {
  const { point, issued, forecast } = outlook;
  const notesOf = (what: string, facts: DownloadFacts): FileNotes => ({
    title: `${what}: ${outlookTitle(outlook)}`,
    notes: [
      `Issue day: ${formatUsDate(issued)}`,
      `Volumes are in acre-feet (AF), 1 cfs-day = ${acreFeetPerCfsDay} AF.`,
    ],
    source: outlookSource(outlook),
    isDemonstration: outlook.is_demonstration,
    ...facts,
  });
  const tables = outlookFiles.flatMap((file): readonly SeasonDownload[] => {
    const table = outlookTable(file, outlook);
    const what = outlookFileNames[file];
    return table
      ? [
          {
            what,
            kind: 'csv',
            address: outlookAddress(outlook, file),
            textOf: (facts) => toNotedCsv(table, notesOf(what, facts)),
          },
        ]
      : [];
  });
  if (!forecast) return tables;
  return [
    ...tables,
    {
      what: 'Model',
      kind: 'json',
      address: `/api/outlook/${point}?issued=${issued}`,
      textOf: (facts) => toNotedJson(outlook, notesOf('Model', facts)),
    },
  ];
}

/** The address of the rows of a file of this outlook. */
export function outlookAddress(
  { point, issued }: Pick<Outlook, 'point' | 'issued'>,
  file: OutlookFile,
): string {
  return dataAddress('outlook', { point, issued, of: file });
}
