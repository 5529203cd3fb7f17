import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { completeRequests } from '#contract/basin/basin-requests.ts';
import type { Requester } from '#contract/request.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { dataProviders } from '#domain/agencies.ts';
import { listAlertFirings, saveAlertSettings } from '#features/alerts/contract.ts';
import {
  addRecipients,
  readAlertReport,
  readMailSettings,
  removeRecipient,
  renewFeed,
  saveLetter,
  sendTestMail,
} from '#features/alerts/mail-contract.ts';
import { createComposer } from '#features/alerts/server/mail/compose.ts';
import { queueLetters, sweepAlerts } from '#features/alerts/server/mail/letters.ts';
import type { Outgoing } from '#features/alerts/server/mail/mailer.ts';
import { createSender } from '#features/alerts/server/mail/sender.ts';
import { queueFirings } from '#features/alerts/server/outbox.ts';
import { readBrief } from '#features/today/contract.ts';
import { partsOf } from '#features/today/index.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Verifier } from '#server/access/access-control.ts';
import { createValueAccess } from '#server/access/value-access.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { briefRequest, insertBriefFixture, locationOf } from '../../support/brief-fixture.ts';
import { setDemonstration } from '../../support/demonstration.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareOther, sharePortal } from '../../support/shared-store.ts';
import { openTestApp, requesterAs, roleVerifier, testConfig } from '../../support/test-app.ts';
import { startSmtpServer } from './smtp-server.ts';

// The evening of Monday, July 4 in the basin.
const now = '2022-07-05T03:00:00Z';
const openProviders = dataProviders.map(({ name }) => name);
const environment = {
  PORTAL_ORIGIN: 'https://portal.test',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Portal <portal@example.org>',
  RATE_LIMIT_PER_MINUTE: '1000000',
};
/** Also knows people, each of whom has the role User, and their access tokens. */
const verifier: Verifier = {
  verify: async (token) => {
    const [, subject, access] = /^(person\d+)(\.access)?$/.exec(token) ?? [];
    if (subject === undefined) return roleVerifier.verify(token);
    const caller = { subject: `test|${subject}`, roles: new Set(['User'] as const) };
    return access ? { ...caller, personalToken: '1' } : caller;
  },
};
const linkOf = (mail: Outgoing | undefined, pattern: RegExp) =>
  pattern.exec(mail?.mail.text ?? '')?.[0] ?? '';
const pathOf = (link: string) => link.replace('https://portal.test', '');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = { payload: 'List-Unsubscribe=One-Click', headers: form } as const;

