import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { bridgedFlows } from '../bridge-gaps.ts';
import type { SeriesColumns } from '../series-columns.ts';
import {
  areEnoughYears,
  normalPeriod,
  percentilesOf,
  type Statistic,
  weibullPercentile,
} from '../statistics/statistics.ts';
import { reportedAcreFeetPerCfsDay } from './cumulative-volume.ts';
import {
  dayOfOrder,
  dayOrderOf,
  firstMonthOf,
  totalMonths,
  totalMonthsOrders,
  type YearKind,
  yearOf,
} from './season.ts';

/** The days from which a gain is counted: November 1, October 1 and May 1. */
export const seasonStarts = ['nov', 'oct', 'may'] as const;
export type SeasonStart = (typeof seasonStarts)[number];

/**
 * A season as a part of the years of one kind, from one day order to another, both included: an irrigation year, a water
 * year, or May to September.
 */
type GainSeason = {
  readonly kind: YearKind;
  readonly firstMonth: number;
  readonly from: number;
  readonly to: number;
};

const seasons: Readonly<Record<SeasonStart, GainSeason>> = {
  nov: { kind: 'irrigation', firstMonth: firstMonthOf.irrigation, from: 1, to: 366 },
  oct: { kind: 'water', firstMonth: firstMonthOf.water, from: 1, to: 366 },
  may: { kind: 'water', firstMonth: totalMonths.first, ...totalMonthsOrders('water') },
};

export function seasonOf(start: SeasonStart): GainSeason {
  return seasons[start];
}

/** How many places a season has: its days in a leap year. */
export function placesOf(start: SeasonStart): number {
  const { from, to } = seasons[start];
  return to - from + 1;
}

/** The place of a day that is within its season, from 1. February 29 has its own, so March 1 has the same in every year. */
export function placeOfDay(day: DayNumber, start: SeasonStart): number {
  const { kind, from } = seasons[start];
  return dayOrderOf(day, kind) - from + 1;
}

/** The day at a place, the inverse of `placeOfDay`. In a year without February 29, its place gives February 28. */
export function dayAtPlace(place: number, year: number, start: SeasonStart): DayNumber {
  const { kind, from } = seasons[start];
  return dayOfOrder(from + place - 1, year, kind);
}

/** The first and the last day of a season; its year is the calendar year of its last day. */
export function daysOfSeason(
  year: number,
  start: SeasonStart,
): { readonly first: DayNumber; readonly last: DayNumber } {
  return { first: dayAtPlace(1, year, start), last: dayAtPlace(placesOf(start), year, start) };
}

/** The season that a day is in or, from October to April of May to September, the one before. */
export function latestSeasonOf(day: DayNumber, start: SeasonStart): number {
  const { kind, from } = seasons[start];
  const year = yearOf(day, kind);
  return dayOrderOf(day, kind) < from ? year - 1 : year;
}

/** What a reach gained in one season, day by day. */
export type GainCurve = {
  readonly year: number;
  readonly first: DayNumber;
  /** Acre-feet from the first day to each day without a break, not rounded. */
  readonly values: readonly number[];
  /** Up to each day, how many days of the season were estimated. */
  readonly estimatedDays: readonly number[];
  /** The position of the first provisional or estimated day. */
  readonly revisableFrom: number | undefined;
  readonly hasProvisional: boolean;
  readonly isComplete: boolean;
};

/**
 * Adds up the daily mean gains in cfs from the first day of each season, as `cumulativeVolume` does with discharge: gaps of
 * up to seven days are bridged by a straight line and counted, a longer one ends the sum of its season, and a season
 * whose first day is neither measured nor bridged has none.
 */
export function gainCurves(record: SeriesColumns, start: SeasonStart): GainCurve[] {
  const flows = [...bridgedFlows(record)];
  const [firstFlow, lastFlow] = [flows[0], flows.at(-1)];
  if (!firstFlow || !lastFlow) return [];
  const positions = new Map(flows.map(({ day }, at) => [day, at]));
  const curves: GainCurve[] = [];
  for (let year = dayParts(firstFlow.day).year; daysOfSeason(year, start).first <= lastFlow.day; year += 1) {
    const { first, last } = daysOfSeason(year, start);
    const from = positions.get(first);
    if (from === undefined) continue;
    const values: number[] = [];
    const estimatedDays: number[] = [];
    let [sum, estimated] = [0, 0];
    let revisableFrom: number | undefined;
    let hasProvisional = false;
    for (let day = first; day <= last; day += 1) {
      const flow = flows[from + day - first];
      if (flow?.day !== day) break;
      sum += flow.flow * reportedAcreFeetPerCfsDay;
      if (flow.isEstimated) estimated += 1;
      if (flow.isEstimated || flow.isProvisional) revisableFrom ??= values.length;
      hasProvisional ||= flow.isProvisional;
      values.push(sum);
      estimatedDays.push(estimated);
    }
    const isComplete = values.length === last - first + 1;
    curves.push({ year, first, values, estimatedDays, revisableFrom, hasProvisional, isComplete });
  }
  return curves;
}

