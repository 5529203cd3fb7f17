import { sql } from 'drizzle-orm/sql';
import { AccessToken } from '#contract/account/access-tokens.ts';
import {
  accessTokenPrefix,
  describeFullTokenList,
  describeTokenEndFault,
  maxAccessTokens,
} from '#domain/access-token.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import {
  deleteToken,
  tokenEntity as entity,
  newToken,
  tokenColumnsSql,
  tokenTableSql,
} from '#server/access/token-rows.ts';
import { audit } from '#server/audit.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { badInput, HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { CounterStore } from '#server/limits/counters.ts';
import { tooMany } from '#server/limits/request-budget.ts';
import { createAccessToken, listAccessTokens, type NewAccessToken, revokeAccessToken } from '../contract.ts';

/** Registers the caller’s own tokens, which are read where they are written: everybody sees at once what they have created. */
export const registerRoutes: RegisterFeature = (app, { store, personalTokens: tokens, attempts }) => {
  registerEndpoint(app, listAccessTokens, ({ caller }) => readTokens(store, caller.subject));
  registerEndpoint(app, createAccessToken, async ({ caller: { subject }, body }) => {
    await countCreation(attempts, subject);
    return createToken(store, subject, body);
  });
  registerEndpoint(app, revokeAccessToken, async ({ caller: { subject }, params: { id } }) => {
    tokens.forget(await deleteToken(store, { actor: subject, subject }, id));
    return { id };
  });
};

/** Enough for whoever replaces all of their tokens. */
const maxCreationsPerHour = 30;
const hourMs = 3_600_000;

/** @throws HttpProblem 429 */
async function countCreation(counters: CounterStore, subject: string): Promise<void> {
  const [created] = await counters.add([{ key: `token creation ${subject}`, amount: 1, windowMs: hourMs }]);
  if (!created || created.count <= maxCreationsPerHour) return;
  throw tooMany(`You have created ${maxCreationsPerHour} access tokens within an hour.`, created.msLeft);
}

/** An ended token stays in the list for so long. */
const daysInList = 30;

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
  const { secret, hash, startsWith } = newToken(accessTokenPrefix);
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
          values (${subject}, ${name}, ${hash}, ${startsWith}, ${ends_on}::text::date)
          returning *)
        select ${tokenColumnsSql()} from t left join person p on p.subject = t.subject`,
      AccessToken,
    );
    if (!after) throw recordNotFound();
    await audit(tx, { actor: subject, action: 'create', entity, entity_id: after.id, before: null, after });
    return { ...after, secret };
  });
}
