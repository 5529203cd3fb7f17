import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bridgeGaps, sumRecords } from '#domain/bridge-gaps.ts';
import { seasonStarts } from '#domain/season/gain-season.ts';
import { sumGains } from '#domain/season/reach-gains.ts';
import { createSpanSums, type DaySpan } from '#domain/season/span-sums.ts';
import { weibullPercentile } from '#domain/statistics/statistics.ts';
import {
  type BoardWindow,
  boardWindows,
  endsOfChain,
  gageErrorOf,
  weeksOf,
  windowGainOf,
  windowsOf,
} from '#features/reach-board/rules/windows.ts';
import { dayFromParts, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { randomSource } from '#lib/random-source.ts';
import { forAll } from '../../support/for-all.ts';
import { bridgedOn, valuesByDay } from '../../support/random-record.ts';
import { caseCount } from '../../support/thorough.ts';

type Record = { days: number[]; values: number[] };

/** A gain with a season, noise, gaps of one to twelve days and a start within a year. */
function gainRecord(seed: number, from = '1981-03-11', to = '2026-07-15'): Record {
  const random = randomSource(seed);
  const record: Record = { days: [], values: [] };
  let gap = 0;
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
    if (gap === 0 && random() < 0.004) gap = 1 + Math.floor(random() * 12);
    if (gap > 0) {
      gap -= 1;
      continue;
    }
    record.days.push(day);
    record.values.push(Math.round(400 * Math.sin(day / 58) + 900 * (random() - 0.5)));
  }
  return record;
}

const spanText = ({ first, last }: DaySpan) => `${formatDay(first)} ${formatDay(last)}`;

describe('the windows of a day', () => {
  test.each([
    ['2026-07-15', 'nov', '2026-07-09', '2026-07-01 2026-07-15', '2025-11-01 2026-07-15'],
    ['2026-07-15', 'may', '2026-07-09', '2026-07-01 2026-07-15', '2026-05-01 2026-07-15'],
    ['2026-11-22', 'nov', '2026-11-16', undefined, '2026-11-01 2026-11-22'],
    ['2026-11-22', 'oct', '2026-11-16', '2026-11-01 2026-11-22', '2026-10-01 2026-11-22'],
    ['2026-11-22', 'may', '2026-11-16', '2026-11-01 2026-11-22', '2026-05-01 2026-09-30'],
    ['2024-02-29', 'nov', '2024-02-23', '2024-02-01 2024-02-29', '2023-11-01 2024-02-29'],
  ] as const)('of %s since %s', (on, start, weekFrom, month, season) => {
    const found = windowsOf(dayNumber(on), start);
    expect(spanText(found.week)).toBe(`${weekFrom} ${on}`);
    expect(found.month && spanText(found.month)).toBe(month);
    expect(spanText(found.season)).toBe(season);
  });
});

/** The gain of a window the long way: day by day, from the values and straight lines over gaps of up to seven days. */
function slowGain(values: ReadonlyMap<number, number>, name: BoardWindow, { first, last }: DaySpan) {
  let sum = 0;
  for (let day = first; day <= last; day += 1) {
    const value = name === 'week' ? values.get(day) : bridgedOn(values, day);
    if (value === undefined) return undefined;
    sum += value;
  }
  return name === 'week' ? sum / 7 : sum * 1.983;
}

function slowWindow(record: Record, name: BoardWindow, span: DaySpan, whole?: DaySpan) {
  const values = valuesByDay(record);
  const own = slowGain(values, name, span);
  if (own === undefined) return undefined;
  const { year, month, day } = dayParts(span.last);
  const others: { water: number; gain: number; isBefore: boolean; isWhole: boolean }[] = [];
  for (let other = 1980; other <= 2027; other += 1) {
    const isLeap = new Date(Date.UTC(other, 1, 29)).getUTCMonth() === 1;
    const last = dayFromParts(other, month, month === 2 && day === 29 && !isLeap ? 28 : day);
    const from = dayParts(span.first);
    const first = name === 'week' ? last - 6 : dayFromParts(other - (year - from.year), from.month, from.day);
    const gain = slowGain(values, name, { first, last });
    const end = dayParts(whole?.last ?? last);
    const wholeEnd = dayFromParts(other + end.year - year, end.month, end.day);
    const isWhole = !whole || slowGain(values, name, { first, last: wholeEnd }) !== undefined;
    if (gain !== undefined)
      others.push({ water: month >= 10 ? other + 1 : other, gain, isBefore: other <= year, isWhole });
  }
  const before = others.filter(({ isBefore }) => isBefore);
  const normal = others
    .filter(({ water, isWhole }) => isWhole && water >= 1991 && water <= 2020)
    .map(({ gain }) => gain);
  return {
    own,
    lowRank: before.filter(({ gain }) => gain < own - 1e-9).length + 1,
    years: before.length,
    median: normal.length < 10 ? undefined : weibullPercentile(new Float64Array(normal).sort(), 50),
    before: before.find(({ water }) => water === (month >= 10 ? year : year - 1))?.gain,
  };
}

