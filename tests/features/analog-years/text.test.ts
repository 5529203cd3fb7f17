import { describe, expect, it } from 'vitest';
import {
  analogChart,
  describeAnalogs,
  describeBasis,
  describeError,
  describeMeasure,
  describeNearness,
  describeSkill,
  nameOutcome,
  pathsOfYears,
} from '#features/analog-years/screen/analog-text.ts';
import { analogExample } from './analog-example.ts';

describe('the words of analog years', () => {
  const { measures, nearest, outcomes } = analogExample;

  it('name the years, and say that they are no forecast', () => {
    expect(describeAnalogs(analogExample)).toBe(
      'Most like water year 2026 up to Apr 1, 2026: 2021, 1994 and 2003. Not a forecast.',
    );
    expect(describeAnalogs({ ...analogExample, complete: [2021], nearest: nearest.slice(0, 1) })).toBe(
      'Most like water year 2026 up to Apr 1, 2026: 2021. Only 1 past year can be compared. Not a forecast.',
    );
    expect(describeAnalogs({ ...analogExample, complete: [], nearest: [] })).toBe(
      'No past year has what water year 2026 is compared by on Apr 1, 2026.',
    );
  });

  it('say what a measure is of, and why one is left out', () => {
    expect(measures.map((each) => describeBasis(each, '2026-04-01'))).toEqual([
      '',
      '% of median, on Mar 30, 2026',
      'left out: none in the 7 days to Apr 1, 2026: needs Heise',
      'left out: its weight is 0',
    ]);
    expect(describeBasis({ ...measures[0], gap: 'years', years: 4 } as never, '2026-04-01')).toBe(
      'left out: only 4 past years have it',
    );
    expect(measures.map((each) => describeMeasure(each.value, each))).toEqual([
      '2,520 KAF',
      '65 %',
      '–',
      '800 KAF',
    ]);
  });

  it('say why a year is near', () => {
    expect(nearest.map((each) => describeNearness(each, measures))).toEqual([
      'alike in storage, snow',
      'alike in storage; apart in snow',
      'apart in storage, snow',
    ]);
  });

  it('say what followed, and whether the median of the five would have helped', () => {
    expect(outcomes.map(nameOutcome)).toEqual([
      'Volume, Apr 2 to Jul 31',
      'Largest storage to Sep 30',
      'Storage on Sep 30',
      'Gain to Sep 30',
    ]);
    expect(nameOutcome({ ...outcomes[0], from: '2026-04-01' } as never)).toBe('April–July volume');
    expect(outcomes.map(describeSkill)).toEqual([
      'skill 0.53 in 40 years',
      'skill 0.03 in 40 years: hardly better than all years',
      'skill −0.20 in 40 years: no better than all years',
      'too few past years to try it on',
    ]);
    expect([describeError(363_000), describeError(undefined)]).toEqual(['± 363 KAF', '']);
  });

  it('lead to the other charts, and draw the storage from the day on', () => {
    expect(pathsOfYears(analogExample).gains).toBe(
      '/data-analysis-tools/reach-gains-comparison?series=Minimum,Median,Maximum,2026,2021,1994,2003&submitted=yes',
    );
    const chart = analogChart(analogExample, 'light');
    expect(chart?.series.map(({ id, xs, ys }) => [id, Array.from(xs), Array.from(ys)])).toEqual([
      ['2021', [184, 185], [2500, 2510]],
      ['1994', [184, 185], [2450, 2460]],
      ['2003', [184, 185], [2100, 2110]],
      ['2026', [182, 184], [2500, 2520]],
    ]);
    expect(analogChart({ ...analogExample, nearest: [] }, 'dark')).toBeUndefined();
  });
});
