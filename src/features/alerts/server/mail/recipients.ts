import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { parseMailAddress } from '#lib/mail-address.ts';
import { audit } from '#server/audit.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { badInput, HttpProblem, recordNotFound } from '#server/http/problems.ts';
import type { CounterStore } from '#server/limits/counters.ts';
import { tooMany } from '#server/limits/request-budget.ts';
import { type LetterTime, type MailSettings, maxRecipients, recipientStates } from '../../contract.ts';
import { localTime } from '../../rules/letter-time.ts';
import { queueMail, readSettings } from '../outbox.ts';
import { feedLink, newSecret } from './links.ts';

/** Whose addresses: a person’s, by subject, or with null those of the operator’s list. */
export type Owner = string | null;

/** The weekday of a letter that its reader has stopped, so that nobody else begins it again. */
const stopped = 0;
const ofOwner = (owner: Owner) => sql`r.subject is not distinct from ${owner}`;

const RecipientRow = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(recipientStates),
  note: z.nullable(z.string()),
  weekday: z.nullable(z.int()),
  hour: z.nullable(z.int()),
});

export type MailState = Pick<MailSettings, 'is_on'> & { readonly origin: string };

/** Reads the addresses of a person or of the operator’s list, in their order. */
export async function readMailSettingsOf(
  from: Queryable,
  owner: Owner,
  { is_on, origin }: MailState,
): Promise<MailSettings> {
  const rows = await from.query(
    sql`select r.id, r.email, r.state, r.note, l.weekday, l.hour from alert_recipient r
      left join alert_letter l on l.recipient_id = r.id where ${ofOwner(owner)} order by r.created_at, r.email`,
    RecipientRow,
  );
  const [person] = await from.query(
    sql`select feed_key from alert_person where subject = ${owner}`,
    z.object({ feed_key: z.nullable(z.string()) }),
  );
  const timed = rows.find(({ weekday }) => weekday !== null && weekday !== stopped);
  return {
    is_on,
    recipients: rows.map(({ weekday, hour: _, ...row }) => ({
      ...row,
      is_without_letter: weekday === stopped,
    })),
    letter: timed ? { weekday: timed.weekday ?? 1, hour: timed.hour ?? 0 } : null,
    feed: person?.feed_key ? feedLink(origin, person.feed_key) : null,
  };
}

const hourMs = 3_600_000;
/** Nobody can have the portal write to somebody more often. */
const maxQuestions = { perAddressAndDay: 3, perPersonAndHour: 20 } as const;

/** @throws HttpProblem 429 */
async function countQuestions(
  counters: CounterStore,
  owner: Owner,
  emails: readonly string[],
): Promise<void> {
  const ofPerson = { key: `mail questions of ${owner}`, amount: emails.length, windowMs: hourMs };
  const counts = await counters.add([
    ...emails.map((email) => ({
      key: `mail question to ${email.toLowerCase()}`,
      amount: 1,
      windowMs: 24 * hourMs,
    })),
    ...(owner === null ? [] : [ofPerson]),
  ]);
  counts.forEach(({ count, msLeft }, at) => {
    const email = emails[at];
    const max = email === undefined ? maxQuestions.perPersonAndHour : maxQuestions.perAddressAndDay;
    if (count > max) throw tooMany(`${email ?? 'Your addresses'}: asked ${max} times already.`, msLeft);
  });
}

type Addition = { readonly actor: string; readonly owner: Owner; readonly emails: readonly string[] };

/**
 * Adds addresses and asks each to confirm. One that is there already is asked again, unless it is confirmed or its reader has
 * stopped the mails.
 * @throws HttpProblem 400 for what is no plain address, 409 for one too many, 429
 */
export async function addRecipientsOf(
  store: Store,
  { actor, owner, emails: given }: Addition,
  counters: CounterStore,
): Promise<void> {
  const emails = given.map((text, at) => {
    const email = parseMailAddress(text);
    if (email === undefined) {
      throw badInput(`body.emails.${at}`, 'Enter one plain e-mail address such as ann@example.org.');
    }
    return email;
  });
  await countQuestions(counters, owner, emails);
  await store.transaction(async (tx) => {
    // Additions of one person wait for each other, so that the limit holds.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`alert_recipient ${owner ?? ''}`}))`);
    for (const email of emails) await addRecipient(tx, { actor, owner }, email);
    if (owner === null) return;
    const rows = await tx.query(sql`select from alert_recipient r where ${ofOwner(owner)}`);
    if (rows.length > maxRecipients)
      throw new HttpProblem(409, `You can have ${maxRecipients} addresses. Remove one first.`);
  });
}

const Id = z.object({ id: z.uuid() });

