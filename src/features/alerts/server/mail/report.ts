import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { isLoopbackHost } from '#lib/loopback.ts';
import { parseMailAddress } from '#lib/mail-address.ts';
import { audit } from '#server/audit.ts';
import type { Config } from '#server/config.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { badInput, HttpProblem } from '#server/http/problems.ts';
import { type AlertReport, ReportDay, ReportFailure } from '../../contract.ts';
import { testMail } from '../../rules/firing-mail.ts';
import { writeMail } from '../../rules/mail-layout.ts';
import { readRules } from '../rules.ts';
import { type Mailer, MailNotSent } from './mailer.ts';

/** Says which settings are missing before the portal sends mail, and what is wrong with those that are set. */
export function describeMissing({
  mail: { url, from },
  portalOrigin,
}: Pick<Config, 'mail' | 'portalOrigin'>): string[] {
  return [
    ...(url === undefined ? ['SMTP_URL is not set, so the portal sends no mail.'] : []),
    ...(from === undefined ? ['MAIL_FROM is not set, so the portal sends no mail.'] : []),
    ...(isLoopbackHost(new URL(portalOrigin).hostname)
      ? [`PORTAL_ORIGIN is ${portalOrigin}, so the links of mails lead to the reader’s own computer.`]
      : []),
  ];
}

const reportedDays = 30;
const maxRows = 200;

/** Reads what has become of rules and mails. */
export async function readReport(
  from: Queryable,
  config: Pick<Config, 'mail' | 'portalOrigin'>,
): Promise<AlertReport> {
  const rules = (await readRules(from, new Map())).slice(0, maxRows).map((rule) => ({
    ...{ id: rule.id, subject: rule.subject, condition: rule.condition, state: rule.before.state },
    ...{ fired: rule.fired, last_fired_at: rule.last_fired_at },
  }));
  const countByDay = (column: SQL, table: SQL, what: SQL) =>
    sql`select (${column} at time zone ${basinTimeZone()})::date as day, ${what} from ${table} where ${column} > now() - make_interval(days => ${reportedDays}::int)`;
  const days = await from.query(
    sql`select day::text, sum(fired)::int as fired, sum(sent)::int as sent, sum(failed)::int as failed from (
        ${countByDay(sql`fired_at`, sql`alert_firing`, sql`(kind <> 'cleared')::int as fired, 0 as sent, 0 as failed`)}
        union all ${countByDay(sql`sent_at`, sql`alert_outbox`, sql`0, 1, 0`)}
        union all ${countByDay(sql`failed_at`, sql`alert_outbox`, sql`0, 0, 1`)}) as counted
      group by day order by day desc`,
    ReportDay,
  );
  const failures = await from.query(
    sql`select o.id, ${isoInstantSql(sql`coalesce(o.failed_at, o.created_at)`)} as at, r.email, o.kind, o.attempts,
        o.last_error as error, o.state = 'failed' as is_final
      from alert_outbox o join alert_recipient r on r.id = o.recipient_id
      where o.last_error is not null and o.state in ('waiting', 'failed')
      order by coalesce(o.failed_at, o.created_at) desc, o.id limit ${maxRows}::int`,
    ReportFailure,
  );
  const [waiting] = await from.query(
    sql`select count(*)::int as count from alert_outbox where state = 'waiting'`,
    z.object({ count: z.int() }),
  );
  const sender = config.mail.from;
  return {
    missing: describeMissing(config),
    from: sender ? [sender.name, `<${sender.address}>`].filter(Boolean).join(' ') : null,
    waiting: waiting?.count ?? 0,
    ...{ rules, days, failures },
  };
}

type TestMail = { readonly actor: string; readonly email: string; readonly origin: string };

/** Shorter than a call may take, so that a server behind a firewall, which never answers, is said. */
const testTimeoutMs = 8000;

/** Hands a mail to the server at once. @throws HttpProblem 400 for what is no address, 409 without a server */
export async function sendTest(
  store: Store,
  mailer: Mailer | undefined,
  { actor, email: text, origin }: TestMail,
  signal: AbortSignal,
) {
  const email = parseMailAddress(text);
  if (email === undefined)
    throw badInput('body.email', 'Enter one plain e-mail address such as ann@example.org.');
  if (!mailer) throw noMailServer();
  // First, because what was sent cannot be taken back if this fails.
  await audit(store, { actor, action: 'send', entity: 'test_mail', entity_id: email });
  const mail = writeMail(testMail(new URL(origin).host));
  try {
    const outgoing = { id: randomUUID(), to: email, mail, date: new Date(), stop: undefined };
    await mailer.send(outgoing, signal, testTimeoutMs);
    return { email, error: null };
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    return { email, error: error.message };
  }
}

export function noMailServer(): HttpProblem {
  return new HttpProblem(409, 'This portal sends no mail yet. An administrator sees what is missing.');
}
