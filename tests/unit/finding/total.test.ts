import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DayValues } from '#domain/finding/day-values.ts';
import { latestTotal, sumOn, sumStanding, sumStandingDays, totalChange } from '#domain/finding/total.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const member = (values: Record<number, number>, provisional: number[] = []): DayValues => ({
  values: new Map(Object.entries(values).map(([day, value]) => [Number(day), value])),
  provisional: new Set(provisional),
});

describe('the latest total', () => {
  test('sums the members on their newest day', () => {
    const members = [member({ 3: 10, 9: 11, 10: 12 }), member({ 3: 100, 10: 90 })];
    expect(latestTotal(members, 10)).toEqual({ day: 10, value: 102, provisional: 0 });
    expect(sumOn(members, 3)).toBe(110);
    expect(totalChange(members, 10, 7)).toBe(-8);
  });

  test('takes the last day that all members have', () => {
    const members = [member({ 1: 5, 8: 6, 9: 7 }), member({ 1: 50, 8: 60 })];
    expect(latestTotal(members, 9)).toMatchObject({ day: 8, value: 66 });
  });

  test('knows no change if one member lacks the earlier day', () => {
    expect(totalChange([member({ 3: 1, 10: 2 }), member({ 10: 3 })], 10, 7)).toBeUndefined();
  });

  test('states the share of the values that may be revised on its day', () => {
    const approved = member({ 9: 1, 10: 2 });
    expect(latestTotal([approved, member({ 9: 1, 10: 2 }, [10])], 10)?.provisional).toBe(0.5);
    expect(latestTotal([approved, member({ 9: 1, 10: 2 }, [9])], 10)?.provisional).toBe(0);
  });

  test.each<[what: string, members: DayValues[]]>([
    ['no members', []],
    ['a silent member', [member({ 100: 1 }), member({})]],
    ['members without a common day', [member({ 99: 1 }), member({ 100: 1 })]],
    ['a common day 31 days before', [member({ 69: 1, 100: 1 }), member({ 69: 1 })]],
    ['a common day after the brief', [member({ 101: 1 }), member({ 101: 1 })]],
  ])('is withheld for %s', (_, members) => {
    expect(latestTotal(members, 100)).toBeUndefined();
  });

  test('is that of 30 days before, but of no older day', () => {
    expect(latestTotal([member({ 70: 1, 100: 1 }), member({ 70: 1 })], 100)?.day).toBe(70);
  });

  test('counts a value of 0 as a value', () => {
    expect(latestTotal([member({ 10: 0 }), member({ 10: 0 })], 10)).toMatchObject({ day: 10, value: 0 });
  });

  test('is never a sum of some members only', () => {
    const values = fc.dictionary(
      fc.integer({ min: 0, max: 60 }).map(String),
      fc.integer({ min: 0, max: 99 }),
    );
    forAll([fc.array(values, { minLength: 1, maxLength: 4 })], 100, (all) => {
      const members = all.map((each) => member(each));
      const total = latestTotal(members, 50);
      if (!total) return;
      const parts = members.map((each) => each.values.get(total.day));
      expect(parts).not.toContain(undefined);
      expect(total.value).toBe(parts.reduce<number>((sum, each) => sum + (each ?? 0), 0));
      expect(total.day).toBeGreaterThanOrEqual(20);
      expect(total.day).toBeLessThanOrEqual(50);
    });
  });
});

