import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { formatDay } from '#lib/calendar.ts';
import { audit } from '#server/audit.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import type { Store } from '#server/db/store.ts';
import { badInput } from '#server/http/problems.ts';
import { type RatingEffect, stage } from '../contract.ts';
import { parseRating, type Rating, rateStage, ratingAt } from '../rules/rating.ts';
import { type Days, dayOfInstant, daysOfReadings, inWindows } from './days-to-compute.ts';
import type { OwnPlace } from './own-sites.ts';
import { readRatings, readRatingTables } from './rating-tables.ts';
import { computeDays, recomputeDays } from './recompute.ts';
import { claimTerms, handTerms } from './store-readings.ts';
import { countInRun, writeEntries } from './writing.ts';

type NewTable = {
  readonly parameter_ndx: number;
  readonly valid_from: string;
  readonly offset_ft: number;
  readonly points: string;
  readonly note?: string | undefined;
  readonly store: boolean;
};

type Work = {
  readonly store: Store;
  readonly basin: Basin;
  readonly place: OwnPlace;
  readonly by: string;
  readonly now: Date;
};

/** Says what a new version of a rating table changes, and stores it if that is asked for. @throws HttpProblem 400, 409 */
export async function writeRating(work: Work, table: NewTable): Promise<RatingEffect> {
  const { store, basin, place, by, now } = work;
  const { parameter_ndx: parameter, offset_ft, valid_from, note } = table;
  const found = place.parameters.find(({ parameter_ndx }) => parameter_ndx === parameter);
  if (found?.units_name !== 'cfs')
    throw badInput('body.parameter_ndx', 'A rating table is of a flow of this site.');
  const { points, refused } = parseRating(table.points, offset_ft);
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: parameter };
  const nothing = {
    points: points.map(([h, q]) => [h, q] as [number, number]),
    refused: [...refused],
    table: null,
  };
  if (refused.length > 0) return { ...nothing, readings: 0, beyond: 0, days: 0, first: null, last: null };
  const rating = { version: 0, validFrom: Date.parse(valid_from), offsetFt: offset_ft, points };
  const effect = { ...nothing, ...(await findEffect(store, place, key, rating)) };
  if (!table.store) return effect;
  return writeEntries(
    { store, basin, location: place.loc_ndx, kind: 'rating tables', now },
    async (tx, writer) => {
      await claimTerms(tx, key, handTerms);
      await tx.query(
        sql`insert into own_rating (loc_ndx, parameter_ndx, version, valid_from, offset_ft, points, note, made_by)
        select ${key.loc_ndx}::int, ${parameter}::smallint, coalesce(max(version), 0) + 1,
          ${valid_from}::text::timestamptz, ${offset_ft}::float8, ${JSON.stringify(points)}::text::jsonb,
          ${note || null}, ${by}
        from own_rating where loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${parameter}::smallint`,
      );
      const span = await readCovered(tx, place, key, rating);
      let written = 0;
      for (const days of span ? inWindows(span) : [])
        written += (await recomputeDays(tx, writer, { place, parameter, days }))?.written ?? 0;
      await countInRun(tx, writer.run, { read: written, written });
      const tables = await readRatingTables(tx, key.loc_ndx);
      const stored = tables.find((each) => each.parameter_ndx === parameter);
      const entity = { entity: 'rating_table', entity_id: `${key.loc_ndx} ${parameter} ${stored?.version}` };
      await audit(tx, { actor: by, action: 'create', ...entity, after: stored });
      return { ...effect, table: stored ?? null };
    },
  );
}

const Span = z.object({ first: z.nullable(z.number()), last: z.nullable(z.number()) });

/** The days that a table changes: those of the stages that it covers in time, until the next table begins. */
async function readCovered(
  from: Queryable,
  place: OwnPlace,
  key: SeriesKey,
  { validFrom }: Rating,
): Promise<Days | undefined> {
  const later = (await readRatings(from, key))
    .map((each) => each.validFrom)
    .filter((each) => each > validFrom);
  const until = later.reduce((one, other) => Math.min(one, other), Date.UTC(9999, 0));
  const [span] = await from.query(
    sql`select (extract(epoch from min(at)) * 1000)::float8 as first, (extract(epoch from max(at)) * 1000)::float8 as last
      from own_reading where loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${stage.parameter_ndx}::smallint
        and at >= to_timestamp(${validFrom / 1000}::float8) and at < to_timestamp(${until / 1000}::float8)`,
    Span,
  );
  if (typeof span?.first !== 'number' || typeof span.last !== 'number') return undefined;
  // A flow also counts on the way from the reading before, and to the next one.
  return daysOfReadings(from, key, place, [span.first, span.last]);
}

/** Computes the days with and without a table that is not stored yet. */
async function findEffect(from: Queryable, place: OwnPlace, key: SeriesKey, added: Rating) {
  const before = await readRatings(from, key);
  const newest = before.reduce((version, each) => Math.max(version, each.version), 0);
  const rating = { ...added, version: newest + 1 };
  const ratings = [...before, rating];
  const span = await readCovered(from, place, key, rating);
  const changed: DayNumber[] = [];
  const counts = { readings: 0, beyond: 0 };
  for (const window of span ? inWindows(span) : []) {
    const [old, now] = await Promise.all(
      [before, ratings].map((some) => computeDays(from, key, window, { place, ratings: some })),
    );
    for (let day = window[0]; day <= window[1]; day += 1)
      if (old?.values.get(day) !== now?.values.get(day)) changed.push(day);
    for (const [at, time] of (now?.stages.times ?? []).entries()) {
      if (ratingAt(ratings, time) !== rating || !isInside(time, window)) continue;
      counts.readings += 1;
      if (rateStage(rating, now?.stages.values[at] ?? 0) === undefined) counts.beyond += 1;
    }
  }
  const [first, last] = [changed[0], changed.at(-1)];
  const dayOrNull = (day: DayNumber | undefined) => (day === undefined ? null : formatDay(day));
  return { ...counts, days: changed.length, first: dayOrNull(first), last: dayOrNull(last) };
}

/** Windows share the readings of their margins; each is counted in the window of its day. */
function isInside(time: number, [first, last]: readonly [DayNumber, DayNumber]): boolean {
  const day = dayOfInstant(time);
  return day >= first && day <= last;
}
