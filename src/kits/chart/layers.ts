import { barSeries } from './bars.ts';
import { bandChannel, lineChannels, xChannel, yChannel } from './channels.ts';
import { hasExcludedValues } from './excluded-values.ts';
import type { LogSides } from './log-scale.ts';
import { shadeExtent } from './shade.ts';
import { type ChartTheme, estimatedDash, shadeOpacity, themeColors } from './theme.ts';
import type { ChartContent, Side } from './types.ts';

/** A cross within the plot; at its edges a triangle whose tip touches the edge. */
const excludedShapes = {
  within: 'M-1,-1L1,1M1,-1L-1,1',
  above: 'M0,0L1.2,2L-1.2,2Z',
  below: 'M0,0L1.2,-2L-1.2,-2Z',
};

const sides: readonly Side[] = ['left', 'right'];

type LayerSettings = { readonly theme: ChartTheme; readonly standalone: boolean; readonly log: LogSides };

type Layer = {
  readonly data: { readonly name: string };
  readonly mark: object;
  readonly encoding: object;
};

/**
 * The layers of a chart, from the ground up: the shade, the bands of both axes, then the lines of each, those of an axis with a
 * leading line last.
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
    ...used.flatMap((side) => bandLayers(content, side, settings).map((layer) => ({ side, layer }))),
    ...inOrder.flatMap((side) => lineLayers(content, side, settings).map((layer) => ({ side, layer }))),
  ].map(({ side, layer: { data, mark, encoding } }) => {
    const y = yChannel(content, side, { hasTwoAxes, isLog: settings.log[side] });
    const hasAxis = !drawn.has(side);
    drawn.add(side);
    return { data, mark, encoding: { x: xChannel, y: hasAxis ? y : { ...y, axis: null }, ...encoding } };
  });
  return [...(content.mark && shadeExtent(series) ? shadeLayers(settings.theme) : []), ...marks];
}

/** Behind everything, and the words at its top. */
function shadeLayers(theme: ChartTheme): readonly Layer[] {
  const { shade, muted } = themeColors[theme];
  const data = { name: 'shade' };
  return [
    {
      data,
      mark: { type: 'rect', clip: true, fill: shade, opacity: shadeOpacity },
      encoding: { x: xChannel, x2: { field: 'x2' } },
    },
    {
      data,
      mark: {
        type: 'text',
        clip: true,
        y: 13,
        dx: { expr: "datum.align === 'left' ? 5 : -5" },
        align: { expr: 'datum.align' },
        fill: muted,
        fontSize: 12,
      },
      encoding: { x: { ...xChannel, field: 'textX' }, text: { field: 'text', type: 'nominal' } },
    },
  ];
}

function bandLayers(content: ChartContent, side: Side, { standalone }: LayerSettings): readonly Layer[] {
  if (!content.bands?.some((each) => each.side === side)) return [];
  return [
    {
      data: { name: `${side}Bands` },
      mark: { type: 'area', clip: true },
      encoding: {
        y2: { field: 'y2' },
        fill: bandChannel(content, standalone),
        detail: { field: 'g', type: 'nominal' },
      },
    },
  ];
}

/** Lines, isolated dots and, if there are any, estimated parts, excluded values and labeled ends. */
function lineLayers(
  content: ChartContent,
  side: Side,
  { theme, standalone }: LayerSettings,
): readonly Layer[] {
  const own = content.series.filter((each) => each.side === side);
  const { color, strokeDash, strokeWidth } = lineChannels(content, standalone);
  const detail = { field: 'g', type: 'nominal' };
  const layers: Layer[] = [
    ...levelLayers(content, side, theme),
    ...(barSeries(own).length > 0 ? [barLayer(side, color)] : []),
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
  if (own.some((each) => each.emphasis === 'leading' && each.endLabel !== undefined)) {
    layers.push(...endLayers(side, color, theme));
  }
  return layers;
}

/** From the base to the value; those of estimates are outlined. */
function barLayer(side: Side, color: object): Layer {
  return {
    data: { name: `${side}Bars` },
    mark: {
      type: 'rect',
      clip: true,
      fillOpacity: { expr: 'datum.h ? 0 : 1' },
      strokeWidth: { expr: 'datum.h ? 1 : 0' },
    },
    encoding: { x2: { field: 'x2' }, y2: { field: 'y2' }, color, stroke: { ...color, legend: null } },
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

/** A thin dashed line across the plot, with its label above its right end. */
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
    {
      data,
      mark: {
        type: 'text',
        fill: ink,
        fontSize: 12,
        align: 'right',
        baseline: 'bottom',
        dx: -6,
        dy: -3,
        clip: true,
      },
      encoding: { x: { value: 'width' }, text: { field: 'text', type: 'nominal' } },
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

/** A ringed dot and a bold label on a halo, which keeps it legible over bands and other lines. */
function endLayers(side: Side, color: object, theme: ChartTheme): readonly Layer[] {
  const data = { name: `${side}Ends` };
  const { surface } = themeColors[theme];
  const text = {
    type: 'text',
    clip: true,
    fontSize: 13,
    fontWeight: 700,
    baseline: 'middle',
    align: { expr: 'datum.align' },
    dx: { expr: 'datum.dx' },
    dy: { expr: 'datum.dy' },
  };
  const textChannel = { field: 'text', type: 'nominal' };
  return [
    {
      data,
      mark: { type: 'circle', size: 80, opacity: 1, stroke: surface, strokeWidth: 2 },
      encoding: { color },
    },
    {
      data,
      mark: { ...text, fill: surface, stroke: surface, strokeWidth: 4, strokeJoin: 'round' },
      encoding: { text: textChannel },
    },
    { data, mark: text, encoding: { text: textChannel, color } },
  ];
}
