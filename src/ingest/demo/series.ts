import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { DemoShape, DemoStation, Pattern } from './catalog.ts';
import { localWetness, meltDelay, storm, warmth, wetness } from './climate.ts';
import {
  clamp,
  dailySeries,
  monthlyCurve,
  monthOfWaterYear,
  roundTo,
  roundToThreeFigures,
  type Series,
  waterYearOfMonth,
} from './daily-series.ts';
import { drift, hashText, normal, uniform } from './noise.ts';

/** Weather at snow sites begins on this day, to limit the size of the demo data. */
const snowWeatherFrom = '2023-10-01';

/** Lists the series of a station; every station has at least one. */
export function seriesOf(station: DemoStation): Series[] {
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
function storage(station: DemoStation, shape: Extract<DemoShape, { kind: 'reservoir' }>): Series {
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
function reachGain(station: DemoStation, shape: Extract<DemoShape, { kind: 'reach' }>): Series {
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

/** By how much, as a logarithm, rain and soils make a spring's unregulated runoff differ from what its snow says. */
const shareUnexplained = 0.11;

type Stream = Extract<DemoShape, { kind: 'stream' | 'unregulated' }>;

/** Daily discharge of a stream or spring in cfs. */
function streamflow(station: DemoStation, shape: Stream): Series {
  const seed = hashText(station.id);
  const computed = shape.kind === 'unregulated' ? shape : undefined;
  const { pattern } = shape;
  const total = pattern.months.reduce((sum, month) => sum + month, 0) / 12;
  const curve = monthlyCurve((month) => {
    const monthIndex = monthOfWaterYear(month);
    const year = waterYearOfMonth(month);
    const spring = monthIndex >= 5 && monthIndex <= 9;
    const autumn = monthIndex <= 3;
    // In fall, flow still depends on last year's snow.
    const wet = autumn
      ? localWetness(station, year - 1) ** 0.7 * localWetness(station, year) ** 0.3
      : localWetness(station, year);
    const relative = (pattern.months[monthIndex] ?? 0) / total;
    const slow = pattern.declines ? springDecline(year) : 1;
    const unexplained = computed && spring ? Math.exp(shareUnexplained * normal(seed + 8, year)) : 1;
    return (
      shape.meanCfs * relative * slow * unexplained * wet ** (spring ? pattern.wetSpring : pattern.wetRest)
    );
  });
  return {
    parameter: parameterNdx.streamflow,
    from: shape.from,
    until: shape.kind === 'stream' ? shape.until : undefined,
    // No instrument measures what is computed from other records.
    continuous: computed === undefined,
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
        if (computed) values[i] = roundTo(cfs + computed.noiseCfs * normal(seed + 9, day), 0);
        else values[i] = cfs < 0.05 ? 0 : roundToThreeFigures(cfs);
      }
      return values;
    },
  };
}

/** Spring flow declined with the aquifer for decades (Box Canyon from about 430 to 310 cfs). */
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

/** Flow set by gates, constant for some days. */
function gateFlow(curve: (day: DayNumber) => number, seed: number, day: DayNumber) {
  const stretch = 3 + Math.floor(uniform(seed, 7) * 5);
  const block = Math.floor((day + (seed % 11)) / stretch);
  const middle = block * stretch - (seed % 11) + (stretch - 1) / 2;
  return (
    curve(Math.round(middle)) * (1 + 0.07 * drift(seed + 4, block, 3) + 0.03 * drift(seed + 5, block, 1))
  );
}

/** Quick flow left from storms of the two weeks before, so that every water year can be generated by itself. */
function quickFlowBefore(station: DemoStation, seed: number, first: DayNumber) {
  let quick = 0;
  for (let day = first - 14; day < first; day++) quick = quick * 0.68 + storm(station, day, seed);
  return quick;
}

function bell(x: number, middle: number, width: number): number {
  const z = (x - middle) / width;
  return Math.exp(-z * z);
}

/** Mean annual precipitation, decimals of a day's precipitation, and how many more storms mountains get. */
type Site = { annualIn: number; decimals: 1 | 2; lift: number };

/** Daily precipitation in inches and mean air temperature in °F. */
function weather(station: DemoStation, from: string, site: Site): Series[] {
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
function usualPeak(station: DemoStation, medianPeakIn: number) {
  const feet = station.elevation_ft ?? 7000;
  return clamp(160 + (feet - 5700) * 0.011 + medianPeakIn * 0.25, 163, 216);
}

/**
 * Snow water equivalent in inches, to 0.1: storms build the pack up to the year's peak, then warm days melt it, with a
 * late storm or two in between.
 */
function snowpack(station: DemoStation, shape: Extract<DemoShape, { kind: 'snow' }>): Series {
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

type Well = Extract<DemoShape, { kind: 'well' }>;

/** Depth to water (ft below land surface) and the corresponding groundwater elevation. */
function waterLevels(station: DemoStation, shape: Well): Series[] {
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

function readingDays(station: DemoStation, shape: Well, year: number, days: number): number[] {
  if (shape.readings === 'daily') return Array.from({ length: days }, (_, i) => i);
  const seed = hashText(`${station.id} readings`);
  const stretch = days / shape.readings;
  return Array.from({ length: shape.readings }, (_, n) =>
    Math.floor(n * stretch + stretch * uniform(seed + n, year)),
  );
}

function depthOf(station: DemoStation, shape: Well): (day: DayNumber) => number {
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
function delivery(station: DemoStation, seed: number, year: number, i: number) {
  const { on, off } = gates(seed, year);
  const previous = gates(seed, year - 1);
  const carried = season(i + 365, previous.on, previous.off);
  // A short supply ends the season of a dry year early.
  const short = clamp(1.25 - localWetness(station, year), 0, 0.6);
  const late = clamp((i - 290) / 60, 0, 1);
  return Math.max(season(i, on, off) * (1 - short * late), carried);
}

/** Daily canal diversion in cfs, set at the headgate every few days. */
function diversion(station: DemoStation, shape: Extract<DemoShape, { kind: 'diversion' | 'pump' }>): Series {
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
function pumping(station: DemoStation, shape: Extract<DemoShape, { kind: 'pump' }>): Series[] {
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
function recharge(station: DemoStation, shape: Extract<DemoShape, { kind: 'recharge' }>): Series {
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
function returnFlow(station: DemoStation, shape: Extract<DemoShape, { kind: 'return-flow' }>): Series {
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
