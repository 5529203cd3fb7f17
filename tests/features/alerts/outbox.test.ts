import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { queueFirings } from '#features/alerts/server/outbox.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

const subject = 'ann';
const Waiting = z.object({ kind: z.string(), firings: z.int(), due: z.string() });

describeEngines('the outbox of a person', (open) => {
  const store = shareStore(open);
  beforeEach(async () => {
    for (const table of ['alert_recipient', 'alert_person', 'person'])
      await store.query(`delete from ${table}`);
    await store.query(sql`insert into person (subject) values (${subject})`);
    await store.query(
      sql`insert into alert_recipient (id, subject, email, state, stop_key)
        values (${randomUUID()}::uuid, ${subject}, 'ann@example.org', 'confirmed', 'key')`,
    );
  });

  const fire = (count: number, at: string) =>
    store.transaction((tx) => {
      const firings = Array.from({ length: count }, () => randomUUID());
      return queueFirings(tx, { subject, firings, now: new Date(at) });
    });
  const readWaiting = () =>
    store.query(
      sql`select kind, jsonb_array_length(payload -> 'firings') as firings,
          to_char(not_before at time zone 'UTC', 'MM-DD HH24:MI') as due
        from alert_outbox where state = 'waiting' order by not_before`,
      Waiting,
    );
  /** Sends what waits, a minute after the time. */
  const send = (at: string) =>
    store.query(
      sql`update alert_outbox set state = 'sent', attempts = 1,
        sent_at = ${at}::text::timestamptz + interval '1 minute' where state = 'waiting'`,
    );

  test('has one digest a day, which takes what fires before it is sent', async () => {
    await fire(6, '2024-03-02T15:00:00Z');
    expect(await readWaiting()).toEqual([{ kind: 'digest', firings: 6, due: '03-02 15:00' }]);
    await send('2024-03-02T15:00:00Z');
    await fire(6, '2024-03-02T15:30:00Z');
    await fire(1, '2024-03-02T23:00:00Z');
    expect(await readWaiting()).toEqual([{ kind: 'digest', firings: 7, due: '03-03 15:01' }]);
    await send('2024-03-03T15:01:00Z');
    // A day after it was sent, although it was queued the day before.
    await fire(6, '2024-03-03T15:40:00Z');
    expect(await readWaiting()).toEqual([{ kind: 'digest', firings: 6, due: '03-04 15:02' }]);
    await send('2024-03-04T15:02:00Z');
    await fire(6, '2024-03-06T15:00:00Z');
    expect(await readWaiting()).toEqual([{ kind: 'digest', firings: 6, due: '03-06 15:00' }]);
  });

  test('has the digest after the quiet hours of its day', async () => {
    await store.query(
      sql`insert into alert_person (subject, time_zone, quiet_from, quiet_to)
        values (${subject}, 'UTC', '15:00', '18:30')`,
    );
    await fire(6, '2024-03-02T14:59:00Z');
    await send('2024-03-02T14:59:00Z');
    await fire(6, '2024-03-02T20:00:00Z');
    expect(await readWaiting()).toEqual([{ kind: 'digest', firings: 6, due: '03-03 18:30' }]);
  });

  test('has single mails still, up to five in a day', async () => {
    await fire(6, '2024-03-02T15:00:00Z');
    await send('2024-03-02T15:00:00Z');
    await fire(4, '2024-03-02T16:00:00Z');
    expect((await readWaiting()).map(({ kind }) => kind)).toEqual(Array(4).fill('firing'));
    await fire(1, '2024-03-02T17:00:00Z');
    expect((await readWaiting()).at(-1)).toEqual({ kind: 'digest', firings: 1, due: '03-03 15:01' });
  });
});