async function addRecipient(
  tx: Queryable,
  { actor, owner }: Omit<Addition, 'emails'>,
  email: string,
): Promise<void> {
  const [row] = await tx.query(
    sql`insert into alert_recipient as r (id, subject, email, state, stop_key)
      values (${randomUUID()}::uuid, ${owner}, ${email}, 'unconfirmed', ${newSecret()})
      on conflict (coalesce(subject, ''), lower(email)) do update set state = 'unconfirmed', note = null
        where r.state not in ('confirmed', 'stopped') returning r.id`,
    Id,
  );
  if (!row) return;
  await tx.query(
    sql`insert into alert_letter (recipient_id, weekday, hour, time_zone, queued_on)
      select ${row.id}::uuid, l.weekday, l.hour, l.time_zone, l.queued_on from alert_letter l
        join alert_recipient r on r.id = l.recipient_id
      where ${ofOwner(owner)} and l.weekday <> ${stopped} limit 1 on conflict do nothing`,
  );
  await queueMail(tx, { recipient: row.id, kind: 'confirm', payload: {}, notBefore: new Date() });
  await audit(tx, { actor, action: 'create', entity: 'alert_recipient', entity_id: row.id });
}

/** @throws HttpProblem 404 */
export function removeRecipientOf(
  store: Store,
  { actor, owner }: Omit<Addition, 'emails'>,
  id: string,
): Promise<void> {
  return store.transaction(async (tx) => {
    const removed = await tx.query(
      sql`delete from alert_recipient r where r.id = ${id}::uuid and ${ofOwner(owner)} returning r.id`,
    );
    if (removed.length === 0) throw recordNotFound();
    await audit(tx, { actor, action: 'delete', entity: 'alert_recipient', entity_id: id });
  });
}

/**
 * Sets when all addresses have the letter, except those whose readers have stopped it. If the hour is over, it is sent a week
 * later; so it is on a day that had its letter already.
 */
export async function saveLetterOf(
  store: Store,
  owner: Owner,
  letter: LetterTime | null,
  now = new Date(),
): Promise<void> {
  const mine = sql`select r.id from alert_recipient r where ${ofOwner(owner)}`;
  if (letter === null) {
    await store.query(
      sql`delete from alert_letter where weekday <> ${stopped} and recipient_id in (${mine})`,
    );
    return;
  }
  const { weekday, hour } = letter;
  const time_zone = owner === null ? basinTimeZone() : (await readSettings(store, owner)).time_zone;
  const local = localTime(now, time_zone);
  await store.query(
    sql`insert into alert_letter as l (recipient_id, weekday, hour, time_zone, queued_on)
      select id, ${weekday}::int, ${hour}::int, ${time_zone}, ${local.hour >= hour ? local.day : null}::text::date
        from (${mine}) as mine
      on conflict (recipient_id) do update set weekday = excluded.weekday, hour = excluded.hour,
        time_zone = excluded.time_zone, queued_on = coalesce(excluded.queued_on, (
          select max((o.payload ->> 'day')::date) from alert_outbox o
          where o.recipient_id = l.recipient_id and o.kind = 'letter'))
      where l.weekday <> ${stopped}`,
  );
}

/** Gives a person’s feed a new secret. */
export async function renewFeedOf(store: Store, subject: string): Promise<void> {
  await store.query(
    sql`insert into alert_person (subject, time_zone, feed_key) values (${subject}, ${basinTimeZone()}, ${newSecret()})
      on conflict (subject) do update set feed_key = excluded.feed_key`,
  );
}

const Found = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(recipientStates),
  stop_key: z.string(),
});
export type FoundRecipient = z.output<typeof Found>;

export async function findRecipient(
  from: Queryable,
  by: { readonly id: string } | { readonly stopKey: string },
): Promise<FoundRecipient | undefined> {
  const [found] = await from.query(
    sql`select id, email, state, stop_key from alert_recipient
      where ${'id' in by ? sql`id = ${by.id}::uuid` : sql`stop_key = ${by.stopKey}`}`,
    Found,
  );
  return found;
}

/** Confirms an address whose reader has followed the link; one that was stopped meanwhile stays so. */
export async function confirmRecipient(store: Store, id: string): Promise<void> {
  await store.query(
    sql`update alert_recipient set state = 'confirmed', confirmed_at = now() where id = ${id}::uuid and state = 'unconfirmed'`,
  );
}

/** Ends all mails to an address, or the letter only. */
export async function stopRecipient(store: Store, id: string, only: 'letter' | undefined): Promise<void> {
  if (only === undefined) {
    await store.query(sql`update alert_recipient set state = 'stopped', note = null where id = ${id}::uuid`);
    return;
  }
  await store.query(
    sql`insert into alert_letter (recipient_id, weekday, hour, time_zone) values (${id}::uuid, ${stopped}, 0, 'UTC')
      on conflict (recipient_id) do update set weekday = ${stopped}`,
  );
}
