import { legibleOn } from '#domain/legible.ts';
import { assignColors } from '#domain/palette.ts';
import { describeQualifiers } from '#domain/qualifiers.ts';
import { leapDayOrder, type YearKind } from '#domain/season.ts';
import { statisticNames } from '#domain/season-selection.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';

type SeasonRecord = {
  readonly series_desc: string;
  readonly day_order: number;
  readonly rvalue: number;
  readonly approval: string | null;
  readonly qualifier: string | null;
};

/** The line of a year or a statistic over the days of the year, in the format of the chart kit. */
export type SeasonLine = {
  readonly id: string;
  readonly label: string;
  readonly side: 'left';
  readonly color: string;
  readonly dash: readonly number[];
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly maxGap: number;
  readonly skipped: number;
  readonly isMarked: (index: number) => boolean;
  readonly noteOf: (index: number) => string | undefined;
};

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

/** The lines of a comparison, in the order of its records. */
export function seasonLines(
  records: readonly SeasonRecord[],
  kind: YearKind,
  theme: 'light' | 'dark',
): readonly SeasonLine[] {
  const bySeries = Map.groupBy(records, (each) => each.series_desc);
  const styles = seasonStyles([...bySeries.keys()], theme);
  return [...bySeries].map(([label, all]) => {
    const xs = all.map((each) => each.day_order);
    return {
      id: label,
      label,
      side: 'left',
      color: styles.get(label)?.color ?? '#5b6b75',
      dash: styles.get(label)?.dash ?? [],
      xs,
      ys: all.map((each) => each.rvalue),
      maxGap: maxGapOf(xs),
      skipped: leapDayOrder(kind),
      isMarked: (index) => all[index]?.approval === 'P',
      noteOf: (index) => describeQualifiers(all[index]?.qualifier ?? undefined),
    };
  });
}
