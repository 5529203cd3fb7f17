import type { SeriesColumns } from '#domain/series-columns.ts';
import { median } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayFromParts } from '#lib/calendar.ts';

/**
 * How a well’s water moved: `feet_a_year` is positive for higher water, whichever way the record is measured. `first` and
 * `last` are the ends of the line, in the unit of the record.
 */
export type WellTrend = {
  readonly firstYear: number;
  readonly lastYear: number;
  /** Water years with readings, and how many readings they have. */
  readonly years: number;
  readonly readings: number;
  readonly feetAYear: number;
  readonly first: { readonly day: DayNumber; readonly value: number };
  readonly last: { readonly day: DayNumber; readonly value: number };
};

/** Fewer say too little. */
export const minTrendYears = { record: 10, recent: 5 } as const;
export const recentTrendYears = 10;

/**
 * Computes Sen’s slope: the median of the slopes between the medians of any two water years, so that neither a wrong reading nor
 * a year of many readings turns it. The running water year does not count, because it lacks a season.
 * @param since the first water year that counts; all by default
 */
export function wellTrendOf(
  { days, values }: SeriesColumns,
  parameter: number,
  {
    running,
    since = Number.NEGATIVE_INFINITY,
    minYears,
  }: { running: number; since?: number; minYears: number },
): WellTrend | undefined {
  const byYear = Map.groupBy(days.keys(), (at) => waterYear(days[at] ?? 0));
  const years = [...byYear]
    .filter(([year]) => year >= since && year < running)
    .map(([year, places]) => ({
      year,
      level: median(places.map((at) => values[at] ?? 0)),
      readings: places.length,
    }));
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last || years.length < minYears) return undefined;
  const slopes = years.flatMap((one, at) =>
    years.slice(at + 1).map((other) => (other.level - one.level) / (other.year - one.year)),
  );
  const slope = median(slopes);
  const start = median(years.map(({ year, level }) => level - slope * (year - first.year)));
  const pointOf = (year: number) => ({
    // The middle of a water year.
    day: dayFromParts(year, 4, 1),
    value: start + slope * (year - first.year),
  });
  return {
    firstYear: first.year,
    lastYear: last.year,
    years: years.length,
    readings: years.reduce((sum, each) => sum + each.readings, 0),
    feetAYear: parameter === parameterNdx.depthToWater ? -slope : slope,
    first: pointOf(first.year),
    last: pointOf(last.year),
  };
}

type Direction = 'higher' | 'lower' | 'level';

/** Less than a twentieth of a foot in a year is level. */
const levelFeet = 0.05;

function directionOf(feetAYear: number): Direction {
  if (Math.abs(feetAYear) < levelFeet) return 'level';
  return feetAYear > 0 ? 'higher' : 'lower';
}

type TrendText = Pick<WellTrend, 'firstYear' | 'lastYear' | 'years' | 'readings' | 'feetAYear'>;

/** `The water stands 0.4 ft a year lower over 1991–2026 (n = 36 years, 1,203 readings)` */
export function describeWellTrend({ firstYear, lastYear, years, readings, feetAYear }: TrendText): string {
  const over = `${firstYear}–${lastYear} (n = ${years} years, ${readings.toLocaleString('en-US')} readings)`;
  const direction = directionOf(feetAYear);
  if (direction === 'level') return `level over ${over}`;
  return `${Math.abs(feetAYear).toFixed(2)} ft a year ${direction} over ${over}`;
}
