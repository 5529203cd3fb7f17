import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeDayCondition,
  noByte,
  packBytes,
  parseConditionByte,
  toConditionByte,
  unpackBytes,
} from '#domain/statistics/condition-bytes.ts';
import { conditionBytes, snowClassOf, weekTrendOf } from '#domain/statistics/condition-season.ts';
import { classOf, latestOf, normalClassOf, standingClasses } from '#domain/statistics/percentile-class.ts';
import { measureStatistics } from '#domain/statistics/record-statistics.ts';
import { dayNumber } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

describe('packed bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 300 })), { maxLength: 6 })
      .map((runs) => Uint8Array.from(runs.flatMap(([byte, count]) => new Array<number>(count).fill(byte)))),
  );

  it('are the same when they are unpacked', () =>
    forAll([bytes], 100, (each) => {
      expect(unpackBytes(packBytes(each), each.length)).toEqual(each);
    }));

  it('take little room for a year without values, and hardly more than a byte a day for any year', () => {
    expect(packBytes(new Uint8Array(366).fill(noByte)).length).toBeLessThanOrEqual(8);
    forAll([fc.uint8Array({ minLength: 366, maxLength: 366 })], 100, (each) => {
      expect(packBytes(each).length).toBeLessThanOrEqual(4 * Math.ceil((366 + 3) / 3));
    });
  });

  it.each([
    ['too few', packBytes(new Uint8Array(3)), 4],
    ['too many', packBytes(new Uint8Array(5)), 4],
    ['none', '', 1],
    ['no base64', '§', 1],
    ['a literal that is cut off', btoa('\u0005\u0001'), 6],
  ])('are refused: %s', (_, text, length) => {
    expect(() => unpackBytes(text, length)).toThrow();
  });
});

describe('the byte of a condition', () => {
  it('holds the class and the percentile', () => {
    for (let percentile = 1; percentile <= 99; percentile += 1) {
      const parsed = parseConditionByte(toConditionByte({ percentile, record: null }));
      const percentiles = { 10: 10, 25: 25, 75: 75, 90: 90 };
      const normalClass = normalClassOf(percentile, percentiles, false) ?? 0;
      expect(parsed).toEqual({ percentile, record: null, class: standingClasses[normalClass] });
    }
    expect(parseConditionByte(0)).toEqual({ percentile: 1, record: 'lowest', class: 'lowest on record' });
    expect(parseConditionByte(100)).toEqual({
      percentile: 99,
      record: 'highest',
      class: 'highest on record',
    });
  });

  it.each([101, 254, noByte, undefined])('is none for %s', (byte) => {
    expect(parseConditionByte(byte)).toBeUndefined();
  });

  it('is described in the words of a finding', () => {
    const textOf = (byte: number, isDepth: boolean) => {
      const parsed = parseConditionByte(byte);
      return parsed && describeDayCondition(parsed, isDepth);
    };
    expect(textOf(12, false)).toBe('below normal, 12th percentile');
    expect(textOf(0, false)).toBe('lowest on record');
    expect(textOf(93, true)).toBe('water level much above normal, 93rd percentile');
  });
});

