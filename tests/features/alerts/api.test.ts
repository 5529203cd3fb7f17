import { beforeEach, expect, test } from 'vitest';
import {
  type AlertTerms,
  createAlertRule,
  deleteAlertRule,
  listAlertFirings,
  listAlertRules,
  maxRules,
  previewAlertRule,
  readAlertSettings,
  saveAlertSettings,
} from '#features/alerts/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { below, insertAlertFixture, lastDay, reservoir, siteFacts } from './alerts-fixture.ts';

const url = '/api/alerts/rules';

describeEngines('rules of alerts', (open) => {
  const { store, portal } = sharePortal(open, {
    now: `${lastDay}T18:00:00Z`,
    insert: insertAlertFixture,
    siteFacts,
  });
  const asUser = requesterAs(portal, 'User');

  beforeEach(async () => {
    await store.query('delete from alert_rule');
    await store.query('delete from audit_log');
  });

  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: unknown, token = 'User') =>
    portal.send(
      {
        method,
        url: `${url}${path}`,
        ...(payload !== undefined && {
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        }),
      },
      token,
    );
  const flow = below(2000, { loc_ndx: 1, parameter_ndx: 1, measure: 'value' });

  test.each<[string, unknown, number]>([
    ['no terms', {}, 400],
    ['terms of another kind', { terms: { ...flow, kind: 'rain' } }, 400],
    ['no level', { terms: { ...flow, level: undefined } }, 400],
    ['a level that is a text', { terms: { ...flow, level: '30' } }, 400],
    ['no number for a level', { terms: { ...flow, level: null } }, 400],
    ['a level beyond any record', { terms: { ...flow, level: 1e10 } }, 400],
    ['no direction', { terms: { ...flow, direction: undefined } }, 400],
    ['another direction', { terms: { ...flow, direction: 'beside' } }, 400],
    ['another measure', { terms: { ...flow, measure: 'acres' } }, 400],
    ['what is not known', { terms: { ...flow, webhook: 'https://example.org' } }, 400],
    ['a clear level beyond the level', { terms: { ...flow, clear_level: 1999 } }, 400],
    [
      'a percent of capacity without a capacity',
      { terms: { ...flow, measure: 'percent_of_capacity', level: 30 } },
      400,
    ],
    ['a percentile without ten years of 1991–2020', { terms: below(10, { measure: 'percentile' }) }, 400],
    ['a percentile of 0', { terms: { ...flow, measure: 'percentile', level: 0 } }, 400],
    [
      'a rise below nothing',
      { terms: { ...flow, measure: 'change_in_day', direction: 'above', level: -5 } },
      400,
    ],
    ['one interval of silence', { terms: { kind: 'silence', ...reservoir, intervals: 1 } }, 400],
    ['half an interval of silence', { terms: { kind: 'silence', ...reservoir, intervals: 2.5 } }, 400],
    ['an unknown site', { terms: { ...flow, loc_ndx: 999 } }, 404],
    ['a site of a number that is none', { terms: { ...flow, loc_ndx: -1 } }, 400],
    ['a record that the site does not have', { terms: { ...flow, parameter_ndx: 9 } }, 404],
    ['an empty name', { name: ' ', terms: flow }, 400],
    ['a name of 81 characters', { name: 'x'.repeat(81), terms: flow }, 400],
    ['a name with a character that cannot be seen', { name: 'a\u202eb', terms: flow }, 400],
  ])('are refused with %s', async (_, body, status) => {
    expect((await send('POST', '', body)).statusCode).toBe(status);
    expect(await asUser(listAlertRules, {})).toEqual([]);
  });

  const silence = { kind: 'silence', loc_ndx: 2, parameter_ndx: 7, intervals: 3 } as const;
  test.each<[string, unknown, number]>([
    ['no terms', undefined, 400],
    ['a level that is a text', { ...flow, level: 'NaN' }, 400],
    ['a level beyond any record', { ...flow, level: 1e10 }, 400],
    ['no number for a level', { ...flow, level: null }, 400],
    ['no level', { ...flow, level: undefined }, 400],
    ['neither measure nor direction', { ...flow, measure: undefined, direction: undefined }, 400],
    ['what is not known', { ...flow, webhook: 'https://example.org' }, 400],
    ['no intervals', { ...silence, intervals: undefined }, 400],
    ['no interval', { ...silence, intervals: 0 }, 400],
    ['a percentile without ten years', below(10, { measure: 'percentile' }), 400],
    ['an unknown site', { ...flow, loc_ndx: 99 }, 404],
  ])('have no past with %s', async (_, terms, status) => {
    const asked = { method: 'POST', url: '/api/alerts/preview', payload: { terms } } as const;
    expect((await portal.send(asked, 'User')).statusCode).toBe(status);
    expect((await portal.send(asked)).statusCode).toBe(401);
  });

  test('may have hostile names, which stay as they are', async () => {
    const name = `<img src=x onerror=alert(1)> "Anna" & 'Ben'; drop table person --`;
    const rule = await asUser(createAlertRule, { body: { name, terms: flow } });
    expect(rule).toMatchObject({ name, condition: 'Snake River near Heise, streamflow below 2,000 cfs' });
    // A line break is white space, as in all names.
    const lines = await asUser(createAlertRule, { body: { name: 'a\r\nBcc: b@example.org', terms: flow } });
    expect(lines.name).toBe('a Bcc: b@example.org');
  });

  test('are for people who have signed in, and belong to one', async () => {
    for (const path of ['/rules', '/firings', '/settings'])
      expect((await portal.send(`/api/alerts${path}`)).statusCode).toBe(401);
    expect((await portal.send({ method: 'POST', url, payload: { terms: flow } })).statusCode).toBe(401);
    const { id } = await asUser(createAlertRule, { body: { terms: flow } });
    for (const token of ['Developer', 'Administrator']) {
      expect(await requesterAs(portal, token)(listAlertRules, {})).toEqual([]);
      expect((await send('PUT', `/${id}`, { terms: flow }, token)).statusCode).toBe(404);
      expect((await send('PUT', `/${id}/mute`, { until: null }, token)).statusCode).toBe(404);
      expect((await send('DELETE', `/${id}`, undefined, token)).statusCode).toBe(404);
    }
    expect(await asUser(listAlertRules, {})).toMatchObject([{ id }]);
  });

  test('of a site that is not shown are neither made nor listed', async () => {
    await asUser(createAlertRule, { body: { terms: flow } });
    await store.query('update location set is_shown = false where loc_ndx = 1');
    expect((await send('POST', '', { terms: flow })).statusCode).toBe(404);
    expect(await asUser(listAlertRules, {})).toEqual([]);
    await store.query('update location set is_shown = true where loc_ndx = 1');
    expect(await asUser(listAlertRules, {})).toHaveLength(1);
  });

  test(`end at ${maxRules} for each person`, async () => {
    await store.query(`with r as (insert into alert_rule (subject, loc_ndx, parameter_ndx, terms)
      select 'test|User', 1, 1, '${JSON.stringify(flow)}' from generate_series(1, ${maxRules}) returning id)
      insert into alert_state (rule_id, state) select id, 'ok' from r`);
    const answer = await send('POST', '', { terms: flow });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().detail).toMatch(/already have 100 rules/);
    expect((await send('POST', '', { terms: flow }, 'Developer')).statusCode).toBe(200);
  });

  test('leave a line for each change', async () => {
    const made = await asUser(createAlertRule, { body: { terms: flow } });
    await asUser(deleteAlertRule, { params: { id: made.id } });
    expect(
      await store.query('select actor, action, entity, before, after from audit_log order by audit_ndx'),
    ).toMatchObject([
      { actor: 'test|User', action: 'create', entity: 'alert_rule', before: null, after: made },
      { action: 'delete', before: made, after: null },
    ]);
    expect(await asUser(listAlertFirings, {})).toEqual([]);
  });

  test('show their past: days, what is compared, and whether it has cleared', async () => {
    // The flow of a year is 100 + year modulo 17: below 102 in the years that divide by 17, and in those after them.
    const readPast = (terms: AlertTerms) => asUser(previewAlertRule, { body: { terms } });
    const past = await readPast({ ...flow, level: 101 });
    expect(past).toMatchObject({
      condition: 'Snake River near Heise, streamflow below 101 cfs',
      ...{ clear_level: 106.05, first_day: '1985-10-01', last_day: '2024-02-28', is_firing: true },
      latest: { rdate: '2024-02-28', measured: 90 },
    });
    const years = [1989, 2006, 2023].filter((year) => year % 17 === 0);
    expect(years).toEqual([1989, 2006, 2023]);
    expect(past.firings).toEqual(years.map((year) => ({ rdate: `${year}-01-02`, measured: 100 })));
    expect(past.line.days.length).toBeLessThan(700);
    expect(Math.min(...past.line.values)).toBe(90);
    const never = await readPast({ ...flow, direction: 'above', level: 500 });
    expect(never).toMatchObject({ firings: [], is_firing: false });
    const always = await readPast({ ...flow, level: 200 });
    expect(always).toMatchObject({ firings: [{ rdate: '1985-10-02' }], is_firing: true });
    const full = below(990_000, { measure: 'value' });
    expect(await readPast(full)).toMatchObject({ clear_level: 1_000_000 });
    expect(await readPast(silence)).toMatchObject({
      ...{ condition: 'Well "7" <east>, no new depth to water for 185 days', firings: [], is_firing: false },
      clear_level: null,
    });
  });

  test('have hours without mails in a zone', async () => {
    const none = { time_zone: 'America/Denver', quiet_from: null, quiet_to: null };
    expect(await asUser(readAlertSettings, {})).toEqual(none);
    const body = { time_zone: 'America/Boise', quiet_from: '22:00', quiet_to: '06:30' };
    await asUser(saveAlertSettings, { body });
    expect(await asUser(readAlertSettings, {})).toEqual(body);
    expect(await requesterAs(portal, 'Developer')(readAlertSettings, {})).toEqual(none);
    const wrong = [
      { ...body, time_zone: 'Mars/Base' },
      { ...body, quiet_from: '25:00' },
      { ...body, quiet_from: '7:00' },
      { ...body, quiet_to: null },
      { ...body, extra: 1 },
    ];
    for (const payload of wrong) {
      const answer = await portal.send({ method: 'PUT', url: '/api/alerts/settings', payload }, 'User');
      expect(answer.statusCode).toBe(400);
    }
    expect(await asUser(readAlertSettings, {})).toEqual(body);
  });
});
