import type { WaterYearRecord } from '#contract/water-year.ts';
import { legibleOn } from '#domain/legible.ts';
import { assignColors } from '#domain/palette.ts';
import { describeQualifiers } from '#domain/qualifiers.ts';
import { leapDayOrder, type YearKind } from '#domain/season.ts';
import { statisticNames } from '#domain/season-selection.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import type { ChartSeries } from '#kits/chart/index.ts';
import { countOf } from './labels.ts';
import { statisticLabel, statisticYearsOf } from './statistic-label.ts';

type SeasonRecord = Pick<
  WaterYearRecord,
  | 'series_desc'
  | 'day_order'
  | 'rvalue'
  | 'approval'
  | 'qualifier'
  | 'count'
  | 'first_year'
  | 'last_year'
  | 'period'
  | 'estimated_days'
>;

const statisticStyles: Readonly<Record<string, { color: string; dash: readonly number[] }>> = {
  Maximum: { color: '#d62728', dash: [8, 3] },
  Median: { color: '#000000', dash: [2, 3] },
  Minimum: { color: '#1f5fd6', dash: [8, 3, 2, 3] },
};

/**
 * The color and dashes of each series: Maximum red, Median black (white in the dark theme), Minimum blue, each with
 * its own dashes. Years are solid and take the colors of the palette.
 */
export function seasonStyles(
  series: readonly string[],
  theme: 'light' | 'dark',
): ReadonlyMap<string, { readonly color: string; readonly dash: readonly number[] }> {
  const years = series.filter((each) => !statisticNames.some((name) => name === each)).toSorted();
  const colors = assignColors(years);
  return new Map(
    series.map((each) => {
      const { color = colors.get(each) ?? '#5b6b75', dash = [] } = statisticStyles[each] ?? {};
      if (each === 'Median') return [each, { color: theme === 'dark' ? '#ffffff' : color, dash }];
      return [each, { color: legibleOn(color, theme), dash }];
    }),
  );
}

/** The lines of a comparison, in the order of its records. A statistic's label says what it rests on. */
export function seasonLines(
  records: readonly SeasonRecord[],
  kind: YearKind,
  theme: 'light' | 'dark',
): readonly ChartSeries[] {
  const bySeries = Map.groupBy(records, (each) => each.series_desc);
  const styles = seasonStyles([...bySeries.keys()], theme);
  return [...bySeries].map(([name, all]): ChartSeries => {
    const xs = all.map((each) => each.day_order);
    const isEstimated = (index: number) => estimatedAt(all, index) > estimatedAt(all, index - 1);
    return {
      id: name,
      label: statisticLabel(name, statisticYearsOf(all)),
      side: 'left',
      color: styles.get(name)?.color ?? '#5b6b75',
      dash: styles.get(name)?.dash ?? [],
      xs,
      ys: all.map((each) => each.rvalue),
      maxGap: maxGapOf(xs),
      skippedX: leapDayOrder(kind),
      isMarked: (index) => all[index]?.approval === 'P',
      ...(estimatedAt(all, all.length - 1) > 0 && { isEstimated }),
      noteOf: (index) => noteOf(all[index]),
    };
  });
}

/** How many days of a volume were estimated up to a position; none before the first. */
function estimatedAt(all: readonly SeasonRecord[], index: number): number {
  return all[index]?.estimated_days ?? 0;
}

function noteOf(record: SeasonRecord | undefined): string | undefined {
  const estimated = record?.estimated_days ?? 0;
  const notes = [
    describeQualifiers(record?.qualifier ?? undefined),
    estimated > 0 ? `${countOf(estimated, 'day')} estimated` : undefined,
  ].filter((each) => each !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
}
