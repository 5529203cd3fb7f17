import { basin } from '#config/basin/basin.ts';
import { downloadCsv } from '#kits/ui/print/download.ts';
import { basinTimeZone, todayInBasin } from '#lib/basin-clock.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { Brief } from '../contract.ts';
import { toBriefCsv } from '../files/brief-csv.ts';

/** Downloads all figures of a brief. */
export function downloadBrief(brief: Brief): void {
  const now = new Date();
  const address = new URL(`?on=${brief.on}`, location.href).href;
  const text = toBriefCsv(brief, {
    basin: basin.name,
    today: todayInBasin(now),
    address,
    exportedAt: formatExportedAt(now),
    timeZone: basinTimeZone(),
  });
  downloadCsv(text, `Brief ${brief.on}`, now);
}
