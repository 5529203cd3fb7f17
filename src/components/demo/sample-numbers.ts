// Every number here is made up.

export const months = [
  'October',
  'November',
  'December',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
] as const;

export type Stat = {
  readonly label: string;
  readonly detail: string;
  readonly unit: string;
  readonly decimals: number;
  /** The twelve latest values, oldest first. */
  readonly values: readonly number[];
  /** The time between two values. */
  readonly every: 'day' | 'week' | 'month';
  /** Where a greater value is drawn, e.g. `down` for a depth. */
  readonly greater: 'up' | 'down';
};

export const stats: readonly Stat[] = [
  {
    label: 'Reservoir storage',
    detail: 'Four sample reservoirs',
    unit: 'AF',
    decimals: 0,
    values: [
      1_126_400, 1_131_900, 1_140_200, 1_152_700, 1_169_300, 1_188_100, 1_205_600, 1_224_900, 1_241_300,
      1_255_800, 1_265_700, 1_283_900,
    ],
    every: 'week',
    greater: 'up',
  },
  {
    label: 'Snow water equivalent',
    detail: 'Mean of six sample stations',
    unit: 'in',
    decimals: 1,
    values: [6.1, 7.4, 8.2, 8.9, 10.6, 11.3, 11.9, 13.2, 13.8, 14.1, 14.2, 14.6],
    every: 'week',
    greater: 'up',
  },
  {
    label: 'Discharge',
    detail: 'Sample River at Example Bridge',
    unit: 'cfs',
    decimals: 0,
    values: [3_610, 3_590, 3_640, 3_720, 3_850, 3_810, 3_740, 3_660, 3_580, 3_560, 3_530, 3_420],
    every: 'day',
    greater: 'up',
  },
  {
    label: 'Depth to water',
    detail: 'Sample well, below land surface',
    unit: 'ft',
    decimals: 1,
    values: [180.9, 180.7, 180.4, 180.6, 181.0, 181.6, 182.4, 182.9, 183.1, 182.8, 182.1, 182.3],
    every: 'month',
    greater: 'down',
  },
];

/** Mean discharge in cfs of the weeks that start on October 1, October 8, … September 23. */
export const hydrograph: { readonly year: readonly number[]; readonly median: readonly number[] } = {
  year: [
    3150, 3080, 3010, 2960, 2920, 2880, 2860, 3010, 2900, 2830, 2790, 2760, 2740, 2720, 2710, 2690, 2680,
    2670, 2660, 2890, 2780, 2720, 2780, 2850, 2990, 3180, 3450, 3820, 4300, 5050, 5900, 7100, 8350, 7900,
    10_800, 13_700, 14_650, 13_200, 11_900, 9500, 7800, 6450, 5600, 5000, 4620, 4350, 4150, 3990, 3860, 3740,
    3600, 3470,
  ],
  median: [
    3050, 3010, 2980, 2950, 2920, 2900, 2880, 2860, 2840, 2820, 2800, 2790, 2780, 2770, 2760, 2750, 2740,
    2730, 2730, 2740, 2760, 2790, 2840, 2920, 3030, 3190, 3400, 3680, 4050, 4520, 5120, 5870, 6780, 7800,
    8900, 9950, 10_700, 10_950, 10_600, 9750, 8600, 7450, 6500, 5750, 5180, 4760, 4440, 4190, 3980, 3800,
    3640, 3500,
  ],
};

/** Reach gain in AF by month, October to September; a loss is negative. */
export const reachGains: readonly number[] = [
  21_400, 18_900, 16_200, 14_800, 13_900, 17_600, 9300, -6800, -12_400, -3100, 8700, 15_500,
];

export type SampleReading = {
  readonly site: string;
  readonly measure: string;
  readonly value: number;
  readonly change: number;
  readonly decimals: number;
  readonly unit: string;
};

export const readings: readonly SampleReading[] = [
  {
    site: 'Sample River at Example Bridge',
    measure: 'Discharge',
    value: 3420,
    change: -430,
    decimals: 0,
    unit: 'cfs',
  },
  {
    site: 'Sample Creek near its mouth',
    measure: 'Stage',
    value: 4.62,
    change: 0.08,
    decimals: 2,
    unit: 'ft',
  },
  { site: 'Example Reservoir', measure: 'Storage', value: 412_300, change: 6100, decimals: 0, unit: 'AF' },
  {
    site: 'Example Divide',
    measure: 'Snow water equivalent',
    value: 18.2,
    change: 0.5,
    decimals: 1,
    unit: 'in',
  },
  { site: 'Sample Well 12', measure: 'Depth to water', value: 182.3, change: 0, decimals: 1, unit: 'ft' },
];
