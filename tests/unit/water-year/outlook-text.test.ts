import { describe, expect, test } from 'vitest';
import { outlookOptions } from '#config/forecast.ts';
import { describePeriod, outlookTitle } from '#downloads/outlook-tables.ts';
import {
  chanceNotes,
  describeChance,
  describeGain,
  describeMember,
  describeSpace,
} from '#features/water-year/fill/fill-text.ts';
import {
  describeForecast,
  describeHeld,
  describeOutcome,
  effectInAf,
  outlookFacts,
  volumeBefore,
} from '#features/water-year/outlook/outlook-text.ts';
import { describePart, describeRange, describeVolume } from '#season/volume-text.ts';
import { basin } from '../../support/basin.ts';
import { createFillExample, createOutlookExample } from '../../support/outlook-example.ts';

const outlook = createOutlookExample();
const { forecast } = outlook;
if (!forecast) throw new Error('The example has a forecast.');

describe('numbers in words', () => {
  test.each([
    [3_420_400, '3,420 KAF'],
    [12_345, '12.3 KAF'],
    [999.6, '1 KAF'],
    [850.4, '850 AF'],
    [0, '0 AF'],
    [-5_200, '−5.2 KAF'],
  ])('write %s AF as %s', (af, text) => {
    expect(describeVolume(af)).toBe(text);
  });

  test('write both ends of a range in one unit', () => {
    expect(describeRange(2_700_000, 4_230_000)).toBe('between 2,700 and 4,230 KAF');
    expect(describeRange(0, 950)).toBe('between 0 and 950 AF');
    expect(describeRange(0, 1_950)).toBe('between 0 and 1.95 KAF');
  });

  test.each([
    [0, '0 %'],
    [0.001, '1 %'],
    [0.344, '34 %'],
    [0.999, '99 %'],
    [1, '100 %'],
  ])('write the share %s as %s', (share, text) => {
    expect(describePart(share)).toBe(text);
  });

  test('name whole months, or the days', () => {
    expect(describePeriod({ from: '2026-04-01', to: '2026-07-31' })).toBe('April–July');
    expect(describePeriod({ from: '2026-04-01', to: '2026-07-30' })).toBe('Apr 1–Jul 30');
    expect(describePeriod({ from: '2024-01-15', to: '2024-02-29' })).toBe('Jan 15–Feb 29');
  });
});

describe('the outlook in words', () => {
  test('leads with the volume, its percent of median and its range', () => {
    expect(`${outlookTitle(outlook)}: ${describeForecast(forecast)}`).toBe(
      'April–July volume, Snake River near Heise: 3,420 KAF, 96 % of median; 8 in 10 chance between 2,700 and 4,230 KAF',
    );
    expect(describeForecast({ ...forecast, percents_of_median: null })).toBe(
      '3,420 KAF; 8 in 10 chance between 2,700 and 4,230 KAF',
    );
  });

  test('says what it rests on', () => {
    expect(outlookFacts(outlook).map(({ term, text }) => `${term}: ${text}`)).toEqual([
      'Issue day: Apr 1, 2026',
      'Values: As they were known on the issue day: this is the outlook as it would have been issued then',
      'Method: Principal components regression, 2 components',
      'Range: From the errors of 19 past forward forecasts',
      'Median of 1991–2020: 3,560 KAF (30 years)',
      'Came so far: Nothing: the period begins on Apr 1, 2026',
      'Provisional: 34 % of the values may still be revised',
    ]);
    const late = outlookFacts(
      createOutlookExample({
        forecast: null,
        median_af: null,
        median_years: 12,
        issued: '2026-06-01',
        basis: 'hindcast',
        observed: { volume_af: 1_900_000, days: 61, missing_days: 2, curve: { days: [], values: [] } },
        provisional: 0,
        is_demonstration: true,
      }),
    ).map(({ text }) => text);
    expect(late).toEqual([
      'Jun 1, 2026',
      'As they are known now: a hindcast. The portal did not have all records on the issue day, and values may have been revised since',
      'None: too few years',
      '1,900 KAF in 61 days, 2 of them missing',
      'No values',
    ]);
  });

  test('counts how often the range held', () => {
    expect(describeHeld({ skill: { ...forecast.skill, held: 16, tried: 19 } })).toBe(
      'The 80 % range held 16 of 19 times.',
    );
    expect(describeHeld({ skill: { ...forecast.skill, held: 0, tried: 0 } })).toBe(
      'No past year has had a forward forecast yet.',
    );
  });

  test('says what came, once the period is over', () => {
    expect(describeOutcome(outlook)).toBeUndefined();
    const over = createOutlookExample({
      issued: '2026-05-01',
      observed: {
        volume_af: 2_320_000,
        days: 122,
        missing_days: 0,
        curve: {
          days: ['2026-04-29', '2026-04-30', '2026-05-01', '2026-07-31'],
          values: [1, 2, 3, 2_320_000],
        },
      },
    });
    expect(describeOutcome(over)).toBe('It came to 2,320 KAF, 65 % of median.');
    expect(outlookFacts(over).map(({ term }) => term)).toContain('Came in the period');
    expect([volumeBefore(over), volumeBefore(outlook)]).toEqual([2, 0]);
  });

  test('turns an effect on the root into acre-feet', () => {
    expect(effectInAf({ effect: 100 }, 1_000_000)).toBeCloseTo(190_000);
    expect(effectInAf({ effect: -100 }, 1_000_000)).toBeCloseTo(-210_000);
    expect(effectInAf({ effect: 2_000 }, 1_000_000)).toBe(1_000_000);
    expect(effectInAf({ effect: null }, 1_000_000)).toBeNull();
  });
});

