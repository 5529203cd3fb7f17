import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Shape, Station } from '../catalog.ts';
import { localWetness, storm } from '../climate.ts';
import { drift, hashText, normal, uniform } from '../noise.ts';
import { clamp, dailySeries, roundTo, roundToThreeFigures, type Series } from './daily-series.ts';

/** From 0 to 1 through the season: on in mid-April, full from mid-May to August, off by late October. */
function season(i: number, on: number, off: number) {
  const up = clamp((i - on) / 32, 0, 1);
  const down = clamp((off - i) / 62, 0, 1);
  return Math.min(up * up * (3 - 2 * up), down ** 0.8);
}

/** The days of the water year a canal is turned on and off. */
function gates(seed: number, year: number) {
  return {
    on: 192 + Math.round(5 * normal(seed + 1, year)),
    off: 384 + Math.round(5 * normal(seed + 2, year)),
  };
}

/** Share of full flow on a day. The irrigation season runs into October, the next water year. */
function delivery(station: Station, seed: number, year: number, i: number) {
  const { on, off } = gates(seed, year);
  const previous = gates(seed, year - 1);
  const carried = season(i + 365, previous.on, previous.off);
  // A short supply ends the season of a dry year early.
  const short = clamp(1.25 - localWetness(station, year), 0, 0.6);
  const late = clamp((i - 290) / 60, 0, 1);
  return Math.max(season(i, on, off) * (1 - short * late), carried);
}

/** Daily canal diversion in cfs, set at the headgate every few days. */
export function diversion(station: Station, shape: Extract<Shape, { kind: 'diversion' | 'pump' }>): Series {
  const seed = hashText(station.id);
  const full = shape.annualAf / acreFeetPerCfsDay / 148;
  const stock = shape.kind === 'diversion' && uniform(seed, 3) < 0.3 ? clamp(full * 0.03, 1, 40) : 0;
  return dailySeries(parameterNdx.diversion, shape.from, (year, i, day) => {
    const set = Math.floor(day / 3);
    const rain = storm(station, day - 1, seed) > 1.6 ? 0.88 : 1;
    const share =
      delivery(station, seed, year, i) * (1 + 0.05 * drift(seed + 5, set, 4) + 0.02 * normal(seed + 6, set));
    const cfs = full * share * rain;
    return cfs < full * 0.02 ? roundTo(stock, 0) : roundToThreeFigures(cfs);
  });
}

/** A pump's diversion and hours: whole days on or off, part of the day in spring and fall. */
export function pumping(station: Station, shape: Extract<Shape, { kind: 'pump' }>): Series[] {
  const seed = hashText(station.id);
  const full = shape.annualAf / acreFeetPerCfsDay / 105;
  const hours = (year: number, i: number, day: DayNumber) => {
    const demand = delivery(station, seed, year, i);
    if (demand < 0.08) return 0;
    const off = uniform(seed + 7, Math.floor(day / 4)) > 0.25 + 0.7 * demand;
    return off ? 0 : roundTo(clamp(6 + 16 * demand + 2 * normal(seed + 8, day), 0, 24), 1);
  };
  return [
    dailySeries(parameterNdx.diversion, shape.from, (year, i, day) =>
      roundToThreeFigures((full * hours(year, i, day)) / 18),
    ),
    dailySeries(parameterNdx.hoursPumped, shape.from, hours),
  ];
}

/** Managed recharge in cfs: November to April under the winter right, more in wet years, a pulse in some summers. */
export function recharge(station: Station, shape: Extract<Shape, { kind: 'recharge' }>): Series {
  const seed = hashText(station.id);
  return dailySeries(parameterNdx.recharge, shape.from, (year, i, day) => {
    const wet = clamp(localWetness(station, year), 0.4, 1.4);
    const start = 30 + Math.round(8 * uniform(seed + 1, year));
    const winter = i >= start && i < 150 + 35 * wet ? 0.35 + 0.45 * wet : 0;
    const pulse = wet > 1.15 && i > 215 && i < 240 ? 0.6 : 0;
    const frozen = uniform(seed + 2, Math.floor(day / 9)) < 0.12 ? 0 : 1;
    const cfs = shape.capacityCfs * Math.max(winter, pulse) * frozen * (1 + 0.08 * drift(seed + 3, day, 3));
    return roundTo(clamp(cfs, 0, shape.capacityCfs), 1);
  });
}

/** Return flow in cfs: the season's deliveries three weeks later, above a small winter base. */
export function returnFlow(station: Station, shape: Extract<Shape, { kind: 'return-flow' }>): Series {
  const seed = hashText(station.id);
  return dailySeries(parameterNdx.returnFlow, shape.from, (year, i, day) => {
    const lag = 21;
    const share =
      i >= lag
        ? delivery(station, seed, year, i - lag)
        : delivery(station, seed, year - 1, i - lag + daysInWaterYear(year - 1));
    const cfs = shape.summerCfs * (0.12 + share * 0.88) * (1 + 0.16 * drift(seed + 1, day, 2.5));
    return roundToThreeFigures(Math.max(0, cfs));
  });
}