/** The gain to a place of the season, in acre-feet. Undefined where the sum has ended before. */
export function gainAt(
  { year, first, values }: Pick<GainCurve, 'year' | 'first' | 'values'>,
  place: number,
  start: SeasonStart,
): number | undefined {
  return values[dayAtPlace(place, year, start) - first];
}

/** The gain of a complete season. */
export function totalOf(curve: GainCurve, start: SeasonStart): number | undefined {
  return gainAt(curve, placesOf(start), start);
}

/** The years that a season is compared with, both included; `all` are those of the whole record. */
export type ReferenceChoice = 'all' | { readonly from: number; readonly to: number };

/** The complete seasons of a period, or fewer than a statistic needs. */
export type Reference = {
  readonly from: number;
  readonly to: number;
  /** The complete seasons, ascending. */
  readonly curves: readonly GainCurve[];
  readonly isEnough: boolean;
};

const earliestYear = 1800;
const latestYear = 2200;

/** `1991-2020` or `all`. Undefined for what is no period, such as one that ends before it begins. */
export function parseReference(text: string): ReferenceChoice | undefined {
  if (text === 'all') return 'all';
  const [, from = 0, to = 0] = (/^(\d{4})-(\d{4})$/.exec(text) ?? []).map(Number);
  return from >= earliestYear && from <= to && to <= latestYear ? { from, to } : undefined;
}

export function formatReference(choice: ReferenceChoice): string {
  return choice === 'all' ? 'all' : `${choice.from}-${choice.to}`;
}

export const defaultReference: ReferenceChoice = normalPeriod;

export type ReferenceOptions = {
  readonly choice: ReferenceChoice;
  /** Leaves out seasons with values that may still be revised. */
  readonly approvedOnly: boolean;
};

/**
 * Finds the seasons to compare with: those of the period that are complete to their last day, without the running one. All
 * days then rest on the same seasons. Statistics need ten, three of them in each half of the period.
 */
export function referenceOf(
  curves: readonly GainCurve[],
  runningYear: number,
  { choice, approvedOnly }: ReferenceOptions,
): Reference {
  const others = curves.filter(
    ({ year, isComplete, hasProvisional }) =>
      isComplete && year !== runningYear && !(approvedOnly && hasProvisional),
  );
  const { from, to } =
    choice === 'all'
      ? { from: others[0]?.year ?? runningYear, to: others.at(-1)?.year ?? runningYear }
      : choice;
  const used = others.filter(({ year }) => year >= from && year <= to);
  const secondHalf = from + Math.ceil((to - from + 1) / 2);
  const later = used.filter(({ year }) => year >= secondHalf).length;
  return { from, to, curves: used, isEnough: areEnoughYears(used.length - later, later) };
}

/** Statistics of the gains to one day of the season, in acre-feet. */
export type GainDayStatistic = Pick<Statistic, 'minimum' | 'median' | 'maximum' | 'percentiles'>;

/** Computes the statistics of each place of the season; none with too few seasons. */
export function referenceStatistics({ curves, isEnough }: Reference, start: SeasonStart): GainDayStatistic[] {
  if (!isEnough) return [];
  return Array.from({ length: placesOf(start) }, (_, at) =>
    statisticOfGains(curves.map((curve) => gainAt(curve, at + 1, start) ?? Number.NaN)),
  );
}

function statisticOfGains(values: readonly number[]): GainDayStatistic {
  const sorted = new Float64Array(values).sort();
  return {
    minimum: sorted[0] ?? Number.NaN,
    median: weibullPercentile(sorted, 50) ?? Number.NaN,
    maximum: sorted.at(-1) ?? Number.NaN,
    percentiles: percentilesOf(sorted, sorted.length),
  };
}
