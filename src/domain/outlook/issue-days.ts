import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { minForecastYears } from '../fill/fill-result.ts';
import { minTrainingYears } from './outlook-result.ts';

/** A part of each year; days are `MM-DD`, of any year but a leap day. */
export type MonthDays = { readonly from: string; readonly to: string };

/** The day of a calendar year; February 29 of a common year is February 28. */
export function dayInYear(year: number, monthDay: string): DayNumber {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  const found = dayFromParts(year, month, day);
  return dayParts(found).month === month ? found : found - 1;
}

/** The first and the last issue day, and the one that is meant without a day. */
export type IssueDays = { readonly first: DayNumber; readonly last: DayNumber; readonly usual: DayNumber };

/**
 * The issue days of a period: January 1 to the end of the period, of each year that has enough training years before it.
 * `completeYears` are those whose period has its flow, ascending; `lastValue` is the last day with a predictor or flow.
 * With too few years there are only the days of the last season, which say so.
 */
export function issueDays(
  { to }: MonthDays,
  {
    completeYears,
    lastValue = 0,
    today,
  }: {
    readonly completeYears: readonly number[];
    readonly lastValue: DayNumber | undefined;
    readonly today: DayNumber;
  },
): IssueDays {
  const { year: thisYear } = dayParts(today);
  const isInSeason = today <= dayInYear(thisYear, to);
  const lastYear = isInSeason || lastValue <= 0 ? thisYear : Math.min(thisYear, dayParts(lastValue).year);
  const last = Math.min(today, dayInYear(lastYear, to));
  const enough = completeYears[minTrainingYears - 1];
  const firstYear = Math.min(lastYear, enough === undefined ? lastYear : enough + 1);
  const usual = isInSeason ? today : Math.min(dayInYear(lastYear, '04-01'), last);
  return { first: dayFromParts(firstYear, 1, 1), last, usual };
}

/** Whether a day is an issue day: those between the end of one season and January 1 are none. */
export function isIssueDay(day: DayNumber, { first, last }: IssueDays, { to }: MonthDays): boolean {
  return day >= first && day <= last && day <= dayInYear(dayParts(day).year, to);
}

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
