import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { AccessToken, type NewAccessToken } from '#contract/access-tokens.ts';
import {
  accessTokenPrefix,
  describeFullTokenList,
  describeTokenEndFault,
  maxAccessTokens,
} from '#domain/access-token.ts';
import { addDays, todayInBasin } from '#lib/calendar.ts';
import { hashOfToken } from '../../access/personal-tokens.ts';
import { audit } from '../../audit.ts';
import { isoInstantSql, type Queryable } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';

const entity = 'access_token';
const secretBytes = 32;
/** The characters of the secret that are stored and shown; the others are beyond guessing. */
const shownCharacters = 6;
/** An ended token stays in the list for so long. */
const daysInList = 30;

const columnsSql = (today: string) => sql`id::text as id, name, starts_with, ends_on::text as ends_on,
  ends_on < ${today}::text::date as has_ended, ${isoInstantSql(sql`created_at`, '.MS')} as created_at,
  ${isoInstantSql(sql`last_used_at`, '.MS')} as last_used_at`;

/** Reads the tokens of one person, the newest first. */
export function readTokens(from: Queryable, subject: string): Promise<AccessToken[]> {
  const today = todayInBasin(new Date());
  return from.query(
    sql`select ${columnsSql(today)} from access_token
      where subject = ${subject} and ends_on >= ${addDays(today, -daysInList)}::text::date
      order by access_token.created_at desc, id`,
    AccessToken,
  );
}

/** Creates a token. @throws HttpProblem 400 for a day that is over or too far ahead, 409 for one token too many */
export function createToken(
  store: Store,
  subject: string,
  { name, ends_on }: { name: string; ends_on: string },
): Promise<NewAccessToken> {
  const today = todayInBasin(new Date());
  const message = describeTokenEndFault(ends_on, today);
  if (message !== undefined) {
    throw new HttpProblem(400, message, { errors: [{ path: 'body.ends_on', message }] });
  }
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
      sql`insert into access_token (subject, name, token_hash, starts_with, ends_on)
        values (${subject}, ${name}, ${hashOfToken(secret)}, ${startsWith}, ${ends_on}::text::date)
        returning ${columnsSql(today)}`,
      AccessToken,
    );
    if (!after) throw recordNotFound();
    await audit(tx, { actor: subject, action: 'create', entity, entity_id: after.id, before: null, after });
    return { ...after, secret };
  });
}

const Revoked = z.extend(AccessToken, { token_hash: z.string() });

/** Deletes a token, and gives its hash. @throws HttpProblem 404 if the person has no such token */
export function deleteToken(store: Store, subject: string, id: string): Promise<string> {
  return store.transaction(async (tx) => {
    const [revoked] = await tx.query(
      sql`delete from access_token where id = ${id}::uuid and subject = ${subject}
        returning token_hash, ${columnsSql(todayInBasin(new Date()))}`,
      Revoked,
    );
    if (!revoked) throw recordNotFound();
    const { token_hash, ...before } = revoked;
    await audit(tx, { actor: subject, action: 'delete', entity, entity_id: id, before, after: null });
    return token_hash;
  });
}
