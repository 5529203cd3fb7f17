import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefReach, BriefRiver, BriefSnow, BriefStorage } from '#contract/group-findings.ts';
import type { StandingClass } from '#domain/statistics/percentile-class.ts';
import { addDays } from '#lib/calendar.ts';

type Parameter = 'Streamflow' | 'Reservoir Storage' | 'Depth to Water' | 'Reach Gain' | 'Diversion';

const parameters: Readonly<Record<Parameter, { ndx: number; unit: string }>> = {
  Streamflow: { ndx: 1, unit: 'cfs' },
  'Reservoir Storage': { ndx: 3, unit: 'AF' },
  'Depth to Water': { ndx: 7, unit: 'ft' },
  'Reach Gain': { ndx: 9, unit: 'cfs' },
  Diversion: { ndx: 6, unit: 'cfs' },
};

type Site = readonly [ndx: number, id: string, name: string];

function recordOf([loc_ndx, loc_id, loc_name]: Site, parameter: Parameter) {
  const { ndx, unit } = parameters[parameter];
  return {
    loc_ndx,
    loc_id,
    loc_name,
    parameter_ndx: ndx,
    parameter_name: parameter,
    units_name: unit,
    is_withheld: false,
    delivered_by: parameter === 'Reservoir Storage' ? 'USBR HydroMet' : 'USGS',
  };
}

/** Where a value stands: its class and percentile, and the median of the 30 years. */
type Standing = readonly [name: StandingClass, percentile: number, median: number];

function placeOf([name, percentile, median]: Standing, value: number, percent: number | null) {
  const spread = Math.abs(median) / 4;
  return {
    class: name,
    percentile,
    of: {
      period: 'day',
      count: 30,
      first_year: 1991,
      last_year: 2020,
      p10: median - 2 * spread,
      p25: median - spread,
      median,
      p75: median + spread,
      p90: median + 2 * spread,
      percent,
    },
    rank: { rank: 41, low_rank: 5, years: 45 },
    year_before: { rdate: '2025-05-13', value: value * 1.1, percentile: 58 },
  } as const;
}

type ExampleRecord = ReturnType<typeof recordOf>;

/** A brief as the API has it. */
type ExampleBrief = {
  readonly on: string;
  readonly newest: string | null;
  readonly first: string | null;
  readonly storage: BriefStorage | null;
  readonly snow: BriefSnow[];
  readonly rivers: BriefRiver[];
  readonly springs: FindingAnswer[];
  readonly wells: FindingAnswer[];
  readonly reaches: BriefReach[];
  readonly moved: (ExampleRecord & {
    readonly rdate: string;
    readonly value: number;
    readonly approval: 'A' | 'P';
    readonly change: number;
    readonly smaller_years: number;
    readonly years: number;
    readonly usual: number;
    readonly spread: number;
    readonly z: number;
    readonly count: number;
  })[];
  readonly doubts: (ExampleRecord & {
    readonly rdate: string | null;
    readonly days: number | null;
    readonly is_late: boolean;
    readonly flagged: number;
  })[];
  readonly late_sites: number;
};

/**
 * A brief of the Upper Snake basin with values as of a spring runoff. One spring is late, one reservoir is a day behind,
 * and one snow group has too little snow for a percentage.
 */
