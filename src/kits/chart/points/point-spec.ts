import type { TopLevelSpec } from 'vega-lite';
import { axisName } from '../axes.ts';
import { configOf } from '../drawing/spec.ts';
import type { ExportFacts } from '../export/export-lines.ts';
import { footLayers } from '../export/foot-layers.ts';
import { imageLayout, imagePadding } from '../export/image-layout.ts';
import { wrapText } from '../export/wrap-text.ts';
import { type ChartTheme, themeColors } from '../theme.ts';
import type { ValueAxis } from '../types.ts';
import { pointExtents } from './point-extents.ts';
import { pointFoot } from './point-foot.ts';
import type { PointContent, PointSeries } from './types.ts';

export type PointSpecSettings = {
  readonly theme: ChartTheme;
  /** Size of the whole drawing, in pixels, without the legend of an image. */
  readonly width: number;
  readonly height: number;
  /** Draws title, legend and source too, for an image outside the page. */
  readonly standalone?: boolean;
  readonly facts?: ExportFacts;
};

type PointLayer = {
  readonly data: { readonly values: readonly object[] };
  readonly mark: object;
  readonly encoding: object;
};

const tickPixels = { x: 95, y: 55 } as const;
const dash = [5, 3];

/** Creates the Vega-Lite spec of a chart of points. */
export function pointSpecOf(content: PointContent, settings: PointSpecSettings): TopLevelSpec {
  const { theme, width, height, standalone = false } = settings;
  const image = standalone ? imageParts(content, settings) : undefined;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...(image?.properties ?? {
      width,
      height,
      autosize: { type: 'fit', contains: 'padding' },
      padding: { left: 4, right: 14, top: 10, bottom: 4 },
    }),
    background: themeColors[theme].surface,
    ...(image && { datasets: image.datasets }),
    layer: [...pointLayers(content, settings), ...(image?.layers ?? [])],
    config: configOf(theme, !standalone),
  } as TopLevelSpec;
}

function pointLayers(
  content: PointContent,
  { theme, width, height }: PointSpecSettings,
): readonly PointLayer[] {
  const { axes, series, diagonal, levels = [], xKind } = content;
  const extents = pointExtents(content);
  const channel = (axis: ValueAxis, field: 'x' | 'y', pixels: number) => ({
    field,
    type: 'quantitative',
    scale: { domain: [...extents[field]], nice: false, zero: false },
    axis: {
      title: axisName(axis),
      tickCount: Math.max(2, Math.floor(pixels / tickPixels[field])),
      grid: true,
      ...(field === 'x' && xKind === 'year' && { format: 'd', grid: false }),
    },
  });
  const encoding = { x: channel(axes.x, 'x', width), y: channel(axes.y, 'y', height) };
  const { muted, ink } = themeColors[theme];
  const [low, high] = extents.x;
  const ruleStyle = { type: 'rule', strokeDash: dash, strokeWidth: 1 };
  return [
    ...(diagonal === undefined
      ? []
      : [
          {
            data: { values: [{ x: low, y: low, x2: high, y2: high }] },
            mark: { ...ruleStyle, stroke: muted },
            encoding: { ...encoding, x2: { field: 'x2' }, y2: { field: 'y2' } },
          },
        ]),
    ...levels.map(({ value }) => ({
      data: { values: [{ x: low, y: value, x2: high }] },
      mark: { ...ruleStyle, stroke: ink, strokeWidth: 1.5 },
      encoding: { ...encoding, x2: { field: 'x2' } },
    })),
    ...series.flatMap((each) => seriesLayers(each, encoding, theme)),
    ...levels.flatMap(({ label, value }) => levelLabels(label, { x: low, y: value }, { encoding, theme })),
  ];
}

/** The label of a level above its left end, and beneath it an edge that parts it from the marks that it crosses. */
function levelLabels(
  text: string,
  place: { readonly x: number; readonly y: number },
  { encoding, theme }: { readonly encoding: object; readonly theme: ChartTheme },
): readonly PointLayer[] {
  const { surface, ink } = themeColors[theme];
  const mark = {
    type: 'text',
    text,
    align: 'left',
    baseline: 'bottom',
    dx: 6,
    dy: -4,
    fontSize: 12,
    fontWeight: 600,
  };
  const halo = { fill: surface, stroke: surface, strokeWidth: 4, strokeJoin: 'round' };
  return [halo, { fill: ink }].map((style) => ({
    data: { values: [place] },
    mark: { ...mark, ...style },
    encoding,
  }));
}

function seriesLayers(
  { points, color, shape, isHollow = false }: PointSeries,
  encoding: object,
  theme: ChartTheme,
): readonly PointLayer[] {
  const ranges = points.filter(({ low, high }) => low !== undefined && high !== undefined);
  const dots = points.map(({ x, y }) => ({ x, y }));
  return [
    ...(ranges.length === 0
      ? []
      : [
          {
            data: { values: ranges.map(({ x, low, high }) => ({ x, y: low, y2: high })) },
            mark: { type: 'rule', stroke: color, strokeWidth: 1.5, opacity: 0.7 },
            encoding: { ...encoding, y2: { field: 'y2' } },
          },
        ]),
    {
      data: { values: dots },
      mark: {
        type: 'point',
        filled: true,
        shape,
        size: shape === 'circle' ? 64 : 100,
        opacity: 1,
        fill: isHollow ? themeColors[theme].surface : color,
        stroke: isHollow ? color : themeColors[theme].surface,
        strokeWidth: isHollow ? 1.8 : 0.8,
      },
      encoding,
    },
  ];
}

/** What an image has around the plot. */
function imageParts(content: PointContent, { theme, width, height, facts }: PointSpecSettings) {
  const textWidth = width - 2 * imagePadding;
  const { height: footHeight, ...datasets } = pointFoot(content, textWidth, facts);
  const subtitle = [content.subtitle ?? '', ...(content.notes ?? [])]
    .filter(Boolean)
    .flatMap((each) => wrapText(each, textWidth));
  const { y } = pointExtents(content);
  const { plot, padding } = imageLayout(
    { series: [{ side: 'left' }] },
    { left: y, right: y },
    { width, height, subtitleCount: subtitle.length, footHeight },
  );
  return {
    properties: {
      ...plot,
      autosize: { type: 'none' },
      padding,
      title: {
        text: content.title,
        ...(subtitle.length > 0 && { subtitle }),
        anchor: 'start',
        frame: 'group',
        dx: imagePadding - padding.left,
      },
    },
    datasets,
    layers: footLayers(theme, imagePadding - padding.left),
  };
}
