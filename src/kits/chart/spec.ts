import type { TopLevelSpec } from 'vega-lite';
import { axisName, axisOf } from './axes.ts';
import { timeExtent, valueExtent } from './extent.ts';
import { type ChartTheme, dashOf, looks, markedOpacity } from './look.ts';
import { type PlotRows, plotRows } from './rows.ts';
import { ticksOf } from './ticks.ts';
import { labelAt } from './time.ts';
import type { ChartContent, ChartSeries, Side, ValueAxis, Window } from './types.ts';

export type SpecSettings = {
  readonly theme: ChartTheme;
  /** Of the whole drawing, in pixels. */
  readonly width: number;
  readonly height: number;
  /** All that there is unless given. */
  readonly window?: Window;
  /** Title, legend and source are drawn too, for a picture that stands alone. */
  readonly standalone?: boolean;
  /** The data come later, as a frame. */
  readonly withoutData?: boolean;
};

/** What changes while the window moves: the rest of a drawing stays. */
export type Frame = {
  readonly rows: PlotRows;
  /** Values of the drawing's signals. */
  readonly signals: {
    readonly x: Window;
    readonly left: Window;
    readonly right: Window;
    readonly ticks: readonly number[];
    readonly labels: Readonly<Record<string, string>>;
  };
};

/** Room that axes take of a drawing's width. */
const axesWidth = 130;

type FrameSettings = Pick<SpecSettings, 'width' | 'window'>;

export function frameOf(content: ChartContent, settings: FrameSettings): Frame {
  return { rows: rowsOf(content, settings), signals: signalsOf(content, settings) };
}

function pixelsOf(width: number): number {
  return Math.max(100, width - axesWidth);
}

function rowsOf({ series }: ChartContent, { width, window = timeExtent(series) }: FrameSettings): PlotRows {
  return plotRows(series, window, pixelsOf(width));
}

function signalsOf(
  { series, axes, time }: ChartContent,
  { width, window = timeExtent(series) }: FrameSettings,
): Frame['signals'] {
  const of = (side: Side) => series.filter((each) => each.side === side);
  const ticks = ticksOf(window, time, pixelsOf(width));
  return {
    x: window,
    left: valueExtent(of('left'), window, axes.left.reversed),
    right: valueExtent(of('right'), window, axes.right?.reversed),
    ticks,
    labels: Object.fromEntries(ticks.map((x) => [String(x), labelAt(x, time)])),
  };
}

const noRows: PlotRows = { leftLines: [], leftDots: [], rightLines: [], rightDots: [] };

/** The drawing of a chart as Vega-Lite: lines and lone dots on one or two value axes over time. */
export function specOf(content: ChartContent, settings: SpecSettings): TopLevelSpec {
  const { theme, width, height, standalone = false, withoutData = false } = settings;
  const { series, title, subtitle, source } = content;
  const look = looks[theme];
  const { x, left, right, ticks, labels } = signalsOf(content, settings);
  const used = (['left', 'right'] as const).filter((side) => series.some((each) => each.side === side));
  const subtitles = [subtitle ?? '', source === '' ? '' : `Source: ${source}`].filter(Boolean);
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    width,
    height,
    autosize: { type: 'fit', contains: 'padding' },
    padding: standalone ? 16 : { left: 0, right: 0, top: 8, bottom: 8 },
    background: look.surface,
    ...(standalone ? { title: { text: title, subtitle: subtitles, anchor: 'start' as const } } : {}),
    params: [
      { name: 'x', value: [...x] },
      { name: 'left', value: [...left] },
      { name: 'right', value: [...right] },
      { name: 'ticks', value: [...ticks] },
      { name: 'labels', value: labels },
    ],
    datasets: { ...(withoutData ? noRows : rowsOf(content, settings)) },
    layer: used.flatMap((side) => layersOf(content, side, used.length > 1, standalone)),
    resolve: { scale: { y: 'independent' } },
    config: configOf(theme),
  } as TopLevelSpec;
}

function layersOf(content: ChartContent, side: Side, isOneOfTwo: boolean, standalone: boolean) {
  const { series } = content;
  const axis = axisOf(content, side);
  const ids = series.map((each) => each.id);
  const own = series.filter((each) => each.side === side);
  const [only] = own;
  // An axis with one line has its colour, though not its words, which have to be read; with several the dashes
  // tell whose they are.
  const color = isOneOfTwo && own.length === 1 && only ? only.color : undefined;
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
      nice: true,
      zero: false,
      reverse: axis.reversed ?? false,
    },
    axis: {
      orient: side,
      title: titleOf(axis, own, isOneOfTwo),
      ...(color === undefined ? {} : { domainColor: color, domainWidth: 3, tickColor: color }),
      // Two sets of lines across the plot would be read for one another.
      grid: side === 'left' || !isOneOfTwo,
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
  ];
}

function titleOf(axis: ValueAxis, own: readonly ChartSeries[], isOneOfTwo: boolean): string {
  const name = axisName(axis);
  if (!isOneOfTwo) return name;
  const dashed = own.every((each) => dashOf(each).length > 0);
  const solid = own.every((each) => dashOf(each).length === 0);
  return dashed ? `${name} – dashed` : solid ? `${name} – solid` : name;
}

/** A series with the name of its axis, for a legend that stands alone. */
function nameOf({ label, side }: ChartSeries, content: ChartContent): string {
  return content.axes.right ? `${label} · ${axisOf(content, side).title}` : label;
}

function configOf(theme: ChartTheme) {
  const { ink, muted, line } = looks[theme];
  const font = "'Source Sans 3 Variable', 'Source Sans Fallback', system-ui, sans-serif";
  return {
    font,
    view: { stroke: line },
    axis: {
      labelColor: muted,
      titleColor: ink,
      gridColor: line,
      domainColor: muted,
      tickColor: muted,
      labelFontSize: 12,
      titleFontSize: 13,
      titleFontWeight: 600,
      titlePadding: 10,
    },
    axisX: { grid: false },
    legend: { labelColor: ink, labelFontSize: 12 },
    title: { color: ink, subtitleColor: muted, fontSize: 16, subtitleFontSize: 12 },
  };
}
