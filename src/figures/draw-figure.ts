import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Figure, FigureTheme } from '#contract/figure.ts';
import { type BarPaint, barSizes, percentileBar } from '#domain/finding/percentile-bar.ts';
import { seasonContent } from '#domain/season/season-content.ts';
import { imagePadding, wrapText } from '#kits/chart/drawing/layout.ts';
import { imageSpec } from '#kits/chart/drawing/spec.ts';
import { fontFace, renderSvg } from '#kits/chart/export/render-image.ts';
import { themeColors } from '#kits/chart/theme.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { escapeHtml } from '#lib/html.ts';

/** The height of a chart without what is written beneath it, in pixels. */
function heightOf(width: number): number {
  return Math.round(Math.max(Math.min(640, width * 0.5), 300));
}

/** Draws a figure as the text of an SVG. */
export async function drawFigure(figure: Figure, drawing: Drawing): Promise<string> {
  const drawn = (await drawSeason(figure, drawing)) ?? drawCard(figure, drawing);
  const svg = drawing.address === undefined ? drawn : withBar(drawn, figure, drawing);
  const description = drawing.address === undefined ? figure.title : `${figure.title}. ${figure.text}`;
  return describeSvg(svg, description, `figure-${drawing.width}`);
}

/** A page has its bar in its text; a picture has it at the foot, on ground of its own. */
function withBar(svg: string, { bar }: Figure, { theme }: Drawing): string {
  if (!bar) return svg;
  const height = Number(/ height="(\d+(?:\.\d+)?)"/.exec(svg)?.[1]);
  const width = Number(/ width="(\d+(?:\.\d+)?)"/.exec(svg)?.[1]);
  const place = `<svg x="${imagePadding}" y="${height}" `;
  const markup = percentileBar(bar, 'headline', { paint: barPaintOf(theme) }).replace('<svg ', place);
  const whole = height + barSizes.headline.height + imagePadding;
  return svg
    .replace(/<svg [^>]*>/, (root) =>
      root
        .replace(/ height="[^"]*"/, ` height="${whole}"`)
        .replace(/ viewBox="[^"]*"/, ` viewBox="0 0 ${width} ${whole}"`)
        .concat(`<rect width="${width}" height="${whole}" fill="${themeColors[theme].surface}"/>`),
    )
    .replace(/<\/svg>$/, `${markup}</svg>`);
}

async function drawSeason(
  { season, title, text, through }: Figure,
  { theme, width, address }: Drawing,
): Promise<string | undefined> {
  const content = season && seasonContent(season, season.facts, theme);
  if (!content) return undefined;
  const spec = imageSpec(
    {
      ...content,
      ...(address === undefined
        ? { title: '', notes: [], source: '' }
        : { title, notes: [text, ...content.notes] }),
    },
    {
      theme,
      width,
      height: heightOf(width),
      ...(address !== undefined && { facts: { time: `Values through ${formatUsDate(through)}`, address } }),
    },
  );
  return renderSvg(spec);
}

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
function drawCard({ title, facts, source, through }: Figure, { theme, width, address }: Drawing): string {
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

/** How a figure is drawn, `width` in pixels. */
type Drawing = {
  readonly theme: FigureTheme;
  readonly width: number;
  /** The address of the portal's page, beneath the figure. Without it, title and source are left out. */
  readonly address: string | undefined;
};

/** Escapes text for XML, also within quotation marks. Characters that XML does not have are left out. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids.
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed());
}

/**
 * Gives an SVG one description instead of those of its parts, and ids that begin with `prefix`, so that several may be in a
 * page.
 */
function describeSvg(svg: string, description: string, prefix: string): string {
  const ids = new Map<string, string>();
  const rename = (id: string) => {
    const renamed = ids.get(id) ?? `${prefix}-${ids.size}`;
    ids.set(id, renamed);
    return renamed;
  };
  return svg
    .replace(/<[a-z]+ [^>]*>/gi, (tag) => tag.replace(/ (?:role|aria-[a-z]+)="[^"]*"/g, ''))
    .replace(/\bid="([^"]+)"/g, (_, id: string) => `id="${rename(id)}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${rename(id)})`)
    .replace('<svg ', () => `<svg role="img" aria-label="${escapeXml(description)}" `);
}

/** The style tokens that a percentile bar is drawn with, where no style sheet is. */
const barColors: Readonly<Record<FigureTheme, Readonly<Record<string, string>>>> = {
  light: {
    'pct-1': '#a3401a',
    'pct-2': '#c9822f',
    'pct-3': '#8b99a2',
    'pct-4': '#3d8f9e',
    'pct-5': '#0e5a68',
    'pct-1-quiet': '#efd9cf',
    'pct-2-quiet': '#f8e8d3',
    'pct-3-quiet': '#e6ebee',
    'pct-4-quiet': '#d6e9ed',
    'pct-5-quiet': '#c9dee2',
    'color-ground': '#f6f8f9',
    'color-surface': '#ffffff',
    'color-line': '#d5dbdf',
    'color-ink': '#1b2328',
    'color-ink-muted': '#54616a',
  },
  dark: {
    'pct-1': '#f2895c',
    'pct-2': '#b27f42',
    'pct-3': '#6b7a83',
    'pct-4': '#3d8d9b',
    'pct-5': '#74d9e8',
    'pct-1-quiet': '#4b2d22',
    'pct-2-quiet': '#3c3122',
    'pct-3-quiet': '#2c363c',
    'pct-4-quiet': '#1f383f',
    'pct-5-quiet': '#234c55',
    'color-ground': '#12181b',
    'color-surface': '#1a2125',
    'color-line': '#344047',
    'color-ink': '#e9eef1',
    'color-ink-muted': '#a6b3bb',
  },
};

/** Paints a percentile bar with the colors of a theme, for a picture. */
export function barPaintOf(theme: FigureTheme): BarPaint {
  return (token) => barColors[theme][token] ?? 'currentColor';
}

const file = import.meta.resolve(
  '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
);

/**
 * The portal's font as a style. A page of another site has none, and text in another one is wider than its chart was
 * drawn for. The font is part of the file: a sandboxed frame, and a picture in a page, load nothing.
 */
export const portalFontStyle = fontFace(
  `data:font/woff2;base64,${readFileSync(fileURLToPath(file)).toString('base64')}`,
);
