import { describe, expect, test } from 'vitest';
import {
  describeRank,
  describeReach,
  describeShare,
  describeSnow,
  describeStorage,
} from '#domain/finding/group-text.ts';
import type { StandingClass } from '#domain/statistics/percentile-class.ts';
import { briefExample } from '../../support/brief-example.ts';

const on = '2026-05-14';
const brief = briefExample(on);

function at<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new Error(`The example has no ${index}.`);
  return found;
}

test.each([
  [30, 1, 30, 'lowest of 30 years'],
  [26, 5, 30, '5th lowest of 30 years'],
  [1, 30, 30, 'highest of 30 years'],
  [2, 29, 30, '2nd highest of 30 years'],
  [11, 3, 13, '3rd lowest of 13 years'],
  [1, 1, 12, undefined],
  [1, 1, 1, undefined],
])('rank %d, from the lowest %d, of %d years: %s', (rank, low_rank, years, expected) => {
  expect(describeRank({ rank, low_rank, years })).toBe(expected);
});

describe('storage', () => {
  const { storage } = brief;
  if (!storage?.total) throw new Error('The example has storage.');
  const { total } = storage;

  test('has a value, its share, changes and a place', () => {
    expect(describeStorage(storage)).toMatchObject({
      value: '2.52 MAF',
      fullness: '65 % full',
      changes: ['+9.3 KAF in 1 day', '+81.5 KAF in 7 days', '−403 KAF in 30 days'],
      standing: 'below normal, 14th percentile of 30 years',
      class: { text: 'below normal', tone: 'low' },
      comparison: '353 KAF under the median',
      yearChange: '587 KAF less than a year before',
      rank: '5th lowest of 45 years',
      bar: { percentile: 14, record: undefined, yearBefore: 70, isLate: false },
    });
  });

  test.each([
    [
      'an older total',
      {},
      'The total is that of May 12, 2026, the last day on which every reservoir has a value: Ririe Reservoir has no value of May 13, 2026.',
    ],
    [
      'no total, two silent',
      { total: null, missing: ['Jackson Lake', 'Grassy Lake'] },
      'There is no total: Jackson Lake and Grassy Lake have no value of May 13, 2026, and on no day of the last 30 do all of the reservoirs have a value.',
    ],
    [
      'no total, none silent',
      { total: null, missing: [] },
      'There is no total: on no day of the last 30 do all of the reservoirs have a value.',
    ],
    ['no value', { total: null, newest: null }, 'No reservoir has a value of the last 30 days.'],
    ['a total of the newest day', { total: { ...total, rdate: '2026-05-13' }, missing: [] }, undefined],
    [
      'a reservoir above its capacity',
      {
        total: { ...total, rdate: '2026-05-13' },
        missing: [],
        members: storage.members.map((member, at) => (at === 0 ? { ...member, capacity: 1000 } : member)),
      },
      `${storage.members[0]?.loc_name} is above the capacity in the basin file.`,
    ],
  ])('%s', (_, changes, remark) => expect(describeStorage({ ...storage, ...changes }).remark).toBe(remark));

  test.each([
    [{ class: null, percentile: null, of: null }, 'no normal for the date'],
    [
      { class: null, percentile: null, of: null, rank: { rank: 1, low_rank: 4, years: 4 } },
      'no normal yet: 4 years of record, 10 needed',
    ],
    [
      { class: 'lowest on record' as const, percentile: 2, rank: { rank: 45, low_rank: 1, years: 45 } },
      'lowest on record for the date, of 45 years',
    ],
    [
      { of: total.of && { ...total.of, count: 18, first_year: 2003 } },
      'below normal, 14th percentile of 18 years, 2003–2020',
    ],
  ])('%o: %s', (changes, standing) => {
    expect(describeStorage({ ...storage, total: { ...total, ...changes } }).standing).toBe(standing);
  });

  test('without a total it has neither a bar nor a change', () => {
    expect(describeStorage({ ...storage, total: null })).toMatchObject({
      value: 'no total',
      changes: [],
      bar: undefined,
      class: undefined,
    });
  });

  test('a difference that rounds to none is said', () => {
    const same = { ...total, year_before: { rdate: '2025-05-12', value: total.value, percentile: 14 } };
    expect(describeStorage({ ...storage, total: same }).yearChange).toBe('the same as a year before');
    const unknown = { ...total, changes: [{ days: 7, change: null }], year_before: null };
    expect(describeStorage({ ...storage, total: unknown })).toMatchObject({
      changes: ['no value 7 days before'],
      yearChange: undefined,
    });
  });
});

