import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { toErrorMessage } from '#lib/errors.ts';
import type { Store } from '#server/db/store.ts';
import type { WrittenMail } from '../../rules/mail-layout.ts';
import { afterQuietHours } from '../../rules/quiet-hours.ts';
import { type MailKind, readSettings } from '../outbox.ts';
import { timeSql } from '../rules.ts';
import { type Mailer, MailNotSent } from './mailer.ts';

/** A mail that this process sends now. */
const OutboxRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.int(),
  created_ms: z.number(),
  recipient_id: z.uuid(),
  subject: z.nullable(z.string()),
  email: z.string(),
  stop_key: z.string(),
  is_wanted: z.boolean(),
});
export type OutboxMail = Omit<z.output<typeof OutboxRow>, 'kind'> & { readonly kind: MailKind };

export type Composed = { readonly mail: WrittenMail; readonly stop: string | undefined };

export type SenderSettings = {
  readonly store: Store;
  readonly mailer: Mailer;
  /** Writes a mail; undefined where there is no longer anything to say. */
  readonly compose: (row: OutboxMail) => Promise<Composed | undefined>;
  readonly giveUpDays: number;
  /** Called with why a mail could not be written; it is tried again like one that the server refuses for now. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => Date;
};

/** A process that ends while it sends leaves its row to the others after so long, which is longer than a mail takes. */
export const claimMs = 600_000;
const firstRetryMs = 300_000;
const maxRetryMs = 6 * 3_600_000;
const dayMs = 86_400_000;
/** Before its first attempt, a digest waits a day for the one before, and a day for the end of quiet hours. */
const maxHeldMs = 2 * dayMs;

/**
 * Creates what sends the mails that are due, one after the other. A row is taken by one statement, which no other process can
 * take as well, and is due again unless it is marked as sent: a mail may arrive twice, with one Message-ID, and is never lost.
 */
export function createSender({
  store,
  mailer,
  compose,
  giveUpDays,
  onError = () => {},
  now = () => new Date(),
}: SenderSettings) {
  /** Takes the mail that has been due for longest, with who has it. */
  async function take(): Promise<OutboxMail | undefined> {
    const [row] = await store.query(
      sql`with taken as (
          update alert_outbox set attempts = attempts + 1, not_before = ${timeSql(now().getTime() + claimMs)}
          where id = (select id from alert_outbox where state = 'waiting' and not_before <= ${timeSql(now().getTime())}
            order by not_before, created_at, id limit 1 for update skip locked)
          returning *)
        select o.id, o.kind, o.payload, o.attempts, o.recipient_id, r.subject, r.email, r.stop_key,
          extract(epoch from o.created_at)::float8 * 1000 as created_ms,
          r.state = case o.kind when 'confirm' then 'unconfirmed' else 'confirmed' end
            and (r.subject is null or (p.subject is not null and p.blocked_at is null)) as is_wanted
        from taken o join alert_recipient r on r.id = o.recipient_id left join person p on p.subject = r.subject`,
      OutboxRow,
    );
    return row && { ...row, kind: row.kind as MailKind };
  }

  async function settle(id: string, state: 'sent' | 'failed' | 'dropped', reason?: string): Promise<void> {
    const at = timeSql(now().getTime());
    await store.query(
      sql`update alert_outbox set state = ${state}, last_error = ${reason ?? null},
        sent_at = ${state === 'sent' ? at : sql`null`}, failed_at = ${state === 'failed' ? at : sql`null`}
        where id = ${id}::uuid`,
    );
  }

  /** Sends a mail, or says what becomes of it. @returns whether the server can have another one */
  async function send(row: OutboxMail, signal: AbortSignal): Promise<boolean> {
    const heldMs = row.attempts === 1 ? maxHeldMs : 0;
    const isTooOld = now().getTime() - row.created_ms > giveUpDays * dayMs + heldMs;
    if (isTooOld) {
      await settle(row.id, 'failed', `Given up after ${giveUpDays} days`);
      return true;
    }
    let composed: Composed | undefined;
    try {
      const end = await readQuietEnd(row);
      if (end) {
        await putBack(row.id, end);
        return true;
      }
      composed = row.is_wanted ? await compose(row) : undefined;
    } catch (error) {
      onError(error);
      await noteFailure(row, new MailNotSent('later', `Could not be written: ${toErrorMessage(error)}`));
      return true;
    }
    if (!composed) {
      await settle(row.id, 'dropped');
      return true;
    }
    try {
      const { id, email: to } = row;
      await mailer.send({ id, to, date: new Date(row.created_ms), ...composed }, signal);
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (signal.aborted) return false;
      await noteFailure(row, error);
      return error.kind !== 'server';
    }
    await settle(row.id, 'sent');
    return true;
  }

  /** When the quiet hours end in which a mail about rules must not come; undefined outside of them. */
  async function readQuietEnd({ kind, subject }: OutboxMail): Promise<Date | undefined> {
    if (subject === null || (kind !== 'firing' && kind !== 'digest')) return undefined;
    const at = now();
    const end = afterQuietHours(at, await readSettings(store, subject));
    return end > at ? end : undefined;
  }

  /** Undoes that it was taken: no attempt has been made. */
  async function putBack(id: string, due: Date): Promise<void> {
    await store.query(
      sql`update alert_outbox set attempts = attempts - 1, not_before = ${timeSql(due.getTime())}
        where id = ${id}::uuid`,
    );
  }

  async function noteFailure({ id, attempts, recipient_id }: OutboxMail, { kind, message }: MailNotSent) {
    if (kind === 'address' || kind === 'mail') {
      await settle(id, 'failed', message);
      if (kind === 'mail') return;
      await store.query(
        sql`update alert_recipient set state = 'refused', note = ${message} where id = ${recipient_id}::uuid`,
      );
      return;
    }
    const wait = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 10));
    await store.query(
      sql`update alert_outbox set last_error = ${message}, not_before = ${timeSql(now().getTime() + wait)}
        where id = ${id}::uuid`,
    );
  }

  return {
    /** Sends what is due, until the server cannot be used. */
    async sendDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
      while (!signal.aborted) {
        const row = await take();
        if (!row || !(await send(row, signal))) return;
      }
    },
  };
}
