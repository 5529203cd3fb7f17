import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { maxAbsentDays } from '#domain/access-token.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { Store, StoreTransaction } from '../db/store.ts';
import { HttpProblem } from '../http/problems.ts';
import { createLiveGrants } from '../identity/live-grants.ts';
import type { Verifier } from './access-control.ts';

/** Who has signed in, and whom the portal refuses. */
export type People = {
  /** Notes that a person was seen, at most once an hour. @throws HttpProblem 403 for somebody who is blocked */
  admit(subject: string): Promise<void>;
  /** Has this process ask for the person again. */
  forget(subject: string): void;
};

/** Another process learns this late at most that a person is blocked. */
const rememberMs = 5000;
/** The embedded database belongs to this process, which blocks people itself. */
const ownRememberMs = 600_000;

const PersonRow = z.object({ is_blocked: z.boolean(), is_note_due: z.boolean(), was_absent: z.boolean() });

/** Verifies tokens of sessions, and refuses those of people who are blocked. */
export function withPeople(sessions: Verifier, people: People): Verifier {
  return {
    verify: async (token) => {
      const caller = await sessions.verify(token);
      if (caller) await people.admit(caller.subject);
      return caller;
    },
  };
}

/** If the database does not answer, nobody is refused for that: an outage signs nobody out. */
export function createPeople(store: Store): People {
  const admitted = createLiveGrants({
    find: (subject) => noteSeen(store, subject),
    rememberMs: store.engine === 'pglite' ? ownRememberMs : rememberMs,
  });
  return {
    admit: async (subject) => {
      if (!(await admitted.isLive(subject))) throw refuseBlocked();
    },
    forget: admitted.forget,
  };
}

const refuseBlocked = () =>
  new HttpProblem(403, 'This account has been blocked. Ask whoever runs the portal.');

const LockedRow = z.object({ subject: z.string(), is_blocked: z.boolean() });

/**
 * Refuses a change by somebody who has been blocked since the request began, and keeps everybody from blocking the caller
 * before the transaction ends. A change of another person locks the rows of both, always in the same order: two
 * administrators who block each other wait for one another, and the second one is refused.
 * @throws HttpProblem 403
 */
export async function requireUnblocked(
  tx: StoreTransaction,
  caller: string,
  changed: string | undefined,
): Promise<void> {
  const rows = await tx.query(
    sql`select subject, blocked_at is not null as is_blocked from person
      where subject in (${caller}, ${changed ?? caller}) order by subject
      ${changed === undefined ? sql`for share` : sql`for update`}`,
    LockedRow,
  );
  const own = rows.find(({ subject }) => subject === caller);
  if (own?.is_blocked) throw refuseBlocked();
  // Whoever was removed meanwhile, and may still sign in, is listed again with what they have done.
  if (!own) await tx.query(sql`insert into person (subject) values (${caller}) on conflict do nothing`);
}

/** Whether the owner of a token `t`, with the row `p` if there is one, has been away for too long. */
export const isOwnerAbsentSql = sql`coalesce(p.last_seen_at, t.created_at)
  < now() - make_interval(days => ${maxAbsentDays}::int)`;

/** @returns whether the person is admitted */
async function noteSeen(store: Store, subject: string): Promise<boolean> {
  const [known] = await store.query(
    sql`select blocked_at is not null as is_blocked, last_seen_at < now() - interval '1 hour' as is_note_due,
        last_seen_at < now() - make_interval(days => ${maxAbsentDays}::int) as was_absent
      from person where subject = ${subject}`,
    PersonRow,
  );
  if (known?.is_blocked) return false;
  // What ended while its owner was away stays ended.
  if (known?.was_absent) await endTokensOf(store, subject);
  if (!known || known.is_note_due) {
    await store.query(
      sql`insert into person (subject) values (${subject})
        on conflict (subject) do update set last_seen_at = now()`,
    );
  }
  return true;
}

const Ended = z.object({ token_hash: z.string() });

/** Ends all tokens of a person with yesterday. @returns their hashes */
export async function endTokensOf(from: Pick<Store, 'query'>, subject: string): Promise<string[]> {
  const yesterday = addDays(todayInBasin(new Date()), -1);
  const ended = await from.query(
    sql`update access_token set ends_on = ${yesterday}::text::date
      where subject = ${subject} and ends_on > ${yesterday}::text::date returning token_hash`,
    Ended,
  );
  return ended.map(({ token_hash }) => token_hash);
}
