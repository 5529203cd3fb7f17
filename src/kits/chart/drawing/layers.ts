import { type ChartTheme, estimatedDash, shadeOpacity, themeColors } from '../theme.ts';
import type { ChartContent, ChartSeries, Side } from '../types.ts';
import { barSeries } from './bars.ts';
import { bandChannel, colorExpression, lineChannels, xChannel, yChannel } from './channels.ts';
import { hasExcludedValues } from './excluded-values.ts';
import { endLayers, type Layer, levelTextLayers, shadeTextLayers } from './label-layers.ts';
import type { LogSides } from './log-scale.ts';
import { shadeExtent } from './shade.ts';

/** A cross within the plot; at its edges a triangle whose tip touches the edge. */
const excludedShapes = {
  within: 'M-1,-1L1,1M1,-1L-1,1',
  above: 'M0,0L1.2,2L-1.2,2Z',
  below: 'M0,0L1.2,-2L-1.2,-2Z',
};

const sides: readonly Side[] = ['left', 'right'];

type LayerSettings = { readonly theme: ChartTheme; readonly log: LogSides };

/**
 * The layers of a chart, from the ground up: the shade, the bands of both axes, the lines of each, those of an axis with a leading
 * line last, and the labels.
 */
export function layersOf(content: ChartContent, settings: LayerSettings): Layer[] {
  const { series, bands = [] } = content;
  const used = sides.filter((side) => [...series, ...bands].some((each) => each.side === side));
  const leads = (side: Side) =>
    Number(series.some((each) => each.side === side && each.emphasis === 'leading'));
  const inOrder = used.toSorted((one, other) => leads(one) - leads(other));
  const hasTwoAxes = used.length > 1;
  const drawn = new Set<Side>();
  const marks = [
    ...used.flatMap((side) => bandLayers(content, side).map((layer) => ({ side, layer }))),
    ...inOrder.flatMap((side) => lineLayers(content, side, settings).map((layer) => ({ side, layer }))),
    ...inOrder.flatMap((side) => labelLayers(content, side, settings).map((layer) => ({ side, layer }))),
  ].map(({ side, layer: { data, mark, encoding } }) => {
    const y = yChannel(content, side, { hasTwoAxes, isLog: settings.log[side] });
    const hasAxis = !drawn.has(side);
    drawn.add(side);
    return { data, mark, encoding: { x: xChannel, y: hasAxis ? y : { ...y, axis: null }, ...encoding } };
  });
  if (!content.mark || !shadeExtent(series)) return marks;
  return [shadeLayer(settings.theme), ...marks, ...shadeTextLayers(content, settings.theme, xChannel)];
}

/** Behind everything. */
function shadeLayer(theme: ChartTheme): Layer {
  const { shade } = themeColors[theme];
  return {
    data: { name: 'shade' },
    mark: { type: 'rect', clip: true, fill: shade, opacity: shadeOpacity },
    encoding: { x: xChannel, x2: { field: 'x2' } },
  };
}

function labelLayers(content: ChartContent, side: Side, { theme }: LayerSettings): readonly Layer[] {
  const { color } = lineChannels(content);
  return [...levelTextLayers(content, side, theme), ...endLayers(content, side, { theme, color })];
}

function bandLayers(content: ChartContent, side: Side): readonly Layer[] {
  if (!content.bands?.some((each) => each.side === side)) return [];
  return [
    {
      data: { name: `${side}Bands` },
      mark: { type: 'area', clip: true },
      encoding: {
        y2: { field: 'y2' },
        fill: bandChannel(content),
        detail: { field: 'g', type: 'nominal' },
      },
    },
  ];
}

