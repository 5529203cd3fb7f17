import { randomUUID } from 'node:crypto';
import type { Store } from '#server/db/open.ts';

/** Another import is under way; `message` says so. */
export class ImportRunning extends Error {
  override name = 'ImportRunning';
}

const key = 'ingest_lease';
/** A process that was killed lets go of its lease after this. */
const minutes = 10;

const renewal = 60_000;

export type Lease = { release(): Promise<void> };

/**
 * The right to import, which one process has at a time, whichever it is: a row that is taken, renewed and given back. It
 * holds over a pool of connections, where a lock of one session would not.
 * @throws ImportRunning
 */
export async function takeLease(store: Store): Promise<Lease> {
  const owner = randomUUID();
  const taken = await store.query(
    `insert into portal_state (key, value, updated_at) values ($1, to_jsonb($2::text), now())
     on conflict (key) do update set value = excluded.value, updated_at = now()
     where portal_state.updated_at < now() - make_interval(mins => $3::text::int) returning key`,
    [key, owner, String(minutes)],
  );
  if (taken.length === 0) {
    throw new ImportRunning('Another import is under way. Try again when it has ended.');
  }
  const renew = () =>
    store.query('update portal_state set updated_at = now() where key = $1 and value = to_jsonb($2::text)', [
      key,
      owner,
    ]);
  // A renewal that fails is made up for by the next one; ten of them fit into the lease.
  const timer = setInterval(() => void renew().catch(() => {}), renewal).unref();
  return {
    release: async () => {
      clearInterval(timer);
      await store.query('delete from portal_state where key = $1 and value = to_jsonb($2::text)', [
        key,
        owner,
      ]);
    },
  };
}