describe('the bytes of a season', () => {
  const first = dayNumber('2023-10-01');
  const last = dayNumber('2024-09-30');
  const start = dayNumber('1990-10-01');
  const flowOf = (day: number) => Math.round(500 + 400 * Math.sin(day / 9.3) + 90 * Math.sin(day * 7.7));

  /** A record with gaps of each length up to six days. */
  function recordOf(parameter: number, hasValue = (day: number) => day % 97 > (day % 7) - 1) {
    const days = Array.from({ length: last - start + 1 }, (_, at) => start + at).filter(hasValue);
    const record = { days, values: days.map(flowOf), approval: 'A'.repeat(days.length) };
    const { statistics } = measureStatistics(record, 'water', 'value', parameter);
    const sorted = new Map(statistics.map((each) => [each.order, each.sorted]));
    const basis = { sortedAt: (order: number) => sorted.get(order), period: 'day', parameter } as const;
    return { record, statistics, basis: { ...basis, interval: 1, first, last } };
  }

  it.each([
    ['a flow', 1, false],
    ['a depth to water', 7, true],
  ])(
    'have the class of %s as a finding has it, until it is late',
    { tags: ['full'] },
    (_, parameter, isReversed) => {
      const { record, statistics, basis } = recordOf(parameter);
      const bytes = conditionBytes(record, basis);
      const places = new Map(record.days.map((day, at) => [day, at]));
      let [classes, carried] = [0, 0];
      for (let day = first; day <= last; day += 1) {
        let back = day;
        while (!places.has(back)) back -= 1;
        const at = places.get(back) ?? 0;
        const upTo = { days: record.days.slice(0, at + 1), values: record.values.slice(0, at + 1) };
        const latest = latestOf(upTo, 'water', 'day');
        const order = statistics.find((each) => each.order === orderOf(back));
        const expected =
          latest && order && day - back <= 5
            ? classOf(latest.value, order, latest.peers, isReversed)
            : undefined;
        expect([day, parseConditionByte(bytes[day - first])?.class]).toEqual([day, expected]);
        if (expected) classes += 1;
        if (expected && back < day) carried += 1;
      }
      expect(classes).toBeGreaterThan(300);
      expect(carried).toBeGreaterThan(3);
    },
  );

  it('are the same of the last two years with the extremes of the years before', () => {
    const { record, basis } = recordOf(1);
    const cut = record.days.findIndex((day) => day >= dayNumber('2022-10-01'));
    const extremes = { lowest: new Map<number, number>(), highest: new Map<number, number>() };
    for (const [at, day] of record.days.slice(0, cut).entries()) {
      const [order, value] = [orderOf(day), record.values[at] ?? Number.NaN];
      extremes.lowest.set(order, Math.min(value, extremes.lowest.get(order) ?? Infinity));
      extremes.highest.set(order, Math.max(value, extremes.highest.get(order) ?? -Infinity));
    }
    const recent = { days: record.days.slice(cut), values: record.values.slice(cut) };
    const bytes = conditionBytes(record, basis);
    expect(conditionBytes(recent, { ...basis, extremes })).toEqual(bytes);
    expect(conditionBytes(recent, basis)).not.toEqual(bytes);
  });

  it('are none without a statistic, and after the end of a record', () => {
    const { record, basis } = recordOf(1);
    const none = conditionBytes(record, { ...basis, sortedAt: () => undefined });
    expect(none.every((each) => each === noByte)).toBe(true);
    const cut = record.days.findIndex((day) => day >= first + 30);
    const ended = { days: record.days.slice(0, cut), values: record.values.slice(0, cut) };
    const bytes = conditionBytes(ended, basis);
    expect(bytes.slice(40).every((each) => each === noByte)).toBe(true);
    expect(bytes[20]).not.toBe(noByte);
    expect(conditionBytes({ days: [], values: [] }, basis).every((each) => each === noByte)).toBe(true);
  });

  it('compare a reading a month with the months of other years', () => {
    const { record, statistics, basis } = recordOf(7, (day) => day % 30 === 4);
    expect(statistics[0]?.period).toBe('month');
    const bytes = conditionBytes(record, { ...basis, period: 'month', interval: 30 });
    for (const [at, day] of record.days.entries()) {
      if (day < first) continue;
      const upTo = { days: record.days.slice(0, at + 1), values: record.values.slice(0, at + 1) };
      const latest = latestOf(upTo, 'water', 'month');
      const statistic = statistics.find((each) => each.order === orderOf(day));
      const expected = latest && statistic && classOf(latest.value, statistic, latest.peers, true);
      expect(parseConditionByte(bytes[day - first])?.class).toBe(expected);
      expect(bytes[day - first + 20] ?? bytes[day - first]).toBe(bytes[day - first]);
    }
  });

  it('are none 46 days after the reading of a well, and on a day without snow, as in most years', () => {
    const { record, basis } = recordOf(7, (day) => day % 30 === 4);
    const bytesOf = (days: readonly number[], parameter: number) =>
      conditionBytes(
        { days, values: days.map(() => 0) },
        { ...basis, period: 'month', interval: 30, parameter, sortedAt: () => new Float64Array(20) },
      );
    const reading = record.days.find((day) => day > first) ?? first;
    const carried = bytesOf([reading], 7).findLastIndex((byte) => byte !== noByte) + first - reading;
    expect(carried).toBe(45);
    expect(bytesOf([reading], 2).every((byte) => byte === noByte)).toBe(true);
    expect(bytesOf([reading], 1).some((byte) => byte === 50)).toBe(true);
  });
});

/** The order of a day in the water year, with a place for February 29. */
function orderOf(day: number): number {
  const text = new Date(day * 86_400_000).toISOString().slice(5, 10);
  return dayNumber(`${text >= '10' ? 1999 : 2000}-${text}`) - dayNumber('1999-10-01') + 1;
}

it.each([
  [[69, 69], 1],
  [[70, 70], 2],
  [[89.4, 89.4], 2],
  [[89.6, 89.6], 3],
  [[109, 109], 3],
  [[120, 120], 4],
  [[130, 130], 5],
  [[400, 0], 5],
] as const)('the snow of stations with %j percent has class %i', (values, expected) => {
  expect(snowClassOf(values.map((percent) => ({ value: percent / 10, median: 10 })))).toBe(expected);
});

it.each([
  ['one station', [{ value: 5, median: 10 }]],
  ['no station', []],
  ['less than an inch of median', [1, 2].map(() => ({ value: 0.5, median: 0.9 }))],
  [
    'a third of the median',
    [1, 2].map(() => ({ value: 1, median: 2 })).concat([{ value: undefined as never, median: 40 }]),
  ],
])('the snow of %s has no class', (_, sites) => {
  expect(snowClassOf(sites)).toBeUndefined();
});

it.each([
  [110, 'above normal', 'rise'],
  [109.9, 'above normal', null],
  [90, 'lowest on record', 'fall'],
  [90.1, 'below normal', null],
  [300, 'normal', null],
  [300, null, null],
  [undefined, 'above normal', null],
] as const)('a value of %s %% of a week before that is %s gets the arrow %s', (percent, name, expected) => {
  expect(weekTrendOf(percent, name)).toBe(expected);
});
