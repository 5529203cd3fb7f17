import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { audit } from '#server/audit.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import { badInput, HttpProblem, recordNotFound } from '#server/http/problems.ts';
import type { addReading, correctReading, OwnReading } from '../contract.ts';
import { daysOfReadings } from './days-to-compute.ts';
import { type OwnPlace, unitsAt } from './own-sites.ts';
import { readRatingTables } from './rating-tables.ts';
import { parametersToRecompute, readReadings } from './readings.ts';
import { type DayWriter, recomputeDays } from './recompute.ts';
import { addOrigin, claimTerms, type Origin, termsOfEntry } from './store-readings.ts';
import { conversionTo, faultOfCounter, faultOfInstant, toStored } from './stored-value.ts';
import { countInRun, writeEntries } from './writing.ts';

type Work = {
  readonly store: Store;
  readonly basin: Basin;
  readonly place: OwnPlace;
  readonly by: string;
  readonly now: Date;
};

/**
 * Adds a reading by hand. One that was sent before is not added again.
 * @throws HttpProblem 400, 409 if another value is stored for its time
 */
export function enterReading(work: Work, sent: z.output<(typeof addReading)['body']>): Promise<OwnReading> {
  const { place, by, now } = work;
  const { client_id, note, photo } = sent;
  const at = Date.parse(sent.at);
  const fault = faultOfInstant(at, now);
  if (fault !== undefined) throw badInput('body.at', `The time ${fault}.`);
  const value = toStoredValue(work, sent);
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: sent.parameter_ndx };
  return writeEntries({ ...work, location: key.loc_ndx, kind: 'readings by hand' }, async (tx, writer) => {
    const [known] = await tx.query(
      sql`select value from own_reading where loc_ndx = ${key.loc_ndx}::int and client_id = ${client_id}`,
      z.object({ value: z.nullable(z.number()) }),
    );
    const [stored] = known ? [] : await readVersions(tx, key, at);
    if (stored) refuseOtherValue(stored, value);
    // What a logger has sent, and a person confirms without a word, is known.
    const isNew = !known && (!stored || Boolean(note) || photo !== undefined);
    if (isNew) {
      if (photo !== undefined) await requirePhoto(tx, photo, by);
      const origin: Origin = {
        way: 'hand',
        by,
        note,
        photo,
        run: writer.run,
        entered: { value: sent.value, unit: sent.unit },
      };
      const terms = await termsOfEntry(tx, key, unitsAt(place, key.parameter_ndx));
      const ofCounter = terms.kind === 'counter' ? faultOfCounter(value, terms.wraps_at) : undefined;
      if (ofCounter !== undefined) throw badInput('body.value', `The reading ${ofCounter}.`);
      await claimTerms(tx, key, terms);
      const version = (stored?.version ?? 0) + 1;
      await addVersion(tx, key, at, { version, value, client_id, origin: await addOrigin(tx, origin) });
      if (!stored) await recomputeAround(tx, writer, place, key.parameter_ndx, at);
      await countInRun(tx, writer.run, { read: 1, written: 1 });
    }
    return readOne(tx, key, at);
  });
}

type Key = { readonly loc_ndx: number; readonly parameter_ndx: number };

/** @throws HttpProblem 409 */
function refuseOtherValue(stored: { value: number | null }, value: number): void {
  if (stored.value === value) return;
  throw new HttpProblem(
    409,
    stored.value === null
      ? 'A reading of this time was withdrawn. Correct it to enter it again.'
      : `Another value is stored for this time: ${stored.value}. Correct that reading instead.`,
  );
}

/** @throws HttpProblem 400 for a parameter that the site does not have, a unit that is none of it, or a marker of no value */
function toStoredValue(
  { place, basin }: Work,
  sent: { parameter_ndx: number; value: number; unit: string },
): number {
  const parameter = place.parameters.find(({ parameter_ndx }) => parameter_ndx === sent.parameter_ndx);
  if (!parameter) throw badInput('body.parameter_ndx', `${place.loc_name} has no such parameter.`);
  const conversion = conversionTo(sent.unit, parameter.units_name, basin.miners_inches_per_cfs);
  if (!conversion)
    throw badInput('body.unit', `${sent.unit} cannot be converted to ${parameter.units_name}.`);
  const stored = toStored(sent.value, conversion);
  if (typeof stored === 'string') throw badInput('body.value', `The reading ${stored}.`);
  return stored;
}

