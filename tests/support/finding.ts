import type { FindingAnswer } from '#contract/finding.ts';
import type { FindingScope } from '#server/db/findings.ts';

/** That of somebody with an account, in a basin that knows no capacities. */
export const accountScope: FindingScope = {
  reader: 'account',
  isReadable: () => true,
  capacities: new Map(),
};

/** A gage on June 18, 2026: below normal. */
export const gageFinding: FindingAnswer = {
  loc_ndx: 1,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  delivered_by: 'USGS',
  is_withheld: false,
  por_start: '1980-10-01',
  interval_days: 1,
  capacity: null,
  rdate: '2026-06-18',
  value: 12_700,
  approval: 'P',
  previous: { rdate: '2026-06-17', value: 12_630 },
  week_before: 12_910,
  class: 'below normal',
  percentile: 24,
  of: {
    period: 'day',
    count: 28,
    first_year: 1991,
    last_year: 2020,
    p10: 10_810,
    p25: 12_725,
    median: 14_400,
    p75: 16_400,
    p90: 17_730,
    percent: 88.2,
  },
  rank: { rank: 36, low_rank: 11, years: 46 },
  year_before: { rdate: '2025-06-18', value: 11_500, percentile: 15 },
  recent: { start: '2026-06-17', days: [0, 1], values: [12_630, 12_700] },
};

const november = { rdate: '2026-11-22', approval: 'A' } as const;
const noNormal = { class: null, percentile: null, of: null, year_before: null } as const;

const nothing = {
  ...noNormal,
  rdate: null,
  value: null,
  approval: null,
  previous: null,
  week_before: null,
  rank: null,
  recent: { start: '2026-11-22', days: [], values: [] },
} satisfies Partial<FindingAnswer>;

const family = (
  [parameter_ndx, parameter_name, units_name]: readonly [number, string, string],
  [value, median]: readonly [number, number],
  percent: number | null,
  changes: Partial<FindingAnswer> = {},
): FindingAnswer => ({
  ...gageFinding,
  ...november,
  ...changes,
  parameter_ndx,
  parameter_name,
  units_name,
  value,
  percentile: 18,
  of: gageFinding.of && { ...gageFinding.of, count: 30, median, percent },
});

/** A record below normal of each kind of site. */
export const families = {
  gage: family([1, 'Streamflow', 'cfs'], [2660, 3120], 85.3),
  reservoir: family([3, 'Reservoir Storage', 'AF'], [476_000, 543_700], 87.5, { capacity: 1_200_000 }),
  well: family([7, 'Depth to Water', 'ft'], [411.8, 409.7], null, {
    year_before: { rdate: '2025-11-20', value: 410.8, percentile: 31 },
  }),
  SNOTEL: family([2, 'Snow Water Equivalent', 'in'], [3.4, 4.9], 69.4),
  diversion: family([6, 'Diversion', 'cfs'], [82, 131], 62.6),
  reach: family([9, 'Reach Gain', 'cfs'], [-61, 40], null),
} as const;

/** What makes a record of each state. */
export const states = {
  current: {},
  late: { rdate: '2026-11-10' },
  ended: { rdate: '2017-09-30' },
  'few-years': { ...noNormal, rank: { rank: 1, low_rank: 7, years: 7 } },
  withheld: { ...nothing, is_withheld: true },
} satisfies Record<string, Partial<FindingAnswer>>;

/** A finding of each family and state. */
export const findings = {
  gage: gageFinding,
  spring: {
    ...gageFinding,
    ...november,
    value: 329,
    class: 'lowest on record',
    percentile: 2,
    of: gageFinding.of && { ...gageFinding.of, count: 30, median: 348, percent: 94.5 },
    rank: { rank: 47, low_rank: 1, years: 47 },
  },
  reservoir: {
    ...gageFinding,
    ...november,
    loc_name: 'Palisades Reservoir',
    parameter_ndx: 3,
    parameter_name: 'Reservoir Storage',
    units_name: 'AF',
    capacity: 1_200_000,
    value: 476_000,
    of: gageFinding.of && { ...gageFinding.of, count: 29, median: 543_700, percent: 87.5 },
  },
  ended: { ...gageFinding, rdate: '2017-09-30', value: 2660 },
  late: { ...gageFinding, rdate: '2026-11-17', value: 314, class: 'much above normal', percentile: 93 },
  fewYears: { ...gageFinding, ...november, ...noNormal, value: 82, rank: { rank: 1, low_rank: 7, years: 7 } },
  shortPeriod: {
    ...gageFinding,
    ...november,
    value: 82,
    percentile: 18,
    of: gageFinding.of && { ...gageFinding.of, count: 12, first_year: 2000, last_year: 2020, percent: 71 },
  },
  well: {
    ...gageFinding,
    ...november,
    ...noNormal,
    loc_name: 'INL Well USBR Site 15',
    parameter_ndx: 7,
    parameter_name: 'Depth to Water',
    units_name: 'ft',
    value: 411.8,
    year_before: { rdate: '2025-11-20', value: 415.5, percentile: null },
  },
  lowWell: {
    ...gageFinding,
    ...november,
    parameter_ndx: 7,
    parameter_name: 'Depth to Water',
    units_name: 'ft',
    value: 411.8,
    percentile: 14,
    of: gageFinding.of && { ...gageFinding.of, period: 'month', count: 30, median: 409.7, percent: null },
    year_before: { rdate: '2025-11-20', value: 410.8, percentile: 31 },
  },
  snow: {
    ...gageFinding,
    ...november,
    parameter_ndx: 2,
    parameter_name: 'Snow Water Equivalent',
    units_name: 'inches',
    value: 3.4,
    class: 'normal',
    percentile: 53,
    of: gageFinding.of && { ...gageFinding.of, count: 30, median: 1.7, percent: 200 },
  },
  none: { ...gageFinding, ...nothing },
  withheld: { ...gageFinding, ...nothing, is_withheld: true },
} as const satisfies Record<string, FindingAnswer>;

/** The same with a reading of the last hours, which is old from the evening on. */
export const gageWithReading = {
  ...gageFinding,
  reading: {
    time: '2026-11-23T17:45:00Z',
    value: 1790,
    approval: 'P',
    interval_minutes: 15,
    change_per_hour: 12,
  },
} as const satisfies FindingAnswer;
