import type { WellRow } from './station.ts';

/**
 * Wells of the state. Those of the Big Lost basin are licensed wells at their published places, with the
 * depth the driller recorded. The columns of a USGS well.
 */
export const idwrWellRows: WellRow[] = [
  [
    'IDWR-319748',
    'IDWR Well 319748 near Monteview',
    43.8431,
    -112.5434,
    4790,
    '17040215',
    144,
    'canal',
    2,
    1996,
    false,
  ],
  [
    'IDWR-319752',
    'IDWR Well 319752 near Chilly',
    44.0794,
    -113.8965,
    6400,
    '17040218',
    28,
    'canal',
    2,
    1996,
    false,
  ],
  [
    'IDWR-319753',
    'IDWR Well 319753 near Arco',
    43.6186,
    -113.3189,
    5330,
    '17040218',
    12,
    'canal',
    3,
    1996,
    false,
  ],
  [
    'IDWR-319754',
    'IDWR Well 319754 near Mackay',
    43.9111,
    -113.6175,
    5900,
    '17040218',
    6,
    'canal',
    2,
    1996,
    false,
  ],
];

/**
 * Telemetered wells of the irrigated tracts. The ids are the portal's own and the places approximate: no
 * station list of this network was at hand.
 */
export const aquaInfoWellRows: WellRow[] = [
  [
    'AQI-MV1',
    'Magic Valley Observation Well near Jerome',
    42.74,
    -114.47,
    3780,
    '17040212',
    240,
    'recharge',
    'daily',
    2008,
    false,
  ],
  [
    'AQI-MV2',
    'Magic Valley Observation Well near Wendell',
    42.79,
    -114.66,
    3520,
    '17040212',
    190,
    'recharge',
    'daily',
    2010,
    false,
  ],
  [
    'AQI-AB1',
    'A&B Observation Well near Rupert',
    42.72,
    -113.62,
    4210,
    '17040209',
    210,
    'recharge',
    'daily',
    2006,
    false,
  ],
  [
    'AQI-AF1',
    'Observation Well near Aberdeen',
    42.98,
    -112.86,
    4420,
    '17040206',
    55,
    'recharge',
    'daily',
    2009,
    false,
  ],
];
