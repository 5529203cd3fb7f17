import { axisName, axisOf } from '../axes.ts';
import { dashOf } from '../theme.ts';
import type { ChartContent, ChartSeries, Side, ValueAxis } from '../types.ts';

/** The distance of the labels of a value axis, about. */
const tickPixels = 60;

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

/** What tells the lines apart; the legend is drawn apart from the plot. */
export function lineChannels({ series }: ChartContent) {
  const domain = series.map((each) => each.id);
  const bySeries = { field: 's', type: 'nominal', legend: null };
  return {
    color: { ...bySeries, scale: { domain, range: series.map((each) => each.color) } },
    strokeDash: { ...bySeries, scale: { domain, range: series.map(dashOf) } },
    strokeWidth: { field: 'w', type: 'quantitative', scale: null },
  };
}

/** The color of a row's series where no scale can give it, as an expression. */
export function colorExpression(series: readonly ChartSeries[], colorOf: (series: ChartSeries) => string) {
  const colors = Object.fromEntries(series.map((each) => [each.id, colorOf(each)]));
  return { expr: `${JSON.stringify(colors)}[datum.s]` };
}

/** The color of a band. */
export function bandChannel({ bands = [] }: ChartContent) {
  return {
    field: 'b',
    type: 'nominal',
    scale: { domain: bands.map((each) => each.id), range: bands.map((each) => each.color) },
    legend: null,
  };
}

function titleOf(axis: ValueAxis, own: readonly ChartSeries[], hasTwoAxes: boolean): string {
  const name = axisName(axis);
  if (!hasTwoAxes || own.length === 0) return name;
  const dashed = own.every((each) => dashOf(each).length > 0);
  const solid = own.every((each) => dashOf(each).length === 0);
  return dashed ? `${name} – dashed` : solid ? `${name} – solid` : name;
}
