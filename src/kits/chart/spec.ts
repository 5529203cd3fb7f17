import type { TopLevelSpec } from 'vega-lite';
import { edgeNote, hasExcludedValues } from './excluded-values.ts';
import { emptyRows, rowsOf, signalsOf } from './frame.ts';
import { layersOf } from './layers.ts';
import { withLegibleColors } from './legible-colors.ts';
import { logSidesOf } from './log-scale.ts';
import { type ChartTheme, themeColors } from './theme.ts';
import type { ChartContent, Extent } from './types.ts';

export type SpecSettings = {
  readonly theme: ChartTheme;
  /** Size of the whole drawing, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Default: everything. */
  readonly window?: Extent;
  /** Draws title, legend and source too, for an image outside the page. */
  readonly standalone?: boolean;
  /** Axes that offer a logarithmic scale have it. */
  readonly isLog?: boolean;
  /** The data follow in a frame. */
  readonly withoutData?: boolean;
};

/** Creates the Vega-Lite spec of a chart: lines and isolated dots on one or two value axes over time. */
export function specOf(given: ChartContent, settings: SpecSettings): TopLevelSpec {
  const { theme, width, height, standalone = false, withoutData = false, isLog = false } = settings;
  const content = withLegibleColors(given, theme);
  const { title } = content;
  const colors = themeColors[theme];
  const signals = signalsOf(content, settings);
  const { x, left, right, leftTicks, rightTicks, ticks, labels } = signals;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    width,
    height,
    autosize: { type: 'fit', contains: 'padding' },
    padding: standalone ? 16 : { left: 0, right: 0, top: 8, bottom: 8 },
    background: colors.surface,
    ...(standalone
      ? { title: { text: title, subtitle: subtitlesOf(content), anchor: 'start' as const } }
      : {}),
    params: [
      { name: 'x', value: [...x] },
      { name: 'left', value: [...left] },
      { name: 'right', value: [...right] },
      { name: 'leftTicks', value: [...leftTicks] },
      { name: 'rightTicks', value: [...rightTicks] },
      { name: 'ticks', value: [...ticks] },
      { name: 'labels', value: labels },
    ],
    datasets: { ...(withoutData ? emptyRows : rowsOf(content, settings, signals)) },
    layer: layersOf(content, { theme, standalone, log: logSidesOf(content, isLog) }),
    resolve: { scale: { y: 'independent' } },
    config: configOf(theme),
  } as TopLevelSpec;
}

/** The lines under the title of an image. */
function subtitlesOf({ series, subtitle, notes = [], source, mark, excludedMark }: ChartContent): string[] {
  return [
    subtitle ?? '',
    ...notes,
    source === '' ? '' : `Source: ${source}`,
    mark && series.some((each) => each.isMarked) ? `${mark.label}: ${mark.meaning}` : '',
    excludedMark && hasExcludedValues(series)
      ? `×\u2002${excludedMark.label}: ${excludedMark.meaning} ${edgeNote}`
      : '',
  ].filter(Boolean);
}

function configOf(theme: ChartTheme) {
  const { ink, muted, line } = themeColors[theme];
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