describe('a window against the same days of other years', () => {
  const record = gainRecord(20);
  const sums = createSpanSums(record);

  const days = caseCount(300);

  it(`equals a second, slow computation on ${days} random days`, () => {
    const random = randomSource(7);
    let compared = 0;
    for (let round = 0; round < days; round += 1) {
      const on = dayNumber('1990-01-01') + Math.floor(random() * 13_300);
      const start = seasonStarts[round % seasonStarts.length] ?? 'nov';
      const spans = windowsOf(on, start);
      for (const name of boardWindows) {
        const span = spans[name];
        if (!span) continue;
        const whole = name === 'season' ? spans.whole : undefined;
        const [fast, slow] = [windowGainOf(sums, name, span, whole), slowWindow(record, name, span, whole)];
        expect(fast === undefined, `${name} ${spanText(span)}`).toBe(slow === undefined);
        if (!fast || !slow) continue;
        compared += 1;
        expect(fast.gain).toBeCloseTo(slow.own, 6);
        expect(fast.rank).toMatchObject({ low_rank: slow.lowRank, years: slow.years });
        expect(fast.of === null).toBe(slow.median === undefined);
        if (fast.of && slow.median !== undefined)
          expect(Math.abs(fast.of.median - slow.median)).toBeLessThan(Math.abs(slow.median) * 1e-6 + 1e-4);
        expect(fast.year_before === null).toBe(slow.before === undefined);
      }
    }
    expect(compared).toBeGreaterThan(1.6 * days);
  });

  it('ends a season with the total of the monthly table, within an acre-foot', () => {
    const periods = [{ name: 'Annual', from: 1, to: 366 }];
    for (const { year, sum, daysMissing } of sumGains(record, periods, 'irrigation')) {
      if (daysMissing > 0) continue;
      const span = { first: dayNumber(`${year - 1}-11-01`), last: dayNumber(`${year}-10-31`) };
      const found = windowGainOf(sums, 'season', span);
      expect(Math.abs((found?.gain ?? Number.NaN) - sum * 1.983)).toBeLessThan(1);
    }
  });

  it('keeps the estimated days of the members of a sum, which has no week with one', () => {
    const whole = { days: record.days, values: record.days.map(() => 100) };
    const gap = dayNumber('2026-07-12');
    const places = whole.days.flatMap((day, at) => (day === gap ? [] : [at]));
    const part = {
      days: places.map((at) => whole.days[at] ?? 0),
      values: places.map((at) => whole.values[at] ?? 0),
      approval: 'P'.repeat(places.length),
    };
    for (const members of [
      [whole, part],
      [part, whole],
    ]) {
      const sum = createSpanSums(sumRecords(members.map(bridgeGaps)));
      const { week, month } = windowsOf(dayNumber('2026-07-15'), 'nov');
      expect(windowGainOf(sum, 'week', week)).toBeUndefined();
      expect(windowGainOf(sum, 'month', month ?? week)?.estimated).toBe(1);
      const before = windowGainOf(sum, 'week', windowsOf(dayNumber('2026-07-11'), 'nov').week);
      expect(before?.gain).toBe(200);
    }
  });

  it('has no percentage of a median that is small or below zero', () => {
    const flat = createSpanSums({ days: record.days, values: record.days.map(() => 99) });
    const span = windowsOf(dayNumber('2026-07-15'), 'nov');
    expect(windowGainOf(flat, 'week', span.week)?.of?.percent).toBeNull();
    const high = createSpanSums({ days: record.days, values: record.days.map(() => 100) });
    expect(windowGainOf(high, 'week', span.week)?.of?.percent).toBe(100);
    const losing = createSpanSums({ days: record.days, values: record.days.map(() => -500) });
    expect(windowGainOf(losing, 'week', span.week)?.of?.percent).toBeNull();
  });

  test.each([
    ['an empty record', { days: [], values: [] }],
    ['a record that ends before', { days: [dayNumber('2026-07-01')], values: [1] }],
    [
      'a record with a gap of eight days',
      { days: [0, 9].map((step) => dayNumber('2026-07-06') + step), values: [1, 1] },
    ],
  ])('is not there for %s', (_name, part) => {
    const span = windowsOf(dayNumber('2026-07-15'), 'nov');
    expect(windowGainOf(createSpanSums(part), 'week', span.week)).toBeUndefined();
  });
});

