import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm/sql';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Store } from '../db/store.ts';
import { createLiveGrants, type LiveGrants } from './live-grants.ts';

export type IdentityStorage = {
  /** Stores the provider's records of one kind. */
  adapter(kind: string): Adapter;
  /** Deletes a grant and everything issued from it: codes and refresh tokens. */
  revokeGrant(grantId: string): Promise<void>;
  readonly grants: LiveGrants;
  readonly sessions: SessionRecords;
};

/** The sessions of the built-in provider, by the subjects of their people. */
export type SessionRecords = {
  count(): Promise<ReadonlyMap<string, number>>;
  /** Ends all sessions of a person, and what was issued from them. */
  end(subject: string): Promise<void>;
};

const purgeIntervalMs = 60_000;
/** Another process learns of a revocation this late at most. */
const grantRememberMs = 5000;
/** The embedded database belongs to this process, which knows of every revocation. */
const ownGrantRememberMs = 600_000;

/** The name of a record in the database, and of a grant in access tokens. */
export const hashOf = (id: string) => hash('sha256', id, 'base64url');

/** An error of the database repeats the statement's parameters, which do not belong in a log. */
function redactParameters(error: unknown): unknown {
  if (error instanceof errors.OIDCProviderError) return error;
  return new Error('The records of the identity provider cannot be used.', { cause: error });
}

function withRedactedErrors(adapter: Adapter): Adapter {
  const guard =
    <A extends unknown[], T>(work: (...parameters: A) => Promise<T>) =>
    (...parameters: A) =>
      work(...parameters).catch((error: unknown) => {
        throw redactParameters(error);
      });
  return {
    upsert: guard(adapter.upsert),
    find: guard(adapter.find),
    findByUid: guard(adapter.findByUid),
    findByUserCode: guard(adapter.findByUserCode),
    consume: guard(adapter.consume),
    destroy: guard(adapter.destroy),
    revokeByGrantId: guard(adapter.revokeByGrantId),
  };
}

/**
 * A replaced refresh token is good again for so long: the answer with the new one is lost where a page is left at that
 * moment, and the next page has only the old one. Later, a second use ends the session, because it may be a thief's.
 */
const lostAnswerSeconds = 10;

const StoredPayload = z.object({
  payload: z.record(z.string(), z.unknown()),
  /** Seconds since 1970. */
  consumed: z.nullable(z.int()),
});

const SessionCount = z.object({ subject: z.string(), count: z.int() });
const RecordName = z.object({ kind: z.string(), id_hash: z.string() });

/** Stores the provider's records in the portal's database, so that they survive a restart. */
export function createIdentityStorage(store: Store): IdentityStorage {
  let purgedAt = 0;

  async function deleteExpired() {
    const elapsed = Date.now() - purgedAt;
    // A negative time means that the clock was set back.
    if (elapsed >= 0 && elapsed < purgeIntervalMs) return;
    purgedAt = Date.now();
    await store.query(sql`delete from identity_record where expires_at < ${now()}::text::timestamptz`);
  }

  const grants = createLiveGrants({
    find: async (grantHash) => (await read(sql`kind = 'Grant' and id_hash = ${grantHash}`)) !== undefined,
    rememberMs: store.engine === 'pglite' ? ownGrantRememberMs : grantRememberMs,
  });

  async function read(condition: SQL) {
    const [row] = await store.query(
      sql`select payload, floor(extract(epoch from consumed_at))::int as consumed from identity_record
        where ${condition} and (expires_at is null or expires_at > ${now()}::text::timestamptz)`,
      StoredPayload,
    );
    return row && { ...row.payload, ...(row.consumed !== null && { consumed: row.consumed }) };
  }

  function adapter(kind: string): Adapter {
    return withRedactedErrors(plainAdapter(kind));
  }

  function plainAdapter(kind: string): Adapter {
    const hasId = (id: string) => sql`kind = ${kind} and id_hash = ${hashOf(id)}`;
    return {
      upsert: async (id, payload, expiresIn) => {
        await deleteExpired();
        const { jti: _, ...rest } = payload;
        // A session that is found by its uid needs its id in the payload.
        const stored = kind === 'Session' ? payload : rest;
        const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null;
        await store.query(
          sql`insert into identity_record (kind, id_hash, payload, grant_id, uid, consumed_at, expires_at)
            values (${kind}, ${hashOf(id)}, ${JSON.stringify(stored)}::text::jsonb, ${payload.grantId ?? null},
              ${payload.uid ?? null}, null, ${expiresAt}::text::timestamptz)
            on conflict (kind, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
              uid = excluded.uid, consumed_at = null, expires_at = excluded.expires_at`,
        );
      },
      find: async (id): Promise<AdapterPayload | undefined> => {
        const payload = await read(hasId(id));
        if (!payload) return undefined;
        const { consumed, ...others }: AdapterPayload = payload;
        const isGood = consumed === undefined || isLostAnswer(kind, Number(consumed));
        return { ...(isGood ? others : payload), jti: id };
      },
      findByUid: async (uid): Promise<AdapterPayload | undefined> =>
        read(sql`kind = ${kind} and uid = ${uid}`),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const consumed = await store.query(
          sql`update identity_record set consumed_at = coalesce(consumed_at, ${now()}::text::timestamptz)
            where ${hasId(id)} and (consumed_at is null or ${kind === 'RefreshToken'}::boolean) returning kind`,
        );
        // Of two simultaneous requests with a code, only one succeeds.
        if (consumed.length === 0) throw new errors.InvalidGrant('already used');
      },
      destroy: async (id) => {
        await store.query(sql`delete from identity_record where ${hasId(id)}`);
        if (kind === 'Grant') grants.markRevoked(hashOf(id));
      },
      revokeByGrantId: async (grantId) => {
        await store.query(sql`delete from identity_record where kind = ${kind} and grant_id = ${grantId}`);
      },
    };
  }

  const sessions: SessionRecords = {
    count: async () => {
      const rows = await store.query(
        sql`select payload->>'accountId' as subject, count(*)::int as count from identity_record
          where kind = 'Session' and payload->>'accountId' is not null and expires_at > ${now()}::text::timestamptz
          group by 1`,
        SessionCount,
      );
      return new Map(rows.map(({ subject, count }) => [subject, count]));
    },
    end: async (subject) => {
      const rows = await store.query(
        sql`delete from identity_record where payload->>'accountId' = ${subject} returning kind, id_hash`,
        RecordName,
      );
      for (const { kind, id_hash } of rows) if (kind === 'Grant') grants.markRevoked(id_hash);
    },
  };

  return {
    sessions,
    // The only client is in the provider's configuration.
    adapter: (kind) =>
      kind === 'Client' ? { ...adapter(kind), find: async () => undefined } : adapter(kind),
    grants,
    revokeGrant: async (grantId) => {
      await store
        .query(
          sql`delete from identity_record
            where grant_id = ${grantId} or (kind = 'Grant' and id_hash = ${hashOf(grantId)})`,
        )
        .catch((error: unknown) => {
          throw redactParameters(error);
        });
      grants.markRevoked(hashOf(grantId));
    },
  };
}

function isLostAnswer(kind: string, consumed: number): boolean {
  const elapsed = Date.now() / 1000 - consumed;
  return kind === 'RefreshToken' && elapsed >= 0 && elapsed < lostAnswerSeconds;
}

function now(): string {
  return new Date().toISOString();
}
