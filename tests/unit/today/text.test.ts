import { describe, expect, it, test } from 'vitest';
import type { BriefStorage } from '#contract/brief.ts';
import { describeShare, describeVolume } from '#domain/brief/total-text.ts';
import { describeRank } from '#domain/rank-text.ts';
import { describeWellChange } from '#domain/well-change.ts';
import { describeFlow, describeReach, describeRiver, describeWell } from '#features/today/flow-text.ts';
import { describeHead, describeTime, isPartlyDemonstration } from '#features/today/head-text.ts';
import { describeDoubt, describeLateSites, describeMove } from '#features/today/moved-text.ts';
import { describeBriefAge, describeProvisional, newestDay } from '#features/today/record-text.ts';
import { describeSnow } from '#features/today/snow-text.ts';
import { describeStorage } from '#features/today/storage-text.ts';
import { briefExample } from '../../support/brief-example.ts';

const on = '2026-05-14';
const brief = briefExample(on);
const context = { on, newest: '2026-05-13' };

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`The list has no ${index}.`);
  return found;
}

describe('volumes', () => {
  it.each([
    [0, '0 AF'],
    [412, '412 AF'],
    [999.4, '999 AF'],
    [999.5, '1 KAF'],
    [203_400, '203 KAF'],
    [999_499, '999 KAF'],
    [999_500, '1 MAF'],
    [1_383_000, '1.38 MAF'],
    [12_345_000, '12.3 MAF'],
  ])('%d AF is %s', (value, expected) => {
    expect(describeVolume(value, 'AF')).toBe(expected);
  });

  test('another unit stays', () => expect(describeVolume(1_383_000, 'm³')).toBe('1,383,000 m³'));
});

describe('ranks', () => {
  it.each([
    [30, 1, 30, 'lowest of 30 years'],
    [26, 5, 30, '5th lowest of 30 years'],
    [1, 30, 30, 'highest of 30 years'],
    [2, 29, 30, '2nd highest of 30 years'],
    [3, 11, 13, '3rd highest of 13 years'],
    [11, 3, 13, '3rd lowest of 13 years'],
    [1, 1, 12, 'the same in all 12 years'],
    [1, 1, 1, 'the only year with this date'],
  ])('rank %d, from the lowest %d, of %d: %s', (rank, lowRank, years, expected) => {
    expect(describeRank({ rank, lowRank, years })).toBe(expected);
  });
});

describe('storage', () => {
  const { storage } = brief;
  if (!storage) throw new Error('The example has storage.');
  const described = (changes: Partial<BriefStorage>) => describeStorage({ ...storage, ...changes }, on);

  test('the total, its changes and its place among years', () => {
    expect(describeStorage(storage, on).total).toEqual({
      value: '2.52 MAF',
      fullness: '65 % full',
      changes: ['+9.3 KAF in 1 day', '+81.5 KAF in 7 days', '−403 KAF in 30 days'],
      comparisons: [
        '587 KAF less than a year before',
        '353 KAF less than the median of 30 years',
        '5th lowest of 45 years',
      ],
      provisional: 'all values provisional',
    });
  });

  test('an older total names the missing member and the day', () => {
    expect(described({}).remark).toBe(
      'The total is that of 05/12/2026, the last day on which every reservoir has a value: Ririe Reservoir has no value of 05/13/2026.',
    );
  });

  test('a withheld total says who is missing', () => {
    expect(described({ total: null, missing: ['Jackson Lake', 'Grassy Lake'] })).toMatchObject({
      total: undefined,
      remark:
        'There is no total: Jackson Lake and Grassy Lake have no value of 05/13/2026, and on no day of the last 30 do all of the reservoirs have a value.',
    });
    expect(described({ total: null, missing: [] }).remark).toBe(
      'There is no total: on no day of the last 30 do all of the reservoirs have a value.',
    );
    expect(described({ total: null, newest: null }).remark).toBe(
      'No reservoir has a value of the last 30 days.',
    );
  });

  test('no remark on a total of the newest day', () => {
    const total = storage.total && { ...storage.total, rdate: '2026-05-13' };
    expect(described({ total, missing: [] }).remark).toBeUndefined();
  });

  test('says what has no value to compare with', () => {
    const total = storage.total && {
      ...storage.total,
      last_year: null,
      median: null,
      changes: [{ days: 7, change: null }],
    };
    expect(described({ total }).total).toMatchObject({
      changes: ['no value 7 days before'],
      comparisons: ['no total a year before', 'no median of the date', '5th lowest of 45 years'],
    });
  });

  test('a reservoir has its levels, and one without a value says so', () => {
    const [jackson] = describeStorage(storage, on).members;
    expect(jackson).toMatchObject({
      name: 'Jackson Lake',
      href: '/sites/157',
      fullness: '61 %',
      amount: '514 KAF',
      age: undefined,
      label: 'Jackson Lake: 514 KAF, 61 % full; a year before 640 KAF; median of the date 601 KAF',
    });
    expect(jackson?.levels?.now).toBeCloseTo(0.607);
    const silent = { ...at(storage.members, 0), rdate: null, value: null, approval: null, capacity: null };
    expect(described({ members: [silent] }).members[0]).toMatchObject({
      fullness: undefined,
      amount: 'no value',
      levels: undefined,
    });
  });

  it.each([
    [0, undefined],
    [0.001, '1 % of the values provisional'],
    [0.43, '43 % of the values provisional'],
    [0.999, '99 % of the values provisional'],
    [1, 'all values provisional'],
  ])('a share of %d: %s', (share, expected) => {
    expect(describeShare(share)).toBe(expected);
  });
});

