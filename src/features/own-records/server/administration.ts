import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { locations } from '#config/models/locations.ts';
import type { Basin } from '#contract/basin/basin.ts';
import { locationTypesOf, parametersOf, providersOf } from '#contract/basin/basin-vocabulary.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { describeTokenEndFault } from '#domain/access-token.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { newToken } from '#server/access/token-rows.ts';
import { audit } from '#server/audit.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { badInput, HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createRecord } from '#server/records/changes.ts';
import {
  createOwnSite,
  createWriteToken,
  readOwnAdministration,
  revokeWriteToken,
  saveOwnSite,
  saveWriters,
  WriteToken,
} from '../contract.ts';
import { readOwnPlace, readOwnPlaces, toOwnSite, writeOwnSite } from './own-sites.ts';

const tokenPrefix = 'usrw_';
/** Of one site at the same time. */
const maxTokens = 20;

type Work = { readonly store: Store; readonly basin: () => Basin };

/** Registers what Administrators do: own sites, who writes them, and tokens that do. */
export function registerAdministration(app: FastifyInstance, { store, basin }: Work): void {
  registerEndpoint(app, readOwnAdministration, () => readAll(store, basin()));

  registerEndpoint(app, createOwnSite, async ({ body, caller: { subject: actor } }) => {
    const { loc_id, loc_name, loc_type, data_provider, latitude_dd, longitude_dd, ...own } = body;
    requireParameters(basin(), own.parameters);
    const content = {
      ...{ loc_name, loc_id: loc_id.toUpperCase(), loc_type, data_provider },
      coordinates: { latitude_dd, longitude_dd },
    };
    return store.transaction(async (tx) => {
      await writeLookupTables(tx, basin());
      // The call for single records takes part in this transaction.
      const joined: Pick<Store, 'transaction'> = { transaction: (work) => work(tx) };
      await createRecord(joined, { model: locations, actor }, { content, publish: true });
      const [location] = await tx.query(
        sql`select loc_ndx from location where loc_id = ${content.loc_id}`,
        z.object({ loc_ndx: z.int() }),
      );
      if (!location) throw recordNotFound();
      return writeOwn(tx, basin(), location.loc_ndx, own, actor);
    });
  });

  registerEndpoint(app, saveOwnSite, ({ params, body, caller: { subject: actor } }) => {
    requireParameters(basin(), body.parameters);
    return store.transaction(async (tx) => {
      const [location] = await tx.query(
        sql`select from location where loc_ndx = ${Number(params.loc_ndx)}::int`,
      );
      if (!location) throw recordNotFound();
      return writeOwn(tx, basin(), Number(params.loc_ndx), body, actor);
    });
  });

  registerEndpoint(app, saveWriters, async ({ body, caller: { subject: actor } }) => {
    const { loc_ndx, subjects } = body;
    if (loc_ndx !== null) await readOwnPlace(store, basin(), loc_ndx);
    await store.transaction(async (tx) => {
      const isOf = sql`loc_ndx is not distinct from ${loc_ndx}::int`;
      const before = (await readWriters(tx)).filter((each) => each.loc_ndx === loc_ndx);
      await tx.query(sql`delete from own_writer where ${isOf}`);
      await tx.query(
        sql`insert into own_writer (subject, loc_ndx, added_by)
          select distinct subject, ${loc_ndx}::int, ${actor}
          from json_array_elements_text(${JSON.stringify(subjects)}::text::json) s(subject)`,
      );
      const entity = { entity: 'own_writer', entity_id: String(loc_ndx ?? 'all') };
      await audit(tx, {
        actor,
        action: 'update',
        ...entity,
        before: before.map(({ subject }) => subject),
        after: subjects,
      });
    });
    return { writers: await readWriters(store) };
  });

  registerEndpoint(app, createWriteToken, ({ body, caller: { subject } }) =>
    createToken(store, basin(), subject, body),
  );

  registerEndpoint(app, revokeWriteToken, ({ params: { id }, caller: { subject: actor } }) =>
    store.transaction(async (tx) => {
      const [before] = await readTokens(tx, sql`id = ${id}::uuid`);
      if (!before) throw recordNotFound();
      await tx.query(sql`delete from own_token where id = ${id}::uuid`);
      await audit(tx, { actor, action: 'delete', entity: 'own_token', entity_id: id, before });
      return { id };
    }),
  );
}

