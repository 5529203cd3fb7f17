import { axisName, axisOf } from './axes.ts';
import { dashOf } from './theme.ts';
import type { ChartContent, ChartSeries, Side, ValueAxis } from './types.ts';

/** The distance of the labels of a value axis, about. */
const tickPixels = 48;

/** The time of every mark. */
export const xChannel = {
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

/** The value of a mark. The axis itself is drawn with the first layer of its side. */
export function yChannel(
  content: ChartContent,
  side: Side,
  { hasTwoAxes, isLog }: { readonly hasTwoAxes: boolean; readonly isLog: boolean },
) {
  const axis = axisOf(content, side);
  const own = content.series.filter((each) => each.side === side);
  const [only] = own;
  // An axis with one line takes its color, except for its labels, which must be legible. With several lines, dashes
  // show which axis a line belongs to.
  const color = hasTwoAxes && own.length === 1 && only ? only.color : undefined;
  return {
    field: 'y',
    type: 'quantitative',
    scale: {
      ...(isLog ? { type: 'log' } : { zero: false }),
      domainMin: { expr: `${side}[0]` },
      domainMax: { expr: `${side}[1]` },
      // The extent is already rounded.
      nice: false,
      reverse: axis.reversed ?? false,
    },
    axis: {
      orient: side,
      title: `${titleOf(axis, own, hasTwoAxes)}${isLog ? ', log scale' : ''}`,
      ...(isLog
        ? { values: { expr: `${side}Ticks` }, labelExpr: "format(datum.value, ',~r')" }
        : { tickCount: { expr: `ceil(height / ${tickPixels})` } }),
      ...(color === undefined ? {} : { domainColor: color, domainWidth: 3, tickColor: color }),
      // Two sets of grid lines would be confused.
      grid: side === 'left' || !hasTwoAxes,
    },
  };
}

/** What tells the lines apart, with one legend for all of it. */
export function lineChannels(content: ChartContent, standalone: boolean) {
  const { series } = content;
  const domain = series.map((each) => each.id);
  const names = new Map(series.map((each) => [each.id, nameOf(each, content)]));
  const legend = standalone ? legendOf(names, 'stroke') : null;
  return {
    color: {
      field: 's',
      type: 'nominal',
      scale: { domain, range: series.map((each) => each.color) },
      legend,
    },
    strokeDash: { field: 's', type: 'nominal', scale: { domain, range: series.map(dashOf) }, legend },
    strokeWidth: { field: 'w', type: 'quantitative', scale: null },
  };
}

/** The color of a row's series where no scale can give it, as an expression. */
export function colorExpression(series: readonly ChartSeries[], colorOf: (series: ChartSeries) => string) {
  const colors = Object.fromEntries(series.map((each) => [each.id, colorOf(each)]));
  return { expr: `${JSON.stringify(colors)}[datum.s]` };
}

/** The color of a band. */
export function bandChannel(content: ChartContent, standalone: boolean) {
  const { bands = [] } = content;
  const names = new Map(bands.map((each) => [each.id, nameOf(each, content)]));
  return {
    field: 'b',
    type: 'nominal',
    scale: { domain: bands.map((each) => each.id), range: bands.map((each) => each.color) },
    legend: standalone ? legendOf(names, 'square') : null,
  };
}

function legendOf(names: ReadonlyMap<string, string>, symbolType: 'stroke' | 'square') {
  const labels = [...names].map(([id, name]) => `${JSON.stringify(id)}: ${JSON.stringify(name)}`);
  return {
    title: null,
    orient: 'bottom',
    direction: 'vertical',
    columns: 2,
    labelLimit: 420,
    symbolType,
    symbolSize: symbolType === 'stroke' ? 400 : 160,
    symbolOpacity: 1,
    labelExpr: `{${labels.join(', ')}}[datum.value]`,
  };
}

function titleOf(axis: ValueAxis, own: readonly ChartSeries[], hasTwoAxes: boolean): string {
  const name = axisName(axis);
  if (!hasTwoAxes || own.length === 0) return name;
  const dashed = own.every((each) => dashOf(each).length > 0);
  const solid = own.every((each) => dashOf(each).length === 0);
  return dashed ? `${name} – dashed` : solid ? `${name} – solid` : name;
}

/** The name in an image's legend, with that of the axis if there are two. */
function nameOf({ label, side }: { label: string; side: Side }, content: ChartContent): string {
  return content.axes.right ? `${label} · ${axisOf(content, side).title}` : label;
}
