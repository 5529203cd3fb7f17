import type { FlowRow } from './station.ts';

/** Managed recharge sites: id (the portal's own), name, latitude, longitude, feet, hydrologic unit, capacity cfs, first year. Positions are approximate. */
export const rechargeRows: FlowRow[] = [
  ['RCH-GFDR', 'Great Feeder Recharge (Rigby Area)', 43.66, -111.85, null, '17040201', 60, 2013],
  ['RCH-EGIN', 'Egin Lakes Recharge Site', 43.98, -111.87, null, '17040203', 70, 2009],
  ['RCH-HILT', 'Hilton Spill Recharge Site', 43.09, -112.7, null, '17040206', 55, 2013],
  ['RCH-JENS', 'Jensen Grove Recharge (Blackfoot)', 43.205, -112.36, null, '17040206', 20, 2013],
  ['RCH-SWID', 'Southwest Irrigation District Injection Wells', 42.43, -113.87, null, '17040211', 12, 2013],
  [
    'RCH-MP31',
    'Milner-Gooding Canal Mile Post 31 Recharge Site',
    42.82,
    -114.25,
    null,
    '17040212',
    150,
    2009,
  ],
  ['RCH-MURT', 'Murtaugh Lake Recharge', 42.46, -114.15, null, '17040212', 30, 2013],
  ['RCH-SUGR', 'Sugarloaf Recharge Site', 42.67, -114.15, null, '17040212', 25, 2013],
  ['RCH-WILS', 'Wilson Lake Recharge', 42.63, -114.18, null, '17040212', 45, 2013],
  ['RCH-SHOS', 'Shoshone Recharge Site', 42.97, -114.4, null, '17040221', 120, 2009],
];
