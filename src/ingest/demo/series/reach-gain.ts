import { parameterNdx } from '#domain/vocabulary.ts';
import type { Shape, Station } from '../catalog/station.ts';
import { wetness } from '../climate.ts';
import { drift, hashText, normal } from '../noise.ts';
import { dailySeries, type Series } from './daily-series.ts';
import { monthlyCurve, monthOfWaterYear, waterYearOfMonth } from './monthly-curve.ts';

/** Daily gain of a reach in cfs: the aquifer's discharge plus the noise of a difference between large flows. */
export function reachGain(station: Station, shape: Extract<Shape, { kind: 'reach' }>): Series {
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
