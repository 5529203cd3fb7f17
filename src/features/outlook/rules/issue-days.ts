import { dayInYear, type IssueDays, type MonthDays } from '#domain/season/issue-days.ts';
import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { minTrainingYears } from './outlook-result.ts';

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
