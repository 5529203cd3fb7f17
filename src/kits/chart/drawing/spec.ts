import type { Scale, Spec } from 'vega';
import { sides, usedSides } from '../axes.ts';
import { type ExportFacts, factLines, markTexts, notesOf } from '../export/data-table.ts';
import { withLegibleColors } from '../legible-colors.ts';
import { latestX } from '../reading/read-out.ts';
import { type ChartTheme, themeColors } from '../theme.ts';
import type { ChartContent } from '../types.ts';
import { type Frame, type FrameSettings, frameOf } from './frame.ts';
import { hasShortNumbers, labelCount } from './layout.ts';
import type { PlotPath } from './line-paths.ts';
import { rulerOf } from './ruler.ts';
import { type PlotText, plotText, wrapText } from './text.ts';

/** The Vega spec of a chart on the screen. Data sets and signals are those of the frame, and follow the window. */
export function specOf(content: ChartContent, frame: Frame): Spec {
  const { theme, width } = frame;
  const { area, padding } = frame.layout;
  // Axes without values are not drawn.
  const used = usedSides(content).length > 0 ? usedSides(content) : sides.slice(0, 1);
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    description: content.title,
    width: area.width,
    height: area.height,
    padding,
    autosize: 'none',
    background: themeColors[theme].surface,
    config: configOf(theme),
    signals: Object.entries(frame.signals).map(([name, value]) => ({ name, value })),
    scales: [
      { name: 'x', type: 'linear', domain: { signal: 'x' }, range: 'width', zero: false, nice: false },
      ...used.map((side): Scale => {
        const shared = { name: side, domain: { signal: side }, range: 'height' as const, nice: false };
        const { reversed: reverse, isLog } = frame.plot.axes[side];
        return isLog
          ? { ...shared, type: 'log', reverse }
          : { ...shared, type: 'linear', zero: false, reverse };
      }),
    ],
    axes: [
      {
        scale: 'x',
        orient: 'bottom',
        values: { signal: 'ticks' },
        labelOverlap: false,
        labelFlush: true,
        grid: false,
        encode: { labels: { update: { text: { signal: 'labels[datum.value]' } } } },
      },
      ...used.map((side) => ({
        scale: side,
        orient: side,
        // Two sets of grid lines would be confused.
        grid: side === used[0],
        domain: false,
        ticks: false,
        labelPadding: 6,
        ...(frame.plot.axes[side].isLog
          ? { values: { signal: `${side}Ticks` }, format: ',~r' }
          : { tickCount: labelCount }),
        ...(hasShortNumbers(frame.signals[side], width) && { format: '~s' }),
      })),
    ],
    data: dataOf(frame),
    marks: [
      {
        type: 'group',
        clip: true,
        encode: { update: { width: { signal: 'width' }, height: { signal: 'height' } } },
        marks: [pathMark('clipped')],
      },
      pathMark('free'),
    ],
  };
}

/** The data sets of the spec. */
export function dataOf({ paths }: Frame): { name: 'clipped' | 'free'; values: PlotPath[] }[] {
  return [
    { name: 'clipped', values: [...paths.clipped] },
    { name: 'free', values: [...paths.free] },
  ];
}

function pathMark(data: string) {
  return {
    type: 'path' as const,
    from: { data },
    encode: {
      update: {
        path: { field: 'd' },
        fill: { field: 'fill' },
        stroke: { field: 'stroke' },
        strokeWidth: { field: 'width' },
        strokeDash: { field: 'dash' },
        opacity: { signal: 'isValid(datum.opacity) ? datum.opacity : 1' },
        strokeJoin: { value: 'round' as const },
      },
    },
  };
}

/** The look of axes. */
export function configOf(theme: ChartTheme) {
  const { ink, muted, line } = themeColors[theme];
  const font = "'Source Sans 3 Variable', 'Source Sans Fallback', system-ui, sans-serif";
  return {
    // Descriptions of single marks, which a canvas does not have.
    aria: false,
    axis: {
      labelFont: font,
      titleFont: font,
      labelColor: muted,
      titleColor: ink,
      gridColor: line,
      domainColor: muted,
      tickColor: muted,
      labelFontSize: 13,
      titleFontSize: 13,
      titleFontWeight: 600 as const,
    },
    legend: { labelFont: font },
    text: { font },
    title: { color: ink, font, subtitleFont: font },
  };
}

/** Around an image, in pixels. */
export const imagePadding = 16;
const titleSize = 16;
const lineHeight = 18;
const titleLineHeight = 22;

export type ImageSettings = FrameSettings & {
  /** When the image was made, and of which screen. */
  readonly facts?: ExportFacts;
};

