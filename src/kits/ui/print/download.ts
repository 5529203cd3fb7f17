import { formatFileTime } from '#lib/basin-clock.ts';
import { toCsvFile, toSpreadsheetCsv } from '#lib/csv.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { isDemonstration } from '#lib/page/demonstration.ts';
import { showToast } from '#lib/page/toasts.ts';

/** Downloads a file. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // By the next task the browser has started the download.
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Downloads a CSV file as spreadsheets open it. That of a demonstration says so in its first line. */
export function downloadCsv(text: string, title: string, now = new Date()): void {
  const top = isDemonstration() ? toCsvFile([demonstrationNote], []) : '';
  const blob = new Blob([toSpreadsheetCsv(top + text)], { type: 'text/csv;charset=utf-8' });
  download(blob, toFileName(title, now, 'csv'));
}

export function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be created.'))),
      type,
      quality,
    );
  });
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

/** Copies the address of a file. `access` says who can fetch it. Where copying fails, the message has the address. */
export async function copyAddress(path: string, access: string): Promise<void> {
  const address = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    showToast(`The link was copied. ${access}`, 'success');
  } catch {
    showToast(`The link could not be copied. It is ${address} – ${access}`, 'warning');
  }
}
