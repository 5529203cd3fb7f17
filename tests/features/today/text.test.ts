import { describe, expect, test } from 'vitest';
import { describeDoubt, describeLateSites, describeMove } from '#features/today/rules/text.ts';
import { briefExample } from '../../support/brief-example.ts';

const brief = briefExample('2026-05-14');

describe('what moved', () => {
  test('says in how many years the change was smaller', () => {
    expect(brief.moved.map(describeMove)).toEqual([
      {
        name: 'Palisades Reservoir',
        change: '+48.4 KAF in 7 days',
        place: 'a larger rise than in 42 of 45 years',
      },
      {
        name: 'Snake River near Heise',
        change: '+4,850 cfs in 7 days',
        place: 'a larger rise than in 41 of 44 years',
      },
      {
        name: 'Snake River Gaging Station at Milner',
        change: '−1,510 cfs in 7 days',
        place: 'a larger fall than in 30 of 33 years',
      },
      {
        name: 'Aberdeen-Springfield Canal',
        change: '+395 cfs in 7 days',
        place: 'a larger rise than in 28 of 30 years',
      },
      {
        name: 'Near Blackfoot to Neeley, reach gain',
        change: '−280 cfs in 7 days',
        place: 'a larger fall than in 36 of 40 years',
      },
    ]);
  });

  test('a depth that grows is a water level that falls', () => {
    const well = { loc_name: 'Well', parameter_ndx: 7, parameter_name: 'Depth to Water', units_name: 'ft' };
    expect(describeMove({ ...well, change: 1.2, smaller_years: 11, years: 12 })).toEqual({
      name: 'Well, depth to water',
      change: 'water level −1.2 ft in 7 days',
      place: 'a larger fall than in 11 of 12 years',
    });
    expect(describeMove({ ...well, change: -1, smaller_years: 0, years: 1 }).place).toBe(
      'a larger rise than in 0 of 1 year',
    );
    expect(describeMove({ ...well, change: 1.2, smaller_years: 0, years: 0 }).place).toBeUndefined();
  });
});

test.each([
  [{ rdate: '2026-05-05', days: 9, is_late: true, flagged: 0 }, 'no value since May 5, 2026'],
  [{ rdate: null, days: null, is_late: true, flagged: 0 }, 'no value yet'],
  [
    { rdate: '2026-05-05', days: 0, is_late: false, flagged: 2 },
    '2 values of the last 7 days failed a quality rule and are in no figure',
  ],
  [
    { rdate: '2026-05-05', days: 9, is_late: true, flagged: 1 },
    'no value since May 5, 2026; 1 value of the last 7 days failed a quality rule and is in no figure',
  ],
])('a record in doubt, %o: %s', (doubt, text) => expect(describeDoubt(doubt)).toBe(text));

test.each([
  [0, 'No site of the map is late.'],
  [1, '1 site of the map is late.'],
  [14, '14 sites of the map are late.'],
])('%d late sites', (count, text) => expect(describeLateSites(count)).toBe(text));
