import { type Spec, scale } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { withUnit } from '../axes.ts';
import { factLines, notesOf } from '../export/data-table.ts';
import { themeColors } from '../theme.ts';
import type { Extent, PointContent, ValueAxis } from '../types.ts';
import { narrowWidth } from './layout.ts';
import { configOf, type ImageSettings, imagePadding } from './spec.ts';
import { wrapText } from './text.ts';

const tickPixels = { x: 95, y: 80 } as const;
const dash = [5, 3];
const lineHeight = 18;
/** From the plot to the first line of the notes: the labels and the title of the axis. */
const noteTop = 60;

/** The spec of an image of a chart of points, with title and source; what is written around the plot adds to its height. */
export function pointImageSpec(content: PointContent, settings: ImageSettings): Spec {
  return pointSpecOf(content, settings, { isImage: true });
}

/** The Vega spec of a chart of points, made with Vega-Lite. */
export function pointSpecOf(
  content: PointContent,
  { theme, width, height, facts }: ImageSettings,
  { isImage = false } = {},
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
  const bySeries = (range: readonly string[]) => ({
    field: 's',
    type: 'nominal',
    scale: { domain: series.map((each) => each.label), range },
    legend: { orient: 'top', title: null, columns: width < narrowWidth ? 1 : series.length, symbolSize: 90 },
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
  const textWidth = width - 2 * imagePadding;
  const notes = isImage ? factLines(content, facts).flatMap((each) => wrapText(each, textWidth)) : [];
  const subtitle = notesOf(content).flatMap((each) => wrapText(each, textWidth));
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: content.title,
    width: isImage ? textWidth : width,
    height,
    autosize: isImage ? { type: 'pad' } : { type: 'fit', contains: 'padding' },
    padding: isImage ? imagePadding : { left: 4, right: 14, top: 10, bottom: 4 },
    background: surface,
    ...(isImage && {
      title: {
        text: content.title,
        ...(subtitle.length > 0 && { subtitle }),
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
  const [from = 0, to = 1]: number[] = scale('linear')()
    .domain(low === high ? [low - 1, high + 1] : [low, high])
    .nice()
    .domain();
  return [from, to];
}
