import { expect, test } from 'vitest';
import { dayInYear } from '#domain/season/issue-days.ts';
import { issueDays } from '#features/outlook/rules/issue-days.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';

const period = { from: '04-01', to: '07-31' };
const years = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

function textOf(completeYears: readonly number[], lastValue: string | undefined, today: string) {
  const { first, last, usual } = issueDays(period, {
    completeYears,
    lastValue: lastValue === undefined ? undefined : dayNumber(lastValue),
    today: dayNumber(today),
  });
  return [first, last, usual].map(formatDay).join(' ');
}

test.each([
  ['2021', '02-29', '2021-02-28'],
  ['2020', '02-29', '2020-02-29'],
  ['2020', '12-31', '2020-12-31'],
])('the day of %s for %s is %s', (year, monthDay, expected) => {
  expect(formatDay(dayInYear(Number(year), monthDay))).toBe(expected);
});

test.each([
  ['in the season', 1981, 2020, '2021-05-09', '2021-05-10', '2001-01-01 2021-05-10 2021-05-10'],
  ['on its first day', 1981, 2020, '2020-12-31', '2021-01-01', '2001-01-01 2021-01-01 2021-01-01'],
  ['on its last day', 1981, 2020, '2021-07-30', '2021-07-31', '2001-01-01 2021-07-31 2021-07-31'],
  ['after it', 1981, 2020, '2021-07-31', '2021-08-01', '2001-01-01 2021-07-31 2021-04-01'],
  ['after values ended', 1981, 2016, '2017-02-03', '2021-09-01', '2001-01-01 2017-07-31 2017-04-01'],
  ['with 20 years', 2000, 2019, '2020-05-01', '2020-09-01', '2020-01-01 2020-07-31 2020-04-01'],
  ['with 19 years', 2001, 2019, '2020-05-01', '2020-09-01', '2020-01-01 2020-07-31 2020-04-01'],
  ['without values', 2001, 2000, undefined, '2021-09-01', '2021-01-01 2021-07-31 2021-04-01'],
])('the issue days %s', (_, firstYear, lastYear, lastValue, today, expected) => {
  expect(textOf(years(firstYear, lastYear), lastValue, today)).toBe(expected);
});
