import { parameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Shape, Station } from '../catalog/station.ts';
import { localWetness, meltDelay, storm, warmth } from '../climate.ts';
import { drift, hashText, uniform } from '../noise.ts';
import { roundToThreeFigures, type Series } from './daily-series.ts';
import { monthlyCurve, monthOfWaterYear, waterYearOfMonth } from './monthly-curve.ts';
import { type Pattern, regimes } from './regimes.ts';

/** Daily discharge of a stream or spring, cfs. */
export function streamflow(station: Station, shape: Extract<Shape, { kind: 'stream' }>): Series {
  const seed = hashText(station.id);
  const pattern = regimes[shape.regime];
  const total = pattern.months.reduce((sum, month) => sum + month, 0) / 12;
  const curve = monthlyCurve((month) => {
    const monthIndex = monthOfWaterYear(month);
    const year = waterYearOfMonth(month);
    const spring = monthIndex >= 5 && monthIndex <= 9;
    const autumn = monthIndex <= 3;
    // Autumn still lives on the last year's snow.
    const wet = autumn
      ? localWetness(station, year - 1) ** 0.7 * localWetness(station, year) ** 0.3
      : localWetness(station, year);
    const relative = (pattern.months[monthIndex] ?? 0) / total;
    const slow = shape.regime === 'spring' ? springDecline(year) : 1;
    return shape.meanCfs * relative * slow * wet ** (spring ? pattern.wetSpring : pattern.wetRest);
  });
  return {
    parameter: parameterNdx.streamflow,
    from: shape.from,
    until: shape.until,
    continuous: true,
    year: (year) => {
      const first = firstDayOfWaterYear(year);
      const values = new Float64Array(daysInWaterYear(year));
      const delay = pattern.steps ? 0 : meltDelay(year);
      let quick = pattern.storms > 0 ? quickFlowBefore(station, seed, first) : 0;
      for (let i = 0; i < values.length; i++) {
        const day = first + i;
        if (pattern.storms > 0)
          quick = quick * 0.68 + storm(station, day, seed) * (i < 60 || i > 150 ? 1 : 0.35);
        const base = pattern.steps
          ? gateFlow(curve, seed, day)
          : freeFlow(curve, pattern, seed, day, i, delay);
        const daily = 1 + pattern.noise * drift(seed + 3, day, 1.3);
        const cfs = base * daily + shape.meanCfs * pattern.storms * quick - shape.meanCfs * pattern.loss;
        values[i] = cfs < 0.05 ? 0 : roundToThreeFigures(cfs);
      }
      return values;
    },
  };
}

/** Springs fell for decades with the aquifer behind them (Box Canyon from about 430 to 310 cfs). */
function springDecline(year: number): number {
  const since = Math.max(0, Math.min(35, year - 1981));
  return 1.08 - 0.005 * since;
}

/** Snowmelt: late or early with the year, faster on warm days. */
function freeFlow(
  curve: (day: DayNumber) => number,
  pattern: Pattern,
  seed: number,
  day: DayNumber,
  i: number,
  delay: number,
) {
  const melting = bell(i, 230, 62);
  const cfs = curve(day - delay * melting);
  const warm = 0.035 * warmth(day - 1, seed) + 0.09 * drift(seed + 2, day, 6);
  return (
    cfs *
    Math.exp(
      melting * pattern.wetSpring * 0.75 * warm + pattern.slow * (1 - melting) * drift(seed + 1, day, 25),
    )
  );
}

/** Gates: the flow is set every few days and kept. */
function gateFlow(curve: (day: DayNumber) => number, seed: number, day: DayNumber) {
  const stretch = 3 + Math.floor(uniform(seed, 7) * 5);
  const block = Math.floor((day + (seed % 11)) / stretch);
  const middle = block * stretch - (seed % 11) + (stretch - 1) / 2;
  return (
    curve(Math.round(middle)) * (1 + 0.07 * drift(seed + 4, block, 3) + 0.03 * drift(seed + 5, block, 1))
  );
}

/** What storms of the last two weeks left, so that a year can start anywhere. */
function quickFlowBefore(station: Station, seed: number, first: DayNumber) {
  let quick = 0;
  for (let day = first - 14; day < first; day++) quick = quick * 0.68 + storm(station, day, seed);
  return quick;
}

function bell(x: number, middle: number, width: number): number {
  const z = (x - middle) / width;
  return Math.exp(-z * z);
}
