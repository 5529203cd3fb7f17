import { wallTimeInBasin } from '#lib/calendar.ts';

/** Formats the time of a download for its file name, in the basin's time zone: `2026-11-21 0905`. */
function formatFileTime(now: Date): string {
  return wallTimeInBasin(now).replace('T', ' ').replace(':', '');
}

/** Creates a file name from a title and the time, without characters that some systems reject. */
export function toFileName(title: string, now: Date, extension: string): string {
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${safe || 'chart'} ${formatFileTime(now)}.${extension}`;
}
