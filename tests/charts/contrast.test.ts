import { expect, test } from 'vitest';
import { imageSpec } from '#kits/chart/drawing/spec.ts';
import { renderSvg } from '#kits/chart/export/render-image.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { type ChartTheme, themeColors } from '#kits/chart/theme.ts';
import { contrastOf } from '../support/color-difference.ts';

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

const groundsOf = (theme: ChartTheme, areas: readonly string[]) => [themeColors[theme].surface, ...areas];

type Mark = Readonly<Record<'fill' | 'stroke', string | undefined>>;

/** The marks of a plot, in the order in which they are drawn. */
async function marksOf(content: ChartContent, theme: ChartTheme): Promise<readonly Mark[]> {
  const svg = await renderSvg(imageSpec(content, { theme, width: 1200, height: 420 }));
  return [...svg.matchAll(/<path [^>]*>/g)].map(([tag]) => ({
    fill: / fill="(#\w{6})"/.exec(tag)?.[1],
    stroke: / stroke="(#\w{6})"/.exec(tag)?.[1],
  }));
}

test.each(['light', 'dark'] as const)('bars, their outlines and dots have 3 : 1, %s theme', async (theme) => {
  const { series, ...rest } = contentOf(theme, true);
  const marks = series.slice(0, 6).map((each, at) => ({
    ...each,
    shape: at % 2 === 0 ? ('bars' as const) : ('dots' as const),
    isEstimated: (index: number) => index === 3,
  }));
  const drawn = await marksOf({ ...rest, series: marks }, theme);
  const { surface, muted, line, warning } = themeColors[theme];
  const others = new Set<string>([surface, muted, line, warning, ...bandColors[theme]]);
  const colors = new Set(drawn.flatMap(({ fill, stroke }) => [fill ?? '', stroke ?? '']));
  for (const each of ['', ...others]) colors.delete(each);
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
  const svg = await renderSvg(imageSpec({ ...content, series, levels }, { theme, width: 900, height: 420 }));
  const texts = [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)]
    .map(([, attributes = '', text = '']) => ({ attributes, text }))
    .filter(({ text }) => /^(end of|Capacity of|provisional from)/.test(text));
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
  const marks = await marksOf(content, theme);
  const areas = marks.flatMap(({ fill, stroke }) =>
    fill !== undefined && stroke === undefined ? [fill] : [],
  );
  const { surface, muted, line } = themeColors[theme];
  for (const area of withBands ? bandColors[theme] : []) expect(areas).toContain(area);
  const strokes = marks.flatMap(({ stroke }) => stroke ?? []);
  const lines = strokes.filter((each) => ![surface, muted, line].some((other) => other === each));
  expect(lines.length).toBeGreaterThanOrEqual(lineColors.length);
  for (const color of lines)
    for (const ground of groundsOf(theme, withBands ? bandColors[theme] : []))
      expect(contrastOf(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(3);
});
