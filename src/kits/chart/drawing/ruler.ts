import { formatSignificant } from '#lib/format-number.ts';
import { axisOf, dayLabel, formatValue } from '../axes.ts';
import { positionAt } from '../reading/bisect.ts';
import { themeColors } from '../theme.ts';
import type { ChartBand, ChartContent } from '../types.ts';
import type { Frame } from './frame.ts';
import { type PlotText, plotText, yPixel } from './layout.ts';
import { type PlotPath, rectangle } from './lines.ts';

/** Names nearer than this are left out. */
const minGap = 14;
/** A day whose values are closer than this on the axis is drawn enlarged, in pixels. */
const minHeight = 160;
const barWidth = 10;
const textGap = 8;

type Name = {
  readonly text: string;
  readonly y: number;
  readonly value: number | undefined;
  readonly rank: number;
};

/**
 * What the bands and named lines have on a day, in pixels from the upper left corner of the plot: highest, 90 %, 75 %, normal, median, 25 %, 10 % and lowest, with a
 * tick for each leading line. To the scale of the axis, or so many times larger as the ruler then says: `Nov 26 · 4×`. Undefined without room for it, or without bands on that day.
 */
export function rulerOf(
  content: ChartContent,
  x: number,
  { plot, layout, theme }: Pick<Frame, 'plot' | 'layout' | 'theme'>,
): { readonly paths: readonly PlotPath[]; readonly texts: readonly PlotText[] } | undefined {
  const { ruler } = layout;
  if (!ruler) return undefined;
  const bands = (content.bands ?? []).filter((each) => each.edges);
  const spans = bands.flatMap((band) => {
    const at = positionAt(band, x);
    return at === undefined ? [] : [{ band, low: band.lows[at] ?? 0, high: band.highs[at] ?? 0 }];
  });
  if (spans.length === 0) return undefined;
  const { ink, muted } = themeColors[theme];
  const { height } = plot.area;
  const within = (y: number) => Math.min(height, Math.max(0, y));
  const onAxis = ({ side }: Pick<ChartBand, 'side'>, value: number) => within(yPixel(plot, side, value));
  const ends = spans.flatMap(({ band, low, high }) => [onAxis(band, low), onAxis(band, high)]);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const scale = last > first ? Math.max(1, Math.min(minHeight, height) / (last - first)) : 1;
  const size = (last - first) * scale;
  const start = Math.min(height - size, Math.max(0, (first + last - size) / 2));
  const pixelOf = (of: Pick<ChartBand, 'side'>, value: number) =>
    scale === 1 ? onAxis(of, value) : within(start + (onAxis(of, value) - first) * scale);
  const lines = content.series.flatMap((series) => {
    const at = positionAt(series, x);
    return at === undefined ? [] : [{ series, value: series.ys[at] ?? 0 }];
  });
  const medians = lines.filter(({ series }) => series.rulerName !== undefined);
  /** Between the edges of a band or, where the median is there, in the wider part beside it. */
  const middleOf = (band: ChartBand, low: number, high: number) => {
    const edges = [
      pixelOf(band, low),
      ...medians.map((each) => pixelOf(each.series, each.value)),
      pixelOf(band, high),
    ];
    const gaps = edges.slice(1).map((edge, at) => ({ size: Math.abs(edge - (edges[at] ?? edge)), at }));
    const { at = 0 } = gaps.toSorted((one, other) => other.size - one.size)[0] ?? {};
    return ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2;
  };
  const named: Name[] = [
    ...spans.flatMap(({ band, low, high }, depth): Name[] => {
      const rank = depth === 0 ? 0 : 3;
      const [lowName = '', highName = ''] = band.edges ?? [];
      return [
        { text: highName, y: pixelOf(band, high), value: high, rank },
        { text: lowName, y: pixelOf(band, low), value: low, rank },
        ...(band.middle === undefined
          ? []
          : [{ text: band.middle, y: middleOf(band, low, high), value: undefined, rank: 2 }]),
      ];
    }),
    ...medians.map(
      ({ series, value }): Name => ({
        text: series.rulerName ?? '',
        y: pixelOf(series, value),
        value,
        rank: 1,
      }),
    ),
  ];
  const format = (value: number | undefined, side: ChartBand['side']) =>
    value === undefined || !ruler.hasValues ? '' : ` ${formatValue(axisOf(content, side), value)}`;
  const side = spans[0]?.band.side ?? 'left';
  const boxOf = (fill: string, from: number, to: number, inset = 0) => {
    const top = Math.min(from, to);
    const bottom = Math.max(from, to, top + 1);
    return { d: rectangle(ruler.x - inset, top, ruler.x + barWidth + inset, bottom), fill };
  };
  const texts = withoutOverlaps(named).map(({ text, y, value }) =>
    plotText({
      x: ruler.x + barWidth + textGap,
      y,
      text: `${text}${format(value, side)}`,
      ...(value === undefined ? { color: ink, weight: 600 } : { color: muted }),
    }),
  );
  const top = Math.min(...named.map(({ y }) => y));
  return {
    paths: [
      ...spans.map(({ band, low, high }) => boxOf(band.color, pixelOf(band, low), pixelOf(band, high))),
      ...lines
        .filter(({ series }) => series.rulerName !== undefined || series.emphasis === 'leading')
        .map(({ series, value }) => {
          const y = pixelOf(series, value);
          const isLeading = series.emphasis === 'leading';
          return isLeading
            ? boxOf(series.color, y - 1.5, y + 1.5, 4)
            : boxOf(series.color, y - 0.75, y + 0.75);
        }),
    ],
    texts: [
      plotText({
        x: ruler.x,
        y: Math.max(-12, top - 18),
        text: dayLabel(x, content.time) + (scale > 1.05 ? ` · ${formatSignificant(scale, 2)}×` : ''),
        color: muted,
      }),
      ...texts,
    ],
  };
}

/** The names in the order of their rank, without those that are too near to one before. */
function withoutOverlaps(all: readonly Name[]): readonly Name[] {
  const placed: Name[] = [];
  for (const each of all.toSorted((one, other) => one.rank - other.rank)) {
    if (placed.every(({ y }) => Math.abs(y - each.y) >= minGap)) placed.push(each);
  }
  return placed;
}
