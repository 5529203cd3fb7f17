import { formatFileTime } from '#lib/file-time.ts';

/** Creates a file name from a title and the time, without characters that some systems reject. */
export function toFileName(title: string, now: Date, extension: string): string {
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${safe || 'chart'} ${formatFileTime(now)}.${extension}`;
}
