import { parameterNdx } from '#domain/vocabulary.ts';
import type { Shape, Station } from '../catalog/station.ts';
import { localWetness } from '../climate.ts';
import { drift, hashText } from '../noise.ts';
import { clamp, dailySeries, type Series } from './daily-series.ts';
import { monthlyCurve, monthOfWaterYear, waterYearOfMonth } from './monthly-curve.ts';

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
export function storage(station: Station, shape: Extract<Shape, { kind: 'reservoir' }>): Series {
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
