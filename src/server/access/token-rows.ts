import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { AccessToken } from '#contract/account/access-tokens.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { audit } from '../audit.ts';
import { isoInstantSql } from '../db/queryable.ts';
import type { Store } from '../db/store.ts';
import { recordNotFound } from '../http/problems.ts';
import { isOwnerAbsentSql } from './people.ts';
import { hashOfToken } from './personal-tokens.ts';

const secretBytes = 32;
/** The characters of the secret that are stored and shown; the others are beyond guessing. */
const shownCharacters = 6;

/** Makes a token: its secret, which is shown once, and what is stored of it. */
export function newToken(prefix: string): {
  readonly secret: string;
  readonly hash: string;
  readonly startsWith: string;
} {
  const secret = `${prefix}${randomBytes(secretBytes).toString('base64url')}`;
  return { secret, hash: hashOfToken(secret), startsWith: secret.slice(0, prefix.length + shownCharacters) };
}

/** What the audit log calls a token. */
export const tokenEntity = 'access_token';

/** Tokens with their owners, as `tokenColumnsSql` reads them. */
export const tokenTableSql = sql`access_token t left join person p on p.subject = t.subject`;

/** The columns of `AccessToken`. */
export const tokenColumnsSql = () => sql`t.id::text as id, t.name, t.starts_with, t.ends_on::text as ends_on,
  (t.ends_on < ${todayInBasin(new Date())}::text::date or ${isOwnerAbsentSql} or p.blocked_at is not null)
    as has_ended,
  ${isoInstantSql(sql`t.created_at`, '.MS')} as created_at,
  ${isoInstantSql(sql`t.last_used_at`, '.MS')} as last_used_at`;

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
    await audit(tx, { actor, action: 'delete', entity: tokenEntity, entity_id: id, before, after: null });
    return token_hash;
  });
}
