import type { DayNumber } from '#lib/calendar.ts';
import { drift, hashText, normal, uniform } from './noise.ts';

/**
 * Unregulated runoff of the Snake River near Heise as a fraction of the median: water years 1981 to 2020 from
 * Reclamation's daily unregulated discharge, later years rough.
 */
const runoff = [
  0.78, 1.39, 1.32, 1.36, 0.99, 1.52, 0.79, 0.73, 0.98, 0.78, 0.88, 0.61, 1.02, 0.69, 1.12, 1.4, 1.73, 1.21,
  1.27, 0.89, 0.6, 0.74, 0.79, 0.78, 0.86, 1.06, 0.71, 1.07, 1.17, 0.84, 1.5, 0.98, 0.77, 1.15, 0.91, 0.83,
  1.58, 1.27, 1.04, 1.04, 0.68, 0.82, 1.1, 0.98, 0.9, 0.72,
];
const firstYear = 1981;
const seed = hashText('basin');

/** Wetness of a water year in the basin; 1 is the median. */
export function wetness(year: number): number {
  return runoff[year - firstYear] ?? Math.exp(0.27 * normal(seed, year));
}

export type DemoPlace = { readonly lat: number; readonly lon: number };

/** Wetness of a water year at a place. Places close to each other differ little. */
export function localWetness(place: DemoPlace, year: number): number {
  const east = (place.lon + 112.5) / 2.5;
  const north = (place.lat - 43.4) / 1.2;
  const tilt = 0.09 * (east * normal(seed + 1, year) + north * normal(seed + 2, year));
  return wetness(year) ** 0.85 * Math.exp(tilt);
}

/** Finds the seed of a place's storm field: the west, east or south of the basin. */
function stormField(place: DemoPlace): number {
  if (place.lat < 42.9) return seed + 30;
  return place.lon < -112.6 ? seed + 10 : seed + 20;
}

const wetSeason = [1.15, 1.05, 1.05, 1.1, 1.3, 1, 0.5, 0.5, 0.7, 0.85, 1.1, 1.2];

/**
 * Precipitation of a day, in units of about a mean wet day; 0 on dry days. Storms last some days and cross the basin,
 * so that neighbors share them; most are light. `lift` makes storms more frequent in the mountains.
 */
export function storm(place: DemoPlace, day: DayNumber, stationSeed: number, lift = 0): number {
  const month = monthIndex(day);
  const basin = drift(seed + 3, day, 2.6);
  const field = drift(stormField(place), day, 2.3);
  const own = normal(stationSeed, day);
  const strength = 0.72 * basin + 0.5 * field + 0.28 * own + 0.55 * ((wetSeason[month] ?? 1) - 1);
  const wet = strength - 0.62 + lift;
  return wet > 0 ? 0.06 + 1.45 * wet ** 1.7 * (0.5 + uniform(stationSeed + 5, day)) : 0;
}

/** °F above or below the season's mean, mostly the same across the basin. */
export function warmth(day: DayNumber, stationSeed: number): number {
  const summer = 0.75 + 0.25 * Math.cos((2 * Math.PI * (day - 15)) / 365.25);
  const shared =
    5.2 * drift(seed + 4, day, 4) + 3.4 * drift(seed + 6, day, 11) + 1.8 * drift(seed + 7, day, 90);
  return summer * (shared + 1.6 * normal(stationSeed + 9, day));
}

/** Days by which the basin's snow melts late (positive) or early in a water year. */
export function meltDelay(year: number): number {
  return 6 * normal(seed + 8, year) + 7 * (Math.min(1.4, wetness(year)) - 1) - 0.12 * (year - 2000);
}

/** The month from 0 to 11, assuming months of equal length; accurate enough for seasons. */
function monthIndex(day: DayNumber): number {
  return Math.floor(((((day % 365.2425) + 365.2425) % 365.2425) / 365.2425) * 12) % 12;
}
