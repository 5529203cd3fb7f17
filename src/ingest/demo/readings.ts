import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { clockInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { holdDemoState } from '#server/db/demonstration.ts';
import { pruneReadings, type StoredReading, writeReadings } from '#server/db/readings.ts';
import type { Store } from '#server/db/store.ts';
import { inBatchesOf } from '../engine/batches.ts';
import { unitOf } from '../reading/units.ts';
import { type DemoStation, demoStations } from './catalog.ts';
import { roundTo, roundToThreeFigures, type Series } from './daily-series.ts';
import { drift, hashText, uniform } from './noise.ts';
import { reportingLagDays } from './record.ts';
import { seriesOf } from './series.ts';

const minuteMs = 60_000;
/** So many readings are written by one statement. */
const readingsPerStatement = 2000;

/** An instrument of a parameter, and what it reads where the days around it make `value`. */
type Instrument = {
  /** Between readings. */
  readonly minutes: number;
  /** @param noise about 1, changing within hours @param hour of the day, 0 to 24 */
  read(value: number, noise: number, hour: number): number;
};

const warmestHour = 15;
/** How far the extremes of a day are from its mean, in °F. */
const daySwing = 9;
const swingAt = (hour: number) => daySwing * Math.cos(((hour - warmestHour) / 24) * 2 * Math.PI);
const readFlow = (value: number, noise: number) => roundToThreeFigures(value * (1 + 0.004 * noise));

const instruments: Readonly<Partial<Record<ParameterNdx, Instrument>>> = {
  [parameterNdx.streamflow]: { minutes: 15, read: readFlow },
  [parameterNdx.diversion]: { minutes: 15, read: readFlow },
  [parameterNdx.storage]: { minutes: 15, read: (value) => Math.round(value) },
  [parameterNdx.swe]: { minutes: 60, read: (value) => roundTo(value, 1) },
  [parameterNdx.airTemperature]: {
    minutes: 60,
    read: (value, noise, hour) => roundTo(value + swingAt(hour) + noise, 1),
  },
  [parameterNdx.depthToWater]: { minutes: 60, read: (value, noise) => roundTo(value + 0.02 * noise, 2) },
};

type DemoOptions = { readonly basin: Basin; readonly now: Date; readonly hours: number };

/**
 * Writes the readings of the last hours of the demonstration series: always the same for a station and a time. Writes none
 * once an import has ended the demonstration.
 */
export async function writeDemoReadings(store: Store, { basin, now, hours }: DemoOptions): Promise<void> {
  const rows = await store.query(
    sql`select l.loc_id, lp.loc_ndx, lp.parameter_ndx from location_parameter lp join location l using (loc_ndx)
      where lp.source is null and (select has_data from demo_state)`,
    z.object({ loc_id: z.string(), loc_ndx: z.int(), parameter_ndx: z.int() }),
  );
  if (rows.length === 0) return;
  const byKey = new Map(rows.map((row) => [`${row.loc_id} ${row.parameter_ndx}`, row]));
  const readings: StoredReading[] = [];
  for (const station of demoStations(basin)) {
    for (const series of seriesOf(station)) {
      const row = byKey.get(`${station.id.toUpperCase()} ${series.parameter}`);
      if (!row) continue;
      const { loc_ndx, parameter_ndx } = row;
      for (const each of demoReadings(station, series, now, hours))
        readings.push({ loc_ndx, parameter_ndx, ...each });
    }
    // Others get their turn while hundreds of stations are computed.
    await setImmediate();
  }
  for (const some of inBatchesOf(readings, readingsPerStatement)) {
    await store.transaction(async (transaction) => {
      if ((await holdDemoState(transaction)).has_data) await writeReadings(transaction, some);
    });
  }
  await pruneReadings(store, now);
}

type DemoReading = Pick<StoredReading, 'time' | 'value' | 'unit' | 'approval'>;

/** Computes the readings of a series in the hours before `now`; none of what is computed or read by hand. */
export function demoReadings(station: DemoStation, series: Series, now: Date, hours: number): DemoReading[] {
  const instrument = instruments[series.parameter];
  const isSilent = station.shape.kind === 'unregulated' || reportingLagDays[station.id] !== undefined;
  const hasEnded = series.until !== undefined && series.until < now.toISOString().slice(0, 10);
  if (!instrument || !series.continuous || isSilent || hasEnded) return [];
  const stepMs = instrument.minutes * minuteMs;
  const seed = hashText(`${station.id} ${series.parameter} readings`);
  const last = Math.floor(now.getTime() / stepMs);
  const count = (hours * 60) / instrument.minutes;
  const valueOn = createDayLookup(series);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at).flatMap((step) => {
    const instant = new Date(step * stepMs);
    const value = valueAt(instant, valueOn);
    if (Number.isNaN(value) || isLost(seed, instant)) return [];
    const noise = drift(seed, step, 180 / instrument.minutes);
    const clock = clockInBasin(instant);
    const hour = Number(clock.slice(11, 13)) + Number(clock.slice(14, 16)) / 60;
    return [
      {
        time: instant.toISOString(),
        value: instrument.read(value, noise, hour),
        unit: unitOf(series.parameter),
        approval: 'P' as const,
      },
    ];
  });
}

/** Values between the means of days, which stand at noon. */
function valueAt(instant: Date, valueOn: (day: DayNumber) => number): number {
  const clock = clockInBasin(instant);
  const sinceNoon = Date.parse(`1970-01-01T${clock.slice(11)}Z`) / 86_400_000 - 0.5;
  const day = dayNumber(clock.slice(0, 10));
  const from = sinceNoon < 0 ? day - 1 : day;
  const share = sinceNoon < 0 ? sinceNoon + 1 : sinceNoon;
  return valueOn(from) * (1 - share) + valueOn(from + 1) * share;
}

function createDayLookup(series: Series): (day: DayNumber) => number {
  const years = new Map<number, Float64Array>();
  return (day) => {
    const year = waterYear(day);
    const values = years.get(year) ?? series.year(year);
    years.set(year, values);
    return values[day - firstDayOfWaterYear(year)] ?? Number.NaN;
  };
}

/** Now and then a station sends nothing for six hours. */
function isLost(seed: number, instant: Date): boolean {
  return uniform(seed, Math.floor(instant.getTime() / (6 * 60 * minuteMs))) < 0.03;
}
