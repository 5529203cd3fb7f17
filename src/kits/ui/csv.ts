export const lineEnd = '\r\n';

const formulaStart = /^[=+\-@\t\r]/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** An apostrophe keeps a spreadsheet from taking a text for a formula. */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) && !number.test(text) ? `'${text}` : text;
}

/** Disarmed, and quoted where it has to be. */
export function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a block above the header, each behind `# `. */
export function csvComment(notes: readonly string[]): string[] {
  return notes.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => `# ${line}`.trimEnd());
}

/** The time of a download in its name, `2026-11-21 0905`, by the clock of whoever downloads. */
export function formatFileTime(now: Date): string {
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
