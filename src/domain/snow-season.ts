import type { DayNumber } from '#lib/calendar.ts';
import type { DailyRecordColumns } from './daily-statistics.ts';
import { dayOrderOf, seasonPlaces } from './season.ts';
import { minWinterDays } from './snowpack.ts';
import { type StatisticBasis, statisticOf } from './statistics.ts';

/** The first day after a peak without snow, and the last day before it with a value. */
export type MeltOut = { readonly day: DayNumber; readonly dayBefore: DayNumber };

/** A station's snow of a water year: the peak in inches, its first day, and when the snow had melted. */
export type SnowSeason = {
  readonly year: number;
  readonly peak: number;
  readonly peakDay: DayNumber;
  /** The number of days from November to April with a value, of 181 or 182. */
  readonly winterDays: number;
  /** Undefined while there is snow, and for a year that ends with snow or never had any. */
  readonly meltOut: MeltOut | undefined;
};

/** A melt-out that was not seen for longer is no date, and left out of the median. */
const maxUnseenDays = 7;

/** Whether the days before a melt-out have values, so that its date is known. */
export function isMeltOutSeen({ day, dayBefore }: MeltOut): boolean {
  return day - dayBefore <= maxUnseenDays;
}

/** Summarizes each water year of a record of unflagged snow water equivalents. Values below zero are ignored. */
export function snowSeasons({ days, values }: DailyRecordColumns): readonly SnowSeason[] {
  const { years, orders } = seasonPlaces(days, 'water');
  const seasons: SnowSeason[] = [];
  for (let from = 0; from < days.length; ) {
    const year = years[from] ?? 0;
    let to = from;
    while (to < days.length && years[to] === year) to += 1;
    const places = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => isSwe(values[at]));
    const season = seasonOf(year, places, { days, values, orders });
    if (season) seasons.push(season);
    from = to;
  }
  return seasons;
}

type Places = DailyRecordColumns & { readonly orders: ArrayLike<number> };

const isSwe = (value: number | undefined) => value !== undefined && value >= 0 && Number.isFinite(value);

function seasonOf(
  year: number,
  places: readonly number[],
  { days, values, orders }: Places,
): SnowSeason | undefined {
  const valueAt = (at: number) => values[at] ?? 0;
  const peak = Math.max(...places.map(valueAt));
  const peakAt = places.findIndex((at) => valueAt(at) === peak);
  if (peakAt < 0) return undefined;
  const bareAt = peak > 0 ? places.findIndex((at, index) => index > peakAt && valueAt(at) === 0) : -1;
  const dayOf = (index: number) => days[places[index] ?? 0] ?? 0;
  return {
    year,
    peak,
    peakDay: dayOf(peakAt),
    winterDays: places.filter((at) => isWinter(orders[at] ?? 0)).length,
    meltOut: bareAt < 0 ? undefined : { day: dayOf(bareAt), dayBefore: dayOf(bareAt - 1) },
  };
}

/** November 1 to April 30, as orders of a leap year. */
const [firstWinterOrder, lastWinterOrder] = [32, 213];

function isWinter(order: number): boolean {
  return order >= firstWinterOrder && order <= lastWinterOrder;
}

/** A median day of the water year as its order, 1 to 366, and the years that it rests on. */
export type MedianDay = StatisticBasis & { readonly order: number };

/**
 * Finds the median melt-out day of 1991–2020: of complete years before the current one whose melt-out was seen. As for
 * every median, 10 years are needed, and 3 in each half.
 */
export function medianMeltOut(seasons: readonly SnowSeason[], currentYear: number): MedianDay | undefined {
  const orders = seasons.flatMap(({ year, winterDays, meltOut }) => {
    if (year >= currentYear || winterDays < minWinterDays || !meltOut || !isMeltOutSeen(meltOut)) return [];
    return { year, value: dayOrderOf(meltOut.day, 'water') };
  });
  const statistic = statisticOf(orders);
  if (!statistic) return undefined;
  const { count, firstYear, lastYear } = statistic;
  return { count, firstYear, lastYear, order: Math.floor(statistic.median) };
}
