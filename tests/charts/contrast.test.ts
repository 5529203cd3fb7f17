import { expect, test } from 'vitest';
import { specOf } from '#kits/chart/drawing/spec.ts';
import { renderSvg } from '#kits/chart/export/render-svg.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { type ChartTheme, shadeOpacity, themeColors } from '#kits/chart/theme.ts';
import { hexToLinearRgb, relativeLuminance } from '#lib/oklab.ts';

const bandColors = {
  light: ['#edf3f8', '#d6e4ef', '#b3cfe4'],
  dark: ['#1d2830', '#213541', '#2b4c60'],
} as const;
/** Colors that are not legible everywhere: pale on white, dark on dark, and one near each band. */
const lineColors = ['#c9d6df', '#12324a', '#8fb3cc', '#3a6075', '#bb9911', '#000000', '#ffffff', '#808080'];

function contentOf(theme: ChartTheme, withBands: boolean): ChartContent {
  const xs = Array.from({ length: 60 }, (_, at) => at + 1);
  const band = (color: string, at: number) => {
    const lows = xs.map(() => 10 * at);
    return {
      id: `b${at}`,
      label: `b${at}`,
      side: 'left',
      color,
      xs,
      lows,
      highs: xs.map(() => 200 - 10 * at),
    } as const;
  };
  return {
    title: 'Streamflow',
    time: { kind: 'season', firstMonth: 10 },
    axes: { left: { title: 'Streamflow', unit: 'cfs' } },
    series: lineColors.map((color, at) => ({
      id: `line${at}`,
      label: `line${at}`,
      side: 'left',
      color,
      xs,
      ys: xs.map((x) => x + 10 * at),
      maxGap: 1,
      isMarked: (index) => index > 30,
    })),
    ...(withBands && { bands: bandColors[theme].map(band) }),
    mark: { label: 'Provisional', meaning: 'May change.' },
    source: 'USGS',
  };
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A color over another, mixed in sRGB as browsers do. */
function mix(over: string, under: string, opacity: number): string {
  const mixed = channels(over).map((each, at) => each * opacity + (channels(under)[at] ?? 0) * (1 - opacity));
  return `#${mixed.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;
}

function contrastOf(one: string, other: string): number {
  const [a, b] = [one, other].map((each) => relativeLuminance(hexToLinearRgb(each)) + 0.05);
  return Math.max(a ?? 0, b ?? 0) / Math.min(a ?? 0, b ?? 0);
}

const groundsOf = (theme: ChartTheme, areas: readonly string[]) => {
  const { surface, shade } = themeColors[theme];
  return [surface, mix(shade, surface, shadeOpacity), ...areas];
};

test.each(['light', 'dark'] as const)('bars, their outlines and dots have 3 : 1, %s theme', async (theme) => {
  const { series, ...rest } = contentOf(theme, true);
  const marks = series.slice(0, 6).map((each, at) => ({
    ...each,
    shape: at % 2 === 0 ? ('bars' as const) : ('dots' as const),
    isEstimated: (index: number) => index === 3,
  }));
  const svg = await renderSvg(specOf({ ...rest, series: marks }, { theme, width: 1200, height: 420 }));
  const drawn = [...svg.matchAll(/<path [^>]*aria-label="x: [^>]*; s: line[^>]*>/g)].map(([tag]) => tag);
  const colors = new Set<string>();
  for (const tag of drawn) {
    const isHollow = /fill-opacity="0"/.test(tag) || /fill="#(ffffff|1a2125)"/.test(tag);
    const color = (isHollow ? /stroke="(#\w{6})"/ : /(?:fill|stroke)="(#\w{6})"/).exec(tag)?.[1];
    if (color !== undefined) colors.add(color);
  }
  expect(colors.size).toBeGreaterThanOrEqual(6);
  for (const color of colors)
    for (const ground of groundsOf(theme, bandColors[theme]))
      expect(contrastOf(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(3);
});

test.each(['light', 'dark'] as const)('text in the plot has 4.5 : 1, %s theme', async (theme) => {
  const content = contentOf(theme, true);
  const series = content.series.map((each) => ({
    ...each,
    emphasis: 'leading' as const,
    endLabel: `end of ${each.id}`,
  }));
  const levels = [{ label: 'Capacity of it', side: 'left', value: 90 } as const];
  const svg = await renderSvg(specOf({ ...content, series, levels }, { theme, width: 900, height: 420 }));
  const texts = [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)]
    .map(([, attributes = '', text = '']) => ({ attributes, text }))
    .filter(({ text }) => /^(end of|Capacity of|provisional from)/.test(text));
  // Each with its halo.
  expect(texts).toHaveLength(2 * (lineColors.length + 2));
  const own = texts.filter(({ attributes }) => !attributes.includes('stroke='));
  expect(own).toHaveLength(lineColors.length + 2);
  for (const { attributes, text } of own) {
    const color = /fill="(#\w{6})"/.exec(attributes)?.[1] ?? '';
    for (const ground of groundsOf(theme, bandColors[theme]))
      expect(contrastOf(color, ground), `${text}: ${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each([
  ['light', false],
  ['light', true],
  ['dark', false],
  ['dark', true],
] as const)('each drawn line has 3 : 1 on its ground, %s theme, bands %s', async (theme, withBands) => {
  const content = contentOf(theme, withBands);
  const svg = await renderSvg(specOf(content, { theme, width: 900, height: 420 }));
  const paths = [...svg.matchAll(/<path [^>]*aria-roledescription="line mark"[^>]*>/g)].map(([tag]) => tag);
  expect(paths).toHaveLength(lineColors.length);
  const rect = svg.match(/<path [^>]*aria-roledescription="(?:rect|bar)[^"]*"[^>]*>/)?.[0] ?? '';
  const shade = {
    color: /fill="(#\w{6})"/.exec(rect)?.[1] ?? '',
    opacity: Number(/ opacity="([\d.]+)"/.exec(rect)?.[1]),
  };
  expect(shade).toEqual({ color: themeColors[theme].shade, opacity: shadeOpacity });
  const { surface } = themeColors[theme];
  const areas = [...svg.matchAll(/<path [^>]*aria-roledescription="area mark"[^>]*fill="(#\w{6})"/g)].map(
    (each) => each[1] ?? '',
  );
  expect(areas).toEqual(withBands ? bandColors[theme] : []);
  for (const path of paths) {
    expect(path).toMatch(/ opacity="1"|^(?!.* opacity=)/);
    const color = /stroke="(#\w{6})"/.exec(path)?.[1] ?? '';
    for (const ground of [surface, mix(shade.color, surface, shade.opacity), ...areas])
      expect(contrastOf(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(3);
  }
});
