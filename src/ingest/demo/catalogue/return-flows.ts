import type { FlowRow } from './station.ts';

/** Drains and spillbacks: id, name, latitude, longitude, feet, hydrologic unit, summer cfs, first year. */
export const returnFlowRows: FlowRow[] = [
  ['13057132', 'Great Western Spillback near Idaho Falls', 43.6008, -112.0619, 4746, '1704020105', 60, 2005],
  [
    '13058529',
    'Willow Creek Floodway Channel at Mouth near Idaho Falls',
    43.5747,
    -112.0481,
    4729,
    '1704020105',
    45,
    2005,
  ],
  ['13061550', 'Lavaside Spillway near Blackfoot', 43.2332, -112.3341, null, '1704020603', 25, 2012],
  ['13069548', 'Sterling Waste', 43.0302, -112.7275, null, '1704020605', 30, 2012],
  ['13069565', 'Aberdeen Waste near Aberdeen', 42.9241, -112.8114, null, '1704020607', 20, 2012],
  ['13076210', 'Tarter Waste near Aberdeen', 42.8749, -112.8533, null, '1704020610', 8, 2012],
  ['13076300', 'Aberdeen Wasteway near Aberdeen', 42.9241, -112.8114, null, '1704020607', 25, 2012],
  ['13068495', 'Blackfoot River Bypass near Blackfoot', 43.1708, -112.3878, 4467, '1704020706', 40, 2005],
  ['13085065', 'Main Drain North near Heyburn', 42.5506, -113.8664, null, '17040209', 70, 2005],
  ['13082060', 'F-Drain near Declo', 42.5468, -113.6283, 4162, '1704020913', 35, 2005],
  ['13088100', 'Irrigation Waste B near Milner', 42.5166, -114.0759, null, '1704021204', 15, 2012],
  ['13092850', 'LP Coulee near Twin Falls', 42.5807, -114.5345, null, '1704021206', 20, 2012],
  ['13095360', 'S-Coulee near Wendell', 42.696, -114.8053, null, '1704021210', 25, 2012],
];
