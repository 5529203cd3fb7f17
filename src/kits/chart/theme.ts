import { legibleColor, minLineContrast } from '#lib/colors.ts';
import type { ChartContent, ChartSeries } from './types.ts';

/** The colors of axes, labels and background in each theme; the same as the style tokens. */
export const themeColors = {
  light: {
    surface: '#ffffff',
    ink: '#1b2328',
    muted: '#54616a',
    line: '#d5dbdf',
    warning: '#8a5a00',
  },
  dark: {
    surface: '#1a2125',
    ink: '#e9eef1',
    muted: '#a6b3bb',
    line: '#344047',
    warning: '#f0c061',
  },
} as const;

export type ChartTheme = keyof typeof themeColors;

const rightDash = [6, 4];

/** The dashes of the estimated parts of a line. */
export const estimatedDash = [2, 2];

/** The dashes of a series. By default lines of the right axis are dashed. */
export function dashOf({
  dash,
  side,
}: {
  dash?: readonly number[];
  side: 'left' | 'right';
}): readonly number[] {
  return dash ?? (side === 'right' ? rightDash : []);
}

/** The content with each line's color as much darker or lighter as the bands beneath it require. */
export function withLegibleColors(content: ChartContent, theme: ChartTheme): ChartContent {
  const grounds = groundsOf(content, theme);
  const series = content.series.map((each): ChartSeries => {
    // Further lines for comparison are meant to be faint; the pointer brings one forward.
    if (each.emphasis === 'context') return each;
    const color = legibleOver(each.color, grounds, theme, minLineContrast);
    return color === each.color ? each : { ...each, color };
  });
  return series.every((each, at) => each === content.series[at]) ? content : { ...content, series };
}

/** What lines cross: the surface and the bands. */
export function groundsOf({ bands = [] }: Pick<ChartContent, 'bands'>, theme: ChartTheme): readonly string[] {
  return [themeColors[theme].surface, ...bands.map((each) => each.color)].filter(isHex);
}

/** The color, legible on all grounds; other notations than `#rrggbb` stay as they are. */
export function legibleOver(
  color: string,
  grounds: readonly string[],
  theme: ChartTheme,
  minContrast: number,
): string {
  return isHex(color) ? legibleColor(color, { grounds, minContrast, theme }) : color;
}

function isHex(color: string): boolean {
  return /^#[\da-f]{6}$/i.test(color);
}