describe('rivers, springs and gains', () => {
  test('a gage with the natural flow beneath it', () => {
    expect(describeRiver(at(brief.rivers, 0), context)).toMatchObject({
      name: 'Snake River near Heise',
      href: '/sites/14',
      value: '13,400 cfs',
      age: undefined,
      change: '+650 cfs in 1 day',
      mean: '7-day mean 11,500 cfs',
      class: { text: 'normal', tone: 'normal' },
      comparisons: ['104 % of the median'],
      natural: { name: 'Natural flow', href: '/sites/372', value: '18,300 cfs' },
    });
  });

  test('a late spring has its last day, and its line ends there', () => {
    const spring = describeFlow(at(brief.springs, 0), context);
    expect(spring.age).toEqual({ text: 'late: last value 05/05/2026, 9 days before', isLate: true });
    expect(spring.class).toEqual({ text: 'much below normal', tone: 'very-low' });
    expect(spring.line?.xs).toHaveLength(21);
  });

  test('a record without a value, a change or a mean says so', () => {
    const flow = at(brief.springs, 0);
    const none = { rdate: null, value: null, approval: null, change: null, mean_7: null, class: null };
    const silent = { ...flow, ...none, median: null, percent_of_median: null };
    const recent = { start: flow.recent.start, values: flow.recent.values.map(() => null) };
    expect(describeFlow({ ...silent, recent }, context)).toMatchObject({
      value: 'no value',
      age: undefined,
      change: undefined,
      mean: undefined,
      class: undefined,
      comparisons: [],
      line: undefined,
    });
    expect(describeFlow({ ...flow, change: null, mean_7: null }, context)).toMatchObject({
      change: 'no value 1 day before',
      mean: 'no 7-day mean: a day is missing',
    });
  });

  test('a percentage that says nothing is left out', () => {
    expect(describeFlow({ ...at(brief.springs, 0), percent_of_median: 4_000 }, context).comparisons).toEqual(
      [],
    );
  });

  test('a reach has the mean of seven days, and leads to Reach Gains Comparisons', () => {
    expect(describeReach(at(brief.reaches, 2), context)).toMatchObject({
      href: '/data-analysis-tools/reach-gains-comparison?location=369&submitted=yes',
      value: '2,310 cfs',
      mean: '7-day mean',
      comparisons: ['91 % of the median of 38 years, 2,540 cfs', 'lowest 2,240 cfs in 2013'],
    });
    const bare = { ...at(brief.reaches, 2), mean_7: null, median: null, lowest: null, lowest_year: null };
    expect(describeReach(bare, context)).toMatchObject({
      value: 'no value',
      mean: 'no seven days in a row',
      comparisons: [],
    });
    expect(describeReach(at(brief.reaches, 0), context)).toMatchObject({
      value: '−212 cfs',
      comparisons: ['median of 38 years: −160 cfs', 'lowest −401 cfs in 2003'],
    });
  });
});

describe('wells', () => {
  it.each([
    [0.42, true, '0.42 ft deeper than one year earlier'],
    [-0.31, true, '0.31 ft higher than one year earlier'],
    [0.42, false, '0.42 ft higher than one year earlier'],
    [-0.42, false, '0.42 ft lower than one year earlier'],
    [0.001, true, 'As deep as one year earlier'],
    [0.001, false, 'As high as one year earlier'],
    [undefined, true, 'No reading one year earlier'],
  ])('a change of %s (depth: %s): %s', (change, isDepth, expected) => {
    expect(describeWellChange(change, isDepth)).toBe(expected);
  });

  test('a well that is read monthly is not late after 24 days', () => {
    expect(describeWell(at(brief.wells, 0), { on, newest: '2026-04-20' })).toMatchObject({
      value: '171.42 ft',
      age: undefined,
      change: '0.42 ft deeper than one year earlier',
    });
  });
});

