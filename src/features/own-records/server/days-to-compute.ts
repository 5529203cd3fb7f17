import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { daySql, type Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import { stage } from '../contract.ts';
import { readTerms, toSeriesTerms } from './store-readings.ts';

export type Days = readonly [first: DayNumber, last: DayNumber];

export const dayOfInstant = (instant: number): DayNumber => dayNumber(todayInBasin(new Date(instant)));

/**
 * The days of a series whose values change with readings from one instant to another, in milliseconds since 1970: a reading
 * reaches as far as the longest gap between two, or as its period.
 */
export async function daysOfReadings(
  from: Queryable,
  key: SeriesKey,
  { limit_minutes }: { readonly limit_minutes: number },
  [first, last]: readonly [first: number, last: number],
): Promise<Days> {
  const { limitMs, periodMs } = toSeriesTerms(await readTerms(from, key), limit_minutes);
  const margin = Math.max(limitMs, periodMs ?? 0);
  return [dayOfInstant(first - margin), dayOfInstant(last + margin)];
}

/** Days in one computation; their readings are in memory. */
const windowDays = 92;

export function* inWindows([first, last]: Days): Generator<Days> {
  for (let from = first; from <= last; from += windowDays)
    yield [from, Math.min(last, from + windowDays - 1)];
}

const isSeries = ({ loc_ndx, parameter_ndx }: SeriesKey) =>
  sql`loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::smallint`;

/** Notes that days are to be computed, in the transaction that makes it so: whoever is stopped before leaves them noted. */
export async function noteDays(tx: Queryable, key: SeriesKey, [first, last]: Days): Promise<void> {
  await tx.query(
    sql`update own_series set days_from = least(days_from, ${daySql(first)}), days_to = greatest(days_to, ${daySql(last)})
      where ${isSeries(key)} and kind <> 'day'
        and (days_from is null or days_from > ${daySql(first)} or days_to < ${daySql(last)})`,
  );
}

/** Notes that days were computed, where those that are noted begin among them. */
export async function noteComputed(tx: Queryable, key: SeriesKey, [first, last]: Days): Promise<void> {
  const next = sql`case when days_to > ${daySql(last)}`;
  await tx.query(
    sql`update own_series set days_from = ${next} then ${daySql(last)} + 1 end, days_to = ${next} then days_to end
      where ${isSeries(key)} and days_from between ${daySql(first)} and ${daySql(last)}`,
  );
}

const Span = z.object({
  parameter_ndx: z.int(),
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
});

/** Notes all days of a site, because its readings count otherwise now: the longest gap between two was or is so long. */
export async function noteAllDays(tx: Queryable, location: number, limit_minutes: number): Promise<void> {
  const series = await tx.query(
    sql`select s.parameter_ndx, extract(epoch from min(r.at))::float8 * 1000 as first,
        extract(epoch from max(r.at))::float8 * 1000 as last
      from own_series s join own_reading r on r.loc_ndx = s.loc_ndx and (r.parameter_ndx = s.parameter_ndx
        or (r.parameter_ndx = ${stage.parameter_ndx}::smallint and exists (select from own_rating t
          where t.loc_ndx = s.loc_ndx and t.parameter_ndx = s.parameter_ndx)))
      where s.loc_ndx = ${location}::int and s.kind <> 'day' and s.parameter_ndx <> ${stage.parameter_ndx}::smallint
      group by s.parameter_ndx`,
    Span,
  );
  for (const { parameter_ndx, first, last } of series) {
    if (first === null || last === null) continue;
    const key = { loc_ndx: location, parameter_ndx };
    await noteDays(tx, key, await daysOfReadings(tx, key, { limit_minutes }, [first, last]));
  }
}
