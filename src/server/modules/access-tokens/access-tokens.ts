import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  AccessToken,
  createAccessToken,
  listAccessTokens,
  type NewAccessToken,
  revokeAccessToken,
} from '#contract/account/access-tokens.ts';
import {
  accessTokenPrefix,
  describeFullTokenList,
  describeTokenEndFault,
  maxAccessTokens,
} from '#domain/access-token.ts';
import { addDays, todayInBasin } from '#lib/calendar.ts';
import { isOwnerAbsentSql } from '../../access/people.ts';
import { hashOfToken, type PersonalTokens } from '../../access/personal-tokens.ts';
import { audit } from '../../audit.ts';
import { isoInstantSql, type Queryable } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';
import { badInput, HttpProblem, recordNotFound } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { CounterStore } from '../../limits/counters.ts';
import { tooMany } from '../../limits/request-budget.ts';

type AccessTokenServices = {
  /** Tokens are read where they are written, so that everybody sees at once what they have created. */
  readonly store: Store;
  readonly tokens: PersonalTokens;
  readonly counters: CounterStore;
};

export function registerAccessTokenRoutes(
  app: FastifyInstance,
  { store, tokens, counters }: AccessTokenServices,
) {
  registerEndpoint(app, listAccessTokens, ({ caller }) => readTokens(store, caller.subject));
  registerEndpoint(app, createAccessToken, async ({ caller: { subject }, body }) => {
    await countCreation(counters, subject);
    return createToken(store, subject, body);
  });
  registerEndpoint(app, revokeAccessToken, async ({ caller: { subject }, params: { id } }) => {
    tokens.forget(await deleteToken(store, { actor: subject, subject }, id));
    return { id };
  });
}

/** Enough for whoever replaces all of their tokens. */
const maxCreationsPerHour = 30;
const hourMs = 3_600_000;

/** @throws HttpProblem 429 */
async function countCreation(counters: CounterStore, subject: string): Promise<void> {
  const [created] = await counters.add([{ key: `token creation ${subject}`, amount: 1, windowMs: hourMs }]);
  if (!created || created.count <= maxCreationsPerHour) return;
  throw tooMany(`You have created ${maxCreationsPerHour} access tokens within an hour.`, created.msLeft);
}

const entity = 'access_token';
const secretBytes = 32;
/** The characters of the secret that are stored and shown; the others are beyond guessing. */
const shownCharacters = 6;
/** An ended token stays in the list for so long. */
const daysInList = 30;

/** Tokens with their owners, as `tokenColumnsSql` reads them. */
export const tokenTableSql = sql`access_token t left join person p on p.subject = t.subject`;

/** The columns of `AccessToken`. */
export const tokenColumnsSql = () => sql`t.id::text as id, t.name, t.starts_with, t.ends_on::text as ends_on,
  (t.ends_on < ${todayInBasin(new Date())}::text::date or ${isOwnerAbsentSql} or p.blocked_at is not null)
    as has_ended,
  ${isoInstantSql(sql`t.created_at`, '.MS')} as created_at,
  ${isoInstantSql(sql`t.last_used_at`, '.MS')} as last_used_at`;

/** Reads the tokens of one person, the newest first. */
function readTokens(from: Queryable, subject: string): Promise<AccessToken[]> {
  const today = todayInBasin(new Date());
  return from.query(
    sql`select ${tokenColumnsSql()} from ${tokenTableSql}
      where t.subject = ${subject} and t.ends_on >= ${addDays(today, -daysInList)}::text::date
      order by t.created_at desc, t.id`,
    AccessToken,
  );
}

/** Creates a token. @throws HttpProblem 400 for a day that is over or too far ahead, 409 for one token too many */
function createToken(
  store: Store,
  subject: string,
  { name, ends_on }: { name: string; ends_on: string },
): Promise<NewAccessToken> {
  const today = todayInBasin(new Date());
  const message = describeTokenEndFault(ends_on, today);
  if (message !== undefined) throw badInput('body.ends_on', message);
  const secret = `${accessTokenPrefix}${randomBytes(secretBytes).toString('base64url')}`;
  const startsWith = secret.slice(0, accessTokenPrefix.length + shownCharacters);
  return store.transaction(async (tx) => {
    // Creations of one person wait for each other, so that the limit holds.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`${entity} ${subject}`}))`);
    await tx.query(
      sql`delete from access_token where subject = ${subject}
        and ends_on < ${addDays(today, -daysInList)}::text::date`,
    );
    const living = (await readTokens(tx, subject)).filter(({ has_ended }) => !has_ended);
    if (living.length >= maxAccessTokens) throw new HttpProblem(409, describeFullTokenList());
    const [after] = await tx.query(
      sql`with t as (insert into access_token (subject, name, token_hash, starts_with, ends_on)
          values (${subject}, ${name}, ${hashOfToken(secret)}, ${startsWith}, ${ends_on}::text::date)
          returning *)
        select ${tokenColumnsSql()} from t left join person p on p.subject = t.subject`,
      AccessToken,
    );
    if (!after) throw recordNotFound();
    await audit(tx, { actor: subject, action: 'create', entity, entity_id: after.id, before: null, after });
    return { ...after, secret };
  });
}

const Revoked = z.extend(AccessToken, { token_hash: z.string() });

/**
 * Deletes a token of the person `subject`, and gives its hash.
 * @throws HttpProblem 404 if the person has no such token
 */
export function deleteToken(
  store: Store,
  { actor, subject }: { actor: string; subject: string },
  id: string,
): Promise<string> {
  return store.transaction(async (tx) => {
    const [revoked] = await tx.query(
      sql`with t as (delete from access_token where id = ${id}::uuid and subject = ${subject} returning *)
        select t.token_hash, ${tokenColumnsSql()} from t left join person p on p.subject = t.subject`,
      Revoked,
    );
    if (!revoked) throw recordNotFound();
    const { token_hash, ...before } = revoked;
    await audit(tx, { actor, action: 'delete', entity, entity_id: id, before, after: null });
    return token_hash;
  });
}
