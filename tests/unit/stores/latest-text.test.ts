import { describe, expect, it } from 'vitest';
import type { SiteLatest } from '#contract/public-map.ts';
import { describeLatest } from '#stores/latest-text.ts';

const today = '2026-11-21';

const record = (part: Partial<SiteLatest['records'][number]> = {}): SiteLatest['records'][number] => ({
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  is_demonstration: false,
  por_start: '1980-10-01',
  interval_days: 1,
  rdate: '2026-11-20',
  value: 1540,
  approval: 'P',
  previous: { rdate: '2026-11-19', value: 1420 },
  class: 'below normal',
  period: 'day',
  percent_of_median: 82.6,
  recent: { start: '2025-11-20', days: [0, 8, 365], values: [1, 2, 1540] },
  ...part,
});

const of = (part: Parameters<typeof record>[0] = {}) => {
  const [line] = describeLatest({ loc_ndx: 5, records: [record(part)] }, today);
  if (!line) throw new Error('no line');
  return line;
};

describe('describeLatest', () => {
  it('says value, date and age, change and class in words', () => {
    expect(of()).toMatchObject({
      parameter: 'Streamflow',
      value: '1,540 cfs',
      when: '11/20/2026, 1 day ago, provisional',
      change: '+120 cfs in 1 day',
      standing: 'Below normal for the date, 83 % of the median',
      state: 'current',
      warning: undefined,
    });
  });

  it('links to the drawn chart of the last seasons', () => {
    expect(of().chart).toBe(
      '/data-analysis-tools/time-series-comparison?parameter_left=1&locations_left=5&axes=one&start=2025-10-01&end=2026-11-20&submitted=yes',
    );
  });

  it.each([
    ['no percentage where there is none', { percent_of_median: null }, 'Below normal for the date'],
    ['no percentage of next to nothing', { percent_of_median: 26_600 }, 'Below normal for the date'],
    ['nothing without statistics', { class: null, percent_of_median: null }, undefined],
    [
      'the water level of a well, and the month of its readings',
      { parameter_ndx: 7, units_name: 'ft', class: 'normal', period: 'month', percent_of_median: null },
      'Water level normal for November',
    ],
    ['a record', { class: 'highest on record' }, 'Highest on record for the date, 83 % of the median'],
  ] as const)('says %s', (_, part, expected) => {
    expect(of(part).standing).toBe(expected);
  });

  it.each([
    [
      'over the days between two readings',
      { previous: { rdate: '2026-10-20', value: 1500 } },
      '+40 cfs in 31 days',
    ],
    ['that there is none', { previous: { rdate: '2026-11-19', value: 1540 } }, 'unchanged in 1 day'],
    ['nothing without an earlier value', { previous: null }, undefined],
    [
      'of the water level in a well',
      { parameter_ndx: 7, units_name: 'ft', value: 50, previous: { rdate: '2026-11-19', value: 49 } },
      'water level −1 ft in 1 day',
    ],
  ] as const)('says of the change: %s', (_, part, expected) => {
    expect(of(part).change).toBe(expected);
  });

  it('marks a late record and one that has ended', () => {
    expect(of({ rdate: '2026-10-01' })).toMatchObject({
      state: 'late',
      when: '10/01/2026, 51 days ago, provisional',
      warning: 'Late: it usually reports every day',
    });
    expect(of({ rdate: '1998-09-30', approval: 'A' })).toMatchObject({
      state: 'ended',
      when: '09/30/1998, 28 years ago',
      warning: 'Ended: no value for two years',
    });
  });

  it('draws a depth downward, and joins what the thinning left', () => {
    expect(of({ parameter_ndx: 7 }).line.isReversed).toBe(true);
    expect(of().line).toMatchObject({ isReversed: false, values: [1, 2, 1540] });
  });
});
