import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { accessTokenPrefix, maxAbsentDays } from '#domain/access-token.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Queryable } from '../db/queryable.ts';
import { databaseUnreachable, unauthorized } from '../http/problems.ts';
import { createRecentMap } from '../recent-map.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Caller, Verifier } from './access-control.ts';
import { isOwnerAbsentSql } from './people.ts';

/** Finds whom a personal access token belongs to. */
export type PersonalTokens = {
  /** @throws HttpProblem 401 for a token that has ended, is not known, or was revoked */
  verify(token: string): Promise<Caller>;
  /** Ends a token in this process at once, by its hash. */
  forget(tokenHash: string): void;
};

export type PersonalTokenOptions = {
  timeoutMs?: number;
  /** A clock in milliseconds that is never set back. */
  now?: () => number;
};

/** How long an answer is used, which is how long another process may take to learn of a revocation. */
const rememberMs = 3000;

const TokenRow = z.object({
  token_hash: z.string(),
  id: z.string(),
  subject: z.string(),
  ends_on: z.string(),
  is_owner_absent: z.boolean(),
  is_owner_blocked: z.boolean(),
  is_use_due: z.boolean(),
});
type TokenRow = z.output<typeof TokenRow>;

const maxRemembered = 10_000;

/** 32 bytes in base64url after the prefix. */
const tokenPattern = new RegExp(`^${accessTokenPrefix}[\\w-]{43}$`);

/** Verifies personal access tokens, and all other tokens as those of sessions. */
export function withPersonalTokens(sessions: Verifier, personalTokens: PersonalTokens): Verifier {
  return {
    verify: (token) => (token.startsWith(accessTokenPrefix) ? personalTokens : sessions).verify(token),
  };
}

/**
 * What is stored of a token. A fast hash is enough, because nobody can try 2^256 tokens; finding a row by it takes the
 * same time however much of a token was guessed.
 */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** A token has no roles, so that nobody administers the portal with it. */
export function createPersonalTokens(
  store: Queryable,
  { timeoutMs = 5000, now = () => performance.now() }: PersonalTokenOptions = {},
): PersonalTokens {
  const readRow = createRowReader((hashes) =>
    withTimeout(readRows(store, hashes), timeoutMs, () => databaseUnreachable()),
  );
  const answers = createRecentMap<{ row: Promise<TokenRow | undefined>; until: number }>(maxRemembered);

  function find(tokenHash: string): Promise<TokenRow | undefined> {
    const known = answers.get(tokenHash);
    if (known && known.until > now()) return known.row;
    const answer = { row: readRow(tokenHash), until: now() + rememberMs };
    answers.set(tokenHash, answer);
    answer.row.catch(() => answers.delete(tokenHash, answer));
    return answer.row;
  }

  return {
    async verify(token) {
      const row = tokenPattern.test(token) ? await find(hashOfToken(token)) : undefined;
      if (!row) {
        throw unauthorized('invalid', 'This access token is not known, or it was revoked. Create a new one.');
      }
      const { id, subject, ends_on, is_owner_absent, is_owner_blocked } = row;
      if (is_owner_blocked) {
        throw unauthorized('invalid', 'This access token ended because the account of its owner is blocked.');
      }
      if (ends_on < todayInBasin(new Date())) {
        throw unauthorized('invalid', `This access token ended with ${ends_on}. Create a new one.`);
      }
      if (is_owner_absent) {
        throw unauthorized(
          'invalid',
          `This access token ended because its owner has not signed in for ${maxAbsentDays} days. Create a new one.`,
        );
      }
      return { subject, roles: new Set(), personalToken: id };
    },
    forget(tokenHash) {
      answers.delete(tokenHash);
    },
  };
}

/**
 * Reads rows by hash, one statement at a time for all that wait, so that a flood of wrong tokens, which are checked
 * before the rate limit, keeps one connection busy at the most.
 */
function createRowReader(read: (hashes: readonly string[]) => Promise<ReadonlyMap<string, TokenRow>>) {
  type Batch = { readonly hashes: Set<string>; readonly rows: Promise<ReadonlyMap<string, TokenRow>> };
  let next: Batch | undefined;
  let running: Promise<unknown> = Promise.resolve();

  return async (tokenHash: string): Promise<TokenRow | undefined> => {
    if (!next) {
      const hashes = new Set<string>();
      const rows = running.then(() => {
        next = undefined;
        return read([...hashes]);
      });
      running = rows.catch(() => {});
      next = { hashes, rows };
    }
    const { hashes, rows } = next;
    hashes.add(tokenHash);
    return (await rows).get(tokenHash);
  };
}

async function readRows(store: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, TokenRow>> {
  const isUseDue = sql`(last_used_at is null or last_used_at < now() - interval '1 hour')`;
  const rows = await store.query(
    sql`select token_hash, id::text as id, t.subject, ends_on::text as ends_on, ${isUseDue} as is_use_due,
        ${isOwnerAbsentSql} as is_owner_absent, p.blocked_at is not null as is_owner_blocked
      from access_token t left join person p on p.subject = t.subject
      where token_hash = any(array(select json_array_elements_text(${JSON.stringify(hashes)}::text::json)))`,
    TokenRow,
  );
  const today = todayInBasin(new Date());
  const used = rows.filter(
    (row) => row.is_use_due && row.ends_on >= today && !row.is_owner_absent && !row.is_owner_blocked,
  );
  if (used.length > 0) {
    const ids = JSON.stringify(used.map(({ id }) => id));
    // A use that cannot be noted is no reason to refuse it.
    await store
      .query(
        sql`update access_token set last_used_at = now()
          where id::text = any(array(select json_array_elements_text(${ids}::text::json))) and ${isUseDue}`,
      )
      .catch(() => {});
  }
  return new Map(rows.map((row) => [row.token_hash, row]));
}
