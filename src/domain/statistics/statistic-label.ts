import { describeYears, minYearsForWholePeriod, type StatisticBasis } from './statistics.ts';

/** What a statistic rests on, as the API has it; null for the value of a year. */
type BasisFields = {
  readonly count: number | null;
  readonly first_year: number | null;
  readonly last_year: number | null;
  readonly period: 'day' | 'month' | null;
};

/** What the statistics of all days rest on: the smallest and the largest number of years, the first and the last year. */
export type StatisticYears = {
  readonly min: number;
  readonly max: number;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly isMonthly: boolean;
};

/** Finds what statistics rest on. Undefined without statistics. */
export function statisticYearsOf(records: readonly BasisFields[]): StatisticYears | undefined {
  const bases = records.flatMap(toBasis);
  if (bases.length === 0) return undefined;
  const counts = bases.map(({ count }) => count);
  return {
    min: Math.min(...counts),
    max: Math.max(...counts),
    firstYear: Math.min(...bases.map(({ firstYear }) => firstYear)),
    lastYear: Math.max(...bases.map(({ lastYear }) => lastYear)),
    isMonthly: records.some(({ period }) => period === 'month'),
  };
}

/** What one statistic rests on. Empty for the value of a year. */
function toBasis({ count, first_year, last_year }: Omit<BasisFields, 'period'>): StatisticBasis[] {
  if (count === null || first_year === null || last_year === null) return [];
  return [{ count, firstYear: first_year, lastYear: last_year }];
}

/**
 * Names the number of years, and the years. They are those of the whole period only where nearly all of it is there, on
 * every day.
 * @example describeStatisticYears({ min: 12, max: 12, firstYear: 2000, lastYear: 2020, isMonthly: false })
 * // '12 years, 2000–2020'
 */
export function describeStatisticYears({ min, max, firstYear, lastYear }: StatisticYears): string {
  const basis = { count: min, firstYear, lastYear };
  if (min === max && min < minYearsForWholePeriod) return describeYears(basis);
  const counts = min === max ? `${min} years` : `${min} to ${max} years`;
  const years = min >= minYearsForWholePeriod ? describeYears(basis) : `${firstYear}–${lastYear}`;
  return `${counts}, ${years}`;
}

/** The label of a statistic's line: `Median of 12 years, 2000–2020`, `Monthly median of 24 to 30 years, 1991–2020`. */
export function statisticLabel(name: string, years: StatisticYears | undefined): string {
  if (!years) return name;
  return `${years.isMonthly ? `Monthly ${name.toLowerCase()}` : name} of ${describeStatisticYears(years)}`;
}
