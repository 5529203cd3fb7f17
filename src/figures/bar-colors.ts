import type { FigureTheme } from '#contract/figure.ts';
import type { BarPaint } from '#domain/finding/percentile-bar.ts';

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
