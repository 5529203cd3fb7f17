import { countOf } from '#lib/count-text.ts';
import { maxBridgedDays, maxGapOf } from '../bridge-gaps.ts';
import { markOf, type ParameterMark, suitsLogScale } from '../parameters.ts';
import { describeQualifiers } from '../qualifiers.ts';
import { capacityLabel, describeFullness, formatQuantity } from '../quantity.ts';
import { normalBands } from '../statistics/normals.ts';
import { describeStatisticYears, statisticLabel, statisticYearsOf } from '../statistics/statistic-label.ts';
import { firstMonthOf, isYear, leapDayOrder, type YearKind } from './season.ts';
import {
  medianDash,
  medianWidth,
  type Slots,
  seasonPaint,
  styleYears,
  type YearStyle,
} from './season-colors.ts';
import type { SeasonSelection } from './season-tool-address.ts';
import { listEstimatedDays } from './volume-notes.ts';

const provisionalMeaning = 'Provisional values are subject to revision by the agency.';
const volumeMeaning =
  'From the first provisional or estimated day of its year on, a volume may still be revised.';

/** What is known of a season apart from its values. */
export type SeasonFacts = Pick<SeasonSelection, 'parameter' | 'year' | 'measure'> & {
  /** Larger values are drawn lower. */
  readonly isReversed: boolean;
  /** Of a reservoir, in AF. */
  readonly capacity: number | undefined;
  readonly source: string;
  /** The color slots of the chosen years. */
  readonly slots?: Slots;
};

/** What a season is drawn from, as the API has it: the chosen series, and the statistics that are their ground. */
export type SeasonRecords = {
  readonly records: readonly NamedRecord[];
  readonly normals: readonly NamedRecord[];
};

type NamedRecord = SeasonRecord & { readonly parameter_name: string; readonly loc_name: string };

/** Builds what the chart of a season shows: years over one another, over the normals. Undefined without data. */
export function seasonContent(
  { records, normals }: SeasonRecords,
  { parameter: ndx, year, measure, isReversed, capacity, source, slots }: SeasonFacts,
  theme: 'light' | 'dark',
) {
  const [first] = records;
  if (!first) return undefined;
  const unit = first.units_name;
  const isVolume = measure === 'volume';
  const hasMedian = records.some((each) => each.series_desc === 'Median');
  const years = statisticYearsOf([...records, ...normals]);
  const median = hasMedian ? undefined : groundMedian(normals, year, theme);
  return {
    title: `${first.parameter_name} at ${first.loc_name}`,
    notes: recordBasisNotes([...records, ...normals], measure),
    time: { kind: 'season' as const, firstMonth: firstMonthOf[year] },
    axes: {
      left: {
        title: first.parameter_name,
        unit,
        reversed: isReversed,
        offersLog: !isVolume && suitsLogScale(ndx),
        format: (value: number) => formatQuantity(value, unit),
      },
    },
    bands: normalBands(normals, theme),
    series: [
      ...(median ? [median] : []),
      ...seasonLines(records, {
        kind: year,
        theme,
        slots,
        parameter: isVolume ? undefined : ndx,
        capacity,
      }),
    ],
    ...(capacity !== undefined && {
      levels: [{ side: 'left' as const, value: capacity, label: capacityLabel(capacity) }],
    }),
    mark: { label: 'Provisional', meaning: isVolume ? volumeMeaning : provisionalMeaning },
    ...(isVolume && {
      estimatedMark: {
        label: 'Estimated',
        meaning: `Gaps of up to ${maxBridgedDays} days are bridged by a straight line.`,
      },
    }),
    followsSeason: true,
    source,
    ...(years && { statistics: `Normals: ${describeStatisticYears(years)}` }),
  };
}

/** Says under the specified subtitle what the statistics of this record rest on, and which days are estimated. */
function recordBasisNotes(
  records: readonly SeasonRecord[],
  measure: SeasonSelection['measure'],
): readonly string[] {
  const years = statisticYearsOf(records);
  const notes: string[] = [];
  if (years) {
    const what = years.isMonthly ? 'Monthly statistics' : 'Statistics';
    const complete = measure === 'volume' ? ', all complete' : '';
    notes.push(`${what} of this record: ${describeStatisticYears(years)}${complete}.`);
  }
  const estimated = listEstimatedDays(records);
  if (estimated) notes.push(`Estimated: ${estimated}.`);
  return notes;
}

/** A value of a year or a statistic on a day of the year, as the API has it. */
type SeasonRecord = {
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
type SeasonLine = {
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
 * How each series is drawn: statistics in the specified colors, each with its own dashes, and years as `styleYears` has it.
 * The latest year leads by its weight.
 */
export function seasonStyles(
  series: readonly string[],
  theme: 'light' | 'dark',
  held?: Slots,
): ReadonlyMap<string, SeriesStyle> {
  const chosen = series.filter(isYear).map(Number);
  const running = chosen.length > 0 ? Math.max(...chosen) : undefined;
  const years = styleYears(chosen, { running, theme, held });
  const { minimum, median, maximum } = seasonPaint[theme];
  const colors: Readonly<Record<string, string>> = { Minimum: minimum, Maximum: maximum };
  return new Map(
    series.map((each): [string, SeriesStyle] => {
      const statistic = { color: colors[each] ?? median, width: medianWidth };
      return [each, { ...(years.get(Number(each)) ?? statistic), dash: statisticDashes[each] ?? [] }];
    }),
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
