import { lowerBound } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';

/** A column beside that of a series' values; its cells are those of the positions of a value and of an excluded value. */
type RemarkColumn = {
  readonly name: string;
  readonly cellOf: (at: number | undefined, excludedAt: number | undefined) => string;
};

/** The columns that say more of a series' values than their numbers, without those that are empty in the window. */
export function moreColumns(
  series: ChartSeries,
  { mark, estimatedMark, excludedMark }: ChartContent,
  window: Extent,
): readonly RemarkColumn[] {
  const { isMarked, isEstimated, noteOf, excluded } = series;
  const has = (test: (at: number) => boolean) => someWithin(series.xs, window, test);
  const columns: RemarkColumn[] = [];
  const add = (name: string, textAt: (at: number) => string) => {
    if (has((at) => textAt(at) !== ''))
      columns.push({ name, cellOf: (at) => (at === undefined ? '' : textAt(at)) });
  };
  if (mark && isMarked) add(mark.label, (at) => (isMarked(at) ? mark.label : ''));
  if (isEstimated) {
    const label = estimatedMark?.label ?? 'Estimated';
    add(label, (at) => (isEstimated(at) ? label : ''));
  }
  if (noteOf) add('Remark', (at) => noteOf(at) ?? '');
  if (excluded && someWithin(excluded.xs, window, () => true)) {
    const label = excludedMark?.label ?? 'Excluded';
    const cell =
      (text: (at: number) => string): RemarkColumn['cellOf'] =>
      (_at, excludedAt) =>
        excludedAt === undefined ? '' : text(excludedAt);
    columns.push({ name: label, cellOf: cell((at) => String(excluded.ys[at])) });
    columns.push({ name: `${label}: why`, cellOf: cell(excluded.noteOf) });
  }
  return columns;
}

function someWithin(xs: ArrayLike<number>, [from, to]: Extent, test: (at: number) => boolean): boolean {
  for (let at = lowerBound(xs, from); at < xs.length && (xs[at] ?? 0) <= to; at += 1) {
    if (test(at)) return true;
  }
  return false;
}
