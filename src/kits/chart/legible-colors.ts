import { legibleColor, minLineContrast } from '#lib/legible-color.ts';
import { shadeExtent } from './drawing/shade.ts';
import { type ChartTheme, shadeOpacity, themeColors } from './theme.ts';
import type { ChartContent, ChartSeries } from './types.ts';

/** The content with each line's color as much darker or lighter as bands and shade beneath it require. */
export function withLegibleColors(content: ChartContent, theme: ChartTheme): ChartContent {
  const grounds = groundsOf(content, theme);
  const series = content.series.map((each): ChartSeries => {
    const color = legibleOver(each.color, grounds, theme, minLineContrast);
    return color === each.color ? each : { ...each, color };
  });
  return series.every((each, at) => each === content.series[at]) ? content : { ...content, series };
}

/** What lines cross: the surface, the shade on it and the bands. */
export function groundsOf({ series, mark, bands = [] }: ChartContent, theme: ChartTheme): readonly string[] {
  const { surface } = themeColors[theme];
  const shade = mark && shadeExtent(series) ? [shadeOn(surface, theme)] : [];
  return [surface, ...shade, ...bands.map((each) => each.color)].filter(isHex);
}

/** The color of the shade over another, mixed as browsers do, in sRGB. */
export function shadeOn(ground: string, theme: ChartTheme): string {
  const [over, under] = [channelsOf(themeColors[theme].shade), channelsOf(ground)];
  return `#${over
    .map((each, at) => Math.round(each * shadeOpacity + (under[at] ?? 0) * (1 - shadeOpacity)))
    .map((each) => each.toString(16).padStart(2, '0'))
    .join('')}`;
}

function channelsOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
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
