import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ownSource } from '#domain/deliverer.ts';
import { readSeriesSource } from '#ingest/engine/series-source.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { ways } from '../contract.ts';
import { addsUp } from '../rules/amounts.ts';
import type { SeriesTerms } from '../rules/days.ts';

export type Way = (typeof ways)[number];

/** Who brings readings, and how. */
export type Origin = {
  readonly way: Way;
  readonly by: string;
  readonly run?: number | undefined;
  readonly entered?: { readonly value: number; readonly unit: string } | undefined;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  readonly photo?: string | undefined;
};

/** Waits for others who write the readings of a site. It ends with the transaction. */
export async function lockSite(tx: Queryable, location: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`own records ${location}`}))`);
}

export async function addOrigin(to: Queryable, origin: Origin): Promise<number> {
  const { way, by, run, entered, note, reason, photo } = origin;
  const [row] = await to.query(
    sql`insert into own_origin (way, made_by, run, entered_value, entered_unit, note, reason, photo)
      values (${way}, ${by}, ${run ?? null}::int, ${entered?.value ?? null}::float8, ${entered?.unit ?? null},
        ${note || null}, ${reason ?? null}, ${photo ?? null}::uuid) returning origin_ndx`,
    z.object({ origin_ndx: z.int() }),
  );
  return row?.origin_ndx ?? 0;
}

/** Readings of distinct times, in milliseconds since 1970; `ids` are those of their senders, where they have some. */
export type NewReadings = {
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly ids?: readonly (string | null)[] | undefined;
};

/** What happened to a reading: it is new, nothing new, or a new version. */
export type StoreOutcome = 'stored' | 'same' | 'revised';
const outcomes: Readonly<Record<string, StoreOutcome>> = { n: 'stored', s: 'same', r: 'revised' };

/** More in a statement would hold up the embedded database. */
export const partSize = 5000;

/**
 * Stores readings; says of each what happened, in their order. The value that a reading has is nothing new; neither is one
 * that it had before a correction by hand, so that a file that comes again undoes none. With `isDry`, nothing is stored.
 */
export async function storeReadings(
  tx: Queryable,
  key: SeriesKey,
  readings: NewReadings,
  { origin, isDry = false }: { origin: number; isDry?: boolean },
): Promise<StoreOutcome[]> {
  const all: StoreOutcome[] = [];
  for (let from = 0; from < readings.times.length; from += partSize) {
    const part = <T>(list: readonly T[]) => list.slice(from, from + partSize);
    const { times, values, ids } = readings;
    const isOf = sql`r.loc_ndx = ${key.loc_ndx}::int and r.parameter_ndx = ${key.parameter_ndx}::smallint`;
    const clients = ids
      ? sql`array(select json_array_elements_text(${JSON.stringify(part(ids))}::text::json))`
      : sql`null::text[]`;
    const written = sql`insert into own_reading (loc_ndx, parameter_ndx, at, version, value, client_id, origin_ndx)
      select ${key.loc_ndx}::int, ${key.parameter_ndx}::smallint, at, coalesce(version, 0) + 1, value, client,
        ${origin}::int
      from known where not is_same`;
    // Of a new file, no reading has a version yet: one look tells.
    const known = (await hasReadings(tx, isOf, part(times)))
      ? sql`select i.*, c.version, coalesce(i.value = c.value, false) or (c.version > 1
            and exists (select from own_origin o where o.origin_ndx = c.origin_ndx and o.way = 'hand')
            and exists (select from own_reading r where ${isOf} and r.at = i.at and r.value = i.value)) as is_same
          from incoming i
          left join lateral (select r.version, r.value, r.origin_ndx from own_reading r where ${isOf} and r.at = i.at
            order by r.version desc limit 1) c on true`
      : sql`select i.*, null::int as version, false as is_same from incoming i`;
    const [row] = await tx.query(
      sql`with incoming as materialized (
          select to_timestamp(t.ms / 1000) as at, t.value, t.client, t.place
          from unnest(${`{${part(times).join()}}`}::text::float8[], ${`{${part(values).join()}}`}::text::float8[],
            ${clients}) with ordinality t(ms, value, client, place)),
        known as materialized (${known}),
        written as (${isDry ? sql`select` : written})
        select coalesce(string_agg(case when version is null then 'n' when is_same then 's' else 'r' end, ''
          order by place), '') as outcomes from known`,
      z.object({ outcomes: z.string() }),
    );
    for (const letter of row?.outcomes ?? '') all.push(outcomes[letter] ?? 'same');
  }
  return all;
}

/** Whether a record has readings between the first and the last of some times. */
async function hasReadings(from: Queryable, isOf: SQL, times: readonly number[]): Promise<boolean> {
  const [first, last] = [Math.min(...times), Math.max(...times)].map((each) => each / 1000);
  const found = await from.query(
    sql`select from own_reading r where ${isOf} and r.at >= to_timestamp(${first ?? 0}::float8)
      and r.at <= to_timestamp(${last ?? 0}::float8) limit 1`,
  );
  return found.length > 0;
}

const Terms = z.object({
  kind: z.enum(['reading', 'counter', 'day']),
  period_minutes: z.nullable(z.int()),
  wraps_at: z.nullable(z.number()),
});
/** What the readings of a series are. */
export type StoredTerms = z.output<typeof Terms>;

export const handTerms: StoredTerms = { kind: 'reading', period_minutes: null, wraps_at: null };

/**
 * What a reading is that comes by hand or is pushed: of the counter, or of a period of the amounts, that the record is of;
 * otherwise of an instant. A counter of water is in acre-feet, in which no flow is entered.
 */
export async function termsOfEntry(
  from: Queryable,
  key: SeriesKey,
  units: string | undefined,
): Promise<StoredTerms> {
  const stored = await readTerms(from, key);
  const isCounter = stored?.kind === 'counter' && units !== 'cfs';
  const isAmount = stored?.kind === 'reading' && addsUp(key.parameter_ndx);
  return stored && (isCounter || isAmount) ? stored : handTerms;
}

export async function readTerms(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
): Promise<StoredTerms | undefined> {
  const [found] = await from.query(
    sql`select kind, period_minutes, wraps_at from own_series
      where loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::smallint`,
    Terms,
  );
  return found;
}

/** Why readings cannot be added to a series of others; undefined if they can. */
export function describeOtherTerms(stored: StoredTerms | undefined, added: StoredTerms): string | undefined {
  const isSame =
    !stored ||
    (stored.kind === added.kind &&
      stored.period_minutes === added.period_minutes &&
      isSameNumber(stored.wraps_at, added.wraps_at));
  return isSame
    ? undefined
    : `The record at this site is of ${describeTerms(stored)}, and these are ${describeTerms(added)}. They cannot be one record.`;
}

/** A counter may come in several units, which give the same number but for its last digits. */
const isSameNumber = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one / other - 1) < 1e-9);

function describeTerms({ kind, period_minutes, wraps_at }: StoredTerms): string {
  if (kind === 'day') return 'values of days';
  if (kind === 'counter')
    return `a counter that ${wraps_at === null ? 'is reset' : `wraps at ${Number(wraps_at.toPrecision(6))} in the unit that is stored`}`;
  return period_minutes === null ? 'readings of instants' : `means of ${period_minutes} minutes`;
}

/** Says that an agency has a record, also one that had own readings before; undefined if none has. */
export async function describeOtherSource(from: Queryable, key: SeriesKey): Promise<string | undefined> {
  const { source } = await readSeriesSource(from, key);
  return source === null || source === ownSource
    ? undefined
    : `The record at this site comes from ${source}. Own readings cannot be part of it.`;
}

/**
 * Notes what the readings of a series are, the first time.
 * @throws HttpProblem 409 if they are something else, or if an agency has the record
 */
export async function claimTerms(tx: Queryable, key: SeriesKey, terms: StoredTerms): Promise<void> {
  const isInstant = terms.kind === 'reading' && terms.period_minutes === null;
  if (isInstant && addsUp(key.parameter_ndx))
    throw new HttpProblem(
      409,
      'These values add up over a day, of which a reading of an instant says nothing. Store a file of a counter, of periods or of days first.',
    );
  const refusal = describeOtherTerms(await readTerms(tx, key), terms);
  if (refusal !== undefined) throw new HttpProblem(409, refusal);
  const other = await describeOtherSource(tx, key);
  if (other !== undefined) throw new HttpProblem(409, other);
  await tx.query(
    sql`insert into own_series (loc_ndx, parameter_ndx, kind, period_minutes, wraps_at)
      values (${key.loc_ndx}::int, ${key.parameter_ndx}::smallint, ${terms.kind}, ${terms.period_minutes}::int,
        ${terms.wraps_at}::float8) on conflict do nothing`,
  );
}

const msPerMinute = 60_000;

export function toSeriesTerms(terms: StoredTerms | undefined, limitMinutes: number): SeriesTerms {
  const { kind, period_minutes, wraps_at } = terms ?? handTerms;
  return {
    kind: kind === 'counter' ? 'counter' : 'reading',
    periodMs: period_minutes === null ? null : period_minutes * msPerMinute,
    wrapsAt: wraps_at,
    limitMs: limitMinutes * msPerMinute,
  };
}
