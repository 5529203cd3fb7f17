import { minTextContrast } from '#lib/legible-color.ts';
import { groundsOf, legibleOver, shadeOn } from '../legible-colors.ts';
import { type ChartTheme, themeColors } from '../theme.ts';
import type { ChartContent, Side } from '../types.ts';
import { colorExpression } from './channels.ts';

/** A layer whose vertical position, unless it has one, is that of its axis. */
export type Layer = {
  readonly data: { readonly name: string };
  readonly mark: object;
  readonly encoding: object;
};

const textChannel = { field: 'text', type: 'nominal' };

/** A text and, beneath it, an edge in the color of its ground, which parts it from what it crosses. */
function withHalo(layer: Layer, halo: string): readonly Layer[] {
  const mark = { ...layer.mark, fill: halo, stroke: halo, strokeWidth: 4, strokeJoin: 'round' };
  return [{ ...layer, mark }, layer];
}

/** What is marked, at the upper or the lower end of the shade. */
export function shadeTextLayers(content: ChartContent, theme: ChartTheme, x: object): readonly Layer[] {
  const { surface, muted } = themeColors[theme];
  const mark = {
    type: 'text',
    clip: true,
    y: { expr: 'datum.isLow ? height - 10 : 10' },
    baseline: 'middle',
    dx: { expr: "datum.align === 'left' ? 5 : -5" },
    align: { expr: 'datum.align' },
    fill: legibleOver(muted, groundsOf(content, theme), theme, minTextContrast),
    fontSize: 12,
  };
  const encoding = { x: { ...x, field: 'textX' }, text: textChannel };
  return withHalo({ data: { name: 'shade' }, mark, encoding }, shadeOn(surface, theme));
}

/** The names of levels, above or below their lines. */
export function levelTextLayers(content: ChartContent, side: Side, theme: ChartTheme): readonly Layer[] {
  if (!content.levels?.some((each) => each.side === side)) return [];
  const { surface, ink } = themeColors[theme];
  const mark = {
    type: 'text',
    clip: true,
    fill: legibleOver(ink, groundsOf(content, theme), theme, minTextContrast),
    fontSize: 12,
    align: { expr: 'datum.align' },
    baseline: 'middle',
    dx: { expr: '{ left: 6, center: 0, right: -6 }[datum.align]' },
    dy: { expr: 'datum.dy' },
  };
  const encoding = {
    x: { value: { expr: '{ left: 0, center: width / 2, right: width }[datum.align]' } },
    text: textChannel,
  };
  return withHalo({ data: { name: `${side}Levels` }, mark, encoding }, surface);
}

/** A ringed dot and a bold label at the ends of leading lines, in the colors of their lines; the label's is as dark as text. */
export function endLayers(
  content: ChartContent,
  side: Side,
  { theme, color }: { readonly theme: ChartTheme; readonly color: object },
): readonly Layer[] {
  const own = content.series.filter((each) => each.side === side);
  if (!own.some((each) => each.emphasis === 'leading' && each.endLabel !== undefined)) return [];
  const data = { name: `${side}Ends` };
  const { surface } = themeColors[theme];
  const grounds = groundsOf(content, theme);
  const mark = {
    type: 'text',
    clip: true,
    fontSize: 13,
    fontWeight: 700,
    baseline: 'middle',
    align: { expr: 'datum.align' },
    dx: { expr: 'datum.dx' },
    dy: { expr: 'datum.dy' },
  };
  const fill = colorExpression(own, (each) => legibleOver(each.color, grounds, theme, minTextContrast));
  return [
    {
      data,
      mark: {
        type: 'circle',
        size: 80,
        opacity: own.some(({ shape }) => shape === 'dots') ? { expr: 'datum.h ? 0 : 1' } : 1,
        stroke: surface,
        strokeWidth: 2,
      },
      encoding: { color },
    },
    ...withHalo({ data, mark: { ...mark, fill }, encoding: { text: textChannel } }, surface),
  ];
}
