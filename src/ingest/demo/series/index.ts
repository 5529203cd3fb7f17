import { parameterNdx } from '#domain/vocabulary.ts';
import type { Shape, Station } from '../catalog.ts';
import { localWetness, wetness } from '../climate.ts';
import { drift, hashText, normal } from '../noise.ts';
import {
  clamp,
  dailySeries,
  monthlyCurve,
  monthOfWaterYear,
  type Series,
  waterYearOfMonth,
} from './daily-series.ts';
import { waterLevels } from './groundwater.ts';
import { diversion, pumping, recharge, returnFlow } from './irrigation.ts';
import { streamflow } from './streamflow.ts';
import { snowpack, weather } from './weather.ts';

/** Weather at snow sites begins on this day, to limit the size of the demo data. */
const snowWeatherFrom = '2023-10-01';

/** Lists the series of a station; every station has at least one. */
export function seriesOf(station: Station): Series[] {
  const { shape } = station;
  switch (shape.kind) {
    case 'stream':
    case 'unregulated':
      return [streamflow(station, shape)];
    case 'snow': {
      const from = shape.from > snowWeatherFrom ? shape.from : snowWeatherFrom;
      return [
        snowpack(station, shape),
        ...weather(station, from, { annualIn: 8 + shape.medianPeakIn * 1.2, decimals: 1, lift: 0.45 }),
      ];
    }
    case 'reservoir':
      return [storage(station, shape)];
    case 'well':
      return waterLevels(station, shape);
    case 'diversion':
      return [diversion(station, shape)];
    case 'pump':
      return pumping(station, shape);
    case 'recharge':
      return [recharge(station, shape)];
    case 'return-flow':
      return [returnFlow(station, shape)];
    case 'reach':
      return [reachGain(station, shape)];
    case 'weather':
      return weather(station, shape.from, {
        annualIn: 9 + ((station.elevation_ft ?? 4700) - 4200) * 0.004,
        decimals: 2,
        lift: 0,
      });
  }
}

/** Share of the room above or below the median that a wet or dry year uses, October to September. */
const swing = [0.75, 0.7, 0.6, 0.55, 0.5, 0.5, 0.5, 0.6, 0.75, 0.85, 0.9, 0.85];

/** April to July, as places in the water year. */
const fillingMonths = { from: 6, to: 9 } as const;

/** Operators run a reservoir to be full by summer, so that a wet year uses all the room, and a dry one lacks its share. */
function shareOfRoom(wet: number, monthIndex: number): number {
  const isFilling = monthIndex >= fillingMonths.from && monthIndex <= fillingMonths.to;
  if (wet > 1 && isFilling) return clamp((wet - 1) * 3.5, 0, 1);
  return clamp((wet - 1) * 1.6, -0.95, 0.95) * (swing[monthIndex] ?? 0);
}

/** Active storage in AF: fills in winter and spring, is drawn down in summer, stays within capacity. */
function storage(station: Station, shape: Extract<Shape, { kind: 'reservoir' }>): Series {
  const seed = hashText(station.id);
  const capacityAf = station.capacity_af ?? Math.max(...shape.medianAf);
  // A pool held at one level varies little.
  const swingScale = Math.min(...shape.medianAf) / capacityAf > 0.7 ? 0.3 : 1;
  const curve = monthlyCurve((month) => {
    const monthIndex = monthOfWaterYear(month);
    const year = waterYearOfMonth(month);
    const wet =
      monthIndex <= 4
        ? 0.7 * localWetness(station, year - 1) + 0.3 * localWetness(station, year)
        : localWetness(station, year);
    const median = shape.medianAf[monthIndex] ?? 0;
    const room = wet > 1 ? capacityAf * 0.995 - median : median - shape.lowestAf;
    return median + shareOfRoom(wet, monthIndex) * swingScale * Math.max(0, room);
  });
  return dailySeries(parameterNdx.storage, shape.from, (_year, _i, day) => {
    const ripple = 0.006 * drift(seed, day, 9) + 0.002 * drift(seed + 1, day, 3);
    return Math.round(clamp(curve(day) + capacityAf * ripple, shape.lowestAf, capacityAf));
  });
}

/** Daily gain of a reach in cfs: the aquifer's discharge plus the noise of a difference between large flows. */
function reachGain(station: Station, shape: Extract<Shape, { kind: 'reach' }>): Series {
  const seed = hashText(station.id);
  const curve = monthlyCurve((month) => {
    const year = waterYearOfMonth(month);
    const aquifer = 0.35 * (wetness(year - 1) - 1) + 0.2 * (wetness(year - 2) - 1);
    return (
      (shape.medianCfs[monthOfWaterYear(month)] ?? 0) +
      shape.declinePerYear * (Math.min(year, 2016) - 2000) +
      aquifer * shape.noiseCfs * 1.4
    );
  });
  return dailySeries(parameterNdx.reachGain, shape.from, (_year, _i, day) => {
    const noise = 0.75 * normal(seed, day) + 0.5 * drift(seed + 1, day, 5);
    return Math.round(curve(day) + shape.noiseCfs * noise) + 0;
  });
}
