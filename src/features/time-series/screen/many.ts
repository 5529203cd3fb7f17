import { type DayClasses, readDayClasses } from '#contract/daily-data.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { request } from '#stores/api.ts';
import { createQuery } from '#stores/queries.ts';
import { sides } from '../rules/selection.ts';
import type { Results } from './results.ts';
import { isAdded, seriesId } from './series.ts';

/** How many series are shown; the first is the usual one. */
export const manyViews = ['lines', 'multiples', 'classes', 'sum'] as const;
export type ManyView = (typeof manyViews)[number];

export const manyLabels: Record<ManyView, string> = {
  lines: 'Lines',
  multiples: 'Small multiples',
  classes: 'Heat map',
  sum: 'Sum',
};

/** With more lines than this, another view is offered. */
export const maxReadableLines = 12;

/** Units of rates and amounts, of which a sum means something. */
const summable: ReadonlySet<string> = new Set(['cfs', 'AF', 'hours']);

const hasSum = (unit: string, series: readonly ChartSeries[]) => summable.has(unit) && series.length > 1;

/** The views of a graph: none for as many lines as can be read. */
export function viewsOf({ series, axes }: ChartContent): readonly ManyView[] {
  if (series.length <= maxReadableLines) return [];
  const canAdd = sides.some((side) =>
    hasSum(
      axes[side]?.unit ?? '',
      series.filter((each) => each.side === side),
    ),
  );
  return manyViews.filter((view) => view !== 'sum' || canAdd);
}

/**
 * The graph with one line for all locations of an axis in cfs, AF or hours: their sum on the days on which each of them has
 * a value. Other axes and added series stay as they are.
 */
export function sumContent(content: ChartContent): ChartContent {
  // A difference beside what it is computed from would be counted twice.
  const [added, measured] = [true, false].map((wanted) =>
    content.series.filter((each) => isAdded(each) === wanted),
  ) as [ChartSeries[], ChartSeries[]];
  const sums = sides.flatMap((side) => {
    const own = measured.filter((each) => each.side === side);
    return hasSum(content.axes[side]?.unit ?? '', own) ? [sumOf(own)] : own;
  });
  const series = [...sums, ...added];
  const note = 'The sum has a value on days on which every location has one.';
  return { ...content, levels: [], notes: [...(content.notes ?? []), note], series };
}

function sumOf(series: readonly ChartSeries[]): ChartSeries {
  const [first, ...others] = series as [ChartSeries, ...ChartSeries[]];
  const sums = new Map(Array.from(first.xs, (x, at) => [x, first.ys[at] ?? 0]));
  const provisional = new Set<number>();
  for (const { xs, ys } of others) {
    const own = new Map(Array.from(xs, (x, at) => [x, ys[at] ?? 0]));
    for (const [x, sum] of sums) {
      const value = own.get(x);
      if (value === undefined) sums.delete(x);
      else sums.set(x, sum + value);
    }
  }
  for (const { xs, isMarked } of series) {
    for (let at = 0; at < xs.length; at += 1) if (isMarked?.(at)) provisional.add(xs[at] ?? 0);
  }
  const days = [...sums.keys()];
  const { side, color, shape, unit } = first;
  return {
    id: `${side}-sum`,
    label: `Sum of ${series.length} locations`,
    side,
    color,
    ...(shape && { shape }),
    ...(unit !== undefined && { unit }),
    xs: Int32Array.from(days),
    ys: Float64Array.from(sums.values()),
    maxGap: 1,
    isMarked: (at) => provisional.has(days[at] ?? 0),
  };
}

/** The classes of a comparison by the id of its series. */
export type ClassesById = ReadonlyMap<string, DayClasses>;

/** Loads the classes of the days of a comparison, for the heat map. */
export function createClasses() {
  return createQuery<ClassesById, Results>({
    onSubmit: true,
    isSame: Object.is,
    async fetch(signal, { shown, period, ...results }) {
      const used = sides.filter((side) => results[side].status === 'ready');
      const query = shown.knownOn === undefined ? {} : { as_of: shown.knownOn };
      const found = await Promise.all(
        used.map(async (side) => {
          const { parameter, locations } = shown[side];
          const params = { parameter: String(parameter), locations: locations.join(','), ...period };
          const all = await request(readDayClasses, { params, query }, { signal, timeout: timeoutMs });
          return all.map((each): [string, DayClasses] => [seriesId(side, each.loc_ndx), each]);
        }),
      );
      return new Map(found.flat());
    },
  });
}

/** Some seconds for 50 sites over 45 years. */
const timeoutMs = 120_000;
