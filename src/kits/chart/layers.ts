import { axisName, axisOf } from './axes.ts';
import { hasExcludedValues } from './excluded-values.ts';
import { type ChartTheme, dashOf, estimatedDash, markedOpacity, themeColors } from './theme.ts';
import type { ChartContent, ChartSeries, Side, ValueAxis } from './types.ts';

/** A cross within the plot; at its edges a triangle whose tip touches the edge. */
const excludedShapes = {
  within: 'M-1,-1L1,1M1,-1L-1,1',
  above: 'M0,0L1.2,2L-1.2,2Z',
  below: 'M0,0L1.2,-2L-1.2,-2Z',
};

type LayerSettings = { readonly theme: ChartTheme; readonly standalone: boolean };

/** The layers of one axis: lines, isolated dots and, if there are any, estimated parts and excluded values. */
export function layersOf(
  content: ChartContent,
  side: Side,
  hasTwoAxes: boolean,
  { theme, standalone }: LayerSettings,
) {
  const { series } = content;
  const axis = axisOf(content, side);
  const ids = series.map((each) => each.id);
  const own = series.filter((each) => each.side === side);
  const [only] = own;
  // An axis with one line takes its color, except for its labels, which must be legible. With several lines, dashes
  // show which axis a line belongs to.
  const color = hasTwoAxes && own.length === 1 && only ? only.color : undefined;
  const names = new Map(series.map((each) => [each.id, nameOf(each, content)]));
  const legend = standalone
    ? {
        title: null,
        orient: 'bottom',
        direction: 'vertical',
        columns: 2,
        labelLimit: 420,
        symbolType: 'stroke',
        symbolSize: 400,
        symbolOpacity: 1,
        labelExpr: `{${ids.map((id) => `${JSON.stringify(id)}: ${JSON.stringify(names.get(id))}`).join(', ')}}[datum.value]`,
      }
    : null;
  const x = {
    field: 'x',
    type: 'quantitative',
    scale: { domainMin: { expr: 'x[0]' }, domainMax: { expr: 'x[1]' }, nice: false, zero: false },
    axis: {
      title: null,
      values: { expr: 'ticks' },
      labelExpr: 'labels[datum.value]',
      labelOverlap: false,
      labelFlush: true,
    },
  };
  const y = {
    field: 'y',
    type: 'quantitative',
    scale: {
      domainMin: { expr: `${side}[0]` },
      domainMax: { expr: `${side}[1]` },
      // The extent is already rounded.
      nice: false,
      zero: false,
      reverse: axis.reversed ?? false,
    },
    axis: {
      orient: side,
      title: titleOf(axis, own, hasTwoAxes),
      ...(color === undefined ? {} : { domainColor: color, domainWidth: 3, tickColor: color }),
      // Two sets of grid lines would be confused.
      grid: side === 'left' || !hasTwoAxes,
    },
  };
  const scaled = {
    color: {
      field: 's',
      type: 'nominal',
      scale: { domain: ids, range: series.map((each) => each.color) },
      legend,
    },
    opacity: {
      field: 'm',
      type: 'ordinal',
      scale: { domain: [0, 1], range: [1, markedOpacity] },
      legend: null,
    },
  };
  const strokeDash = {
    field: 's',
    type: 'nominal',
    scale: { domain: ids, range: series.map(dashOf) },
    legend,
  };
  return [
    {
      data: { name: `${side}Lines` },
      mark: { type: 'line', clip: true, strokeWidth: 1.6, strokeJoin: 'round' },
      encoding: { x, y, ...scaled, strokeDash, detail: { field: 'g', type: 'nominal' } },
    },
    ...(own.some((each) => each.isEstimated)
      ? [
          {
            data: { name: `${side}Estimates` },
            mark: { type: 'line', clip: true, strokeWidth: 1.6, strokeDash: estimatedDash },
            encoding: { x, y, ...scaled, detail: { field: 'g', type: 'nominal' } },
          },
        ]
      : []),
    {
      data: { name: `${side}Dots` },
      mark: {
        type: 'point',
        filled: true,
        clip: true,
        size: 26,
        shape: side === 'left' ? 'circle' : 'diamond',
      },
      encoding: { x, y, ...scaled },
    },
    ...(hasExcludedValues(own)
      ? [excludedLayer(side, { x, y: { ...y, axis: null }, color: scaled.color }, theme)]
      : []),
  ];
}

/** Not clipped, which would cut marks at the edges in half; the rows end with the window. */
function excludedLayer(side: Side, encoding: object, theme: ChartTheme) {
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
    encoding: { ...encoding, shape },
  };
}

function titleOf(axis: ValueAxis, own: readonly ChartSeries[], hasTwoAxes: boolean): string {
  const name = axisName(axis);
  if (!hasTwoAxes) return name;
  const dashed = own.every((each) => dashOf(each).length > 0);
  const solid = own.every((each) => dashOf(each).length === 0);
  return dashed ? `${name} – dashed` : solid ? `${name} – solid` : name;
}

/** The name of a series in an image's legend, with that of its axis if there are two. */
function nameOf({ label, side }: ChartSeries, content: ChartContent): string {
  return content.axes.right ? `${label} · ${axisOf(content, side).title}` : label;
}