/** Lines, isolated dots and, if there are any, estimated parts, excluded values and labeled ends. */
function lineLayers(content: ChartContent, side: Side, { theme }: LayerSettings): readonly Layer[] {
  const own = content.series.filter((each) => each.side === side);
  const { color, strokeDash, strokeWidth } = lineChannels(content);
  const detail = { field: 'g', type: 'nominal' };
  const layers: Layer[] = [
    ...levelLayers(content, side, theme),
    ...(barSeries(own).length > 0 ? [barLayer(own, side, color)] : []),
    ...(barSeries(content.series).length > 0 ? [casingLayer(side, theme)] : []),
    {
      data: { name: `${side}Lines` },
      mark: { type: 'line', clip: true, strokeJoin: 'round' },
      encoding: { color, strokeWidth, strokeDash, detail },
    },
  ];
  if (own.some((each) => each.isEstimated)) {
    layers.push({
      data: { name: `${side}Estimates` },
      mark: { type: 'line', clip: true, strokeDash: estimatedDash },
      encoding: { color, strokeWidth, detail },
    });
  }
  layers.push(dotLayer(side, color));
  if (own.some((each) => each.isEstimated)) layers.push(hollowLayer(side, color, theme));
  if (hasExcludedValues(own)) layers.push(excludedLayer(side, color, theme));
  return layers;
}

/** From the base to the value; those of estimates are outlined. */
function barLayer(own: readonly ChartSeries[], side: Side, color: object): Layer {
  return {
    data: { name: `${side}Bars` },
    mark: {
      type: 'rect',
      clip: true,
      fillOpacity: { expr: 'datum.h ? 0 : 1' },
      stroke: colorExpression(own, (each) => each.color),
      strokeWidth: { expr: 'datum.h ? 1 : 0' },
    },
    encoding: { x2: { field: 'x2' }, y2: { field: 'y2' }, color },
  };
}

/** Beneath lines that cross bars: an edge in the color of the surface, which sets them apart from any bar. */
function casingLayer(side: Side, theme: ChartTheme): Layer {
  const { surface } = themeColors[theme];
  return {
    data: { name: `${side}Lines` },
    mark: {
      type: 'line',
      clip: true,
      strokeJoin: 'round',
      stroke: surface,
      strokeWidth: { expr: 'datum.w + 3' },
    },
    encoding: { detail: { field: 'g', type: 'nominal' } },
  };
}

/** Not clipped, which would cut dots at the edges in half; the rows end with the window. */
const dotMark = { type: 'point', opacity: 1, size: 26 };
const dotShape = (side: Side) => (side === 'left' ? 'circle' : 'diamond');

function dotLayer(side: Side, color: object): Layer {
  return {
    data: { name: `${side}Dots` },
    mark: { ...dotMark, filled: true, shape: dotShape(side) },
    encoding: { color },
  };
}

function hollowLayer(side: Side, color: object, theme: ChartTheme): Layer {
  const { surface } = themeColors[theme];
  return {
    data: { name: `${side}Hollows` },
    mark: { ...dotMark, filled: false, fill: surface, strokeWidth: 1.4, shape: dotShape(side) },
    encoding: { color },
  };
}

/** A thin dashed line across the plot. */
function levelLayers({ levels = [] }: ChartContent, side: Side, theme: ChartTheme): readonly Layer[] {
  if (!levels.some((each) => each.side === side)) return [];
  const data = { name: `${side}Levels` };
  const { ink } = themeColors[theme];
  return [
    {
      data,
      mark: { type: 'rule', stroke: ink, strokeWidth: 1, strokeDash: [5, 3], clip: true },
      encoding: { x: { value: 0 }, x2: { value: 'width' } },
    },
  ];
}

/** Not clipped, which would cut marks at the edges in half; the rows end with the window. */
function excludedLayer(side: Side, color: object, theme: ChartTheme): Layer {
  const shape = {
    field: 'p',
    type: 'nominal',
    scale: { domain: Object.keys(excludedShapes), range: Object.values(excludedShapes) },
    legend: null,
  };
  return {
    data: { name: `${side}Excluded` },
    mark: {
      type: 'point',
      filled: false,
      fill: themeColors[theme].surface,
      opacity: 1,
      strokeWidth: 1.8,
      size: 64,
    },
    encoding: { color, shape },
  };
}
