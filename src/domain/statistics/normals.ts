import { bandColors } from '../season/season-colors.ts';

/** A statistic, or a value of a year, on a day of the year, as the API has it. */
type NormalRecord = { readonly series_desc: string; readonly day_order: number; readonly rvalue: number };

/** The area between two statistics of each day, as a chart draws it. */
type NormalBand = {
  readonly id: string;
  readonly label: string;
  readonly side: 'left';
  readonly color: string;
  readonly xs: readonly number[];
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  readonly edges: readonly [low: string, high: string];
  readonly middle?: string;
};

/** From the widest band to the innermost. */
const bandLimits = [
  { low: 'Minimum', high: 'Maximum', label: 'Minimum–maximum', edges: ['lowest', 'highest'] },
  { low: 'P10', high: 'P90', label: '10–90 %', edges: ['10 %', '90 %'] },
  { low: 'P25', high: 'P75', label: '25–75 % (normal)', edges: ['25 %', '75 %'], middle: 'normal' },
] as const;

const normalSeries: readonly string[] = [...bandLimits.flatMap(({ low, high }) => [low, high]), 'Median'];

/** Lists the statistics of the ground that are not among the chosen series. */
export function normalsBeside(chosen: readonly string[]): readonly string[] {
  return normalSeries.filter((each) => !chosen.includes(each));
}

/** Checks whether a record belongs to the ground. */
export function isNormal({ series_desc }: Pick<NormalRecord, 'series_desc'>): boolean {
  return normalSeries.includes(series_desc);
}

/**
 * Builds the bands of the normals, from the widest to the innermost. A band has the days that have both of its limits, and
 * is absent without any: the tails of a record with few years are unknown.
 */
export function normalBands(
  normals: readonly NormalRecord[],
  theme: 'light' | 'dark',
): readonly NormalBand[] {
  const bySeries = Map.groupBy(normals, (each) => each.series_desc);
  const ordersOf = (name: string) =>
    new Map((bySeries.get(name) ?? []).map((each) => [each.day_order, each.rvalue]));
  return bandLimits.flatMap(({ low, high, label, edges, ...names }, at): NormalBand[] => {
    const highs = ordersOf(high);
    const days = [...ordersOf(low)].flatMap(([order, value]) => {
      const top = highs.get(order);
      return top === undefined ? [] : [{ order, low: value, high: top }];
    });
    if (days.length === 0) return [];
    return [
      {
        id: `${low}-${high}`,
        label,
        side: 'left',
        color: bandColors[theme][at] ?? bandColors[theme][0],
        xs: days.map((each) => each.order),
        lows: days.map((each) => each.low),
        highs: days.map((each) => each.high),
        edges,
        ...names,
      },
    ];
  });
}
