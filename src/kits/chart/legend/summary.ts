import { lowerBound } from '../reading/bisect.ts';
import type { ChartSeries, Extent, LegendColumn, LegendSort } from '../types.ts';

/** What the values of a series within a window come to. Excluded values do not count. */
export type SeriesSummary = {
  readonly series: ChartSeries;
  readonly last?: { readonly x: number; readonly value: number };
  readonly min?: number;
  readonly max?: number;
  readonly mean?: number;
  readonly count: number;
};

export function summarize(series: ChartSeries, [from, to]: Extent): SeriesSummary {
  const { xs, ys } = series;
  const first = lowerBound(xs, from);
  const end = lowerBound(xs, to + 1e-9);
  const last = ys[end - 1];
  if (end <= first || last === undefined) return { series, count: 0 };
  let min = last;
  let max = last;
  let sum = 0;
  for (let at = first; at < end; at += 1) {
    const y = ys[at] ?? 0;
    if (y < min) min = y;
    if (y > max) max = y;
    sum += y;
  }
  const count = end - first;
  return { series, last: { x: xs[end - 1] ?? 0, value: last }, min, max, mean: sum / count, count };
}

/** Sorts by a column; series without a value are last in both directions. `none` keeps the chart's order. */
export function sortSummaries(rows: readonly SeriesSummary[], sort: LegendSort): readonly SeriesSummary[] {
  if (sort === 'none') return rows;
  const { by, descending } = sort;
  const sign = descending ? -1 : 1;
  if (by === 'label') {
    const { compare } = new Intl.Collator('en', { numeric: true });
    return rows.toSorted((one, other) => sign * compare(one.series.label, other.series.label));
  }
  return rows.toSorted((one, other) => {
    const [first, second] = [keyOf(one, by), keyOf(other, by)];
    if (first === undefined || second === undefined) {
      return Number(first === undefined) - Number(second === undefined);
    }
    return sign * (first - second);
  });
}

function keyOf(
  { last, min, max, mean, count }: SeriesSummary,
  by: Exclude<LegendColumn, 'label'>,
): number | undefined {
  return { last: last?.value, date: last?.x, min, max, mean, count }[by];
}

/** The sort after a click on a column: names ascend first, numbers descend first; a second click reverses. */
export function nextSort(sort: LegendSort, by: LegendColumn): LegendSort {
  if (sort !== 'none' && sort.by === by) return { by, descending: !sort.descending };
  return { by, descending: by !== 'label' };
}
