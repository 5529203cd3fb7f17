import { dayInYear, type IssueDays, type MonthDays } from '#domain/season/issue-days.ts';
import { minForecastYears } from '#domain/season/skill-score.ts';
import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';

/**
 * The first and the last day of a carry-over: of the days after a period up to December 31, those that have enough winters
 * before them. `firstYear` is that in which the storage of all reservoirs begins. With too few winters, or without storage,
 * there are only those of the last year, which say so.
 */
export function carryOverDays(
  { to }: MonthDays,
  { firstYear, today }: { readonly firstYear: number | undefined; readonly today: DayNumber },
): Pick<IssueDays, 'first' | 'last'> {
  const { year: thisYear } = dayParts(today);
  const isInSeason = today > dayInYear(thisYear, to);
  const lastYear = isInSeason ? thisYear : thisYear - 1;
  const year = Math.min(lastYear, (firstYear ?? lastYear) + minForecastYears);
  return { first: dayInYear(year, to) + 1, last: isInSeason ? today : dayFromParts(lastYear, 12, 31) };
}

/** Whether a day is one of a carry-over: no issue day of an outlook. */
export function isCarryOverDay(
  day: DayNumber,
  { first, last }: Pick<IssueDays, 'first' | 'last'>,
  { to }: MonthDays,
): boolean {
  return day >= first && day <= last && day > dayInYear(dayParts(day).year, to);
}
