import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Flag, flagNames } from '#domain/qualifiers.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import {
  type DerivedSeries,
  maxDerived,
  readDerived,
  removeDerived,
  writeDerived,
} from '#features/derived-series/rules/definitions.ts';
import {
  type Computable,
  type DailyValues,
  deriveSeries,
  widenPeriod,
} from '#features/derived-series/rules/derive.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

type Point = { readonly value: number; readonly isProvisional: boolean; readonly flag: Flag | undefined };
type Points = ReadonlyMap<number, Point>;

/** A leap year's winter: days without a value, provisional and flagged ones, over February 29. */
const first = dayNumber('2024-02-01');
const spanDays = 60;
const period = { start: '2024-02-10', end: '2024-03-20' };
const point = fc.record({
  value: fc.integer({ min: -5000, max: 500_000 }).map((each) => each / 100),
  isProvisional: fc.boolean(),
  flag: fc.option(fc.constantFrom(...flagNames), { nil: undefined, freq: 6 }),
});
const points: fc.Arbitrary<Points> = fc
  .array(fc.option(point, { freq: 8 }), { minLength: spanDays, maxLength: spanDays })
  .map((all) => new Map(all.flatMap((each, at): [number, Point][] => (each ? [[first + at, each]] : []))));

function toValues(all: Points, start = formatDay(first)): DailyValues {
  const origin = dayNumber(start);
  const entries = [...all].toSorted(([a], [b]) => a - b);
  const measured = entries.filter(([, { flag }]) => flag === undefined);
  return {
    start,
    dates: measured.map(([day]) => day - origin),
    values: measured.map(([, { value }]) => value),
    approval: measured.map(([, { isProvisional }]) => (isProvisional ? 'P' : 'A')).join(''),
    qualifiers: {},
    flagged: entries.flatMap(([day, { value, isProvisional, flag }]) =>
      flag === undefined ? [] : [{ day: day - origin, value, flag, approval: isProvisional ? 'P' : 'A' }],
    ),
  };
}

function toPoints({ start, dates, values, approval, flagged }: DailyValues): Points {
  const origin = dayNumber(start);
  return new Map([
    ...dates.map((day, at): [number, Point] => [
      origin + day,
      { value: values[at] ?? Number.NaN, isProvisional: approval[at] === 'P', flag: undefined },
    ]),
    ...flagged.map(({ day, value, flag, approval: own }): [number, Point] => [
      origin + day,
      { value, flag, isProvisional: own === 'P' },
    ]),
  ]);
}

const records = (left: readonly Points[], unit = 'cfs') =>
  new Map(
    left.map((each, at): [string, Computable] => [
      `l${at + 1}`,
      { name: `Site ${at + 1}`, unit, values: toValues(each) },
    ]),
  );

/** Computes the series of texts from records by their keys. */
function compute(texts: readonly string[], known: ReadonlyMap<string, Computable>, asked = period) {
  const { derived, refused } = readDerived(texts);
  expect(refused).toEqual([]);
  return deriveSeries(
    derived,
    (key) => known.get(key),
    (key) => known.get(key)?.name ?? key,
    asked,
  );
}

/** Computes the series of texts; the last one's points. */
function derive(texts: readonly string[], left: readonly Points[], unit = 'cfs', asked = period): Points {
  const last = compute(texts, records(left, unit), asked).at(-1);
  if (!last || last.fault !== undefined) throw new Error(last?.fault);
  return toPoints(last.values);
}

