import { legibleColor, minLineContrast } from '#lib/legible-color.ts';
import { type ChartTheme, themeColors } from './theme.ts';
import type { ChartContent, ChartSeries } from './types.ts';

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
