import { countOf } from '#lib/count-text.ts';
import { markOf, type ParameterMark } from './parameter-marks.ts';
import { describeQualifiers } from './qualifiers.ts';
import { describeFullness, formatQuantity } from './quantity.ts';
import { leapDayOrder, type YearKind } from './season.ts';
import {
  medianDash,
  medianWidth,
  type Slots,
  seasonPaint,
  styleYears,
  type YearStyle,
} from './season-colors.ts';
import { statisticLabel, statisticYearsOf } from './statistic-label.ts';
import { maxGapOf } from './time-series/gaps.ts';

/** A value of a year or a statistic on a day of the year, as the API has it. */
export type SeasonRecord = {
  readonly series_desc: string;
  readonly day_order: number;
  readonly rvalue: number;
  readonly units_name: string;
  readonly approval: string | null;
  readonly qualifier: string | null;
  readonly count: number | null;
  readonly first_year: number | null;
  readonly last_year: number | null;
  readonly period: 'day' | 'month' | null;
  readonly estimated_days: number | null;
};

/** A line of a season, as a chart draws it. */
export type SeasonLine = {
  readonly id: string;
  readonly label: string;
  readonly side: 'left';
  readonly color: string;
  readonly dash: readonly number[];
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly maxGap: number;
  readonly shape: ParameterMark;
  readonly skippedX: number;
  readonly isMarked: (index: number) => boolean;
  readonly isEstimated?: (index: number) => boolean;
  readonly noteOf: (index: number) => string | undefined;
  readonly emphasis?: 'leading' | 'context';
  readonly width?: number;
  readonly endLabel?: string;
  readonly rulerName?: string;
};

const statisticDashes: Readonly<Record<string, readonly number[]>> = {
  Maximum: [8, 3],
  Median: medianDash,
  Minimum: [8, 3, 2, 3],
};

type SeriesStyle = YearStyle & { readonly dash: readonly number[] };

/**
 * How each series is drawn: statistics gray, each with its own dashes, and years as `styleYears` has it. The latest year
 * leads.
 */
export function seasonStyles(
  series: readonly string[],
  theme: 'light' | 'dark',
  held?: Slots,
): ReadonlyMap<string, SeriesStyle> {
  const chosen = series.filter(isYear).map(Number);
  const running = chosen.length > 0 ? Math.max(...chosen) : undefined;
  const years = styleYears(chosen, { running, theme, held });
  const statistic = { color: seasonPaint[theme].median, width: medianWidth };
  return new Map(
    series.map((each): [string, SeriesStyle] => [
      each,
      { ...(years.get(Number(each)) ?? statistic), dash: statisticDashes[each] ?? [] },
    ]),
  );
}

type LineSettings = {
  readonly kind: YearKind;
  readonly theme: 'light' | 'dark';
  /** The color slots of the chosen years. */
  readonly slots?: Slots | undefined;
  /** The parameter, which years are drawn as the marks of. Undefined for lines. */
  readonly parameter?: number | undefined;
  /** Of a reservoir, in AF. */
  readonly capacity?: number | undefined;
};

/**
 * The lines of a comparison, in the order of its records. A statistic's label says what it rests on. The latest year leads,
 * labeled with its last value; the others are never bars, which would hide one another.
 */
export function seasonLines(
  records: readonly SeasonRecord[],
  { kind, theme, slots, parameter, capacity }: LineSettings,
): readonly SeasonLine[] {
  const bySeries = Map.groupBy(records, (each) => each.series_desc);
  const styles = seasonStyles([...bySeries.keys()], theme, slots);
  return [...bySeries].map(([name, all]): SeasonLine => {
    const xs = all.map((each) => each.day_order);
    const isEstimated = (index: number) => estimatedAt(all, index) > estimatedAt(all, index - 1);
    const last = all.at(-1);
    const style = styles.get(name) ?? { color: '', dash: [] };
    const isLeading = style.emphasis === 'leading';
    return {
      id: name,
      label: statisticLabel(name, statisticYearsOf(all)),
      side: 'left',
      ...style,
      xs,
      ys: all.map((each) => each.rvalue),
      maxGap: maxGapOf(xs),
      shape: shapeOf(name, { parameter, xs, leads: isLeading }),
      skippedX: leapDayOrder(kind),
      isMarked: (index) => all[index]?.approval === 'P',
      ...(estimatedAt(all, all.length - 1) > 0 && { isEstimated }),
      noteOf: (index) => noteOf(all[index], capacity),
      ...(isLeading &&
        last && { endLabel: `${name} · ${formatQuantity(last.rvalue, last.units_name)} ${last.units_name}` }),
      ...(!isYear(name) && { endLabel: name.toLowerCase() }),
      ...(name === 'Median' && { rulerName: 'median' }),
    };
  });
}

/** The median as a part of the ground. Undefined without one. */
export function groundMedian(
  normals: readonly SeasonRecord[],
  kind: YearKind,
  theme: 'light' | 'dark',
): SeasonLine | undefined {
  const medians = normals.filter((each) => each.series_desc === 'Median');
  return seasonLines(medians, { kind, theme })[0];
}

function shapeOf(
  name: string,
  { parameter, xs, leads }: { parameter: number | undefined; xs: readonly number[]; leads: boolean },
): ParameterMark {
  const mark = isYear(name) ? markOf(parameter, xs) : 'line';
  return mark === 'bars' && !leads ? 'line' : mark;
}

const isYear = (name: string): boolean => /^\d{4}$/.test(name);

/** How many days of a volume were estimated up to a position; none before the first. */
function estimatedAt(all: readonly SeasonRecord[], index: number): number {
  return all[index]?.estimated_days ?? 0;
}

function noteOf(record: SeasonRecord | undefined, capacity: number | undefined): string | undefined {
  const estimated = record?.estimated_days ?? 0;
  const notes = [
    record && capacity !== undefined ? describeFullness(record.rvalue, capacity) : undefined,
    describeQualifiers(record?.qualifier ?? undefined),
    estimated > 0 ? `${countOf(estimated, 'day')} estimated` : undefined,
  ].filter((each) => each !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
}
