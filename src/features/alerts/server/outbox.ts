import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { basinTimeZone } from '#lib/basin-clock.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { AlertSettings } from '../contract.ts';
import { afterQuietHours } from '../rules/quiet-hours.ts';

/** `firing` and `digest` are of rules, with the ids of their firings; the others say what they are of. */
export type MailKind = 'firing' | 'digest' | 'letter' | 'confirm';

export type NewMail = {
  readonly recipient: string;
  readonly kind: MailKind;
  readonly payload: unknown;
  readonly notBefore: Date;
  readonly createdAt?: Date;
};

/** Puts a mail into the outbox, in the transaction of what it is about. @returns its id, of which its Message-ID is made */
export async function queueMail(
  to: Queryable,
  { recipient, kind, payload, notBefore, createdAt = new Date() }: NewMail,
): Promise<string> {
  const id = randomUUID();
  await to.query(
    sql`insert into alert_outbox (id, recipient_id, kind, payload, not_before, created_at)
      values (${id}::uuid, ${recipient}::uuid, ${kind}, ${JSON.stringify(payload)}::text::jsonb,
        ${notBefore.toISOString()}::text::timestamptz, ${createdAt.toISOString()}::text::timestamptz)`,
  );
  return id;
}

const Id = z.object({ id: z.uuid() });

/** Reads the addresses that have the mails of a person’s rules: those that are confirmed. */
export async function readRecipients(from: Queryable, subject: string): Promise<string[]> {
  const rows = await from.query(
    sql`select r.id from alert_recipient r join person p using (subject)
      where r.subject = ${subject} and r.state = 'confirmed' and p.blocked_at is null order by r.id`,
    Id,
  );
  return rows.map(({ id }) => id);
}

/** Reads a person’s time zone and hours without mails: that of the basin and none by default. */
export async function readSettings(from: Queryable, subject: string): Promise<AlertSettings> {
  const [found] = await from.query(
    sql`select time_zone, quiet_from, quiet_to from alert_person where subject = ${subject}`,
    AlertSettings,
  );
  return found ?? { time_zone: basinTimeZone(), quiet_from: null, quiet_to: null };
}

/** Beyond so many mails in a day, the firings of a person are in one mail. */
export const mailsPerDay = 5;
const dayMs = 86_400_000;

type NewFirings = {
  readonly subject: string;
  /** The ids of the firings that are in mails. */
  readonly firings: readonly string[];
  readonly now: Date;
};

/**
 * Puts the mails of a person’s firings into the outbox, to each confirmed address: one each, and beyond five in a day one digest
 * of all that has not been sent, 24 hours after the one before. @returns how many addresses have them
 */
export async function queueFirings(to: Queryable, { subject, firings, now }: NewFirings): Promise<number> {
  const recipients = await readRecipients(to, subject);
  if (firings.length === 0 || recipients.length === 0) return recipients.length;
  const settings = await readSettings(to, subject);
  const notBefore = afterQuietHours(now, settings);
  for (const recipient of recipients) {
    const waiting = await readDigest(to, recipient);
    const isDigest =
      waiting !== undefined || (await countMails(to, recipient, now)) + firings.length > mailsPerDay;
    const mail = { recipient, notBefore, createdAt: now };
    if (waiting) await addToDigest(to, waiting.id, firings);
    else if (isDigest) {
      const due = afterQuietHours(await readNextDigest(to, recipient, now), settings);
      await queueMail(to, { ...mail, kind: 'digest', payload: { firings }, notBefore: due });
    } else
      for (const id of firings) await queueMail(to, { ...mail, kind: 'firing', payload: { firings: [id] } });
  }
  return recipients.length;
}

/** Finds the digest that no attempt has been made to send yet; the lock keeps the sender from it meanwhile. */
async function readDigest(from: Queryable, recipient: string): Promise<z.output<typeof Id> | undefined> {
  const [found] = await from.query(
    sql`select id from alert_outbox where recipient_id = ${recipient}::uuid and kind = 'digest'
      and state = 'waiting' and attempts = 0 order by created_at desc limit 1 for update`,
    Id,
  );
  return found;
}

/** When the next digest may be sent: 24 hours after the last one, at the latest in 24 hours. */
async function readNextDigest(from: Queryable, recipient: string, now: Date): Promise<Date> {
  const [row] = await from.query(
    sql`select (extract(epoch from max(coalesce(sent_at, not_before))) * 1000)::float8 as last from alert_outbox
      where recipient_id = ${recipient}::uuid and kind = 'digest' and state <> 'dropped'`,
    z.object({ last: z.nullable(z.number()) }),
  );
  const after = (row?.last ?? Number.NEGATIVE_INFINITY) + dayMs;
  return new Date(Math.min(Math.max(after, now.getTime()), now.getTime() + dayMs));
}

async function addToDigest(to: Queryable, id: string, firings: readonly string[]): Promise<void> {
  await to.query(
    sql`update alert_outbox set payload = jsonb_set(payload, '{firings}',
        (payload -> 'firings') || ${JSON.stringify(firings)}::text::jsonb) where id = ${id}::uuid`,
  );
}

/** Counts the mails about rules of the last 24 hours. */
async function countMails(from: Queryable, recipient: string, now: Date): Promise<number> {
  const [row] = await from.query(
    sql`select count(*)::int as mails from alert_outbox where recipient_id = ${recipient}::uuid
      and kind in ('firing', 'digest')
      and created_at > ${now.toISOString()}::text::timestamptz - interval '24 hours'`,
    z.object({ mails: z.int() }),
  );
  return row?.mails ?? 0;
}
