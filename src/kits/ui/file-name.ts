/** The time of a download in its name, `2026-11-21 0905`, by the clock of whoever downloads. */
function formatFileTime(now: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
  return `${day} ${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}`;
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