describe('the standing of a total', () => {
  const on = dayNumber('2021-05-14');
  /** Two members with 10 and the last two digits of the year on May 14 of each year. */
  const yearly = (from: number, to: number, monthDay = '05-14') => {
    const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const days = years.flatMap((year) => {
      const day = `${year}-${monthDay}`;
      return formatDay(Date.parse(day) / 86_400_000) === day ? [[dayNumber(day), year % 100] as const] : [];
    });
    return [member(Object.fromEntries(days)), member(Object.fromEntries(days.map(([day]) => [day, 10])))];
  };

  const standingOf = (members: readonly DayValues[], day: number, firstYear: number) =>
    sumStanding(members, day, { firstYear, parameter: 3 });

  test('ranks it among the sums of its date up to its year', () => {
    const members = yearly(1999, 2025);
    // 2021 has 31; 1999 has 109, 2000 has 10, and the later years do not count.
    expect(standingOf(members, on, 1999)).toEqual({
      class: 'much above normal',
      percentile: 91,
      of: {
        period: 'day',
        count: 22,
        first_year: 1999,
        last_year: 2020,
        p10: 11.3,
        p25: 14.75,
        median: 20.5,
        p75: 26.25,
        p90: 29.7,
        percent: 151.219512,
      },
      rank: { rank: 2, low_rank: 22, years: 23 },
      year_before: { rdate: '2020-05-14', value: 30, percentile: 91 },
    });
  });

  test('has no median with fewer than ten years', () => {
    expect(standingOf(yearly(2012, 2021), on, 2012)).toMatchObject({
      class: null,
      percentile: null,
      of: null,
    });
  });

  test('leaves out years in which a member has no value', () => {
    const [first, second] = yearly(1999, 2021);
    const values = new Map(second?.values);
    values.delete(dayNumber('2020-05-14'));
    const members = [first ?? member({}), { values, provisional: new Set<number>() }];
    expect(standingOf(members, on, 1999)).toMatchObject({
      year_before: null,
      rank: { years: 22 },
      of: { count: 21, last_year: 2019 },
    });
  });

  test('bridges up to seven days without a value of the years of its statistic', () => {
    const [first = member({}), second] = yearly(1999, 2021);
    const values = new Map(second?.values);
    const hole = dayNumber('2020-05-14');
    values.delete(hole);
    const bridged = new Map([...values, [hole - 3, 6], [hole + 5, 14]]);
    const members = (all: Map<number, number>) => [first, { values: all, provisional: new Set<number>() }];
    const whole = standingOf([first, second ?? member({})], on, 1999);
    // 6 + (14 − 6) × 3 ÷ 8 is 9 instead of 10: that moves the 90th percentile, and not the median.
    expect(standingOf(members(bridged), on, 1999)).toEqual({
      ...whole,
      of: { ...whole?.of, p90: 29 },
      year_before: null,
      rank: { rank: 2, low_rank: 21, years: 22 },
    });
    const tooLong = new Map([...values, [hole - 3, 6], [hole + 6, 14]]);
    expect(standingOf(members(tooLong), on, 1999)?.of).toMatchObject({ count: 21, last_year: 2019 });
  });

  test('shares ranks among equal sums', () => {
    const same = Object.fromEntries([2019, 2020, 2021].map((year) => [dayNumber(`${year}-05-14`), 5]));
    expect(standingOf([member(same)], on, 2019)).toMatchObject({
      rank: { rank: 1, low_rank: 1, years: 3 },
      class: null,
    });
  });

  test('compares February 29 with February 28 of the year before, and pools three days for its median', () => {
    const leap = dayNumber('2020-02-29');
    const days = sumStandingDays(leap, 2015).map(formatDay);
    expect(days).toContain('2019-02-28');
    expect(days).toContain('2016-02-29');
    expect(days).toContain('2001-03-01');
    expect(days).not.toContain('2021-02-28');
    const ofMarch = yearly(1991, 2020, '03-01')[0]?.values ?? new Map();
    const values = new Map([...ofMarch, [leap, 500]]);
    const standing = standingOf([{ values, provisional: new Set() }], leap, 1991);
    expect(standing).toMatchObject({
      year_before: null,
      of: { count: 30 },
      rank: { years: 1, rank: 1, low_rank: 1 },
    });
  });

  test('has no standing on a day without a sum', () => {
    expect(standingOf(yearly(1999, 2020), on, 1999)).toBeUndefined();
  });
});
