import type { Station } from './station.ts';

type Point = readonly [number, number];

const heise: Point = [-111.66, 43.6125];
const lorenzo: Point = [-111.8781, 43.7353];
const shelley: Point = [-112.135, 43.4131];
const blackfoot: Point = [-112.3692, 43.1975];
const nearBlackfoot: Point = [-112.5189, 43.1253];
const neeley: Point = [-112.8794, 42.7675];
const minidoka: Point = [-113.5003, 42.6728];
const milner: Point = [-114.0183, 42.5281];

/** Reach gains are computed between gages; the ids are the portal's own. Medians are cfs, Oct to Sep. */
export const reaches: Station[] = [
  reach(
    'RG-HEII-LORI',
    'Heise to Lorenzo',
    '17040201',
    [heise, lorenzo],
    150,
    -0.5,
    [-120, -60, -20, 0, 20, 30, -80, -260, -320, -300, -260, -180],
  ),
  reach(
    'RG-SHYI-NBLK',
    'Shelley to Near Blackfoot',
    '17040206',
    [shelley, blackfoot, nearBlackfoot],
    160,
    -1,
    [-150, -120, -100, -90, -80, -60, -150, -350, -420, -380, -300, -220],
  ),
  reach(
    'RG-NBLK-NEEL',
    'Near Blackfoot to Neeley',
    '17040206',
    [nearBlackfoot, [-112.7, 42.93], neeley],
    230,
    -8,
    [2850, 2820, 2760, 2680, 2620, 2560, 2440, 2300, 2250, 2380, 2560, 2740],
  ),
  reach(
    'RG-NEEL-MINI',
    'Neeley to Minidoka',
    '17040209',
    [neeley, [-113.2, 42.64], minidoka],
    300,
    -1,
    [140, 130, 160, 170, 180, 200, 150, 60, 20, 40, 70, 110],
  ),
  reach(
    'RG-MINI-MILN',
    'Minidoka to Milner',
    '17040209',
    [minidoka, [-113.76, 42.56], milner],
    160,
    -0.5,
    [240, 150, 90, 60, 40, 40, 60, 120, 170, 240, 280, 290],
  ),
];

function reach(
  id: string,
  name: string,
  huc8: string,
  line: readonly Point[],
  noiseCfs: number,
  declinePerYear: number,
  medianCfs: readonly number[],
): Station {
  const [lon, lat] = middle(line);
  return {
    id,
    name,
    type: 'Stream Reach',
    provider: 'Calculation',
    lat,
    lon,
    huc8,
    line,
    shape: { kind: 'reach', medianCfs, noiseCfs, declinePerYear, from: '1980-10-01' },
  };
}

function middle(line: readonly Point[]): Point {
  const first = line[0] ?? [0, 0];
  const last = line[line.length - 1] ?? first;
  const point = line.length === 3 ? (line[1] ?? first) : [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
  return [Math.round((point[0] ?? 0) * 1e4) / 1e4, Math.round((point[1] ?? 0) * 1e4) / 1e4];
}
