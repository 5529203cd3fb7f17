import { describeSeries } from '#domain/finding/series-text.ts';
import type { ChartContent, ChartSeries, ChartState, Extent } from '#kits/chart/index.ts';
import { sides } from '../rules/selection.ts';
import { isAdded } from './series.ts';

/**
 * What the graph says, as a title on paper: a sentence for the locations of each axis, and one for the first series that a feature adds.
 * Undefined without a value in the part that is shown.
 */
export function findingOf(
  { axes, series }: ChartContent,
  { hidden, window }: ChartState,
): string | undefined {
  const sentences = sides.flatMap((side) => {
    const { unit = '', reversed: isDepth = false } = axes[side] ?? {};
    const shown = series
      .filter((each) => each.side === side && !hidden.includes(each.id))
      .map((each) => ({ id: each.id, label: each.label, unit: each.unit ?? unit, ...clip(each, window) }));
    const added = shown.filter(isAdded).slice(0, 1);
    const measured = shown.filter((each) => !isAdded(each));
    return [
      describeSeries(measured.map((each) => ({ ...each, isDepth }))),
      // A difference of depths is no depth.
      describeSeries(added.map((each) => ({ ...each, isDepth: false }))),
    ];
  });
  return sentences.filter((each) => each !== undefined).join(' ') || undefined;
}

function clip({ xs, ys }: ChartSeries, window: Extent | undefined): Pick<ChartSeries, 'xs' | 'ys'> {
  if (!window) return { xs, ys };
  const [from, to] = window;
  const inside = Array.from(xs, (_, at) => at).filter((at) => (xs[at] ?? 0) >= from && (xs[at] ?? 0) <= to);
  return { xs: inside.map((at) => xs[at] ?? 0), ys: inside.map((at) => ys[at] ?? 0) };
}