/** Another way to the same points: each day by itself from the points of the days that it needs. */
function naive(
  needed: (day: number) => readonly (Point | undefined)[],
  toValue: (values: readonly number[]) => number,
): Points {
  const found = new Map<number, Point>();
  for (let day = dayNumber(period.start); day <= dayNumber(period.end); day += 1) {
    const used = needed(day);
    if (used.length === 0 || used.some((each) => each === undefined)) continue;
    const all = used.filter((each) => each !== undefined);
    const flags = all.flatMap(({ flag }) => flag ?? []);
    found.set(day, {
      value: toValue(all.map(({ value }) => value)),
      isProvisional: all.some(({ isProvisional }) => isProvisional),
      flag: flagNames.find((each) => flags.includes(each)),
    });
  }
  return found;
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

function expectClose(one: Points, other: Points) {
  expect([...one.keys()].toSorted()).toEqual([...other.keys()].toSorted());
  for (const [day, { value, ...rest }] of one) {
    const { value: expected = 0, ...others } = other.get(day) ?? {};
    expect(rest).toEqual(others);
    expect(value).toBeCloseTo(expected, 6);
  }
}

describe('a derived series is that of a second implementation, day by day', () => {
  type At = (site: number, day: number) => Point | undefined;
  type Needed = (at: At, day: number) => readonly (Point | undefined)[];
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const back =
    (days: number): Needed =>
    (at, day) =>
      Array.from({ length: days }, (_, step) => at(0, day - step));

  test.each<[string, string, Needed, (values: readonly number[]) => number]>([
    ['a difference', 'diff:l1,l2:X', (at, day) => [at(0, day), at(1, day)], ([a = 0, b = 0]) => a - b],
    ['a sum', 'sum:l1,l2,l3:X', (at, day) => [0, 1, 2].map((site) => at(site, day)), sum],
    ['a mean of 3 days', 'mean:l1:3:X', back(3), mean],
    ['a mean of 7 days', 'mean:l1:7:X', back(7), mean],
    ['a mean of 30 days', 'mean:l1:30:X', back(30), mean],
    ['a volume', 'af:l1:X', (at, day) => [at(0, day)], ([a = 0]) => a * acreFeetPerCfsDay],
    ['a lag', 'lag:l1:3:X', (at, day) => [at(0, day - 3)], sum],
    ['a lag to earlier days', 'lag:l1:-5:X', (at, day) => [at(0, day + 5)], sum],
  ])('%s', (_, text, needed, toValue) =>
    forAll([points, points, points], 40, (...left) => {
      const at: At = (site, day) => left[site]?.get(day);
      expectClose(
        derive([text], left),
        naive((day) => needed(at, day), toValue),
      );
    }),
  );
});

describe('what holds of any record', () => {
  test('A − A is 0 on every day that A has', () =>
    forAll([points], 100, (a) => {
      const zero = derive(['diff:l1,l1:X'], [a]);
      const own = derive(['lag:l1:1:Back', 'lag:d1:-1:X'], [a]);
      expect([...zero.keys()]).toEqual([...own.keys()]);
      for (const { value } of zero.values()) expect(value).toBe(0);
    }));

  test('a sum is the same in any order, with its flags', () =>
    forAll([points, points, points], 100, (a, b, c) => {
      expectClose(derive(['sum:l1,l2,l3:X'], [a, b, c]), derive(['sum:l3,l1,l2:X'], [a, b, c]));
    }));

  test('a lag there and back, and a volume there and back, are the record', () =>
    forAll([points, fc.integer({ min: 1, max: 366 })], 100, (a, days) => {
      const own = naive((day) => [a.get(day)], sum);
      expectClose(derive([`lag:l1:${days}:There`, `lag:d1:-${days}:Back`], [a]), own);
      expectClose(derive(['af:l1:There', 'cfs:d1:Back'], [a]), own);
    }));

  test('a mean has no value on any of the days after a gap that need it, also over February 29', () => {
    const all = new Map(
      Array.from({ length: spanDays }, (_, at): [number, Point] => [
        first + at,
        { value: 10, isProvisional: false, flag: undefined },
      ]),
    );
    const leap = dayNumber('2024-02-29');
    all.delete(leap);
    const days = [...derive(['mean:l1:3:X'], [all]).keys()];
    expect([-1, 0, 1, 2, 3].filter((after) => days.includes(leap + after))).toEqual([-1, 3]);
  });

  test('the values of a period do not depend on where it begins', () =>
    forAll([points, fc.integer({ min: 0, max: 20 })], 100, (a, later) => {
      const texts = ['mean:l1:3:Mean', 'lag:d1:2:X'];
      const start = formatDay(dayNumber(period.start) + later);
      const whole = derive(texts, [a]);
      const part = derive(texts, [a], 'cfs', { ...period, start });
      expect([...part]).toEqual([...whole].filter(([day]) => formatDay(day) >= start));
      const wide = widenPeriod({ ...period, start }, readDerived(texts).derived);
      expect(dayNumber(start) - dayNumber(wide.start)).toBe(4);
      const read = new Map([...a].filter(([day]) => formatDay(day) >= wide.start));
      expect([...derive(texts, [read], 'cfs', { ...period, start })]).toEqual([...part]);
    }));
});

test('codes of the agency are those of every value used, without who entered it; arithmetic leaves no noise', () => {
  const at = (value: number, codes: Record<string, string>): Computable => ({
    name: 'Site',
    unit: 'cfs',
    values: {
      ...toValues(
        new Map([[dayNumber('2024-03-01'), { value, isProvisional: false, flag: undefined }]]),
        '2024-03-01',
      ),
      qualifiers: codes,
    },
  });
  const known = new Map([
    ['l1', at(12.3, { 0: 'e' })],
    ['l2', at(12.1, { 0: 'Ice entry' })],
  ]);
  const [found] = compute(['diff:l1,l2:X'], known);
  expect(found).toMatchObject({ values: { values: [0.2], qualifiers: { 0: 'Ice e' } } });
});

describe('units', () => {
  const known = new Map([
    ...records([new Map()]),
    ['r1', { ...(records([new Map()]).get('l1') as Computable), name: 'Lake', unit: 'AF' }],
  ]);
  test.each([
    ['diff:l1,r1:X', 'A difference needs one unit: Site 1 is in cfs, Lake in AF.'],
    ['sum:l1,r1:X', 'A sum needs one unit: Site 1 is in cfs, Lake in AF.'],
    ['af:r1:X', 'Daily volumes need a flow in cfs; Lake is in AF.'],
    ['cfs:l1:X', 'A flow needs daily volumes in AF; Site 1 is in cfs.'],
    ['diff:l1,l9:X', 'l9 is not among the chosen series.'],
    ['cfs:r1:X', undefined],
    ['af:l1:X', undefined],
  ])('%s: %s', (text, fault) => {
    const [found] = compute([text], known);
    expect(found?.fault).toBe(fault);
  });

  test('what is computed from a series that cannot be computed says so', () => {
    const all = compute(['af:r1:Volume', 'mean:d1:3:X'], known);
    expect(all[1]?.fault).toBe('Volume is not among the chosen series.');
  });
});

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) =>
    text
      .replace(/[^\p{L}\p{N}: −,]/gu, 'x')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '');
