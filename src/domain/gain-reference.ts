import { type GainCurve, gainAt } from './cumulative-gain.ts';
import { placesOf, type SeasonStart } from './gain-season.ts';
import {
  areEnoughYears,
  normalPeriod,
  percentilesOf,
  type Statistic,
  weibullPercentile,
} from './statistics.ts';

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
