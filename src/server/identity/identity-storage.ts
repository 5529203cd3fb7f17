import { hash } from 'node:crypto';
import { and, DrizzleQueryError, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import * as z from 'zod/mini';
import { identityRecord } from '../db/schema.ts';
import type { Store } from '../db/store.ts';

export type IdentityStorage = {
  /** What the provider keeps its records of one kind with. */
  adapter(kind: string): Adapter;
  /** Ends everything that came from a grant: codes, refresh tokens, and the grant itself. */
  revokeGrant(grantId: string): Promise<void>;
};

const purgeIntervalMs = 60_000;
const hashOf = (id: string) => hash('sha256', id, 'base64url');
const Payload = z.record(z.string(), z.unknown());

/** The statement's parameters, which an error of the query builder repeats, have no place in a log. */
function redactParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError
    ? new Error('The records of the identity provider cannot be used.', { cause: error.cause })
    : error;
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

/** Keeps the provider's records in the portal's database, so that they outlast a restart. */
export function createIdentityStorage(store: Store): IdentityStorage {
  const { db } = store;
  const t = identityRecord;
  let purgedAt = 0;

  async function deleteExpired() {
    if (Date.now() - purgedAt < purgeIntervalMs) return;
    purgedAt = Date.now();
    await db.delete(t).where(lt(t.expires_at, new Date().toISOString()));
  }

  async function read(kind: string, key: 'id_hash' | 'uid', value: string) {
    const now = new Date().toISOString();
    const [row] = await db
      .select()
      .from(t)
      .where(and(eq(t.kind, kind), eq(t[key], value), or(isNull(t.expires_at), gt(t.expires_at, now))));
    if (!row) return undefined;
    const consumed = row.consumed_at ? { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) } : {};
    return { ...Payload.parse(row.payload), ...consumed };
  }

  function adapter(kind: string): Adapter {
    return withRedactedErrors(plainAdapter(kind));
  }

  function plainAdapter(kind: string): Adapter {
    const byId = (id: string) => and(eq(t.kind, kind), eq(t.id_hash, hashOf(id)));
    return {
      upsert: async (id, payload, expiresIn) => {
        await deleteExpired();
        const { jti: _, ...rest } = payload;
        const row = {
          // A session is also found by its uid, and then has to know its id.
          payload: kind === 'Session' ? payload : rest,
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          consumed_at: null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null,
        };
        await db
          .insert(t)
          .values({ kind, id_hash: hashOf(id), ...row })
          .onConflictDoUpdate({ target: [t.kind, t.id_hash], set: row });
      },
      find: async (id): Promise<AdapterPayload | undefined> => {
        const payload = await read(kind, 'id_hash', hashOf(id));
        return payload && { ...payload, jti: id };
      },
      findByUid: async (uid): Promise<AdapterPayload | undefined> => read(kind, 'uid', uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const consumed_at = new Date().toISOString();
        const used = await db
          .update(t)
          .set({ consumed_at })
          .where(and(byId(id), isNull(t.consumed_at)))
          .returning({ kind: t.kind });
        // Of two that come at once, one is first.
        if (used.length === 0) throw new errors.InvalidGrant('already used');
      },
      destroy: async (id) => {
        await db.delete(t).where(byId(id));
      },
      revokeByGrantId: async (grantId) => {
        await db.delete(t).where(and(eq(t.kind, kind), eq(t.grant_id, grantId)));
      },
    };
  }

  return {
    // The only client is a configured one.
    adapter: (kind) =>
      kind === 'Client' ? { ...adapter(kind), find: async () => undefined } : adapter(kind),
    revokeGrant: async (grantId) => {
      await db
        .delete(t)
        .where(or(eq(t.grant_id, grantId), and(eq(t.kind, 'Grant'), eq(t.id_hash, hashOf(grantId)))))
        .catch((error: unknown) => {
          throw redactParameters(error);
        });
    },
  };
}
