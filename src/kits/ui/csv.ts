export const lineEnd = '\r\n';

const startsFormula = /^[=+\-@\t\r]/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** An apostrophe keeps a spreadsheet from taking a text for a formula. */
export function disarmed(text: string): string {
  return startsFormula.test(text) && !number.test(text) ? `'${text}` : text;
}

/** Disarmed, and quoted where it has to be. */
export function csvCell(text: string): string {
  const safe = disarmed(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a block above the header, each behind `# `. */
export function csvComment(notes: readonly string[]): string[] {
  return notes.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => `# ${line}`.trimEnd());
}

/** The time of a download in its name, `2026-11-21 0905`, by the clock of whoever downloads. */
export function fileStamp(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day} ${two(now.getHours())}${two(now.getMinutes())}`;
}

/** A title as the name of a file, with the time: without what some system does not take. */
export function fileName(title: string, now: Date, extension: string): string {
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${safe || 'chart'} ${fileStamp(now)}.${extension}`;
}
