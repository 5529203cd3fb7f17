import { parameterNdx } from '#domain/vocabulary.ts';
import type { Station } from '../catalog/station.ts';
import { storm, warmth } from '../climate.ts';
import { hashText } from '../noise.ts';
import { clamp, dailySeries, roundTo, type Series } from './daily-series.ts';

/** Mean annual precipitation, decimals of a day's precipitation, and how many more storms mountains get. */
type Site = { annualIn: number; decimals: 1 | 2; lift: number };

/** Daily precipitation in inches and mean air temperature in °F. */
export function weather(station: Station, from: string, site: Site): Series[] {
  const seed = hashText(station.id);
  const feet = station.elevation_ft ?? 4700;
  const mean = 47.5 - (feet - 4200) * 0.0031 - (station.lat - 42.6) * 0.9;
  const amplitude = 24.5 - (feet - 4200) * 0.0009;
  // The storms of a mean year sum to these units.
  const inchesPerUnit = site.annualIn / (site.lift > 0 ? 178 : 68);
  return [
    dailySeries(parameterNdx.precipitation, from, (_year, _i, day) =>
      roundTo(clamp(storm(station, day, seed, site.lift) * inchesPerUnit, 0, 4), site.decimals),
    ),
    dailySeries(parameterNdx.airTemperature, from, (_year, _i, day) => {
      const season = -Math.cos((2 * Math.PI * (day - 18)) / 365.2425);
      return roundTo(clamp(mean + amplitude * season + warmth(day, seed), -36, 96), 1);
    }),
  ];
}
