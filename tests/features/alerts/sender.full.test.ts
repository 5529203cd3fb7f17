import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeMail } from '#features/alerts/rules/mail-layout.ts';
import { createMailer } from '#features/alerts/server/mail/mailer.ts';
import { sendTest } from '#features/alerts/server/mail/report.ts';
import { claimMs, createSender, type OutboxMail } from '#features/alerts/server/mail/sender.ts';
import { queueMail } from '#features/alerts/server/outbox.ts';
import type { Store } from '#server/db/store.ts';
import { handlerTimeoutMs } from '#server/http/register-endpoint.ts';
import { describeEngines } from '../../support/engines.ts';
import { Killed, mortal } from '../../support/mortal.ts';
import { shareStore } from '../../support/shared-store.ts';
import { type Behavior, startSmtpServer } from './smtp-server.ts';

const from = { name: 'Portal', address: 'portal@example.org' };
const stop = 'https://portal.test/alerts/stop/x';
const hourMs = 3_600_000;

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const Numbered = z.object({ number: z.int() });
const compose = async ({ payload }: OutboxMail) => {
  const subject = `Mail ${Numbered.parse(payload).number}`;
  return { mail: writeMail({ subject, blocks: [{ kind: 'text', text: subject }] }), stop };
};
const numberOf = (raw: string) => Number(/^Subject: Mail (\d+)/m.exec(raw)?.[1]);

const Row = z.object({
  number: z.int(),
  state: z.string(),
  attempts: z.int(),
  last_error: z.nullable(z.string()),
  recipient: z.string(),
});
const readRows = (store: Store) =>
  store.query(
    sql`select (o.payload ->> 'number')::int as number, o.state, o.attempts, o.last_error, r.state as recipient
      from alert_outbox o join alert_recipient r on r.id = o.recipient_id order by number`,
    Row,
  );

async function addRecipient(store: Store, email: string, state = 'confirmed', subject: string | null = null) {
  const id = randomUUID();
  await store.query(
    sql`insert into alert_recipient (id, subject, email, state, stop_key) values (${id}::uuid, ${subject}, ${email}, ${state}, ${id})`,
  );
  return id;
}