export function briefExample(on = '2026-05-14', changes: Partial<ExampleBrief> = {}): ExampleBrief {
  const day = addDays(on, -1);
  const before = addDays(on, -2);

  const finding = (
    site: Site,
    parameter: Parameter,
    value: number,
    standing: Standing | null,
    { rdate = day, change = 0, interval_days = 1 } = {},
  ): FindingAnswer => ({
    ...recordOf(site, parameter),
    por_start: '1980-10-01',
    interval_days,
    capacity: null,
    rdate,
    value,
    approval: 'P',
    previous: { rdate: addDays(rdate, -1), value: value - change / 7 },
    week_before: value - change,
    ...(standing
      ? placeOf(standing, value, (100 * value) / standing[2])
      : {
          class: null,
          percentile: null,
          of: null,
          rank: { rank: 1, low_rank: 6, years: 6 },
          year_before: null,
        }),
    recent: {
      start: addDays(rdate, -28),
      days: Array.from({ length: 29 }, (_, at) => at),
      values: Array.from({ length: 29 }, (_, at) => value * (0.8 + 0.2 * Math.sin(at / 5))),
    },
  });

  const reservoir = (
    site: Site,
    capacity: number,
    [value, last_year, median]: readonly [number, number, number],
    rdate = day,
  ) => ({
    ...finding(site, 'Reservoir Storage', value, ['below normal', 18, median], { rdate }),
    year_before: { rdate: '2025-05-13', value: last_year, percentile: 52 },
    capacity,
  });

  const reach = (site: Site, mean_7: number, standing: Standing): BriefReach => ({
    ...recordOf(site, 'Reach Gain'),
    rdate: day,
    value: mean_7 + 12,
    approval: 'P',
    interval_days: 1,
    mean_7,
    ...placeOf(standing, mean_7, null),
  });

  const well = (site: Site, value: number, change: number | null): FindingAnswer => ({
    ...finding(site, 'Depth to Water', value, null, { rdate: addDays(on, -24), interval_days: 30 }),
    previous: null,
    week_before: null,
    year_before:
      change === null ? null : { rdate: addDays(on, -389), value: value - change, percentile: null },
  });

  const snow = (
    label: string,
    sites: number,
    percents: readonly [number | null, number | null],
    standing: Standing,
  ): BriefSnow => {
    const value = percents[0] === null ? 0.4 : 12.4;
    return {
      label,
      is_withheld: false,
      rdate: day,
      value,
      median: percents[0] === null ? 0.6 : (100 * 12.4) / percents[0],
      median_peak: 18.6,
      percent_of_median: percents[0],
      percent_of_peak: percents[1],
      ...placeOf(standing, value, null),
      count: sites,
      sites,
      provisional: 1,
      delivered_by: ['NRCS Snotel'],
      missing: [],
    };
  };

  const heise: Site = [14, '13037500', 'Snake River near Heise'];
  const box: Site = [109, '13095500', 'Box Canyon Springs near Wendell'];
  const milner: Site = [58, '13087995', 'Snake River Gaging Station at Milner'];

  return {
    on,
    newest: day,
    first: '1950-10-01',
    storage: {
      label: 'Storage in the upper Snake reservoirs',
      is_withheld: false,
      parameter_name: 'Reservoir Storage',
      units_name: 'AF',
      capacity: 3_845_718,
      newest: day,
      total: {
        rdate: before,
        value: 2_518_400,
        changes: [
          { days: 1, change: 9_300 },
          { days: 7, change: 81_450 },
          { days: 30, change: -402_600 },
        ],
        ...placeOf(['below normal', 14, 2_871_200], 2_518_400, 87.7),
        year_before: { rdate: '2025-05-12', value: 3_104_900, percentile: 70 },
        provisional: 1,
      },
      missing: ['Ririe Reservoir'],
      members: [
        reservoir([157, 'JCK', 'Jackson Lake'], 847_000, [514_200, 640_100, 601_000]),
        reservoir([158, 'PAL', 'Palisades Reservoir'], 1_200_000, [643_900, 1_012_000, 820_400]),
        reservoir([160, 'ISL', 'Island Park Reservoir'], 135_205, [121_300, 129_800, 126_700]),
        reservoir([161, 'GRS', 'Grassy Lake'], 15_182, [12_240, 13_100, 12_900]),
        reservoir([162, 'RIR', 'Ririe Reservoir'], 80_541, [58_310, 66_200, 61_900], before),
        reservoir([163, 'AMF', 'American Falls Reservoir'], 1_672_590, [1_102_700, 1_168_000, 1_174_300]),
        reservoir([165, 'MIN', 'Lake Walcott (Minidoka Dam)'], 95_200, [74_050, 75_700, 74_000]),
      ],
    },
    snow: [
      snow('Snake above Heise', 12, [92, 67], ['normal', 41, 13.5]),
      snow('Henrys Fork and Teton', 5, [81, 58], ['below normal', 22, 15.3]),
      snow('Willow, Blackfoot and Portneuf', 6, [null, 3], ['normal', 50, 0.6]),
      {
        ...snow('Wood and Lost Rivers', 14, [74, 44], ['below normal', 16, 16.8]),
        count: 13,
        missing: ['Galena Summit'],
      },
    ],
    rivers: [
      {
        actual: finding(heise, 'Streamflow', 13_400, ['normal', 55, 12_900], { change: 650 }),
        natural: finding(
          [372, 'HEII-QU', 'Snake River near Heise (Unregulated)'],
          'Streamflow',
          18_250,
          ['above normal', 80, 15_800],
          { change: 1_120 },
        ),
      },
      ...(
        [
          [[31, '13056500', 'Henrys Fork near Rexburg'], 2_310, ['below normal', 12, 3_740], -240],
          [[42, '13069500', 'Snake River near Blackfoot'], 6_120, ['normal', 44, 6_800], 20],
          [[53, '13077000', 'Snake River at Neeley'], 8_640, ['much above normal', 94, 5_900], 0],
          [milner, 4.2, ['lowest on record', 2, 1_510], -0.3],
        ] as const
      ).map(([site, value, standing, change]) => ({
        actual: finding(site, 'Streamflow', value, standing, { change }),
        natural: null,
      })),
    ],
    springs: [
      finding(box, 'Streamflow', 322, ['much below normal', 4, 361], { rdate: addDays(on, -9), change: -1 }),
    ],
    wells: [
      well([175, '434102112180701', 'INL Well USBR Site 15'], 171.42, 0.42),
      well([177, '432700112470801', 'USGS Well 1'], 597.03, 1.07),
      well([183, '434307112382601', 'USGS Well 21'], 341.2, -0.31),
      well([185, '431810113413601', 'INL Well 01S 23E 26CCC1'], 28.95, null),
      well([195, '434657112282201', 'USGS Well 4'], 276.4, 0.001),
    ],
    reaches: [
      reach([367, 'RG-HEII-LORI', 'Heise to Lorenzo'], -212, ['normal', 40, -160]),
      reach([368, 'RG-SHYI-NBLK', 'Shelley to Near Blackfoot'], -318, ['much above normal', 96, -490]),
      reach([369, 'RG-NBLK-NEEL', 'Near Blackfoot to Neeley'], 2_310, ['below normal', 20, 2_540]),
      reach([370, 'RG-NEEL-MINI', 'Neeley to Minidoka'], 142, ['normal', 45, 186]),
      reach([371, 'RG-MINI-MILN', 'Minidoka to Milner'], 95, ['normal', 40, 120]),
    ],
    moved: [
      {
        ...recordOf([158, 'PAL', 'Palisades Reservoir'], 'Reservoir Storage'),
        ...{ rdate: day, value: 643_900, approval: 'P', change: 48_400 },
        ...{ smaller_years: 42, years: 45, usual: 9_100, spread: 12_200, z: 3.22, count: 441 },
      },
      {
        ...recordOf(heise, 'Streamflow'),
        ...{ rdate: day, value: 13_400, approval: 'P', change: 4_850 },
        ...{ smaller_years: 41, years: 44, usual: 610, spread: 1_950, z: 2.17, count: 448 },
      },
      {
        ...recordOf(milner, 'Streamflow'),
        ...{ rdate: day, value: 4.2, approval: 'P', change: -1_506 },
        ...{ smaller_years: 30, years: 33, usual: 0, spread: 740, z: -2.04, count: 402 },
      },
      {
        ...recordOf([95, '13061430', 'Aberdeen-Springfield Canal'], 'Diversion'),
        ...{ rdate: day, value: 412, approval: 'P', change: 395 },
        ...{ smaller_years: 28, years: 30, usual: 120, spread: 171, z: 1.61, count: 398 },
      },
      {
        ...recordOf([369, 'RG-NBLK-NEEL', 'Near Blackfoot to Neeley'], 'Reach Gain'),
        ...{ rdate: day, value: 2_322, approval: 'P', change: -280 },
        ...{ smaller_years: 36, years: 40, usual: 15, spread: 190, z: -1.55, count: 420 },
      },
    ],
    doubts: [
      { ...recordOf(box, 'Streamflow'), rdate: addDays(on, -9), days: 9, is_late: true, flagged: 0 },
      {
        ...recordOf([162, 'RIR', 'Ririe Reservoir'], 'Reservoir Storage'),
        ...{ rdate: before, days: 2, is_late: false, flagged: 2 },
      },
    ],
    late_sites: 14,
    ...changes,
  };
}