/** The Vega spec of an image of a chart, which has everything written in it; what is beneath the plot adds to its height. */
export function imageSpec(given: ChartContent, settings: ImageSettings): Spec {
  const { theme, width, height, facts } = settings;
  const content = withLegibleColors(given, theme);
  const { ink, muted } = themeColors[theme];
  const textWidth = width - 2 * imagePadding;
  // Its letters are larger by the ratio of the font sizes.
  const titles = wrapText(content.title, (textWidth * 13) / titleSize);
  const above = notesOf(content).flatMap((each) => wrapText(each, textWidth));
  const headHeight = titles.length * titleLineHeight + above.length * lineHeight;
  const size = { width: textWidth, height: Math.max(160, height - headHeight - 2 * imagePadding) };
  const frame = frameOf(content, { ...settings, ...size });
  const below = [
    ...namesOfMore(content, frame),
    ...markTexts(content),
    ...frame.notes,
    ...factLines(content, facts),
  ].flatMap((each) => wrapText(each, textWidth));
  const { area, padding } = frame.layout;
  const top = -area.top - headHeight;
  const block = (lines: readonly string[], y: number, style: Partial<PlotText> = {}, height = lineHeight) =>
    lines.map((text, at) => plotText({ text, x: -area.left, y: y + at * height, color: muted, ...style }));
  const titleStyle = { size: titleSize, weight: 600, color: ink } as const;
  const texts = [
    ...block(titles, top + titleSize / 2, titleStyle, titleLineHeight),
    ...block(above, top + titles.length * titleLineHeight + 8),
    ...frame.texts,
    ...frame.labels.map(labelText),
    ...block(below, size.height - area.top + lineHeight / 2),
  ];
  const x = latestX(content, frame.plot.x);
  const ruler = x === undefined ? undefined : rulerOf(content, x, frame);
  const spec = specOf(content, frame);
  return {
    ...spec,
    padding: {
      left: padding.left + imagePadding,
      right: padding.right + imagePadding,
      top: padding.top + imagePadding + headHeight,
      bottom: padding.bottom + imagePadding + below.length * lineHeight,
    },
    data: [
      ...(spec.data ?? []),
      { name: 'ruler', values: [...(ruler?.paths ?? [])] },
      { name: 'texts', values: [...texts, ...(ruler?.texts ?? [])] },
    ],
    marks: [...(spec.marks ?? []), pathMark('ruler'), textMark(theme, true), textMark(theme, false)],
  };
}

/** The texts of a drawing or, beneath them, their edges in the color of the surface. */
export function textMark(theme: ChartTheme, isHalo: boolean) {
  const { surface } = themeColors[theme];
  return {
    type: 'text' as const,
    from: { data: 'texts' },
    encode: {
      update: {
        x: { field: 'x' },
        y: { field: 'y' },
        text: isHalo ? { signal: "datum.hasHalo ? datum.text : ''" } : { field: 'text' },
        align: { field: 'align' },
        baseline: { value: 'middle' as const },
        fontSize: { field: 'size' },
        fontWeight: { field: 'weight' },
        ...(isHalo
          ? {
              fill: { value: surface },
              stroke: { value: surface },
              strokeWidth: { value: 4 },
              strokeJoin: { value: 'round' as const },
            }
          : { fill: { field: 'color' } }),
      },
    },
  };
}

function labelText({ text, x, y, color, isLeading, dot }: Frame['labels'][number]): PlotText {
  const style = isLeading ? ({ size: 16, weight: 600 } as const) : {};
  return plotText({ text, x, y, color, ...style, hasHalo: dot !== undefined });
}

/** What a drawing has no room to name, or names by a short word. */
function namesOfMore({ series, bands = [] }: ChartContent, { labels, layout }: Frame): readonly string[] {
  const named = new Set(labels.map((each) => each.id));
  const more = series.filter((each) => !named.has(each.id)).map(({ label }) => label);
  const short = labels.flatMap(({ id, text, isLeading }) => {
    const label = series.find((each) => each.id === id)?.label ?? text;
    return isLeading || label === text ? [] : [`${text}: ${label}`];
  });
  const unnamed = layout.ruler ? bands.filter((each) => !each.edges) : bands;
  return [
    ...(more.length > 0 ? [`Not labeled: ${more.join(', ')}`] : []),
    ...(short.length > 0 ? [`${short.join('; ')}.`] : []),
    ...(unnamed.length > 0
      ? [`Bands, from the palest: ${unnamed.map(({ label }) => label).join(', ')}`]
      : []),
  ];
}
