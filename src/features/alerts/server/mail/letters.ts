import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Store } from '#server/db/store.ts';
import { dueDay } from '../../rules/letter-time.ts';
import { queueMail } from '../outbox.ts';
import { endRulesOfRemoved } from '../rules.ts';

const LetterRow = z.object({
  recipient_id: z.uuid(),
  weekday: z.int(),
  hour: z.int(),
  time_zone: z.string(),
  queued_on: z.nullable(z.string()),
});

/**
 * Puts the letters whose hour has come into the outbox, each once a day however many processes ask. One that cannot be queued,
 * such as in a time zone that is no longer known, holds up no other. A letter is about the day in the basin, `on`, and of a
 * `day` by the clock of its reader.
 * @throws AggregateError afterwards, with what went wrong
 */
export async function queueLetters(store: Store, now: Date): Promise<void> {
  const letters = await store.query(
    sql`select l.recipient_id, l.weekday, l.hour, coalesce(p.time_zone, l.time_zone) as time_zone,
        l.queued_on::text
      from alert_letter l join alert_recipient r on r.id = l.recipient_id
        left join alert_person p on p.subject = r.subject
      where l.weekday > 0 and r.state = 'confirmed'
      order by l.recipient_id`,
    LetterRow,
  );
  const errors: unknown[] = [];
  for (const letter of letters) {
    await queueLetter(store, letter, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Letters could not be queued');
}

async function queueLetter(
  store: Store,
  { recipient_id: recipient, queued_on, ...time }: z.output<typeof LetterRow>,
  now: Date,
): Promise<void> {
  const day = dueDay(time, now);
  if (day === undefined || (queued_on !== null && queued_on >= day)) return;
  await store.transaction(async (tx) => {
    const taken = await tx.query(
      sql`update alert_letter set queued_on = ${day}::text::date where recipient_id = ${recipient}::uuid
        and weekday > 0 and (queued_on is null or queued_on < ${day}::text::date) returning recipient_id`,
    );
    if (taken.length === 0) return;
    await queueMail(tx, {
      recipient,
      kind: 'letter',
      payload: { on: todayInBasin(now), day },
      notBefore: now,
    });
  });
}

/**
 * Deletes what is no longer needed: mails and firings after the days of the setting, addresses that nobody confirmed within two
 * weeks, and what people had whom an administrator has removed.
 */
export async function sweepAlerts(store: Store, daysStored: number, now: Date): Promise<void> {
  const before = (days: number) =>
    sql`${now.toISOString()}::text::timestamptz - make_interval(days => ${days}::int)`;
  const isOfNobody = sql`subject is not null and not exists (select from person p where p.subject = t.subject)`;
  await store.query(
    sql`delete from alert_outbox where state <> 'waiting' and created_at < ${before(daysStored)}`,
  );
  await store.query(sql`delete from alert_firing where fired_at < ${before(daysStored)}`);
  await store.query(
    sql`delete from alert_recipient where state = 'unconfirmed' and confirmed_at is null and created_at < ${before(14)}`,
  );
  await store.query(sql`delete from alert_recipient t where ${isOfNobody}`);
  await endRulesOfRemoved(store);
  await store.query(sql`delete from alert_person t where ${isOfNobody}`);
}
