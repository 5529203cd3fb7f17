import type { TopLevelSpec } from 'vega-lite';
import type { ExportFacts } from '../export/export-lines.ts';
import { footLayers } from '../export/foot-layers.ts';
import { imageFoot } from '../export/image-foot.ts';
import { imageLayout, imagePadding } from '../export/image-layout.ts';
import { wrapText } from '../export/wrap-text.ts';
import { plotNotes } from '../legend/plot-notes.ts';
import { withLegibleColors } from '../legible-colors.ts';
import { type ChartTheme, themeColors } from '../theme.ts';
import type { ChartContent, Extent } from '../types.ts';
import { emptyRows, type Frame, rowsOf, signalsOf } from './frame.ts';
import { layersOf } from './layers.ts';
import { logSidesOf } from './log-scale.ts';
import { drawingOf } from './plot-pixels.ts';

export type SpecSettings = {
  readonly theme: ChartTheme;
  /** Size of the whole drawing, in pixels, without the legend of an image. */
  readonly width: number;
  readonly height: number;
  /** Default: everything. */
  readonly window?: Extent;
  /** Draws title, legend and source too, for an image outside the page; the legend is beneath `height`. */
  readonly standalone?: boolean;
  /** When the image was made, and of which screen. */
  readonly facts?: ExportFacts;
  /** Axes that offer a logarithmic scale have it. */
  readonly isLog?: boolean;
  /** The data follow in a frame. */
  readonly withoutData?: boolean;
};

/** Creates the Vega-Lite spec of a chart: lines and isolated dots on one or two value axes over time. */
export function specOf(given: ChartContent, settings: SpecSettings): TopLevelSpec {
  const { theme, standalone = false, withoutData = false, isLog = false } = settings;
  const content = withLegibleColors(given, theme);
  const signals = signalsOf(content, settings);
  const { x, left, right, leftTicks, rightTicks, ticks, labels } = signals;
  const image = standalone ? imageParts(content, settings, signals) : undefined;
  const rows = () => rowsOf(content, { ...settings, ...image?.drawing }, signals);
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...(image?.properties ?? fittedSize(settings)),
    background: themeColors[theme].surface,
    params: [
      { name: 'x', value: [...x] },
      { name: 'left', value: [...left] },
      { name: 'right', value: [...right] },
      { name: 'leftTicks', value: [...leftTicks] },
      { name: 'rightTicks', value: [...rightTicks] },
      { name: 'ticks', value: [...ticks] },
      { name: 'labels', value: labels },
    ],
    datasets: { ...(withoutData ? emptyRows : rows()), ...image?.datasets },
    layer: [...layersOf(content, { theme, log: logSidesOf(content, isLog) }), ...(image?.layers ?? [])],
    resolve: { scale: { y: 'independent' } },
    config: configOf(theme, withoutData),
  } as TopLevelSpec;
}

function fittedSize({ width, height }: SpecSettings) {
  // Dots at the right edge are wider than the plot.
  const padding = { left: 0, right: 6, top: 8, bottom: 8 };
  return { width, height, autosize: { type: 'fit', contains: 'padding' }, padding };
}

const titleFontSize = 16;
const noteFontSize = 12;

/** What an image has around the plot, and how large that leaves the plot. */
function imageParts(content: ChartContent, settings: SpecSettings, signals: Frame['signals']) {
  const { theme, width, height, isLog = false, facts } = settings;
  const textWidth = width - 2 * imagePadding;
  const notes = plotNotes(content, { width, window: signals.x, isLog });
  const { height: footHeight, ...datasets } = imageFoot(content, { width: textWidth, notes, facts });
  const subtitle = [content.subtitle ?? '', ...(content.notes ?? [])]
    .filter(Boolean)
    .flatMap((each) => wrapText(each, textWidth));
  // Its letters are larger by the ratio of the font sizes.
  const title = wrapText(content.title, (textWidth * noteFontSize) / titleFontSize);
  const { plot, padding } = imageLayout(content, signals, {
    width,
    height,
    titleCount: title.length,
    subtitleCount: subtitle.length,
    footHeight,
  });
  return {
    properties: {
      ...plot,
      autosize: { type: 'none' },
      padding,
      title: {
        text: title.length > 1 ? title : content.title,
        ...(subtitle.length > 0 && { subtitle }),
        anchor: 'start',
        frame: 'group',
        dx: imagePadding - padding.left,
      },
    },
    drawing: drawingOf(plot),
    datasets,
    layers: footLayers(theme, imagePadding - padding.left),
  };
}

/** The look of axes and titles. `isBare` leaves out descriptions of single points, which would take half of the time and which a canvas does not have. */
export function configOf(theme: ChartTheme, isBare: boolean) {
  const { ink, muted, line } = themeColors[theme];
  const font = "'Source Sans 3 Variable', 'Source Sans Fallback', system-ui, sans-serif";
  return {
    font,
    ...(isBare && { aria: false }),
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
    title: { color: ink, subtitleColor: muted, fontSize: titleFontSize, subtitleFontSize: noteFontSize },
  };
}