describeEngines('mails of alerts', (open) => {
  const { store, portal } = sharePortal(open, {
    ...{ now, insert: insertBriefFixture, brief: briefRequest, openProviders, environment, verifier },
  });
  const unset = shareOther(store, { brief: briefRequest, openProviders });
  const closed = shareOther(store, { brief: briefRequest, openProviders: [], environment });
  /** Another one in each test, because the portal counts how often somebody asks. */
  let tests = 0;
  let ann = '';
  let person = '';
  const asUser: Requester = (endpoint, ...rest) => requesterAs(portal, person)(endpoint, ...rest);
  const asAdministrator = requesterAs(portal, 'Administrator');

  beforeEach(async () => {
    tests += 1;
    [ann, person] = [`ann${tests}@example.org`, `person${tests}`];
    for (const table of ['alert_recipient', 'alert_rule', 'alert_person'])
      await store.query(`delete from ${table}`);
    await asUser(readMailSettings, {});
  });

  /** Sends what is due. @returns the mails */
  async function deliver(at = now, providers = openProviders): Promise<readonly Outgoing[]> {
    const sent: Outgoing[] = [];
    const access = createValueAccess(store, providers);
    const services = {
      ...{ store, reads: store, config: testConfig(environment) },
      basin: completeRequests({ brief: briefRequest, openProviders: providers }),
      scopeOf: async (caller) => ({
        reader: caller ? 'account' : 'anybody',
        isReadable: await access.isReadableBy(caller),
        capacities: new Map(),
      }),
    } as Partial<FeatureServices> as FeatureServices;
    const sender = createSender({
      store,
      mailer: { send: async (outgoing) => void sent.push(outgoing) },
      compose: createComposer(services, () => new Date(at)),
      giveUpDays: 30_000,
      now: () => new Date(at),
    });
    await sender.sendDue();
    return sent;
  }

  async function confirmAll(at = now) {
    const mails = await deliver(at);
    for (const mail of mails)
      await portal.send({ method: 'POST', url: pathOf(linkOf(mail, /https:\S+confirm\S+/)) });
    return mails;
  }
  const add = (...emails: string[]) => asUser(addRecipients, { body: { emails } });
  const stateOf = async () =>
    (await asUser(readMailSettings, {})).recipients.map(({ email, state }) => `${email} ${state}`);

  test('go to an address once its reader has confirmed it, which reading the link does not', async () => {
    await add(ann);
    const [mail] = await deliver();
    expect(mail).toMatchObject({ to: ann, stop: undefined });
    const path = pathOf(linkOf(mail, /https:\S+confirm\S+/));
    const asked = await portal.send(path);
    expect([asked.statusCode, asked.body.includes('<button>Confirm</button>')]).toEqual([200, true]);
    expect(await stateOf()).toEqual([`${ann} unconfirmed`]);
    expect((await portal.send({ method: 'POST', url: path, headers: form, payload: '' })).body).toContain(
      'Confirmed',
    );
    expect(await stateOf()).toEqual([`${ann} confirmed`]);
    expect(await deliver()).toEqual([]);
  });

  test.each([
    ['another code', (path: string) => path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['no code', (path: string) => path.replace(/[^/]+$/, 'x')],
    ['another address', (path: string) => path.replace(/[\da-f-]{36}/, randomUUID())],
    ['no id', (path: string) => path.replace(/[\da-f-]{36}/, 'x')],
  ])('are not confirmed by a link with %s', async (_, change) => {
    await add(ann);
    const [mail] = await deliver();
    const url = change(pathOf(linkOf(mail, /https:\S+confirm\S+/)));
    expect([
      (await portal.send(url)).statusCode,
      (await portal.send({ method: 'POST', url })).statusCode,
    ]).toEqual([404, 404]);
    expect(await stateOf()).toEqual([`${ann} unconfirmed`]);
  });

  /** A rule of the user that has fired so often. */
  async function fire(count: number): Promise<void> {
    const ids: string[] = [];
    const terms = { kind: 'silence', loc_ndx: locationOf('R1'), parameter_ndx: 3, intervals: 3 };
    for (let at = 0; at < count; at += 1) {
      const [rule, id] = [randomUUID(), randomUUID()];
      ids.push(id);
      const facts = {
        ...{ loc_ndx: locationOf('R1'), loc_id: 'R1', loc_name: 'Site R1', parameter_ndx: 3 },
        ...{
          parameter_name: 'Reservoir Storage',
          units_name: 'AF',
          condition: `Site R1 below ${at} %`,
          name: null,
        },
        ...{ value: 1200, measured: 30, approval: 'P', is_reading: false, sentence: 'Site R1 held 1.2 KAF.' },
        before: at,
      };
      await store.query(
        sql`insert into alert_rule (id, subject, loc_ndx, parameter_ndx, terms) values (${rule}::uuid, ${`test|${person}`}, ${locationOf('R1')}, 3, ${JSON.stringify(terms)}::text::jsonb)`,
      );
      await store.query(sql`insert into alert_state (rule_id, state) values (${rule}::uuid, 'firing')`);
      await store.query(
        sql`insert into alert_firing (id, rule_id, kind, observed_at, fired_at, mail, facts) values (${id}::uuid, ${rule}::uuid, 'fired',
          ${now}::text::timestamptz, ${now}::text::timestamptz, 'queued', ${JSON.stringify(facts)}::text::jsonb)`,
      );
    }
    await store.transaction((tx) =>
      queueFirings(tx, { subject: `test|${person}`, firings: ids, now: new Date(now) }),
    );
  }

  test.each([
    [5, 5],
    [6, 1],
  ])('of %i firings are %i', async (firings, mails) => {
    await add(ann);
    await confirmAll();
    await fire(firings);
    const sent = await deliver();
    expect(sent).toHaveLength(mails);
    const texts = sent.map(({ mail }) => mail.text).join();
    for (let at = 0; at < firings; at += 1) expect(texts).toContain(`Site R1 below ${at} %`);
  });

  test.each([
    [now, 'of today'],
    ['2022-07-05T06:00:00Z', '1 day old'],
    ['2022-07-07T12:00:00Z', '3 days old'],
  ])('sent at %s have a value that is %s', async (at, age) => {
    await add(ann);
    await confirmAll();
    await fire(1);
    const [mail] = await deliver(at);
    expect(mail?.mail.text).toContain(`Observed: Jul 4, 2022\nAge: ${age}\n`);
  });

  test('of a rule that was deleted meanwhile are not sent', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    await store.query('delete from alert_rule');
    expect(await deliver()).toEqual([]);
  });

  test.each([1, 2, 6])(
    'of %i firings have no values that need an account, nor has the feed',
    async (count) => {
      await add(ann);
      await confirmAll();
      await fire(count);
      const { feed } = await asUser(renewFeed, {});
      const mails = await deliver(now, []);
      const texts = [...mails.map(({ mail }) => mail.text), (await closed.send(pathOf(feed ?? ''))).body];
      expect(mails).toHaveLength(count > 5 ? 1 : count);
      for (const text of texts) {
        expect(text).toMatch(/Site R1 below \d %/);
        expect(text.replace(/\s+/g, ' ')).toContain('The values of this record need an account.');
        expect(text).not.toMatch(/1\.2 KAF|1,200|provisional/);
      }
      expect((await portal.send(pathOf(feed ?? ''))).body).toContain('1.2 KAF');
    },
  );

  test('are letters without values that need an account, also to a person’s own addresses', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    await asUser(saveLetter, { body: { letter: { weekday: 1, hour: 7 } } });
    await store.query('update alert_letter set queued_on = null');
    await store.query("delete from alert_outbox where kind = 'firing'");
    await queueLetters(store, new Date(now));
    const [letter] = await deliver(now, []);
    const text = letter?.mail.text.replace(/\s+/g, ' ') ?? '';
    expect(text).toContain('YOUR ALERTS');
    expect(text).toContain('The values of this record need an account.');
    const { sentence } = partsOf(await asUser(readBrief, { query: {} }), '2022-07-04');
    expect([sentence, '1.2 KAF'].filter((each) => text.includes(each))).toEqual([]);
  });

  test('of a site that is no longer shown are not sent', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    const { feed } = await asUser(renewFeed, {});
    const show = (is_shown: boolean) =>
      store.query(sql`update location set is_shown = ${is_shown} where loc_ndx = ${locationOf('R1')}`);
    await show(false);
    const mails = await deliver();
    const answer = await portal.send(pathOf(feed ?? ''));
    const listed = await asUser(listAlertFirings, {});
    await show(true);
    expect([mails, answer.body.includes('<entry>'), listed]).toEqual([[], false, []]);
    expect(await asUser(listAlertFirings, {})).toHaveLength(1);
  });

  test('stop with one click, without a sign-in, and for good', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    const [mail] = await deliver();
    const url = pathOf(mail?.stop ?? '');
    expect(mail?.mail.text).toContain(mail?.stop);
    expect(url).toMatch(/^\/alerts\/stop\/[\w-]{43}$/);
    const asked = await portal.send(url);
    expect([asked.statusCode, asked.body.includes('<button>Stop</button>')]).toEqual([200, true]);
    expect(asked.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await stateOf()).toEqual([`${ann} confirmed`]);
    expect((await portal.send({ method: 'POST', url, ...oneClick })).statusCode).toBe(200);
    expect(await stateOf()).toEqual([`${ann} stopped`]);
    await fire(1);
    expect(await deliver()).toEqual([]);
    expect((await portal.send({ method: 'POST', url, ...oneClick })).statusCode).toBe(200);
  });

  test.each([
    ['unconfirmed', 1],
    ['refused', 1],
    ['confirmed', 0],
    ['stopped', 0],
  ])('ask an address that is %s already %i times when it is added again', async (state, asked) => {
    await add(ann);
    await deliver();
    await store.query(sql`update alert_recipient set state = ${state}`);
    await add(ann.toUpperCase().replace('EXAMPLE.ORG', 'example.org'));
    expect(await deliver()).toHaveLength(asked);
    expect(await stateOf()).toEqual([`${ann} ${asked === 1 ? 'unconfirmed' : state}`]);
  });

  test.each(['x', 'a'.repeat(43), '%00', '..%2f', "' or ''='"])('do not stop by the key %j', async (key) => {
    await add(ann);
    await confirmAll();
    const url = `/alerts/stop/${encodeURIComponent(key)}`;
    const status = async (method: 'GET' | 'POST') => (await portal.send({ method, url })).statusCode;
    expect([400, 404]).toContain(await status('GET'));
    expect([400, 404]).toContain(await status('POST'));
    expect(await stateOf()).toEqual([`${ann} confirmed`]);
  });

  test('are a letter at the chosen hour, once, with what Today says', async () => {
    await add(ann, `bob-${ann}`);
    await confirmAll();
    // Later on the same day it is no longer sent: the first one comes a week later.
    await asUser(saveLetter, { body: { letter: { weekday: 1, hour: 7 } } });
    await queueLetters(store, new Date(now));
    expect(await deliver()).toEqual([]);
    const monday = '2022-07-11T13:30:00Z';
    for (const at of ['2022-07-11T12:59:00Z', monday, monday, '2022-07-11T20:00:00Z'])
      await queueLetters(store, new Date(at));
    const letters = await deliver(monday);
    expect(letters.map(({ to }) => to).toSorted()).toEqual([ann, `bob-${ann}`]);
  });

  test('are one letter a day, however often its hour is chosen', async () => {
    await add(ann);
    await confirmAll();
    const choose = (hour: number) => asUser(saveLetter, { body: { letter: { weekday: 1, hour } } });
    // It is 21:00; the choice of a day takes an hour that is over.
    await choose(7);
    await choose(22);
    await queueLetters(store, new Date('2022-07-05T04:30:00Z'));
    await choose(23);
    await queueLetters(store, new Date('2022-07-05T05:30:00Z'));
    expect(await deliver('2022-07-05T05:30:00Z')).toHaveLength(1);
  });

  /** It is noon there, on Tuesday, and Monday in the basin. */
  const moveToTokyo = () =>
    asUser(saveAlertSettings, { body: { time_zone: 'Asia/Tokyo', quiet_from: null, quiet_to: null } });

  test('are one letter a day where that is another day than in the basin', async () => {
    await add(ann);
    await confirmAll();
    await moveToTokyo();
    await asUser(saveLetter, { body: { letter: { weekday: 2, hour: 13 } } });
    await queueLetters(store, new Date('2022-07-05T04:30:00Z'));
    await asUser(saveLetter, { body: { letter: { weekday: 2, hour: 14 } } });
    await queueLetters(store, new Date('2022-07-05T05:30:00Z'));
    expect(await deliver('2022-07-05T05:30:00Z')).toHaveLength(1);
  });

  test('are a letter at the hour of a clock that was changed afterwards', async () => {
    await add(ann);
    await confirmAll();
    await asUser(saveLetter, { body: { letter: { weekday: 2, hour: 13 } } });
    await moveToTokyo();
    await queueLetters(store, new Date('2022-07-05T03:59:00Z'));
    expect(await deliver()).toEqual([]);
    await queueLetters(store, new Date('2022-07-05T04:00:00Z'));
    expect(await deliver('2022-07-05T04:00:00Z')).toHaveLength(1);
  });

  test('are a letter with the figures that Today has for its reader', async () => {
    await add(ann);
    await confirmAll();
    await asUser(saveLetter, { body: { letter: { weekday: 1, hour: 7 } } });
    await store.query('update alert_letter set queued_on = null');
    await queueLetters(store, new Date(now));
    const [letter] = await deliver();
    const brief = await asUser(readBrief, { query: {} });
    const text = letter?.mail.text.replace(/\s+/g, ' ') ?? '';
    const { sentence, figures } = partsOf(brief, brief.on);
    const shown = figures.map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim());
    expect([brief.on, shown.length]).toEqual(['2022-07-04', 3]);
    expect([sentence, ...shown].filter((each) => !text.includes(each))).toEqual([]);
    expect(text).not.toContain(demonstrationNote);
  });

  test('say in a demonstration that their values are none', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    await setDemonstration(store, true);
    const [mail] = await deliver();
    const feed = await portal.send(`/api/alerts/sites/${locationOf('R1')}/feed`);
    await setDemonstration(store, false);
    expect(mail?.mail.text.replace(/\s+/g, ' ')).toContain(demonstrationNote);
    expect(mail?.mail.html).toContain(demonstrationNote);
    expect(feed.body).toContain(`<subtitle>${demonstrationNote}</subtitle>`);
  });

  test('are no letter for a reader who has stopped it, and alerts still', async () => {
    await add(ann);
    await confirmAll();
    await asUser(saveLetter, { body: { letter: { weekday: 1, hour: 7 } } });
    await queueLetters(store, new Date('2022-07-11T13:30:00Z'));
    const [letter] = await deliver('2022-07-11T13:30:00Z');
    await portal.send({ method: 'POST', url: pathOf(letter?.stop ?? ''), ...oneClick });
    // Its owner cannot begin it again.
    await asUser(saveLetter, { body: { letter: { weekday: 2, hour: 7 } } });
    await queueLetters(store, new Date('2022-07-19T20:00:00Z'));
    expect(await deliver('2022-07-19T20:00:00Z')).toEqual([]);
    expect((await asUser(readMailSettings, {})).recipients).toMatchObject([
      { state: 'confirmed', is_without_letter: true },
    ]);
    await fire(1);
    expect(await deliver('2022-07-19T20:00:00Z')).toHaveLength(1);
  });

  test('go to the operator’s list with what everybody may read', async () => {
    const body = { of: 'list' as const, emails: ['a@example.org', 'b@example.org'] };
    await expect(asUser(addRecipients, { body })).rejects.toMatchObject({ status: 403 });
    await expect(asUser(readMailSettings, { query: { of: 'list' } })).rejects.toMatchObject({ status: 403 });
    await asAdministrator(addRecipients, { body });
    await confirmAll();
    await asAdministrator(saveLetter, { body: { of: 'list', letter: { weekday: 2, hour: 0 } } });
    await queueLetters(store, new Date('2022-07-12T12:00:00Z'));
    const letters = await deliver('2022-07-12T12:00:00Z');
    expect(letters.map(({ to }) => to).toSorted()).toEqual(body.emails);
    expect(letters[0]?.mail.text).not.toContain('YOUR ALERTS');
    expect(await stateOf()).toEqual([]);
  });

  test('go to the others of the list where one letter cannot be queued', async () => {
    await asAdministrator(addRecipients, {
      body: { of: 'list', emails: ['a@example.org', 'b@example.org'] },
    });
    await confirmAll();
    await asAdministrator(saveLetter, { body: { of: 'list', letter: { weekday: 2, hour: 0 } } });
    // It is the first one.
    await store.query(`update alert_letter set time_zone = 'Mars/Base'
      where recipient_id = (select recipient_id from alert_letter order by recipient_id limit 1)`);
    const at = '2022-07-12T12:00:00Z';
    await expect(queueLetters(store, new Date(at))).rejects.toThrow('Letters could not be queued');
    expect(await deliver(at)).toHaveLength(1);
  });

  test.each([
    ['a comment', ['ann(x)@example.org'], 400],
    ['a line break', ['ann@example.org\r\nBcc: b@example.org'], 400],
    ['a group', ['all: ann@example.org;'], 400],
    ['a good and a bad one', ['ann@example.org', 'x'], 400],
    ['none', [], 400],
    ['six', Array.from({ length: 6 }, (_, at) => `a${at}@example.org`), 409],
  ])('refuse addresses with %s, and add none of them', async (_, emails, status) => {
    await expect(add(...emails)).rejects.toMatchObject({ status });
    expect(await stateOf()).toEqual([]);
  });

  test('ask an address three times a day at most', async () => {
    for (const _ of [1, 2, 3]) {
      const { recipients } = await add(ann);
      await asUser(removeRecipient, { params: { id: recipients[0]?.id ?? '' } });
    }
    await expect(add(ann.replace('ann', 'Ann'))).rejects.toMatchObject({ status: 429 });
  });

  test('of another person cannot be removed', async () => {
    const { recipients } = await add(ann);
    const params = { id: recipients[0]?.id ?? '' };
    await expect(asAdministrator(removeRecipient, { params })).rejects.toMatchObject({ status: 404 });
    await expect(asAdministrator(removeRecipient, { params, query: { of: 'list' } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await stateOf()).toHaveLength(1);
  });

  test('need a server: without one, what is missing is said', async () => {
    const user = requesterAs(unset, 'User');
    expect((await user(readMailSettings, {})).is_on).toBe(false);
    await expect(user(addRecipients, { body: { emails: ['a@example.org'] } })).rejects.toMatchObject({
      status: 409,
    });
    const administrator = requesterAs(unset, 'Administrator');
    await expect(administrator(sendTestMail, { body: { email: 'a@example.org' } })).rejects.toMatchObject({
      status: 409,
    });
    expect((await administrator(readAlertReport, {})).missing).toEqual([
      'SMTP_URL is not set, so the portal sends no mail.',
      'MAIL_FROM is not set, so the portal sends no mail.',
      'PORTAL_ORIGIN is http://localhost:4321, so the links of mails lead to the reader’s own computer.',
    ]);
    expect((await asAdministrator(readAlertReport, {})).missing).toEqual([]);
  });

  test('are tried by a test mail, which says what the server said', async () => {
    const { error } = await asAdministrator(sendTestMail, { body: { email: 'a@example.org' } });
    expect(error).toMatch(/ECONNREFUSED|refused/i);
  });

  test('are reported by day, with those that failed', async () => {
    await add(ann);
    await confirmAll(new Date().toISOString());
    await fire(2);
    await store.query(
      sql`update alert_outbox set state = 'failed', failed_at = now(), last_error = '550 No' where kind = 'firing'`,
    );
    await store.query(sql`update alert_firing set fired_at = now()`);
    await store.query(sql`update alert_outbox set sent_at = now() where kind = 'confirm'`);
    const report = await asAdministrator(readAlertReport, {});
    expect(report.days).toEqual([{ day: expect.any(String), fired: 2, sent: 1, failed: 2 }]);
    expect(report.failures).toMatchObject(Array(2).fill({ email: ann, error: '550 No', is_final: true }));
    const condition = 'Site R1, no new reservoir storage for 5 days';
    expect(report.rules).toMatchObject(Array(2).fill({ condition, state: 'firing', fired: 1 }));
    expect(report.from).toBe('Portal <portal@example.org>');
  });

  test('of people who were removed end, and what is old is deleted', async () => {
    await add(ann);
    await confirmAll();
    await fire(1);
    await deliver();
    await asUser(renewFeed, {});
    const count = async () => {
      const Count = z.object({ count: z.int() });
      const [row] = await store.query(
        sql`select (select count(*) from alert_recipient)::int + (select count(*) from alert_rule)::int
          + (select count(*) from alert_person)::int as count`,
        Count,
      );
      return row?.count;
    };
    await sweepAlerts(store, 400, new Date());
    expect(await count()).toBe(3);
    await store.query(sql`delete from person where subject = ${`test|${person}`}`);
    await sweepAlerts(store, 400, new Date());
    expect(await count()).toBe(0);
  });

  test('are in a feed with a secret address, which a new one ends', async () => {
    await fire(2);
    const { feed } = await asUser(renewFeed, {});
    const answer = await portal.send(pathOf(feed ?? ''));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    expect(answer.body.match(/<entry>/g)).toHaveLength(2);
    expect(answer.body).toContain('<title>Site R1 below 1 %</title>');
    expect(answer.body).toContain('<summary>Jul 4, 2022: Site R1 held 1.2 KAF.</summary>');
    await asUser(renewFeed, {});
    expect((await portal.send(pathOf(feed ?? ''))).statusCode).toBe(404);
    const { feed: next } = await asUser(readMailSettings, {});
    await store.query(sql`update person set blocked_at = now() where subject = ${`test|${person}`}`);
    expect((await portal.send(pathOf(next ?? ''))).statusCode).toBe(404);
    await store.query(sql`update person set blocked_at = null where subject = ${`test|${person}`}`);
  });

  test('are in a feed whose address no access token reads', async () => {
    const { feed } = await asUser(renewFeed, {});
    expect(feed).toMatch(/\/api\/alerts\/feed\/[\w-]{43}$/);
    expect((await requesterAs(portal, `${person}.access`)(readMailSettings, {})).feed).toBeNull();
    expect((await asUser(readMailSettings, {})).feed).toBe(feed);
  });

  test.each([
    ['/api/alerts/feed/secret-1', '/api/alerts/feed/…'],
    ['/api/alerts/feed/secret-1/?secret-2', '/api/alerts/feed/…'],
    ['/api/alerts/feed/secret-1/secret-2', '/api/alerts/feed/…'],
    ['/alerts/stop/%zzsecret-1', '/alerts/stop/…'],
    ['/alerts/stop/secret-1?only=letter', '/alerts/stop/…'],
    ['/alerts/confirm/secret-1/secret-2', '/alerts/confirm/…/…'],
    ['/%61lerts/confirm/secret-1/secret-2', '/alerts/confirm/…/…'],
  ])('leave no secret of %s in the log', async (url, path) => {
    const lines: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = (text) => lines.push(String(text)) > 0;
    try {
      await using app = openTestApp(store, { environment: { LOG_LEVEL: 'info', LOG_PRETTY: 'off' } });
      for (const method of ['GET', 'HEAD', 'POST', 'PUT'] as const) await app.send({ method, url });
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.stdout.write = write;
    }
    const log = lines.join('');
    expect(log.split(`"path":"${path}"`).length).toBeGreaterThan(2);
    expect(log.match(/secret-\d/g)).toBeNull();
  });

  test('have beside them a feed of each site, as far as everybody may read it', async () => {
    const url = `/api/alerts/sites/${locationOf('R1')}/feed`;
    const answer = await portal.send(url);
    expect(answer.body).toContain('<title>Site R1</title>');
    const { records } = await asUser(readSiteLatest, { params: { location: `${locationOf('R1')}` } });
    expect(answer.body).toContain(`<author><name>${records[0]?.delivered_by}</name></author>`);
    expect(answer.body).toContain('/3/2022-06-30</id>');
    expect((await unset.send('/api/alerts/sites/9999/feed')).statusCode).toBe(404);
  });

  test('are handed to the server of the settings', async () => {
    await using server = await startSmtpServer();
    await using app = openTestApp(store, { environment: { ...environment, SMTP_URL: server.url } });
    const answer = await requesterAs(app, 'Administrator')(sendTestMail, {
      body: { email: 'a@example.org' },
    });
    expect(answer).toEqual({ email: 'a@example.org', error: null });
    expect(server.received.map(({ to }) => to)).toEqual(['a@example.org']);
    expect(server.received[0]?.raw).toContain('From: Portal <portal@example.org>');
  });
});
