import type { Figure, FigureTheme } from '#contract/figure.ts';
import { imagePadding } from '#kits/chart/export/image-layout.ts';
import { wrapText } from '#kits/chart/export/wrap-text.ts';
import { themeColors } from '#kits/chart/theme.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Drawing } from './drawing.ts';
import { escapeXml } from './svg-text.ts';

const font = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";
const noteSize = 12;
const valueSize = 15;
const titleSize = 16;
const lineHeight = 18;
const valueLineHeight = 20;
const factGap = 10;
/** From this width on, the facts are in two columns. */
const minWidthOfColumns = 560;

type Text = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly kind: keyof typeof sizes;
};

const sizes = { title: titleSize, label: noteSize, value: valueSize, note: noteSize } as const;

/** Draws the facts of a figure as text, each value beneath its label. */
export function drawCard(
  { title, facts, source, through }: Figure,
  { theme, width, address }: Drawing,
): string {
  const texts: Text[] = [];
  const inner = width - 2 * imagePadding;
  const wrap = (text: string, pixels: number, kind: Text['kind']) =>
    wrapText(text, (pixels * noteSize) / sizes[kind]);
  /** Adds lines of text. @returns the y beneath them */
  const add = (lines: readonly string[], x: number, y: number, kind: Text['kind'], height: number) => {
    for (const [at, text] of lines.entries()) texts.push({ x, y: y + at * height + sizes[kind], text, kind });
    return y + lines.length * height;
  };
  let y: number = imagePadding;
  if (address !== undefined) y = add(wrap(title, inner, 'title'), imagePadding, y, 'title', 22) + factGap;
  const columns = width >= minWidthOfColumns ? 2 : 1;
  const columnWidth = (inner - (columns - 1) * 2 * imagePadding) / columns;
  for (let from = 0; from < facts.length; from += columns) {
    const ends = facts.slice(from, from + columns).map(({ label, value }, at) => {
      const x = imagePadding + at * (columnWidth + 2 * imagePadding);
      const beneath = add(wrap(label, columnWidth, 'label'), x, y, 'label', lineHeight);
      return add(wrap(value, columnWidth, 'value'), x, beneath, 'value', valueLineHeight);
    });
    y = Math.max(...ends) + factGap;
  }
  if (address !== undefined) {
    const notes = [`Source: ${source}`, `Values through ${formatUsDate(through)}`, `Address: ${address}`];
    y =
      add(
        notes.flatMap((each) => wrapText(each, inner)),
        imagePadding,
        y,
        'note',
        lineHeight,
      ) + factGap;
  }
  return toSvg(texts, { width, height: Math.ceil(y + imagePadding - factGap), theme });
}

type Canvas = { readonly theme: FigureTheme; readonly width: number; readonly height: number };

function toSvg(texts: readonly Text[], { theme, width, height }: Canvas): string {
  const { surface, ink, muted } = themeColors[theme];
  const lines = texts.map(({ x, y, text, kind }) => {
    const isStrong = kind === 'title' || kind === 'value';
    return `<text x="${x}" y="${y}" font-size="${sizes[kind]}" font-weight="${isStrong ? 600 : 400}" fill="${isStrong ? ink : muted}">${escapeXml(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}"><rect width="${width}" height="${height}" fill="${surface}"/>${lines.join('')}</svg>`;
}
