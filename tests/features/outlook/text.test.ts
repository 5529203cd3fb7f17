import { describe, expect, test } from 'vitest';
import { describePeriod, outlookTitle } from '#features/outlook/files.ts';
import {
  describeForecast,
  describeHeld,
  describeOutcome,
  effectInAf,
  outlookFacts,
  volumeBefore,
} from '#features/outlook/screen/outlook-text.ts';
import { createOutlookExample } from './outlook-example.ts';

const outlook = createOutlookExample();
const { forecast } = outlook;
if (!forecast) throw new Error('The example has a forecast.');

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

  test('name whole months, or the days', () => {
    expect(describePeriod({ from: '2026-04-01', to: '2026-07-31' })).toBe('April–July');
    expect(describePeriod({ from: '2026-04-01', to: '2026-07-30' })).toBe('Apr 1–Jul 30');
    expect(describePeriod({ from: '2024-01-15', to: '2024-02-29' })).toBe('Jan 15–Feb 29');
  });
});
