import { parameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Shape, Station } from '../catalog.ts';
import { drift, hashText, uniform } from '../noise.ts';
import { roundTo, type Series } from './daily-series.ts';

type Well = Extract<Shape, { kind: 'well' }>;

/** Depth to water (ft below land surface) and the corresponding groundwater elevation. */
export function waterLevels(station: Station, shape: Well): Series[] {
  const depth = depthOf(station, shape);
  const series = (ndx: 7 | 8, value: (depthFt: number) => number): Series => ({
    parameter: ndx,
    from: shape.from,
    until: shape.until,
    continuous: shape.readings === 'daily',
    year: (year) => {
      const first = firstDayOfWaterYear(year);
      const values = new Float64Array(daysInWaterYear(year)).fill(Number.NaN);
      for (const i of readingDays(station, shape, year, values.length))
        values[i] = roundTo(value(depth(first + i)), 2);
      return values;
    },
  });
  const depths = series(parameterNdx.depthToWater, (feet) => feet);
  const land = station.elevation_ft;
  if (land === undefined) return [depths];
  return [depths, series(parameterNdx.groundwaterElevation, (feet) => land - roundTo(feet, 2))];
}

function readingDays(station: Station, shape: Well, year: number, days: number): number[] {
  if (shape.readings === 'daily') return Array.from({ length: days }, (_, i) => i);
  const seed = hashText(`${station.id} readings`);
  const stretch = days / shape.readings;
  return Array.from({ length: shape.readings }, (_, n) =>
    Math.floor(n * stretch + stretch * uniform(seed + n, year)),
  );
}

function depthOf(station: Station, shape: Well): (day: DayNumber) => number {
  const seed = hashText(station.id);
  const shallow = shape.depthFt < 60;
  const swing =
    shape.phase === 'plain' ? 1 + 2 * uniform(seed, 1) : shallow ? 2.5 : shape.phase === 'canal' ? 7 : 5;
  const fall = shallow ? 2 : 6 + 12 * uniform(seed, 2);
  return (day) => {
    const yearNumber = 1970 + day / 365.2425;
    const season = day - 273;
    // Deepest in early September near pumps, in late April near canals.
    const seasonal =
      shape.phase === 'recharge'
        ? swing * (hump(season, 200, 85) - hump(season, 35, 70))
        : swing * (hump(season, 335, 55) - 0.4 * hump(season, 150, 90));
    // Falls from the wet 1980s to the droughts after 2000, then stays level.
    const trend = fall * Math.max(0, Math.min(1, (yearNumber - 1987) / 28)) - fall / 2;
    const years = (shallow ? 0.8 : 2.2) * drift(seed + 3, day, 700);
    const weather = 0.08 * drift(seed + 4, day, 6);
    return Math.max(0.5, shape.depthFt + trend + seasonal + years + weather);
  };
}

/** A bell curve once a year around a day of the water year, `width` days to either side; continuous. */
function hump(day: number, middle: number, width: number): number {
  const year = 365.2425;
  const offset = ((((day - middle + year / 2) % year) + year) % year) - year / 2;
  return Math.exp(-((offset / width) ** 2));
}