describe('snow', () => {
  const snow = at(brief.snow, 0);

  test('has percentages, a place, and the sites that have none', () => {
    expect(describeSnow(snow)).toMatchObject({
      percent: '92 %',
      ofPeak: '67 % of the median peak',
      standing: 'normal, 41st percentile of 30 years',
      yearBefore: 'a year ago 101 %',
      sites: '12 of 12 sites',
      missing: undefined,
    });
    expect(describeSnow(at(brief.snow, 3))).toMatchObject({
      sites: '13 of 14 sites',
      missing: 'without Galena Summit',
    });
  });

  test.each([
    [{ percent_of_median: null }, 'less than an inch of median snow: too little for a percentage'],
    [{ rdate: null, value: null, percent_of_median: null }, 'no value of the last 7 days'],
    [{ count: 0, value: null, percent_of_median: null }, 'no site has a median for the date'],
  ])('%o: %s', (changes, standing) => {
    expect(describeSnow({ ...snow, ...changes })).toMatchObject({
      percent: undefined,
      standing,
      bar: undefined,
      class: undefined,
      yearBefore: undefined,
    });
  });

  test('many missing sites are counted', () => {
    const missing = ['Lewis Lake', 'Base Camp', 'Togwotee', 'Gunsight', 'Salt River'];
    expect(describeSnow({ ...snow, missing }).missing).toBe(
      'without Lewis Lake, Base Camp, Togwotee, and 2 more sites',
    );
  });
});

describe('a reach', () => {
  const reach = at(brief.reaches, 0);
  const of = reach.of && { ...reach.of, median: 0 };
  const described = (mean_7: number, median: number, name: StandingClass) =>
    describeReach({ ...reach, mean_7, class: name, of: of && { ...of, median } }, on);

  test.each([
    [2_824, 2_500, 'lowest on record', 'gaining least on record', '+2,820 cfs'],
    [2_824, 2_500, 'much below normal', 'gaining far less than usual', '+2,820 cfs'],
    [2_824, 2_500, 'below normal', 'gaining less than usual', '+2,820 cfs'],
    [2_824, 2_500, 'normal', 'gaining as usual', '+2,820 cfs'],
    [2_824, 2_500, 'above normal', 'gaining more than usual', '+2,820 cfs'],
    [2_824, 2_500, 'much above normal', 'gaining far more than usual', '+2,820 cfs'],
    [2_824, 2_500, 'highest on record', 'gaining most on record', '+2,820 cfs'],
    [-61, -70, 'lowest on record', 'losing most on record', '−61 cfs'],
    [-61, -40, 'much below normal', 'losing far more than usual', '−61 cfs'],
    [-61, -50, 'below normal', 'losing more than usual', '−61 cfs'],
    [-61, -60, 'normal', 'losing as usual', '−61 cfs'],
    [-61, -80, 'above normal', 'losing less than usual', '−61 cfs'],
    [-14, -290, 'much above normal', 'losing far less than usual', '−14 cfs'],
    [-14, -290, 'highest on record', 'losing least on record', '−14 cfs'],
    [40, -290, 'much above normal', 'gaining, usually losing', '+40 cfs'],
    [-40, 290, 'much below normal', 'losing, usually gaining', '−40 cfs'],
    [0, 30, 'normal', 'gaining as usual', '0 cfs'],
  ] as const)('of %d cfs where %d is the median, %s: %s', (mean, median, name, text, value) => {
    expect(described(mean, median, name)).toMatchObject({ class: { text }, value });
  });

  test.each([
    [
      { mean_7: null, rdate: null },
      { value: 'no value', standing: 'no seven days in a row', bar: undefined },
    ],
    [
      { class: null, percentile: null, of: null, rank: { rank: 1, low_rank: 3, years: 3 } },
      { standing: 'no normal yet: 3 years of record, 10 needed', bar: undefined },
    ],
    [{ rdate: '2026-05-01' }, { age: '13 days old', bar: { isLate: true } }],
    [
      { rdate: '2020-05-01' },
      { standing: 'ended May 1, 2020', class: undefined, bar: { percentile: undefined } },
    ],
  ])('%o', (changes, expected) =>
    expect(describeReach({ ...reach, ...changes }, on)).toMatchObject(expected),
  );
});

test.each([
  [0, undefined],
  [0.001, '1 % of the values provisional'],
  [0.43, '43 % of the values provisional'],
  [0.999, '99 % of the values provisional'],
  [1, 'all values provisional'],
])('a share of %d: %s', (share, text) => expect(describeShare(share)).toBe(text));
