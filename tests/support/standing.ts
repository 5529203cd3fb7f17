import type { ReachGainRecord, StandingRecord, WaterYearRecord } from '#contract/season/water-year.ts';

import { gageFinding } from './finding.ts';

type Latest = NonNullable<StandingRecord['latest']>;

const latestValue: Latest = {
  rdate: '2026-11-19',
  value: 1540,
  approval: 'P',
  rank: 36,
  low_rank: 12,
  years: 47,
  median: 1850,
  percent_of_median: 83.2,
  difference: -310,
  class: 'below normal',
  percentile: 18,
  interval_days: 1,
  count: 30,
  first_year: 1991,
  last_year: 2020,
  provisional: 0,
  period: 'day',
  estimated_days: null,
};

type StandingOverrides = Omit<Partial<StandingRecord>, 'latest'> & { latest?: Partial<Latest> | null };

/** The standing of a made-up gage; its finding is `gageFinding`. */
export function createStanding({ latest = {}, ...overrides }: StandingOverrides = {}): StandingRecord {
  return {
    loc_ndx: 10,
    loc_name: 'Place 10',
    parameter_ndx: 1,
    parameter_name: 'Streamflow',
    units_name: 'cfs',
    normal_years: 30,
    later_normal_years: 15,
    flagged: 0,
    provisional: 0,
    source: null,
    finding: latest && gageFinding,
    ...overrides,
    latest: latest && { ...latestValue, ...latest },
  };
}

/** A value of that gage in water year 2026, on October 1. */
export function createYearRecord(overrides: Partial<WaterYearRecord> = {}): WaterYearRecord {
  return {
    series_desc: '2026',
    day_desc: 'Oct 01',
    day_order: 1,
    rvalue: 5,
    parameter_name: 'Streamflow',
    loc_name: 'Place 10',
    units_name: 'cfs',
    approval: 'A',
    qualifier: null,
    count: null,
    first_year: null,
    last_year: null,
    provisional: null,
    period: null,
    estimated_days: null,
    ...overrides,
  };
}

/** The gain of a reach in October of 2026, without a missing day. */
export function createGain(overrides: Partial<ReachGainRecord> = {}): ReachGainRecord {
  return {
    year_num: '2026',
    month_abbrev: 'Oct',
    reach_gain_cfs: 100,
    complete: true,
    days_missing: 0,
    days_estimated: 0,
    approval: 'A',
    count: null,
    first_year: null,
    last_year: null,
    provisional: null,
    loc_name: 'Near Blackfoot to Neeley',
    parameter_name: 'Reach Gain',
    ...overrides,
  };
}
