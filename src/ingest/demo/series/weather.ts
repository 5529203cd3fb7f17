import { parameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import type { Shape, Station } from '../catalog.ts';
import { localWetness, meltDelay, storm, warmth } from '../climate.ts';
import { hashText, normal } from '../noise.ts';
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

/** Mountains get more storms than the valleys, whose rain gages the storms are scaled to. */
const mountainLift = 0.45;

/** Day of the water year with the most snow in a median year: mid-March at low sites, early May at high ones. */
function usualPeak(station: Station, medianPeakIn: number) {
  const feet = station.elevation_ft ?? 7000;
  return clamp(160 + (feet - 5700) * 0.011 + medianPeakIn * 0.25, 163, 216);
}

/**
 * Snow water equivalent in inches, to 0.1: storms build the pack up to the year's peak, then warm days melt it, with a
 * late storm or two in between.
 */
export function snowpack(station: Station, shape: Extract<Shape, { kind: 'snow' }>): Series {
  const seed = hashText(station.id);
  return {
    parameter: parameterNdx.swe,
    from: shape.from,
    continuous: true,
    year: (year) => {
      const first = firstDayOfWaterYear(year);
      const values = new Float64Array(daysInWaterYear(year));
      const wet = localWetness(station, year) ** 0.85 * Math.exp(0.07 * normal(seed + 11, year));
      const peak = shape.medianPeakIn * wet;
      const peakDay = Math.round(
        clamp(
          usualPeak(station, shape.medianPeakIn) + meltDelay(year) + 4 * normal(seed + 12, year),
          135,
          225,
        ),
      );
      const onset = Math.round(clamp(34 - shape.medianPeakIn * 0.5 + 9 * normal(seed + 13, year), 6, 58));
      const gained = new Float64Array(peakDay + 1);
      let total = 0;
      for (let i = onset; i <= peakDay; i++) {
        total += storm(station, first + i, seed, mountainLift) + (i === onset ? 0.3 : 0);
        gained[i] = total;
      }
      for (let i = 0; i <= peakDay; i++) values[i] = (peak * (gained[i] ?? 0)) / total;
      let pack = peak;
      for (let i = peakDay + 1; i < values.length && pack > 0; i++) {
        const since = i - peakDay;
        const rate = 0.08 + 0.028 * Math.min(since, 45) + 0.0009 * shape.medianPeakIn * since;
        const melt = Math.max(0, rate * (1 + 0.075 * warmth(first + i, seed)));
        const late = since < 35 ? 0.3 * storm(station, first + i, seed) : 0;
        pack = Math.max(0, pack + late - melt);
        values[i] = pack;
      }
      for (let i = 0; i < values.length; i++) values[i] = roundTo(values[i] ?? 0, 1);
      return values;
    },
  };
}
