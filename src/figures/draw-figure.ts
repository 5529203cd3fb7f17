import type { Figure } from '#contract/figure.ts';
import { seasonContent } from '#domain/season-content.ts';
import { specOf } from '#kits/chart/drawing/spec.ts';
import { renderSvg } from '#kits/chart/export/render-svg.ts';
import type { ValueAxis } from '#kits/chart/types.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { drawCard } from './card.ts';
import type { Drawing } from './drawing.ts';
import { describeSvg } from './svg-text.ts';

/** The height of a chart without its legend, in pixels: enough for what is written along its axis. */
function heightOf(width: number, { title, unit }: ValueAxis): number {
  const letters = title.length + unit.length + 3;
  return Math.round(Math.max(Math.min(640, width * 0.5), 260, letters * axisLetterWidth + aroundPlot));
}

const axisLetterWidth = 8;
/** Title, notes and time axis. */
const aroundPlot = 130;

/** Draws a figure as the text of an SVG. */
export async function drawFigure(figure: Figure, drawing: Drawing): Promise<string> {
  const svg = (await drawSeason(figure, drawing)) ?? drawCard(figure, drawing);
  const description = drawing.address === undefined ? figure.title : `${figure.title}. ${figure.text}`;
  return describeSvg(svg, description, `figure-${drawing.width}`);
}

async function drawSeason(
  { season, title, through }: Figure,
  { theme, width, address }: Drawing,
): Promise<string | undefined> {
  const content = season && seasonContent(season, season.facts, theme);
  if (!content) return undefined;
  const { config, ...spec } = specOf(
    { ...content, ...(address === undefined ? { title: '', notes: [], source: '' } : { title }) },
    {
      theme,
      width,
      height: heightOf(width, content.axes.left),
      standalone: true,
      ...(address !== undefined && { facts: { time: `Values through ${formatUsDate(through)}`, address } }),
    },
  );
  // The figure has one description, instead of one for each of its points.
  return renderSvg({ ...spec, config: { ...config, aria: false } });
}
