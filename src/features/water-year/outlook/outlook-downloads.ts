import { type OutlookFile, outlookFiles } from '#contract/data-links.ts';
import type { Outlook } from '#contract/outlook.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { dataAddress } from '#domain/data-address.ts';
import { outlookFileNames, outlookTable } from '#downloads/outlook-tables.ts';
import { outlookOrigin, outlookSource, outlookTitle } from '#downloads/outlook-title.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { SeasonDownload } from '../season/SeasonDownloads.tsx';

/** Everything that an outlook rests on. */
export function outlookDownloads(outlook: Outlook): SeasonDownload {
  const { point, issued, forecast } = outlook;
  const tables = outlookFiles.flatMap((file) => {
    const table = outlookTable(file, outlook);
    return table ? [{ what: outlookFileNames[file], address: outlookAddress(outlook, file), table }] : [];
  });
  const model = { what: 'Model', address: `/api/outlook/${point}?issued=${issued}`, model: outlook };
  return {
    title: outlookTitle(outlook),
    notes: [
      `Issue day: ${formatUsDate(issued)}`,
      `Volumes are in acre-feet (AF), 1 cfs-day = ${acreFeetPerCfsDay} AF.`,
    ],
    source: outlookSource(outlook),
    origin: outlookOrigin(outlook),
    files: forecast ? [...tables, model] : tables,
  };
}

/** The address of the rows of a file of this outlook. */
export function outlookAddress(
  { point, issued }: Pick<Outlook, 'point' | 'issued'>,
  file: OutlookFile,
): string {
  return dataAddress('outlook', { point, issued, of: file });
}