const operand = fc
  .tuple(fc.constantFrom('l', 'r'), fc.integer({ min: 1, max: 999_999 }))
  .map((parts) => parts.join(''));
const series: fc.Arbitrary<DerivedSeries> = fc.oneof(
  fc.record({ name, operation: fc.constant('diff' as const), operands: fc.tuple(operand, operand) }),
  fc.record({
    name,
    operation: fc.constant('sum' as const),
    operands: fc.uniqueArray(operand, { minLength: 2, maxLength: 20 }),
  }),
  fc.record({
    name,
    operation: fc.constant('mean' as const),
    operands: fc.constantFrom(['l1'], ['d1']),
    days: fc.constantFrom(3, 7, 30),
  }),
  fc.record({
    name,
    operation: fc.constant('lag' as const),
    operands: fc.tuple(operand),
    days: fc.oneof(fc.integer({ min: 1, max: 366 }), fc.integer({ min: -366, max: -1 })),
  }),
);

describe('the address', () => {
  test('gives back what was written, names with colons and commas too', () =>
    forAll(
      [
        fc.uniqueArray(series, {
          selector: (each) => each.name.normalize('NFC').toLowerCase(),
          maxLength: maxDerived,
        }),
      ],
      100,
      (all) => {
        const wanted = all.map((each, at) => ({
          ...each,
          name: each.name.normalize('NFC'),
          operands: at === 0 ? each.operands.map((one) => one.replace('d', 'l')) : each.operands,
        }));
        const { derived, refused } = readDerived(wanted.map(writeDerived));
        expect(refused).toEqual([]);
        expect(derived).toEqual(wanted);
      },
    ));

  test.each([
    ['', 'It must begin with'],
    ['ratio:l1,l2:X', 'It must begin with diff, sum'],
    ['diff:l1:X', 'Choose two series.'],
    ['diff::X', 'Choose two series.'],
    ['diff:l1,l2,l3:X', 'Choose two series.'],
    ['diff:l1,left-2:X', '“left-2” is no series'],
    ['diff:l1,l0:X', '“l0” is no series'],
    ['sum:l1,l1:X', 'Choose each series once.'],
    ['sum:l1:X', 'Choose 2 to 20 series.'],
    ['af:l1,l2:X', 'Choose a series.'],
    ['mean:l1:5:X', 'a mean of 3, 7 or 30 days'],
    ['mean:l1:X', 'a mean of 3, 7 or 30 days'],
    ['lag:l1:0:X', 'a lag of 1 to 366 days'],
    ['lag:l1:367:X', 'a lag of 1 to 366 days'],
    ['lag:l1:1.5:X', 'a lag of 1 to 366 days'],
    ['lag:l1:1e2:X', 'a lag of 1 to 366 days'],
    ['mean:d1:7:X', 'one that stands before it'],
    ['diff:l1,l2', 'a name of 1 to 60 characters'],
    ['diff:l1,l2:', 'a name of 1 to 60 characters'],
    [`diff:l1,l2:${'x'.repeat(61)}`, 'a name of 1 to 60 characters'],
    ['diff:l1,l2:a\u202eb', 'U+202E'],
  ])('refuses %s: %s', (text, says) => {
    const { derived, refused } = readDerived([text]);
    expect(derived).toEqual([]);
    expect(refused).toEqual([expect.stringContaining(says)]);
  });

  test('leaves out what is computed from a refused one, and moves the others together', () => {
    const texts = ['diff:l1,l2:A', 'ratio:l1:B', 'mean:d2:7:C', 'mean:d1:7:D', 'lag:d4:1:E', 'af:l1:a'];
    const { derived, refused } = readDerived(texts);
    expect(derived.map(writeDerived)).toEqual(['diff:l1,l2:A', 'mean:d1:7:D', 'lag:d2:1:E']);
    expect(refused).toHaveLength(3);
    expect(refused[2]).toContain('Another derived series is named “a”');
  });

  test('takes ten series', () => {
    const texts = Array.from({ length: 12 }, (_, at) => `af:l1:${at}`);
    const { derived, refused } = readDerived(texts);
    expect([derived.length, refused]).toEqual([10, ['Only the first 10 derived series are used.']]);
  });

  test('reads any text without an error', () =>
    forAll([fc.array(fc.string())], 100, (texts) => {
      const { derived } = readDerived(texts);
      expect(readDerived(derived.map(writeDerived))).toEqual({ derived, refused: [] });
    }));
});

test('removing a series removes those that are computed from it', () => {
  const { derived } = readDerived(['diff:l1,l2:A', 'mean:d1:7:B', 'af:l1:C', 'lag:d3:1:D']);
  expect(removeDerived(derived, 0).map(writeDerived)).toEqual(['af:l1:C', 'lag:d1:1:D']);
  expect(removeDerived(derived, 3).map(writeDerived)).toEqual(['diff:l1,l2:A', 'mean:d1:7:B', 'af:l1:C']);
});