/** @throws HttpProblem 400 */
function requireParameters(basin: Basin, parameters: readonly number[]): void {
  const known = new Set(parametersOf(basin).map(({ ndx }) => ndx));
  if (parameters.some((each) => !known.has(each)))
    throw badInput('body.parameters', 'Choose parameters of this portal.');
}

type Own = { readonly parameters: readonly number[]; readonly limit_minutes: number };

async function writeOwn(tx: Queryable, basin: Basin, location: number, own: Own, actor: string) {
  await writeOwnSite(tx, location, { ...own, parameters: [...own.parameters] }, actor);
  await audit(tx, { actor, action: 'update', entity: 'own_site', entity_id: String(location), after: own });
  return toOwnSite(await readOwnPlace(tx, basin, location), true);
}

async function readAll(store: Queryable, basin: Basin): Promise<ResponseOf<typeof readOwnAdministration>> {
  const places = await readOwnPlaces(store, basin);
  const people = await store.query(
    sql`select subject from person order by subject`,
    z.object({ subject: z.string() }),
  );
  return {
    sites: places.map((place) => toOwnSite(place, true)),
    writers: await readWriters(store),
    tokens: await readTokens(store),
    people,
    types: locationTypesOf(basin).map(({ name }) => name),
    providers: providersOf(basin).map(({ name }) => name),
    parameters: parametersOf(basin).map(({ ndx, name, units }) => ({
      ...{ parameter_ndx: ndx, parameter_name: name, units_name: units },
    })),
  };
}

function readWriters(from: Queryable) {
  return from.query(
    sql`select subject, loc_ndx from own_writer order by loc_ndx nulls first, subject`,
    z.object({ subject: z.string(), loc_ndx: z.nullable(z.int()) }),
  );
}

function readTokens(from: Queryable, isWanted = sql`true`): Promise<WriteToken[]> {
  return from.query(
    sql`select id::text as id, loc_ndx, name, starts_with, ends_on::text as ends_on,
        ends_on < ${todayInBasin(new Date())}::text::date as has_ended,
        ${isoInstantSql(sql`created_at`, '.MS')} as created_at,
        ${isoInstantSql(sql`last_used_at`, '.MS')} as last_used_at
      from own_token where ${isWanted} order by created_at desc, id`,
    WriteToken,
  );
}

/** @throws HttpProblem 400, 404, 409 */
async function createToken(
  store: Store,
  basin: Basin,
  actor: string,
  { loc_ndx, name, ends_on }: { loc_ndx: number; name: string; ends_on: string },
): Promise<ResponseOf<typeof createWriteToken>> {
  await readOwnPlace(store, basin, loc_ndx);
  const fault = describeTokenEndFault(ends_on, todayInBasin(new Date()));
  if (fault !== undefined) throw badInput('body.ends_on', fault);
  const { secret, hash, startsWith } = newToken(tokenPrefix);
  return store.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`own_token ${loc_ndx}`}))`);
    const living = (await readTokens(tx, sql`loc_ndx = ${loc_ndx}::int`)).filter(
      ({ has_ended }) => !has_ended,
    );
    if (living.length >= maxTokens)
      throw new HttpProblem(
        409,
        `This site already has ${maxTokens} write tokens. Revoke one to create another.`,
      );
    const [added] = await tx.query(
      sql`insert into own_token (loc_ndx, name, token_hash, starts_with, ends_on, created_by)
        values (${loc_ndx}::int, ${name}, ${hash}, ${startsWith}, ${ends_on}::text::date, ${actor})
        returning id::text as id`,
      z.object({ id: z.string() }),
    );
    const [after] = await readTokens(tx, sql`id = ${added?.id ?? ''}::uuid`);
    if (!after) throw recordNotFound();
    await audit(tx, { actor, action: 'create', entity: 'own_token', entity_id: after.id, after });
    return { ...after, secret };
  });
}