describe('snow', () => {
  test('percent of the median, of the peak, and the number of sites', () => {
    expect(describeSnow(at(brief.snow, 0), '2026-05-13')).toMatchObject({
      lead: '92 %',
      base: 'of the median for the date',
      ofPeak: '67 % of the median peak',
      sites: '12 of 12 sites',
      missing: undefined,
      day: undefined,
    });
    expect(describeSnow(at(brief.snow, 3), '2026-05-13')).toMatchObject({
      sites: '13 of 14 sites',
      missing: 'without Galena Summit',
    });
  });

  it.each([
    [{}, 'less than an inch of median snow: too little for a percentage'],
    [{ rdate: null }, 'no value of the last 7 days'],
    [{ count: 0 }, 'no site has a median for the date'],
  ])('no percentage with %o: %s', (changes, lead) => {
    expect(describeSnow({ ...at(brief.snow, 2), ...changes }, '2026-05-13')).toMatchObject({
      lead,
      base: undefined,
      percent: undefined,
    });
  });

  test('many missing sites are counted', () => {
    const missing = ['Lewis Lake', 'Base Camp', 'Togwotee', 'Gunsight', 'Salt River'];
    expect(describeSnow({ ...at(brief.snow, 0), missing }, null).missing).toBe(
      'without Lewis Lake, Base Camp, Togwotee, and 2 more sites',
    );
  });
});

describe('what moved, and what is late', () => {
  test('a change, what is usual, and z in words', () => {
    expect(describeMove(at(brief.moved, 0))).toMatchObject({
      change: '+48,400 AF in 7 days',
      usual: 'usual is +9,100 AF',
      spread: '3.2 times its usual spread',
    });
    expect(describeMove(at(brief.moved, 2))).toMatchObject({
      change: '−1,510 cfs in 7 days',
      usual: 'usual is no change',
      spread: '2 times its usual spread',
    });
  });

  test('the reasons of a doubt', () => {
    expect(brief.doubts.map((each) => describeDoubt(each).text)).toEqual([
      'last reported on 05/05/2026, 9 days before',
      '2 values of the last 7 days failed a quality rule and are in no figure',
    ]);
    const both = { ...at(brief.doubts, 0), rdate: null, days: null, flagged: 1 };
    expect(describeDoubt(both).text).toBe(
      'has no value; 1 value of the last 7 days failed a quality rule and is in no figure',
    );
  });

  it.each([
    [0, 'No site of the map is late.'],
    [1, '1 site of the map is late.'],
    [14, '14 sites of the map are late.'],
  ])('%d late sites', (count, expected) => expect(describeLateSites(count)).toBe(expected));
});

describe('the head', () => {
  test('today, and another day', () => {
    expect(describeHead(brief, on)).toEqual({
      title: 'Today',
      date: 'Thursday, May 14, 2026',
      notes: ['values through the day before', 'all values provisional'],
      demonstration: 'Synthetic demonstration values, not measurements.',
    });
    expect(describeHead(brief, '2026-11-22').title).toBe('Brief of May 14, 2026');
    expect(describeHead({ ...brief, newest: null }, on).notes[0]).toBe('no values yet');
  });

  test('measured and synthetic values beside each other are marked in their lines', () => {
    const mixed = { ...brief, springs: brief.springs.map((each) => ({ ...each, is_demonstration: false })) };
    expect(isPartlyDemonstration(mixed)).toBe(true);
    expect(describeHead(mixed, on).demonstration).toMatch(/^Some values are synthetic/);
    expect(isPartlyDemonstration(brief)).toBe(false);
  });

  it.each([
    ['2026-05-14T13:02:00Z', '7:02 a.m.'],
    ['2026-05-14T18:30:00Z', '12:30 p.m.'],
    ['2026-05-14T06:05:00Z', '12:05 a.m.'],
    ['2026-05-13T22:00:00Z', '05/13/2026, 4:00 p.m.'],
  ])('%s is %s in the basin', (instant, expected) => {
    expect(describeTime(Date.parse(instant), new Date('2026-05-14T20:00:00Z'))).toBe(expected);
  });
});

describe('the age of a value', () => {
  it.each([
    [null, 1, undefined],
    ['2026-05-13', 1, undefined],
    ['2026-05-11', 1, { text: 'on 05/11/2026', isLate: false }],
    ['2026-05-08', 1, { text: 'late: last value 05/08/2026, 6 days before', isLate: true }],
    ['2026-03-20', 30, { text: 'on 03/20/2026', isLate: false }],
    ['2020-05-08', 1, { text: 'ended: no value since 05/08/2020', isLate: false }],
  ])('%s, usually every %d days', (rdate, interval_days, expected) => {
    expect(describeBriefAge({ rdate, interval_days }, on, '2026-05-13')).toEqual(expected);
  });

  test('the newest day of records, and how many are provisional', () => {
    expect(newestDay([{ rdate: null }, { rdate: '2026-05-02' }, { rdate: '2026-05-01' }])).toBe('2026-05-02');
    expect(newestDay([])).toBeNull();
    const approvals = (...all: ('A' | 'P' | null)[]) =>
      describeProvisional(all.map((approval) => ({ approval })));
    expect(approvals('P', 'P', null)).toBe('all values provisional');
    expect(approvals('P', 'A', 'A')).toBe('1 of 3 values provisional');
    expect(approvals('A', null)).toBeUndefined();
  });
});
