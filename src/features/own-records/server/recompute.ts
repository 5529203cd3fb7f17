import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { ownSource } from '#domain/deliverer.ts';
import { computedHere } from '#domain/qualifiers.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import type { LookupIds } from '#ingest/basin/write-lookup-tables.ts';
import type { ImportedDays } from '#ingest/engine/daily-values.ts';
import { readClock, removeDays } from '#ingest/engine/value-history.ts';
import { writeSeries } from '#ingest/engine/write-series.ts';
import { qualityRulesOf } from '#ingest/quality/site-limits.ts';
import type { SeriesReport } from '#ingest/report.ts';
import { SourceRefused } from '#ingest/source.ts';
import { startOfDayInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { daySql, dayZero, intArraySql, type Queryable } from '#server/db/queryable.ts';
import { readingDays, writeReadings } from '#server/db/readings.ts';
import { type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { refreshStatistics } from '#server/db/statistic-day.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { stage } from '../contract.ts';
import { addsUp } from '../rules/amounts.ts';
import {
  type DayBounds,
  dailyMeans,
  dailyTotals,
  type SeriesTerms,
  type TimedValues,
} from '../rules/days.ts';
import { type Rating, rateStage, ratingAt } from '../rules/rating.ts';
import { type Days, noteComputed, noteDays } from './days-to-compute.ts';
import { type OwnPlace, unitsAt } from './own-sites.ts';
import { readRatings } from './rating-tables.ts';
import { describeOtherSource, readTerms, toSeriesTerms } from './store-readings.ts';

/** What writes days: an import, or the run that the day's entries share. */
export type DayWriter = {
  readonly basin: Basin;
  readonly run: number;
  readonly places: LookupIds;
  readonly acceptMagnitude: boolean;
  readonly replaceSource?: boolean | undefined;
  readonly now: Date;
};

const msPerDay = 86_400_000;
const cubicFeetPerAcreFoot = 43_560;

const startOf = (day: DayNumber) => Date.parse(startOfDayInBasin(formatDay(day)));

/**
 * Computes the days of a parameter from its readings, and from those of the stage, and writes what has changed. Days that have
 * no value any more are removed; the history keeps them. A day counts once it has ended; until then it is noted.
 * @throws SourceRefused also where another source has the days
 */
export async function recomputeDays(
  tx: StoreTransaction,
  writer: DayWriter,
  { place, parameter, days: [first, last] }: { place: OwnPlace; parameter: ParameterNdx; days: Days },
): Promise<SeriesReport | undefined> {
  const key: SeriesKey = { loc_ndx: place.loc_ndx, parameter_ndx: parameter };
  if ((await readTerms(tx, key))?.kind === 'day') return undefined;
  const other = writer.replaceSource ? undefined : await describeOtherSource(tx, key);
  if (other !== undefined) throw new SourceRefused(other);
  const until = Math.min(last, dayNumber(todayInBasin(writer.now)) - 1);
  if (until >= first) await noteComputed(tx, key, [first, until]);
  if (last > until) await noteDays(tx, key, [Math.max(first, until + 1), last]);
  const { values, readings, terms } = await computeDays(tx, key, [first, last], {
    place,
    ratings: await readRatings(tx, key),
  });
  const days = [...values.keys()].filter((day) => day <= until);
  await removeOthers(tx, key, [first, last], { days, run: writer.run });
  const report =
    days.length === 0
      ? undefined
      : await writeDays(tx, writer, place, parameter, {
          days,
          values: days.map((day) => values.get(day) ?? 0),
          marks: days.map(() => ({ approval: 'P' as const, qualifier: computedHere })),
          lines: days.map(() => 0),
        });
  if (terms.kind === 'reading')
    await showLatest(tx, key, place, {
      readings,
      from: startOf(first),
      to: startOf(last + 1),
      now: writer.now,
    });
  return report;
}

/** Writes days of an own site, as an import writes those of an agency. @throws SourceRefused */
export function writeDays(
  tx: StoreTransaction,
  { basin, run, places, acceptMagnitude, replaceSource = false }: DayWriter,
  { site, parameters, loc_id }: OwnPlace,
  parameter: ParameterNdx,
  readings: ImportedDays,
): Promise<SeriesReport> {
  const name = parameters.find(({ parameter_ndx }) => parameter_ndx === parameter)?.parameter_name ?? '';
  return writeSeries(
    tx,
    { source: ownSource, run, places, rivers: basin.rivers, replaceSource, acceptMagnitude },
    {
      kind: 'read',
      name: `${loc_id} ${name}`,
      target: { site, parameter, rules: qualityRulesOf(basin, site, name) },
      readings,
      rejections: [],
      missing: [],
    },
  );
}

/** Removes the computed days that are not among some. */
async function removeOthers(
  tx: StoreTransaction,
  key: SeriesKey,
  [first, last]: Days,
  { days, run }: { days: readonly DayNumber[]; run: number },
): Promise<void> {
  const history = { run, knownFrom: await readClock(tx) };
  const isOther = sql`d.qualifier = ${computedHere} and d.rdate between ${daySql(first)} and ${daySql(last)}
    and not (d.rdate - ${dayZero} = any(${intArraySql(days)}))`;
  const { count } = await removeDays(tx, key, history, isOther);
  if (count === 0) return;
  await summarizeSeries(tx, [key]);
  await refreshStatistics(tx, [key]);
}

/** Shows the readings of the last days as the latest ones of the record. */
async function showLatest(
  tx: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  { parameters }: OwnPlace,
  { readings, from, to, now }: { readings: TimedValues; from: number; to: number; now: Date },
): Promise<void> {
  const oldest = Math.max(from, now.getTime() - readingDays * msPerDay);
  const unit = parameters.find((each) => each.parameter_ndx === parameter_ndx)?.units_name ?? '';
  if (to <= oldest) return;
  await tx.query(
    sql`delete from latest_reading where loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::smallint
      and time >= to_timestamp(${oldest / 1000}::float8)
      and time < to_timestamp(${to / 1000}::float8)`,
  );
  const shown = readings.times.flatMap((time, at) => {
    const value = readings.values[at] ?? Number.NaN;
    if (time < oldest || Number.isNaN(value)) return [];
    return [
      { loc_ndx, parameter_ndx, time: new Date(time).toISOString(), value, unit, approval: 'P' as const },
    ];
  });
  if (shown.length > 0) await writeReadings(tx, shown);
}

type Computed = {
  readonly values: ReadonlyMap<DayNumber, number>;
  readonly readings: TimedValues;
  /** The stages among them, in ft. */
  readonly stages: TimedValues;
  readonly terms: SeriesTerms;
};

/** Computes days, whether they have ended or not, with the given versions of the rating table. */
export async function computeDays(
  from: Queryable,
  key: SeriesKey,
  [first, last]: Days,
  { place, ratings }: { place: OwnPlace; ratings: readonly Rating[] },
): Promise<Computed> {
  const terms = toSeriesTerms(await readTerms(from, key), place.limit_minutes);
  const spans = Array.from({ length: last - first + 1 }, (_, at): DayBounds => {
    const day = first + at;
    return { day, from: startOf(day), to: startOf(day + 1) };
  });
  const margin = Math.max(terms.limitMs, terms.periodMs ?? 0);
  const between = [(spans[0]?.from ?? 0) - margin, (spans.at(-1)?.to ?? 0) + margin] as const;
  const direct = await readTimedValues(from, key, between);
  const stages =
    ratings.length === 0
      ? { times: [], values: [] }
      : await readTimedValues(from, { ...key, parameter_ndx: stage.parameter_ndx }, between);
  const readings = mergeTimed(direct, rateStages(stages, ratings));
  const rest = { readings, stages, terms };
  const unit = unitsAt(place, key.parameter_ndx);
  const isAmount = addsUp(key.parameter_ndx) && terms.periodMs !== null;
  if (terms.kind === 'reading' && !isAmount) return { values: dailyMeans(readings, spans, terms), ...rest };
  if (unit !== 'cfs') return { values: dailyTotals(readings, spans, terms), ...rest };
  // A counter of water counts acre-feet.
  const rates = [...dailyMeans(readings, spans, terms)];
  return { values: new Map(rates.map(([day, rate]) => [day, rate * cubicFeetPerAcreFoot])), ...rest };
}

/** The flows of stages; NaN beyond the ends of the table that holds, and before the first one. */
export function rateStages({ times, values }: TimedValues, ratings: readonly Rating[]): TimedValues {
  const rate = (time: number, value: number) => {
    const rating = ratingAt(ratings, time);
    return (rating && rateStage(rating, value)) ?? Number.NaN;
  };
  return { times, values: times.map((time, at) => rate(time, values[at] ?? 0)) };
}

/** Joins readings in the order of their times; where both have one, that of `one` counts. */
function mergeTimed(one: TimedValues, other: TimedValues): TimedValues {
  if (other.times.length === 0) return one;
  const all = new Map<number, number>();
  for (const { times, values } of [other, one])
    for (const [at, time] of times.entries()) all.set(time, values[at] ?? 0);
  const sorted = [...all].toSorted(([early], [late]) => early - late);
  return { times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value) };
}

const Timed = z.object({ times: z.array(z.number()), values: z.array(z.number()) });

/** Reads the present versions of readings between two instants, both included; withdrawn ones are left out. */
async function readTimedValues(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  [first, last]: readonly [number, number],
): Promise<TimedValues> {
  const [found] = await from.query(
    sql`select coalesce(json_agg(ms order by ms), '[]') as times, coalesce(json_agg(value order by ms), '[]') as values
      from (select distinct on (at) (extract(epoch from at) * 1000)::float8 as ms, value from own_reading
        where loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::smallint
          and at between to_timestamp(${first / 1000}::float8) and to_timestamp(${last / 1000}::float8)
        order by at, version desc) r
      where value is not null`,
    Timed,
  );
  return found ?? { times: [], values: [] };
}
