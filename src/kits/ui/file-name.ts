import { wallTimeInDenver } from '#lib/calendar.ts';

/** Formats the time of a download for its file name, in America/Denver: `2026-11-21 0905`. */
function formatFileTime(now: Date): string {
  return wallTimeInDenver(now).replace('T', ' ').replace(':', '');
}

/** A title as the name of a file, with the time: without what some system does not take. */
export function toFileName(title: string, now: Date, extension: string): string {
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${safe || 'chart'} ${formatFileTime(now)}.${extension}`;
}
