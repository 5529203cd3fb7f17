import type { Scale, Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { sides, usedSides, withUnit } from '../axes.ts';
import { type ExportFacts, factLines, markTexts, notesOf } from '../export/data-table.ts';
import { latestX } from '../reading/read-out.ts';
import { type ChartTheme, themeColors, withLegibleColors } from '../theme.ts';
import type { ChartContent, Extent, PointContent, ValueAxis } from '../types.ts';
import { type Frame, type FrameSettings, frameOf } from './frame.ts';
import {
  hasShortNumbers,
  imagePadding,
  labelCount,
  letterWidth,
  type PlotText,
  plotText,
  wrapText,
} from './layout.ts';
import type { PlotPath } from './lines.ts';
import { rulerOf } from './ruler.ts';
import { niceExtent } from './value-axis.ts';

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

/** The font of the portal. */
export const fontName = 'Source Sans 3 Variable';

/** The look of axes. */
function configOf(theme: ChartTheme) {
  const { ink, muted, line } = themeColors[theme];
  const font = `'${fontName}', 'Source Sans Fallback', system-ui, sans-serif`;
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

const titleSize = 16;
const lineHeight = 18;
const titleLineHeight = 22;

export type ImageSettings = FrameSettings & {
  /** When the image was made, and of which screen. */
  readonly facts?: ExportFacts;
  /** A printed sheet has the title, the notes and the source, so the image has only the plot and what its labels leave out. */
  readonly isOnSheet?: boolean;
};

/** The Vega spec of an image of a chart, which has everything written in it; what is beneath the plot adds to its height. */
export function imageSpec(given: ChartContent, settings: ImageSettings): Spec {
  const { theme, width, height, facts, isOnSheet = false } = settings;
  const content = withLegibleColors(given, theme);
  const { ink, muted } = themeColors[theme];
  const textWidth = width - 2 * imagePadding;
  // Its letters are larger by the ratio of the font sizes.
  const titles = isOnSheet ? [] : wrapText(content.title, (textWidth * 13) / titleSize);
  const above = isOnSheet ? [] : notesOf(content).flatMap((each) => wrapText(each, textWidth));
  const headHeight = titles.length * titleLineHeight + above.length * lineHeight;
  const size = { width: textWidth, height: Math.max(160, height - headHeight - 2 * imagePadding) };
  const frame = frameOf(content, { ...settings, ...size });
  const below = [
    ...namesOfMore(content, frame, isOnSheet),
    ...(isOnSheet ? [] : markTexts(content)),
    ...frame.notes,
    ...(isOnSheet ? [] : factLines(content, facts)),
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
function textMark(theme: ChartTheme, isHalo: boolean) {
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
function namesOfMore(
  { series, bands = [] }: ChartContent,
  { labels, layout }: Frame,
  isOnSheet: boolean,
): readonly string[] {
  const named = new Set(labels.map((each) => each.id));
  const more = series.filter((each) => !named.has(each.id)).map(({ label }) => label);
  const short = labels.flatMap(({ id, text, isLeading }) => {
    const label = series.find((each) => each.id === id)?.label ?? text;
    return isLeading || label.toLowerCase() === text.toLowerCase() ? [] : [`${text}: ${label}`];
  });
  const unnamed = layout.ruler ? bands.filter((each) => !each.edges) : bands;
  return [
    ...(more.length > 0 ? [`Not labeled: ${more.join(', ')}`] : []),
    // The table of a sheet has the whole names.
    ...(short.length > 0 && !isOnSheet ? [`${short.join('; ')}.`] : []),
    ...(unnamed.length > 0
      ? [`Bands, from the palest: ${unnamed.map(({ label }) => label).join(', ')}`]
      : []),
  ];
}

const tickPixels = { x: 95, y: 80 } as const;
const dash = [5, 3];
/** From the plot to the first line of the notes: the labels and the title of the axis. */
const noteTop = 60;

/**
 * The Vega spec of a chart of points, made with Vega-Lite. An image has title and source; what is written around the plot adds
 * to its height.
 */
export function pointSpecOf(
  content: PointContent,
  { theme, width, height, facts, isOnSheet = false }: ImageSettings,
  isImage: boolean,
): Spec {
  const { axes, series, diagonal, levels = [], xKind } = content;
  const { surface, ink, muted } = themeColors[theme];
  const config = configOf(theme);
  const extents = pointExtents(content);
  const channel = (axis: ValueAxis, field: 'x' | 'y', pixels: number) => ({
    field,
    type: 'quantitative',
    scale: { domain: [...extents[field]], nice: false, zero: false },
    axis: {
      title: withUnit(axis.title, axis.unit),
      tickCount: Math.max(2, Math.min(6, Math.floor(pixels / tickPixels[field]))),
      ...(field === 'x' && xKind === 'year' && { format: 'd', grid: false }),
    },
  });
  const encoding = { x: channel(axes.x, 'x', width), y: channel(axes.y, 'y', height) };
  const textWidth = width - 2 * imagePadding;
  const labels = series.map((each) => each.label);
  const columns = legendColumns(labels, isImage ? textWidth : width);
  const bySeries = (range: readonly string[]) => ({
    field: 's',
    type: 'nominal',
    scale: { domain: labels, range },
    legend: { orient: 'top', title: null, columns, symbolSize: 90 },
  });
  const [low, high] = extents.x;
  const rule = (values: object, stroke: string) => ({
    data: { values: [values] },
    mark: { type: 'rule', stroke, strokeDash: dash },
    encoding: { ...encoding, x2: { field: 'x2' }, y2: { field: 'y2' } },
  });
  const label = (text: string, place: object, { align = 'left', color = ink as string } = {}) =>
    [{ fill: surface, stroke: surface, strokeWidth: 4 }, { fill: color }].map((style) => ({
      data: { values: [place] },
      mark: {
        type: 'text',
        text,
        align,
        baseline: 'bottom',
        dx: align === 'left' ? 6 : -6,
        dy: -4,
        ...style,
      },
      encoding,
    }));
  const rows = series.flatMap((each) => each.points.map((point) => ({ ...point, s: each.label })));
  const ranges = rows.flatMap(({ x, low: y, high: y2, s }) =>
    y === undefined || y2 === undefined ? [] : [{ x, y, y2, s }],
  );
  const notes =
    isImage && !isOnSheet ? factLines(content, facts).flatMap((each) => wrapText(each, textWidth)) : [];
  const subtitle = notesOf(content).flatMap((each) => wrapText(each, textWidth));
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: content.title,
    width: isImage && !isOnSheet ? textWidth : width,
    height,
    autosize: isImage && !isOnSheet ? { type: 'pad' } : { type: 'fit', contains: 'padding' },
    padding: isImage ? imagePadding : { left: 4, right: 14, top: 10, bottom: 4 },
    background: surface,
    ...(isImage && {
      title: {
        text: isOnSheet ? '' : content.title,
        ...(subtitle.length > 0 && !isOnSheet && { subtitle }),
        anchor: 'start',
        color: ink,
        subtitleColor: muted,
        fontSize: 16,
        subtitleFontSize: 13,
      },
    }),
    layer: [
      ...(diagonal === undefined ? [] : [rule({ x: low, y: low, x2: high, y2: high }, muted)]),
      ...levels.map(({ value }) => rule({ x: low, y: value, x2: high, y2: value }, ink)),
      ...(ranges.length === 0
        ? []
        : [
            {
              data: { values: ranges },
              mark: { type: 'rule', strokeWidth: 1.5, opacity: 0.7 },
              encoding: {
                ...encoding,
                y2: { field: 'y2' },
                stroke: bySeries(series.map((each) => each.color)),
              },
            },
          ]),
      {
        data: { values: rows },
        mark: { type: 'point', size: 80, opacity: 1, strokeWidth: 1.6 },
        encoding: {
          ...encoding,
          stroke: bySeries(series.map((each) => each.color)),
          fill: bySeries(series.map((each) => (each.isHollow ? surface : each.color))),
          shape: bySeries(series.map((each) => each.shape)),
        },
      },
      ...levels.flatMap((each) => label(each.label, { x: low, y: each.value })),
      ...(diagonal === undefined
        ? []
        : label(diagonal, { x: high, y: high }, { align: 'right', color: muted })),
      ...notes.map((text, at) => ({
        data: { values: [{}] },
        mark: {
          type: 'text',
          text,
          x: 0,
          y: { expr: `height + ${noteTop + at * lineHeight}` },
          align: 'left',
          fill: muted,
          fontSize: 13,
        },
        encoding: {},
      })),
    ],
    config: {
      ...config,
      text: { ...config.text, fontSize: 13 },
      legend: { ...config.legend, labelColor: ink, labelFontSize: 13, labelLimit: 0, symbolStrokeWidth: 1.6 },
      view: { stroke: null },
    },
  };
  return compile(spec as TopLevelSpec).spec;
}

/** A mark of a legend, with the space before its label and after it. */
const legendMarkWidth = 30;

/** How many labels stand beside one another in a legend, so that each of its rows fits. */
export function legendColumns(labels: readonly string[], width: number): number {
  const widthOf = (columns: number) =>
    Array.from({ length: columns }, (_, column) => {
      const own = labels.filter((_label, at) => at % columns === column);
      return legendMarkWidth + Math.max(...own.map(({ length }) => length)) * letterWidth;
    }).reduce((sum, each) => sum + each, 0);
  let columns = labels.length;
  while (columns > 1 && widthOf(columns) > width) columns -= 1;
  return columns;
}

/** The ends of both axes: round numbers, or the years before the first and after the last. */
export function pointExtents({ series, levels = [], diagonal, xKind }: PointContent): {
  readonly x: Extent;
  readonly y: Extent;
} {
  const points = series.flatMap((each) => each.points);
  const xs = points.map(({ x }) => x);
  const ys = [
    ...points.flatMap(({ y, low = y, high = y }) => [y, low, high]),
    ...levels.map(({ value }) => value),
  ];
  if (diagonal !== undefined) {
    const both = extentOf([...xs, ...ys]);
    return { x: both, y: both };
  }
  const x: Extent = xKind === 'year' ? [Math.min(...xs) - 1, Math.max(...xs) + 1] : extentOf(xs);
  return { x, y: extentOf(ys) };
}

/** Equal values get an extent, too. */
function extentOf(values: readonly number[]): Extent {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return niceExtent(low === high ? [low - 1, high + 1] : [low, high]);
}
