import { expect, test } from 'vitest';
import type { Brief } from '#features/today/contract.ts';
import { describeDay } from '#features/today/rules/sentence.ts';
import { addDays } from '#lib/calendar.ts';
import { briefExample } from '../../support/brief-example.ts';

const on = '2026-05-14';
const brief = briefExample(on);
const { storage, snow, rivers } = brief;
if (!storage?.total || !rivers[0]) throw new Error('The example has storage and a river.');
const total = { ...storage.total, rdate: '2026-05-13' };
const river = rivers[0];

const bare: Partial<Brief> = { storage: null, snow: [], rivers: [] };
const withSnow = (...percents: (number | null)[]): Partial<Brief> => ({
  ...bare,
  snow: snow
    .map((group, at) => ({ ...group, percent_of_median: percents[at] ?? null }))
    .slice(0, percents.length),
});
const withRiver = (changes: Partial<typeof river.actual>): Partial<Brief> => ({
  ...bare,
  rivers: [{ actual: { ...river.actual, ...changes }, natural: null }],
});
const withTotal = (changes: Partial<typeof total>, more: Partial<typeof storage> = {}): Partial<Brief> => ({
  ...bare,
  storage: { ...storage, ...more, total: { ...total, ...changes } },
});

test.each<[changes: Partial<Brief>, sentence: string]>([
  [
    { storage: { ...storage, total } },
    'Reservoirs hold 2.52 million acre-feet, the 5th lowest of 45 years for the date. Snow is below the median, and the Snake River near Heise is normal.',
  ],
  [withTotal({}), 'Reservoirs hold 2.52 million acre-feet, the 5th lowest of 45 years for the date.'],
  [
    withTotal({ value: 467_300, rank: { rank: 45, low_rank: 1, years: 45 } }),
    'Reservoirs hold 467,000 acre-feet, the lowest of 45 years for the date.',
  ],
  [withTotal({ rank: { rank: 1, low_rank: 1, years: 1 } }), 'Reservoirs hold 2.52 million acre-feet.'],
  [
    withTotal({ rdate: '2026-05-12' }),
    'On May 12, reservoirs held 2.52 million acre-feet, the 5th lowest of 45 years for the date.',
  ],
  [{ ...bare, storage: { ...storage, total: null } }, 'There is no total of all reservoirs.'],
  [withSnow(125, 112, 134, 130), 'Snow is above the median.'],
  [withSnow(125, 112, 134, 80), 'Snow is above the median except in the Wood and Lost Rivers.'],
  [withSnow(60, 112, 70, 80), 'Snow is below the median except in the Henrys Fork and Teton.'],
  [withSnow(99, 101, 105, 95), 'Snow is near the median.'],
  [withSnow(125, 112, 70, 80), 'Snow is between 70 % and 125 % of the median.'],
  [withSnow(125, 60), 'Snow is between 60 % and 125 % of the median.'],
  [withSnow(125, null), 'Snow is above the median.'],
  [withSnow(null), 'There is too little snow to compare.'],
  [
    { ...withSnow(null), snow: snow.map((each) => ({ ...each, value: null, percent_of_median: null })) },
    'There are no values of this day yet.',
  ],
  [withRiver({ class: 'below normal' }), 'The Snake River near Heise runs below normal.'],
  [withRiver({ class: 'much above normal' }), 'The Snake River near Heise runs much above normal.'],
  [withRiver({ class: 'normal' }), 'The Snake River near Heise is normal.'],
  [
    withRiver({ class: 'lowest on record' }),
    'The Snake River near Heise is the lowest on record for the date.',
  ],
  [withRiver({ class: null, percentile: null, of: null }), 'The Snake River near Heise runs at 13,400 cfs.'],
  [withRiver({ rdate: '2026-05-02' }), 'The Snake River near Heise has no value since May 2.'],
  [withRiver({ rdate: '2017-09-30' }), 'The record of the Snake River near Heise ended on Sep 30, 2017.'],
  [withRiver({ rdate: null, value: null }), 'There are no values of this day yet.'],
  [withRiver({ loc_name: 'Box Canyon Springs' }), 'Box Canyon Springs is normal.'],
  [bare, 'There are no values of this day yet.'],
])('%#: %s', (changes, sentence) => expect(describeDay({ ...brief, ...changes }, on)).toBe(sentence));

test('an earlier day is in the past', () => {
  expect(describeDay({ ...brief, storage: { ...storage, total } }, '2026-11-23')).toBe(
    'Reservoirs held 2.52 million acre-feet, the 5th lowest of 45 years for the date. Snow was below the median, and the Snake River near Heise was normal.',
  );
  expect(describeDay({ ...brief, ...withRiver({ class: 'below normal' }) }, '2026-11-23')).toBe(
    'The Snake River near Heise ran below normal.',
  );
});

test('a record flow beside a normal natural flow says which reservoir makes it, where the day’s balance does', () => {
  const natural = { ...river.actual, class: 'normal', value: 2300 } as const;
  const actual = { ...river.actual, class: 'lowest on record', value: 1400 } as const;
  const { rdate } = actual;
  const before = rdate && addDays(rdate, -1);
  const palisades = (change: number) => ({
    loc_name: 'Palisades Reservoir',
    rdate,
    value: 500_000 + change,
    previous: before === null ? null : { rdate: before, value: 500_000 },
  });
  const sentenceOf = (change: number, ofNature = natural) =>
    describeDay({ ...brief, ...bare, rivers: [{ actual, natural: ofNature }] }, on, [palisades(change)]);
  expect(sentenceOf(1790)).toBe(
    'The Snake River near Heise is the lowest on record for the date, while its natural flow is normal: Palisades is storing 1,790 AF a day.',
  );
  const plain = 'The Snake River near Heise is the lowest on record for the date.';
  expect(sentenceOf(900)).toBe(plain);
  expect(sentenceOf(1790, { ...natural, class: 'below normal' } as unknown as typeof natural)).toBe(plain);
});