describeEngines('the sender of mails', (open) => {
  const store = shareStore(open);
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  let clock: number;
  beforeEach(async () => {
    server = await startSmtpServer();
    clock = Date.now();
  });
  afterEach(() => server.close());

  const senderOn = (on: Store, timeoutMs?: number) =>
    createSender({
      store: on,
      mailer: createMailer({ url: server.url, from, host: 'portal.test', ...(timeoutMs && { timeoutMs }) }),
      compose,
      giveUpDays: 3,
      now: () => new Date(clock),
    });
  async function queue(count: number, recipients: readonly string[], kind: OutboxMail['kind'] = 'letter') {
    for (let number = 0; number < count; number += 1) {
      const recipient = recipients[number % recipients.length] ?? '';
      await queueMail(store, { recipient, kind, payload: { number }, notBefore: new Date(clock) });
    }
  }

  test('hands over a mail with what names and stops it', async () => {
    await queue(1, [await addRecipient(store, 'ann@example.org')]);
    await senderOn(store).sendDue();
    const [mail] = server.received;
    expect(mail?.to).toBe('ann@example.org');
    expect(mail?.from).toBe('MAIL FROM:<portal@example.org>');
    expect(mail?.id).toMatch(/^<[\da-f-]{36}@portal\.test>$/);
    expect(mail?.raw).toContain(
      `List-Unsubscribe: <${stop}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click`,
    );
    expect(await readRows(store)).toMatchObject([{ state: 'sent', attempts: 1, last_error: null }]);
  });

  test.each([
    ['refuse address', 'failed', 'refused', '550 5.1.1 No such user'],
    ['refuse to relay', 'waiting', 'confirmed', '554 5.7.1 Relay access denied'],
    ['refuse domain of sender', 'waiting', 'confirmed', '553 5.1.8 Domain of sender not found'],
    ['refuse full mailbox', 'waiting', 'confirmed', '552 5.2.2 Mailbox full'],
    ['refuse without status', 'waiting', 'confirmed', '550 Refused by rule 5.1.1'],
    ['refuse message', 'failed', 'confirmed', '554 5.6.0 Message refused'],
    ['refuse address for now', 'waiting', 'confirmed', '451 4.2.1 Try later'],
    ['refuse message for now', 'waiting', 'confirmed', '452 4.3.1 No space'],
    ['refuse sender', 'waiting', 'confirmed', '553 5.7.1 Sender not allowed'],
    ['close', 'waiting', 'confirmed', expect.any(String)],
    ['cut', 'waiting', 'confirmed', expect.any(String)],
    ['silent', 'waiting', 'confirmed', expect.any(String)],
  ] as const)('when servers %s, a mail is %s', async (behavior, state, recipient, last_error) => {
    server.setPlan(() => behavior);
    await queue(1, [await addRecipient(store, 'ann@example.org')]);
    await senderOn(store, behavior === 'silent' ? 200 : undefined).sendDue();
    expect(await readRows(store)).toEqual([{ number: 0, state, attempts: 1, last_error, recipient }]);
  });

  test('says by a test mail that a server never answers, while its call still can', async () => {
    server.setPlan(() => 'no greeting');
    const mailer = createMailer({ url: server.url, from, host: 'portal.test' });
    const waits: (number | undefined)[] = [];
    const answer = await sendTest(
      store,
      {
        send: (outgoing, signal, timeoutMs) => {
          waits.push(timeoutMs);
          return mailer.send(outgoing, signal, (timeoutMs ?? 0) / 100);
        },
      },
      { actor: 'ann', email: 'ann@example.org', origin: 'https://portal.test' },
      new AbortController().signal,
    );
    // Whichever of its clocks is first.
    expect(answer.error).toMatch(/^(Greeting never received|Timeout)/);
    // Both addresses of a server, IPv4 and IPv6, may be tried.
    for (const each of waits) expect((each ?? Number.NaN) * 2).toBeLessThan(handlerTimeoutMs);
    expect(waits).toHaveLength(1);
  });

  test('waits longer after each attempt, and gives up after the days of the setting', async () => {
    server.setPlan(() => 'refuse message for now');
    await queue(1, [await addRecipient(store, 'ann@example.org')]);
    const times: number[] = [];
    const start = clock;
    const Due = z.object({ due: z.number(), state: z.string() });
    const readDue = async () => {
      const [row] = await store.query(
        sql`select extract(epoch from not_before)::float8 * 1000 as due, state from alert_outbox`,
        Due,
      );
      return row ?? { due: Number.NaN, state: 'none' };
    };
    for (let mail = await readDue(); mail.state === 'waiting'; mail = await readDue()) {
      // A moment before, nothing is tried.
      clock = mail.due - 1;
      await senderOn(store).sendDue();
      expect(await readDue()).toEqual(mail);
      clock = mail.due;
      times.push(Math.round((clock - start) / 60_000));
      await senderOn(store).sendDue();
    }
    expect(times.slice(0, 9)).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 995]);
    // Given up with the first try after the third day.
    expect(times.filter((minutes) => minutes > 3 * 24 * 60)).toHaveLength(1);
    expect(await readRows(store)).toMatchObject([{ state: 'failed', last_error: 'Given up after 3 days' }]);
  });

  test.each(['close', 'refuse to relay'] as const)(
    'tries no other mail while the server would %s, and all when it is back',
    async (behavior) => {
      server.setPlan(() => behavior);
      await queue(20, [await addRecipient(store, 'ann@example.org')]);
      await senderOn(store).sendDue();
      expect((await readRows(store)).filter(({ attempts }) => attempts > 0)).toHaveLength(1);
      server.setPlan(() => 'accept');
      clock += hourMs;
      await senderOn(store).sendDue();
      expect((await readRows(store)).every(({ state }) => state === 'sent')).toBe(true);
    },
  );

  test('sends the others where a mail cannot be written, and tries that one again', async () => {
    await queue(3, [await addRecipient(store, 'ann@example.org')]);
    const errors: unknown[] = [];
    let isBroken = true;
    const sender = createSender({
      store,
      mailer: createMailer({ url: server.url, from, host: 'portal.test' }),
      compose: async (row) => {
        if (isBroken && Numbered.parse(row.payload).number !== 1) throw new Error('No such column');
        return compose(row);
      },
      giveUpDays: 3,
      onError: (error) => errors.push(error),
      now: () => new Date(clock),
    });
    await sender.sendDue();
    expect(errors).toHaveLength(2);
    const failed = { state: 'waiting', attempts: 1, last_error: 'Could not be written: No such column' };
    expect(await readRows(store)).toMatchObject([failed, { state: 'sent' }, failed]);
    isBroken = false;
    clock += hourMs;
    await sender.sendDue();
    expect((await readRows(store)).every(({ state }) => state === 'sent')).toBe(true);
  });

  test.each([
    ['unconfirmed', null],
    ['stopped', null],
    ['refused', null],
    ['confirmed', 'blocked'],
    ['confirmed', 'removed'],
  ])('sends nothing to a %s address of a person who is %s', async (state, subject) => {
    await store.query(sql`insert into person (subject, blocked_at) values ('blocked', now())`);
    await queue(1, [await addRecipient(store, 'ann@example.org', state, subject)]);
    await senderOn(store).sendDue();
    expect(server.received).toEqual([]);
    expect(await readRows(store)).toMatchObject([{ state: 'dropped' }]);
  });

  test.each([
    ['firing', 'waiting', 0],
    ['digest', 'waiting', 0],
    ['letter', 'sent', 1],
  ] as const)(
    'holds a %s in quiet hours: it is %s then, and sent when they end',
    async (kind, state, attempts) => {
      await store.query(sql`insert into person (subject) values ('ann')`);
      await store.query(
        sql`insert into alert_person (subject, time_zone, quiet_from, quiet_to) values ('ann', 'UTC', '20:00', '06:30')`,
      );
      clock = Date.parse('2024-03-02T20:00:00Z');
      await queue(1, [await addRecipient(store, 'ann@example.org', 'confirmed', 'ann')], kind);
      await senderOn(store).sendDue();
      expect(await readRows(store)).toMatchObject([{ state, attempts }]);
      clock = Date.parse('2024-03-03T06:29:59Z');
      await senderOn(store).sendDue();
      expect(await readRows(store)).toMatchObject([{ state, attempts }]);
      clock += 1000;
      await senderOn(store).sendDue();
      expect(await readRows(store)).toMatchObject([{ state: 'sent', attempts: 1 }]);
      expect(server.received).toHaveLength(1);
    },
  );

  test('does not try again in quiet hours', async () => {
    await store.query(sql`insert into person (subject) values ('ann')`);
    await store.query(
      sql`insert into alert_person (subject, time_zone, quiet_from, quiet_to) values ('ann', 'UTC', '20:00', '06:30')`,
    );
    clock = Date.parse('2024-03-02T19:58:00Z');
    server.setPlan(() => 'refuse address for now');
    await queue(1, [await addRecipient(store, 'ann@example.org', 'confirmed', 'ann')], 'firing');
    await senderOn(store).sendDue();
    server.setPlan(() => 'accept');
    for (const [time, sent] of [
      ['2024-03-02T20:03:00Z', 0],
      ['2024-03-03T06:29:00Z', 0],
      ['2024-03-03T06:30:00Z', 1],
    ] as const) {
      clock = Date.parse(time);
      await senderOn(store).sendDue();
      expect(server.received).toHaveLength(sent);
    }
    expect(await readRows(store)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test.each([
    [1, 3, 'sent'],
    [2, 3, 'failed'],
    [1, 5.1, 'failed'],
  ])('on attempt %i of a mail that is %f days old, it is %s', async (attempt, days, state) => {
    await queue(1, [await addRecipient(store, 'ann@example.org')], 'digest');
    await store.query(sql`update alert_outbox set attempts = ${attempt - 1}::int`);
    clock += days * 24 * hourMs + 60_000;
    await senderOn(store).sendDue();
    expect(await readRows(store)).toMatchObject([{ state }]);
  });

  test('asks an address to confirm only while it is not', async () => {
    const ids = [
      await addRecipient(store, 'a@example.org', 'unconfirmed'),
      await addRecipient(store, 'b@example.org'),
    ];
    await queue(2, ids, 'confirm');
    await senderOn(store).sendDue();
    expect(server.received.map(({ to }) => to)).toEqual(['a@example.org']);
  });

  test('of two processes, one sends each mail', async () => {
    await queue(40, [await addRecipient(store, 'ann@example.org')]);
    await Promise.all([senderOn(store).sendDue(), senderOn(store).sendDue()]);
    expect(server.received.map(({ raw }) => numberOf(raw)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, at) => at),
    );
  });

  test('loses none of 200 mails in 50 kills, and sends none with a second id', async () => {
    const random = randomFrom(51);
    const mails = 200;
    const odds: readonly Behavior[] = [
      ...['accept', 'accept', 'accept', 'accept', 'refuse address for now', 'refuse message for now'],
      ...['close', 'cut', 'mute', 'silent'],
    ] as readonly Behavior[];
    const pick = () => odds[Math.floor(random() * odds.length)] ?? 'accept';
    server.setPlan(pick);
    const recipients = [];
    for (let at = 0; at < 8; at += 1) recipients.push(await addRecipient(store, `reader${at}@example.org`));
    await queue(mails, recipients);
    let kills = 0;
    for (let round = 0; kills < 50; round += 1) {
      // The server is away for an hour.
      if (round === 30) server.setPlan(() => 'close');
      if (round === 40) {
        clock += hourMs;
        server.setPlan(pick);
      }
      const controller = new AbortController();
      server.onSilence(() => controller.abort());
      const isKilled = await senderOn(mortal(store, 1 + Math.floor(random() * 9)))
        .sendDue(controller.signal)
        .then(() => controller.signal.aborted)
        .catch((error: unknown) => {
          if (error instanceof Killed) return true;
          throw error;
        });
      if (isKilled) kills += 1;
      clock += claimMs / 2;
    }
    const left = (await readRows(store)).filter(({ state }) => state === 'waiting').length;
    expect(left).toBeGreaterThan(0);
    server.setPlan(() => 'accept');
    for (let hours = 0; hours < 12; hours += 1) {
      await senderOn(store).sendDue();
      clock += hourMs;
    }
    expect((await readRows(store)).filter(({ state }) => state !== 'sent')).toEqual([]);
    const idsOf = Map.groupBy(server.received, ({ raw }) => numberOf(raw));
    expect(idsOf.size).toBe(mails);
    const withSecond = [...idsOf].filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1);
    expect(withSecond).toEqual([]);
    // Some came twice: whoever is killed, or hears no answer, cannot know.
    expect(server.received.length).toBeGreaterThan(mails);
  });
});