describe('the fill in words', () => {
  const fill = createFillExample();

  test('says what is there, what is left, and what gain fills it', () => {
    expect(describeSpace(fill)).toBe(
      '2,980 KAF on Apr 1, 2026, 74 % of 4,050 KAF; 944 KAF (23 %) left to 97 %',
    );
    expect(describeGain(fill)).toMatch(
      /^A mean gain of 3,930 cfs over 121 days, to Jul 31, 2026, fills it\. \d+ of 39 years had this gain\.$/,
    );
  });

  test('says how full each reservoir is', () => {
    const [first] = fill.members;
    expect(first && describeMember(first)).toBe('600 KAF, 71 % full');
    expect(first && describeMember({ ...first, storage_af: null })).toBe('no value');
  });

  test('says when there is nothing to gain, or nothing known', () => {
    expect(describeSpace(createFillExample({ space_af: 0, required_cfs: 0 }))).toContain('97 % is reached');
    expect(describeGain(createFillExample({ space_af: 0, required_cfs: 0 }))).toBe(
      'Nothing more has to be gained.',
    );
    const unknown = createFillExample({ storage: null, space_af: null, required_cfs: null, chance: null });
    expect(describeSpace(unknown)).toBe('no storage on the issue day');
    expect(describeGain(unknown)).toBeUndefined();
    expect(chanceNotes(unknown)).toEqual([]);
  });

  test('gives the chance with its method and the median day', () => {
    expect(describeChance(fill)).toBe('62 % chance to reach 97 % by Jul 31, 2026');
    const withChance = (chance: number) =>
      describeChance({ ...fill, chance: fill.chance && { ...fill.chance, chance } });
    expect(withChance(0)).toBe('Less than 3 % chance to reach 97 % by Jul 31, 2026');
    expect(withChance(1)).toBe('More than 97 % chance to reach 97 % by Jul 31, 2026');
    expect(chanceNotes(fill)).toEqual([
      'By the storage and the outlook at Snake River near Heise, 3,420 KAF.',
      expect.stringMatching(/^Of the \d+ past years that reached it, half did so by Jun 12\.$/),
    ]);
  });

  test('says why it is climatology', () => {
    const { chance } = fill;
    if (!chance) throw new Error('The example has a chance.');
    const reason = 'On this day, storage and forecast explain the fill no better than past years do.';
    const climatology = createFillExample({
      chance: { ...chance, method: 'climatology', reason, median_day: null, years_reached: 0 },
    });
    expect(chanceNotes(climatology)).toEqual([
      'By climatology: the share of past years that reached it.',
      reason,
      'No past year has reached it between these days.',
    ]);
  });
});

describe('the options of the screen', () => {
  test('are absent without an outlook', () => {
    const { outlook: _, ...plain } = basin;
    expect(outlookOptions(plain)).toBeUndefined();
  });
});
