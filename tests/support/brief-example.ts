import type { Brief, BriefFlow, BriefReach, BriefReservoir, BriefSnow, BriefWell } from '#contract/brief.ts';
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
    is_depth: parameter === 'Depth to Water',
    is_demonstration: true,
  };
}

function latestOf(rdate: string, value: number, interval_days = 1) {
  return { rdate, value, approval: 'P', interval_days } as const;
}

/**
 * A brief of the Upper Snake basin with values as of a spring runoff. One spring is late, one reservoir is a day behind,
 * and one snow group has too little snow for a percentage.
 */
export function briefExample(on = '2026-05-14', changes: Partial<Brief> = {}): Brief {
  const day = addDays(on, -1);
  const before = addDays(on, -2);

  const reservoir = (
    site: Site,
    capacity: number,
    [value, last_year, median]: readonly [number, number, number],
    rdate = day,
  ): BriefReservoir => ({
    ...recordOf(site, 'Reservoir Storage'),
    ...latestOf(rdate, value),
    capacity,
    last_year,
    median,
  });

  const flow = (
    site: Site,
    value: number,
    change: number,
    facts: Pick<BriefFlow, 'class' | 'median'>,
    rdate = day,
  ): BriefFlow => ({
    ...recordOf(site, 'Streamflow'),
    ...latestOf(rdate, value),
    change,
    mean_7: value - 3 * change,
    ...facts,
    percent_of_median: facts.median === null ? null : (100 * value) / facts.median,
    median_years: 30,
    recent: {
      start: addDays(on, -29),
      values: Array.from({ length: 30 }, (_, at) =>
        addDays(on, at - 29) > rdate ? null : value * (0.8 + 0.2 * Math.sin(at / 5)),
      ),
    },
  });

  const reach = (
    site: Site,
    mean_7: number,
    [median, lowest, lowest_year]: readonly [number, number, number],
  ) =>
    ({
      ...recordOf(site, 'Reach Gain'),
      ...latestOf(day, mean_7 + 12),
      mean_7,
      median,
      lowest,
      lowest_year,
      years: 38,
    }) satisfies BriefReach;

  const well = (site: Site, value: number, change: number | null): BriefWell => ({
    ...recordOf(site, 'Depth to Water'),
    ...latestOf(addDays(on, -24), value, 30),
    before: change === null ? null : addDays(on, -389),
    change,
  });

  const snow = (
    label: string,
    sites: number,
    percents: readonly [number | null, number | null],
  ): BriefSnow => ({
    label,
    rdate: day,
    value: percents[0] === null ? 0.4 : 12.4,
    median: percents[0] === null ? 0.6 : (100 * 12.4) / percents[0],
    median_peak: 18.6,
    percent_of_median: percents[0],
    percent_of_peak: percents[1],
    count: sites,
    sites,
    provisional: 1,
    is_demonstration: true,
    missing: [],
  });

  const heise: Site = [14, '13037500', 'Snake River near Heise'];
  const box: Site = [109, '13095500', 'Box Canyon Springs near Wendell'];

  return {
    on,
    newest: day,
    first: '1950-10-01',
    storage: {
      label: 'Storage in the upper Snake reservoirs',
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
        last_year: 3_104_900,
        median: 2_871_200,
        median_years: 30,
        rank: 41,
        low_rank: 5,
        years: 45,
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
      snow('Snake above Heise', 12, [92, 67]),
      snow('Henrys Fork and Teton', 5, [81, 58]),
      snow('Willow, Blackfoot and Portneuf', 6, [null, 3]),
      { ...snow('Wood and Lost Rivers', 14, [74, 44]), count: 13, missing: ['Galena Summit'] },
    ],
    rivers: [
      {
        actual: flow(heise, 13_400, 650, { class: 'normal', median: 12_900 }),
        natural: flow([372, 'HEII-QU', 'Snake River near Heise (Unregulated)'], 18_250, 1_120, {
          class: 'above normal',
          median: 15_800,
        }),
      },
      {
        actual: flow([31, '13056500', 'Henrys Fork near Rexburg'], 2_310, -240, {
          class: 'below normal',
          median: 3_740,
        }),
        natural: null,
      },
      {
        actual: flow([42, '13069500', 'Snake River near Blackfoot'], 6_120, 20, {
          class: 'normal',
          median: 6_800,
        }),
        natural: null,
      },
      {
        actual: flow([53, '13077000', 'Snake River at Neeley'], 8_640, 0, {
          class: 'much above normal',
          median: 5_900,
        }),
        natural: null,
      },
      {
        actual: flow([58, '13087995', 'Snake River Gaging Station at Milner'], 4.2, -0.3, {
          class: 'lowest on record',
          median: 1_510,
        }),
        natural: null,
      },
    ],
    springs: [flow(box, 322, -1, { class: 'much below normal', median: 361 }, addDays(on, -9))],
    wells: [
      well([175, '434102112180701', 'INL Well USBR Site 15'], 171.42, 0.42),
      well([177, '432700112470801', 'USGS Well 1'], 597.03, 1.07),
      well([183, '434307112382601', 'USGS Well 21'], 341.2, -0.31),
      well([185, '431810113413601', 'INL Well 01S 23E 26CCC1'], 28.95, null),
      well([195, '434657112282201', 'USGS Well 4'], 276.4, 0.001),
      well([197, '434851112321801', 'USGS Well 27'], 229.95, 0.66),
      well([200, '435339112444601', 'USGS Well 25'], 318.52, 0.5),
      well([204, '432740113044501', 'USGS Well 9'], 611.9, 0.88),
      well([208, '433422113031701', 'USGS Well 22'], 614.55, 0.9),
      well([213, '434126112550701', 'USGS Well 12'], 336.13, 0.37),
    ],
    reaches: [
      reach([367, 'RG-HEII-LORI', 'Heise to Lorenzo'], -212, [-160, -401, 2003]),
      reach([368, 'RG-SHYI-NBLK', 'Shelley to Near Blackfoot'], -318, [-290, -512, 1992]),
      reach([369, 'RG-NBLK-NEEL', 'Near Blackfoot to Neeley'], 2_310, [2_540, 2_240, 2013]),
      reach([370, 'RG-NEEL-MINI', 'Neeley to Minidoka'], 142, [186, 21, 2004]),
      reach([371, 'RG-MINI-MILN', 'Minidoka to Milner'], 95, [120, 14, 1994]),
    ],
    moved: [
      {
        ...recordOf([158, 'PAL', 'Palisades Reservoir'], 'Reservoir Storage'),
        ...{ rdate: day, value: 643_900, approval: 'P', change: 48_400 },
        ...{ usual: 9_100, spread: 12_200, z: 3.22, count: 441 },
      },
      {
        ...recordOf(heise, 'Streamflow'),
        ...{ rdate: day, value: 13_400, approval: 'P', change: 4_850 },
        ...{ usual: 610, spread: 1_950, z: 2.17, count: 448 },
      },
      {
        ...recordOf([58, '13087995', 'Snake River Gaging Station at Milner'], 'Streamflow'),
        ...{ rdate: day, value: 4.2, approval: 'P', change: -1_506 },
        ...{ usual: 0, spread: 740, z: -2.04, count: 402 },
      },
      {
        ...recordOf([95, '13061430', 'Aberdeen-Springfield Canal'], 'Diversion'),
        ...{ rdate: day, value: 412, approval: 'P', change: 395 },
        ...{ usual: 120, spread: 171, z: 1.61, count: 398 },
      },
      {
        ...recordOf([369, 'RG-NBLK-NEEL', 'Near Blackfoot to Neeley'], 'Reach Gain'),
        ...{ rdate: day, value: 2_322, approval: 'P', change: -280 },
        ...{ usual: 15, spread: 190, z: -1.55, count: 420 },
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
    is_demonstration: true,
    ...changes,
  };
}
