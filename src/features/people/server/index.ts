import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { AccessToken } from '#contract/account/access-tokens.ts';
import { endTokensOf } from '#server/access/people.ts';
import { deleteToken, tokenColumnsSql, tokenTableSql } from '#server/access/token-rows.ts';
import { audit } from '#server/audit.ts';
import { isoInstantSql } from '#server/db/queryable.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { SessionRecords } from '#server/identity/identity-storage.ts';
import {
  blockPerson,
  endAccessToken,
  endSessions,
  listPeople,
  type Person,
  removePerson,
} from '../contract.ts';

export const registerRoutes: RegisterFeature = (app, { store, people, personalTokens: tokens, sessions }) => {
  const forget = (subject: string, hashes: readonly string[]) => {
    people.forget(subject);
    for (const each of hashes) tokens.forget(each);
  };

  registerEndpoint(app, listPeople, () => readPeople(store, sessions));

  registerEndpoint(app, blockPerson, async ({ caller, params: { subject }, body: { is_blocked } }) => {
    forget(subject, await setBlocked(store, { actor: caller.subject, subject }, is_blocked));
    if (is_blocked) await sessions?.end(subject);
    return { subject };
  });

  registerEndpoint(app, endSessions, async ({ caller, params: { subject } }) => {
    if (!sessions) {
      throw new HttpProblem(
        409,
        'The sessions are those of the identity provider. End them there, or block the person here.',
      );
    }
    await noteEndOfSessions(store, { actor: caller.subject, subject });
    await sessions.end(subject);
    return { subject };
  });

  registerEndpoint(app, endAccessToken, async ({ caller, params: { subject, id } }) => {
    tokens.forget(await deleteToken(store, { actor: caller.subject, subject }, id));
    return { subject };
  });

  registerEndpoint(app, removePerson, async ({ caller, params: { subject } }) => {
    forget(subject, await deletePerson(store, { actor: caller.subject, subject }));
    await sessions?.end(subject);
    return { subject };
  });
};

const PersonRow = z.object({ subject: z.string(), last_seen_at: z.string(), is_blocked: z.boolean() });
const TokenRow = z.extend(AccessToken, { subject: z.string() });

/** Reads the people, who was seen last first. */
async function readPeople(store: Store, sessions: SessionRecords | undefined): Promise<Person[]> {
  const people = await store.query(
    sql`select subject, ${isoInstantSql(sql`last_seen_at`, '.MS')} as last_seen_at,
        blocked_at is not null as is_blocked
      from person order by person.last_seen_at desc, subject`,
    PersonRow,
  );
  const tokens = await store.query(
    sql`select t.subject, ${tokenColumnsSql()} from ${tokenTableSql} order by t.created_at desc, t.id`,
    TokenRow,
  );
  const tokensOf = Map.groupBy(tokens, ({ subject }) => subject);
  const counts = await sessions?.count();
  return people.map((person) => ({
    ...person,
    sessions: counts ? (counts.get(person.subject) ?? 0) : null,
    tokens: (tokensOf.get(person.subject) ?? []).map(({ subject: _, ...token }) => token),
  }));
}

type Act = { readonly actor: string; readonly subject: string };

/** Blocks a person, or does so no longer. @returns the hashes of the tokens that it ended @throws HttpProblem 404, 409 */
function setBlocked(store: Store, act: Act, isBlocked: boolean): Promise<string[]> {
  requireOther(act);
  return store.transaction(async (tx) => {
    const changed = await tx.query(
      sql`update person set blocked_at = ${isBlocked ? sql`coalesce(blocked_at, now())` : sql`null`}
        where subject = ${act.subject} returning subject`,
    );
    if (changed.length === 0) throw recordNotFound();
    await note(tx, act, isBlocked ? 'block' : 'unblock');
    return isBlocked ? endTokensOf(tx, act.subject) : [];
  });
}

/** Forgets a person, whose block stays where there is one. @returns the hashes of the tokens that it deleted @throws HttpProblem 404, 409 */
function deletePerson(store: Store, act: Act): Promise<string[]> {
  requireOther(act);
  return store.transaction(async (tx) => {
    const known = await tx.query(sql`select from person where subject = ${act.subject}`);
    if (known.length === 0) throw recordNotFound();
    await tx.query(sql`delete from person where subject = ${act.subject} and blocked_at is null`);
    const tokens = await tx.query(
      sql`delete from access_token where subject = ${act.subject} returning token_hash`,
      z.object({ token_hash: z.string() }),
    );
    await note(tx, act, 'delete');
    return tokens.map(({ token_hash }) => token_hash);
  });
}

/** Notes that somebody's sessions are ended. @throws HttpProblem 404 */
function noteEndOfSessions(store: Store, act: Act): Promise<void> {
  return store.transaction(async (tx) => {
    const known = await tx.query(sql`select from person where subject = ${act.subject}`);
    if (known.length === 0) throw recordNotFound();
    await note(tx, act, 'end sessions');
  });
}

function note(tx: StoreTransaction, { actor, subject }: Act, action: string): Promise<void> {
  return audit(tx, { actor, action, entity: 'person', entity_id: subject });
}

function requireOther({ actor, subject }: Act): void {
  if (actor === subject) {
    throw new HttpProblem(409, 'This is your own account. Ask another administrator.');
  }
}