/** @throws HttpProblem 400 */
async function requirePhoto(tx: StoreTransaction, photo: string, by: string): Promise<void> {
  const found = await tx.query(
    sql`select from stored_file where id = ${photo}::uuid and created_by = ${by} and type like 'image/%'`,
  );
  if (found.length === 0) throw badInput('body.photo', 'The photo has not arrived. Add it again.');
}

/**
 * Corrects a reading, or withdraws it. The former versions stay.
 * @throws HttpProblem 400, 404, 409 if it has changed since it was read
 */
export function correctStored(
  work: Work,
  sent: z.output<(typeof correctReading)['body']>,
): Promise<OwnReading> {
  const { place, by } = work;
  const { reason, version } = sent;
  const at = Date.parse(sent.at);
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: sent.parameter_ndx };
  const value = sent.value === null ? null : toStoredValue(work, { ...sent, value: sent.value });
  return writeEntries({ ...work, location: key.loc_ndx, kind: 'readings by hand' }, async (tx, writer) => {
    const versions = await readVersions(tx, key, at);
    const [stored] = versions;
    if (!stored) throw recordNotFound();
    if (stored.version !== version)
      throw new HttpProblem(409, 'Somebody has changed this reading since you opened it. Nothing was saved.');
    if (stored.value !== value) {
      const entered = sent.value === null ? undefined : { value: sent.value, unit: sent.unit };
      const origin = await addOrigin(tx, { way: 'hand', by, reason, run: writer.run, entered });
      await addVersion(tx, key, at, { version: version + 1, value, origin });
      await recomputeAround(tx, writer, place, key.parameter_ndx, at);
      await countInRun(tx, writer.run, { read: 1, written: 1 });
      const entity = { entity: 'own_reading', entity_id: `${key.loc_ndx} ${key.parameter_ndx} ${sent.at}` };
      const action = value === null ? 'withdraw' : 'update';
      await audit(tx, { actor: by, action, ...entity, before: stored.value, after: { value, reason } });
    }
    return readOne(tx, key, at);
  });
}

/** Recomputes the days that a reading is part of. @throws SourceRefused */
export async function recomputeAround(
  tx: StoreTransaction,
  writer: DayWriter,
  place: OwnPlace,
  parameter: number,
  first: number,
  last = first,
): Promise<void> {
  const tables = await readRatingTables(tx, place.loc_ndx);
  for (const each of parametersToRecompute(parameter, tables)) {
    const key = { loc_ndx: place.loc_ndx, parameter_ndx: each };
    const days = await daysOfReadings(tx, key, place, [first, last]);
    await recomputeDays(tx, writer, { place, parameter: each, days });
  }
}

const isAt = (key: Key, at: number) => sql`r.loc_ndx = ${key.loc_ndx}::int
  and r.parameter_ndx = ${key.parameter_ndx}::smallint and r.at = to_timestamp(${at / 1000}::float8)`;

function readVersions(tx: StoreTransaction, key: Key, at: number) {
  return tx.query(
    sql`select version, value from own_reading r where ${isAt(key, at)} order by version desc`,
    z.object({ version: z.int(), value: z.nullable(z.number()) }),
  );
}

type NewVersion = { version: number; value: number | null; origin: number; client_id?: string };

async function addVersion(
  tx: StoreTransaction,
  key: Key,
  at: number,
  { version, value, origin, client_id }: NewVersion,
): Promise<void> {
  await tx.query(
    sql`insert into own_reading (loc_ndx, parameter_ndx, at, version, value, client_id, origin_ndx)
      values (${key.loc_ndx}::int, ${key.parameter_ndx}::smallint, to_timestamp(${at / 1000}::float8),
        ${version}::int, ${value}::float8, ${client_id ?? null}, ${origin}::int)`,
  );
}

/** @throws HttpProblem 404 */
async function readOne(tx: StoreTransaction, key: Key, at: number): Promise<OwnReading> {
  const tables = await readRatingTables(tx, key.loc_ndx);
  const wanted = {
    location: key.loc_ndx,
    parameters: [key.parameter_ndx],
    isWanted: isAt(key, at),
    limit: 1,
  };
  const [reading] = await readReadings(tx, wanted, tables);
  if (!reading) throw recordNotFound();
  return reading;
}
