import { escapeHtml } from '#lib/escape-html.ts';

const width = 480;
const lineLength = 58;

/** Writes a problem as a page that is legible in the frame of another site. */
export function writeProblemPage(detail: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No figure</title><style>:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}</style></head><body><main><h1>No figure</h1><p>${escapeHtml(detail)}</p></main></body></html>
`;
}

/** Writes a problem as a picture, because browsers show nothing else where a page has one. */
export function writeProblemPicture(detail: string): string {
  const lines = detail.match(new RegExp(`.{1,${lineLength}}(?:\\s|$)|.{1,${lineLength}}`, 'g')) ?? [];
  const height = 48 + lines.length * 20;
  const texts = lines.map(
    (line, at) => `<text x="16" y="${40 + at * 20}" fill="black">${escapeHtml(line.trim())}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="15" role="img" aria-label="${escapeHtml(detail)}"><rect width="${width}" height="${height}" fill="white" stroke="black"/>${texts.join('')}</svg>`;
}
