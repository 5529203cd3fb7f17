import type { Layer } from '../drawing/label-layers.ts';
import { shadeOn } from '../legible-colors.ts';
import { type ChartTheme, themeColors } from '../theme.ts';

/** The legend and notes beneath the plot of an image, which begin `left` pixels right of the plot. */
export function footLayers(theme: ChartTheme, left: number): readonly Layer[] {
  const { surface, ink, muted, line } = themeColors[theme];
  const named = JSON.stringify({ surface, ink, muted, line, shade: shadeOn(surface, theme) });
  const color = { expr: `${named}[datum.c] || datum.c` };
  const outline = { expr: `${named}[datum.o] || datum.o` };
  const from = { x: { expr: `datum.x + ${left}` }, y: { expr: 'height + datum.y' } };
  const to = { x2: { expr: `datum.x2 + ${left}` }, y2: { expr: 'height + datum.y2' } };
  const encoding = {};
  return [
    {
      data: { name: 'footBoxes' },
      mark: { type: 'rect', ...from, ...to, fill: color, stroke: outline, strokeWidth: 1 },
      encoding,
    },
    {
      data: { name: 'footLines' },
      mark: {
        type: 'rule',
        stroke: color,
        strokeWidth: { expr: 'datum.w' },
        strokeDash: { expr: 'datum.dash' },
      },
      // A rule takes its ends from channels only.
      encoding: {
        x: { value: from.x },
        y: { value: from.y },
        x2: { value: to.x2 },
        y2: { value: to.y2 },
      },
    },
    {
      data: { name: 'footDots' },
      mark: {
        type: 'point',
        ...from,
        filled: true,
        shape: { expr: "datum.s || 'circle'" },
        fill: { expr: `datum.h ? '${surface}' : ${named}[datum.c] || datum.c` },
        stroke: color,
        strokeWidth: 1.4,
        opacity: 1,
        size: 26,
      },
      encoding,
    },
    {
      data: { name: 'footTexts' },
      mark: {
        type: 'text',
        ...from,
        text: { expr: 'datum.text' },
        fill: color,
        fontSize: 12,
        align: 'left',
        baseline: 'middle',
      },
      encoding,
    },
  ];
}