test('a record added to itself doubles, and one minus itself is nothing', () =>
  forAll([fc.integer({ min: 1, max: 1000 })], 30, (seed) => {
    const record = gainRecord(seed, '2020-01-01', '2020-12-31');
    const negative = { days: record.days, values: record.values.map((value) => -value) };
    const doubled = createSpanSums(sumRecords([record, record].map(bridgeGaps)));
    const single = createSpanSums(record);
    const nothing = sumRecords([record, negative].map(bridgeGaps));
    const span = { first: dayNumber('2020-03-01'), last: dayNumber('2020-03-31') };
    expect(doubled.of(span)?.sum ?? 0).toBeCloseTo(2 * (single.of(span)?.sum ?? 0), 6);
    expect(nothing.values.every((value) => Math.abs(value) < 1e-9)).toBe(true);
  }));

test('a day without one of the records is no day of their sum', () => {
  const day = dayNumber('2026-07-01');
  const sum = sumRecords([
    { days: [day, day + 1, day + 20], values: [1, 2, 3], approval: 'AAP' },
    { days: [day, day + 20], values: [10, 30], approval: 'PA' },
  ]);
  expect(sum).toEqual({ days: [day, day + 20], values: [11, 33], approval: 'PP' });
});

describe('the error of gages', () => {
  it('has no part of a gage within a chain of reaches', () => {
    const chain = [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C' },
      { from: 'D', to: 'E' },
    ];
    expect(endsOfChain(chain)).toEqual([
      { id: 'A', sign: -1 },
      { id: 'C', sign: 1 },
      { id: 'D', sign: -1 },
      { id: 'E', sign: 1 },
    ]);
  });

  it('is what a hundred thousand draws of the errors of both gages give, within 2 %', () => {
    const span = windowsOf(dayNumber('2026-07-15'), 'nov').season;
    const length = span.last - span.first + 1;
    const flows = [3000, 4200].map((mean, side) => {
      const days = Array.from({ length }, (_, at) => span.first + at);
      return { days, values: days.map((day) => mean + 800 * Math.sin(day / (40 + side))) };
    });
    const ends = flows.map(
      (record, at) => ({ sign: at === 0 ? -1 : 1, sums: createSpanSums(record) }) as const,
    );
    const random = randomSource(3);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const [inflow = 0, outflow = 0] = flows.map(
      ({ values }) => values.reduce((sum, value) => sum + value, 0) * 1.983,
    );
    const draws = Array.from({ length: 100_000 }, () => outflow * 0.05 * normal() - inflow * 0.05 * normal());
    const spread = Math.sqrt(draws.reduce((sum, draw) => sum + draw ** 2, 0) / draws.length);
    const error = gageErrorOf(ends, 'season', span, 0.05) ?? Number.NaN;
    expect(Math.abs(error / spread - 1)).toBeLessThan(0.02);
  });

  it('is unknown where a gage has no value on a day', () => {
    const span = windowsOf(dayNumber('2026-07-15'), 'nov').week;
    expect(
      gageErrorOf([{ sign: 1, sums: createSpanSums({ days: [], values: [] }) }], 'week', span, 0.05),
    ).toBeUndefined();
    expect(gageErrorOf([], 'week', span, 0.05)).toBeUndefined();
  });
});

it('lists the means of the whole weeks of a season, the last up to its last day', () => {
  const record = gainRecord(4);
  const sums = createSpanSums(record);
  const span = windowsOf(dayNumber('2026-07-15'), 'nov').season;
  const { weeks: means, usual } = weeksOf(sums, span);
  expect(means).toHaveLength(36);
  expect(usual).toHaveLength(36);
  expect(means.at(-1) ?? Number.NaN).toBeCloseTo(
    windowGainOf(sums, 'week', windowsOf(span.last, 'nov').week)?.gain ?? 0,
    6,
  );
});

it('lists the days of a season of fewer than eight weeks', () => {
  const last = dayNumber('2025-11-26');
  const first = dayNumber('1980-10-01');
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const sums = createSpanSums({ days, values: days.map((day) => (day === last ? 300 : 200)) });
  const { weeks, usual } = weeksOf(sums, windowsOf(last, 'nov').season);
  expect(weeks).toHaveLength(26);
  expect(weeks.slice(-2)).toEqual([200, 300]);
  expect(usual).toHaveLength(26);
  for (const each of usual) expect(each).toBeCloseTo(200, 6);
});
