import { beforeEach, expect, test, vi } from 'vitest';
import {
  changeAlertRule,
  deleteAlertRule,
  listAlertFirings,
  listAlertRules,
  muteAlertRule,
  saveAlertSettings,
} from '#features/alerts/contract.ts';
import { createCheck } from '#features/alerts/server/clock.ts';
import { evaluateRules, evaluationLockKey } from '#features/alerts/server/evaluate.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../../support/engines.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import {
  below,
  capacities,
  lastDay,
  morningAfter,
  reservoir as record,
  shareReservoir,
} from './alerts-fixture.ts';

describeEngines('the evaluation of rules', (open) => {
  const { store, make, write, evaluate, firings, mails, addRecipient, asUser } = shareReservoir(open);

  beforeEach(async () => {
    await store.query('delete from alert_person');
    await store.query(`update person set blocked_at = null`);
  });

  test('fires after the second day below a level, once, with its mail, and clears', async () => {
    const { id, condition } = await make(below(30));
    expect(condition).toBe('Palisades below 30 % of capacity');
    const days = { '2024-02-29': 29, '2024-03-01': 28, '2024-03-02': 27, '2024-03-03': 40, '2024-03-04': 41 };
    const counts: number[] = [];
    for (const [day, percent] of Object.entries(days)) {
      await write({ [day]: percent });
      counts.push(await evaluate(morningAfter(day)), await evaluate(morningAfter(day)));
    }
    expect(counts).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
    expect(await firings()).toMatchObject([
      { kind: 'fired', day: '2024-03-01', mail: 'queued' },
      { kind: 'cleared', day: '2024-03-04', mail: 'cleared' },
    ]);
    expect(await mails()).toMatchObject([{ kind: 'firing', firings: 1, email: 'ann@example.org' }]);
    const [cleared, fired] = await asUser(listAlertFirings, {});
    expect(cleared).toMatchObject({ kind: 'cleared' });
    expect(fired).toMatchObject({
      ...{ rule_id: id, kind: 'fired', mail: 'queued' },
      facts: {
        ...{
          condition,
          name: null,
          value: 280_000,
          measured: 28,
          approval: 'P',
          is_reading: false,
          before: 0,
        },
        loc_name: 'Palisades',
      },
    });
    expect(fired?.facts.sentence).toMatch(/^28 % full, 280 of 1,000 KAF/);
    // The start of the day of the value.
    expect(fired?.observed_at).toBe('2024-03-01T07:00:00Z');
    expect(await asUser(listAlertRules, {})).toMatchObject([{ id, state: 'ok', fired: 1 }]);
  });

  test('of a back-fill of 40 years and of the same values again fires nothing', async () => {
    await make(below(30));
    await store.query(`insert into daily_value select 4, 3, d::date, 1000, 'A', null
      from generate_series('1974-03-01'::timestamp, '2014-02-28', '1 day') d`);
    await refreshRecord(store, record);
    expect(await evaluate(morningAfter(lastDay))).toBe(0);
    await write({ '2024-02-29': 29, '2024-03-01': 28 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(1);
    await store.query('create temporary table copied as select * from daily_value where loc_ndx = 4');
    await store.query('delete from daily_value where loc_ndx = 4');
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    await store.query('insert into daily_value select * from copied');
    await store.query('drop table copied');
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    expect(await mails()).toHaveLength(1);
    await store.query(`delete from daily_value where loc_ndx = 4 and rdate < '2014-03-01'`);
    await refreshRecord(store, record);
  });

  test('of the whole past of a record that was empty fires nothing', async () => {
    await store.query('create temporary table copied as select * from daily_value where loc_ndx = 4');
    await store.query('delete from daily_value where loc_ndx = 4');
    await make(below(60));
    await store.query('insert into daily_value select * from copied');
    await store.query('drop table copied');
    expect(await evaluate(morningAfter(lastDay))).toBe(0);
    // It is beyond the level already.
    expect(await asUser(listAlertRules, {})).toMatchObject([{ state: 'firing', fired: 0 }]);
    await write({ '2024-02-29': 40, '2024-03-01': 40 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    await write({ '2024-03-02': 80, '2024-03-03': 80 });
    expect(await evaluate(morningAfter('2024-03-03'))).toBe(1);
    expect(await firings()).toMatchObject([{ kind: 'cleared' }]);
  });

  test.each<[string, Readonly<Record<string, number | null>>, string | null, string]>([
    ['flagged values', { '2024-02-29': 5, '2024-03-01': 5 }, 'range', '2024-03-01'],
    ['values that come six days late', { '2024-02-29': 5, '2024-03-01': 5 }, null, '2024-03-07'],
    ['one value', { '2024-03-01': 5 }, null, '2024-03-01'],
    ['values inside of the level', { '2024-02-29': 30, '2024-03-01': 31 }, null, '2024-03-01'],
  ])('of %s fires nothing', async (_, values, flag, day) => {
    await make(below(30));
    await write(values, flag);
    expect(await evaluate(morningAfter(day))).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('takes back what a withdrawn value had begun', async () => {
    await make(below(30));
    await write({ '2024-02-29': 5 });
    await evaluate(morningAfter('2024-02-29'));
    await write({ '2024-02-29': null, '2024-03-01': 5 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    await write({ '2024-03-02': 5 });
    expect(await evaluate(morningAfter('2024-03-02'))).toBe(1);
  });

  test('does not fire on what is beyond the level already when the rule is made or changed', async () => {
    const rule = await make(below(60));
    expect(rule.state).toBe('firing');
    await write({ '2024-02-29': 50, '2024-03-01': 50 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    const { id, terms } = rule;
    const renamed = await asUser(changeAlertRule, { params: { id }, body: { name: 'Dry', terms } });
    expect(renamed).toMatchObject({ name: 'Dry', state: 'firing' });
    const changed = await asUser(changeAlertRule, { params: { id }, body: { terms: below(30) } });
    expect(changed).toMatchObject({ name: null, state: 'ok', condition: 'Palisades below 30 % of capacity' });
  });

  test('drops the firings of the terms before, and fires on a day on which those have', async () => {
    const { id, terms } = await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await evaluate(morningAfter('2024-03-01'));
    await asUser(changeAlertRule, {
      params: { id },
      body: { name: 'Dry', terms: below(30, { clear_level: null }) },
    });
    expect(await firings()).toHaveLength(1);
    // A correction of the values makes the record as it was before, so that the same day can fire again.
    await write({ '2024-02-29': 50, '2024-03-01': null });
    vi.setSystemTime('2024-03-01T15:00:00Z');
    const changed = await asUser(changeAlertRule, { params: { id }, body: { terms: below(20) } });
    expect(changed).toMatchObject({ state: 'ok', fired: 0, last_fired_at: null });
    expect(await firings()).toEqual([]);
    await write({ '2024-03-01': 5, '2024-03-02': 5 });
    await evaluate(morningAfter('2024-03-02'));
    expect(await asUser(listAlertFirings, {})).toMatchObject([
      { kind: 'fired', facts: { condition: 'Palisades below 20 % of capacity', before: 0 } },
    ]);
    expect(terms).toEqual(below(30));
  });

  test('takes the readings of the hour where there are, and days for percentiles', async () => {
    await make(below(30));
    const read = (time: string, percent: number) =>
      store.query(
        `insert into latest_reading values (4, 3, $1::text::timestamptz, $2::text::real, 'AF', 'P')`,
        [time, String(percent * 10_000)],
      );
    for (const [time, percent] of [
      ['17:00', 50],
      ['17:15', 50],
      ['17:30', 29],
      ['17:45', 29],
    ] as const)
      await read(`2024-02-29T${time}:00Z`, percent);
    expect(await evaluate(new Date('2024-02-29T18:10:00Z'))).toBe(1);
    expect(await asUser(listAlertFirings, {})).toMatchObject([
      {
        observed_at: '2024-02-29T17:45:00Z',
        facts: { is_reading: true, measured: 29 },
      },
    ]);
    // Readings of hours ago say nothing of now.
    await read('2024-02-29T18:00:00Z', 60);
    await read('2024-02-29T18:15:00Z', 60);
    expect(await evaluate(new Date('2024-02-29T23:00:00Z'))).toBe(0);
  });

  test('takes readings of a day whose value is there already', async () => {
    await make(below(30));
    await write({ '2024-02-29': 50 });
    expect(await evaluate(new Date('2024-02-29T16:30:00Z'))).toBe(0);
    await store.query(`insert into latest_reading select 4, 3, '2024-02-29T17:00:00Z'::timestamptz + make_interval(mins => m),
      290000, 'AF', 'P' from unnest(array[0, 15]) m`);
    expect(await evaluate(new Date('2024-02-29T17:20:00Z'))).toBe(1);
  });

  test('of days takes the day that was still to come when the rule was made, although a later reading was there', async () => {
    await write({ [lastDay]: null });
    vi.setSystemTime('2024-02-29T18:00:00Z');
    await store.query(`insert into latest_reading values (4, 3, '2024-02-29T17:45:00Z', 500000, 'AF', 'P')`);
    await make(below(-100_000, { measure: 'change_in_day' }));
    await write({ [lastDay]: 39, '2024-02-29': 27 });
    expect(await evaluate(morningAfter('2024-02-29'))).toBe(1);
    await write({ [lastDay]: 50 });
  });

  test('sends one mail a rule and day, and none of a muted rule', async () => {
    const { id } = await make(below(30, { clear_level: 30 }));
    await write({ '2024-02-29': 29, '2024-03-01': 28 });
    await evaluate(morningAfter('2024-03-01'));
    await write({ '2024-03-02': 40, '2024-03-03': 40 });
    await evaluate(morningAfter('2024-03-03'));
    await write({ '2024-03-04': 20, '2024-03-05': 20 });
    // As if all of it had come on one day.
    await store.query(`update alert_state set mailed_on = '2024-03-06'`);
    await evaluate(morningAfter('2024-03-05'));
    expect((await firings()).map(({ kind, mail }) => [kind, mail])).toEqual([
      ['fired', 'queued'],
      ['cleared', 'cleared'],
      ['fired', 'one a day'],
    ]);
    vi.setSystemTime('2024-03-06T18:00:00Z');
    const until = '2024-04-01T00:00:00Z';
    expect(await asUser(muteAlertRule, { params: { id }, body: { until } })).toMatchObject({
      muted_until: until,
    });
    await write({ '2024-03-06': 40, '2024-03-07': 40 });
    await evaluate(morningAfter('2024-03-07'));
    await write({ '2024-03-08': 20, '2024-03-09': 20 });
    await evaluate(morningAfter('2024-03-09'));
    expect((await firings()).at(-1)).toMatchObject({ kind: 'fired', mail: 'muted' });
    expect(await mails()).toHaveLength(1);
  });

  test('sends to each confirmed address of the person, after the quiet hours', async () => {
    await addRecipient('ben@example.org');
    await addRecipient('no@example.org', 'test|User', 'unconfirmed');
    await addRecipient('stopped@example.org', 'test|User', 'stopped');
    await addRecipient('other@example.org', 'test|Developer');
    const body = { time_zone: 'America/Denver', quiet_from: '20:00', quiet_to: '09:30' };
    await asUser(saveAlertSettings, { body });
    await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await evaluate(morningAfter('2024-03-01'));
    expect((await mails()).toSorted((one, other) => one.email.localeCompare(other.email))).toEqual([
      { kind: 'firing', firings: 1, not_before: '2024-03-02T16:30', email: 'ann@example.org' },
      { kind: 'firing', firings: 1, not_before: '2024-03-02T16:30', email: 'ben@example.org' },
    ]);
  });

  test('counts its one mail to the day on which the quiet hours end', async () => {
    const body = { time_zone: 'America/Denver', quiet_from: '20:00', quiet_to: '09:30' };
    await asUser(saveAlertSettings, { body });
    await make(below(30, { clear_level: 30 }));
    // On the evening of the 1st, in the morning and on the evening of the 2nd.
    for (const evening of ['2024-03-02T04', '2024-03-02T14', '2024-03-03T04']) {
      for (const [at, percent] of [40, 40, 5, 5].entries())
        await store.query(
          `insert into latest_reading values (4, 3, $1::text::timestamptz, $2::text::real, 'AF', 'P')`,
          [`${evening}:${10 + 10 * at}:00Z`, String(percent * 10_000)],
        );
      await evaluate(new Date(`${evening}:50:00Z`));
    }
    expect((await firings()).filter(({ kind }) => kind === 'fired').map(({ mail }) => mail)).toEqual([
      'queued',
      'one a day',
      'queued',
    ]);
    expect((await mails()).map(({ not_before }) => not_before).toSorted()).toEqual([
      '2024-03-02T16:30',
      '2024-03-03T16:30',
    ]);
  });

  test('puts more than five into a digest, which takes what comes before it is sent', async () => {
    for (const level of [20, 21, 22, 23, 24, 25]) await make(below(level));
    await make(below(15));
    await write({ '2024-02-29': 18, '2024-03-01': 18 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(6);
    await write({ '2024-03-02': 10, '2024-03-03': 10 });
    expect(await evaluate(morningAfter('2024-03-03'))).toBe(1);
    expect(await mails()).toMatchObject([{ kind: 'digest', firings: 7 }]);
    await store.query('delete from alert_outbox');
  });

  test('of a person without an address is in the list, and in no mail', async () => {
    await store.query('delete from alert_recipient');
    await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await evaluate(morningAfter('2024-03-01'));
    expect(await firings()).toMatchObject([{ mail: 'nobody' }]);
  });

  test('leaves out who is blocked and sites that are not shown, and ends the rules of who was removed', async () => {
    await make(below(30));
    await make(below(30), 'Developer');
    const block = (is_blocked: boolean) =>
      store.query(
        `update person set blocked_at = ${is_blocked ? 'now()' : 'null'} where subject = 'test|Developer'`,
      );
    await block(true);
    await store.query('update location set is_shown = false where loc_ndx = 4');
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    await store.query('update location set is_shown = true where loc_ndx = 4');
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(1);
    expect(await firings()).toMatchObject([{ subject: 'test|User' }]);
    await block(false);
    await store.query(`delete from person where subject = 'test|Developer'`);
    await evaluate(morningAfter('2024-03-01'));
    expect(await store.query('select subject from alert_rule')).toEqual([{ subject: 'test|User' }]);
  });

  test('is done by one portal at a time, and once', async () => {
    await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    const lock = await store.tryLock(evaluationLockKey);
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(0);
    await lock?.release();
    const counts = await Promise.all([1, 2, 3].map(() => evaluate(morningAfter('2024-03-01'))));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
  });

  test('writes neither the firing nor the state where the mail cannot be written, and both the next time', async () => {
    await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await store.query('alter table alert_outbox add constraint full_disk check (false) not valid');
    await expect(evaluate(morningAfter('2024-03-01'))).rejects.toThrow(/full_disk/);
    expect(await firings()).toEqual([]);
    await store.query('alter table alert_outbox drop constraint full_disk');
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test('follows imports and the clock, and says what went wrong', async () => {
    const errors: string[] = [];
    let now = morningAfter('2024-03-01');
    const check = createCheck({
      store,
      capacities,
      now: () => now,
      onError: (message) => errors.push(message),
    });
    await make(below(30));
    await check();
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await check();
    expect(await firings()).toHaveLength(1);
    await store.query('alter table alert_rule rename to alert_rule_away');
    await check();
    expect(errors).toEqual([]);
    now = new Date(now.getTime() + 600_000);
    await check();
    await store.query('alter table alert_rule_away rename to alert_rule');
    expect(errors).toMatchObject([expect.stringContaining('The alerts could not be evaluated')]);
  });

  test('goes on with others where one cannot be evaluated, and says so', async () => {
    const faulty = await make(below(29));
    const other = await make(below(31), 'Developer');
    // A zone that a newer system no longer knows.
    await store.query(`insert into alert_person (subject, time_zone) values ('test|User', 'Mars/Base')`);
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    const errors: string[] = [];
    const check = createCheck({
      store,
      capacities,
      now: () => morningAfter('2024-03-01'),
      onError: (message) => errors.push(message),
    });
    await check();
    expect(await store.query('select rule_id from alert_firing')).toEqual([{ rule_id: other.id }]);
    expect(errors).toEqual([expect.stringMatching(`The alerts ${faulty.id} could not be evaluated: `)]);
    await store.query(`update alert_person set time_zone = 'America/Denver'`);
    expect(await evaluate(morningAfter('2024-03-01'))).toBe(1);
  });

  test('goes on with other rules where the statistics of one cannot be read', async () => {
    const faulty = await make(below(30));
    await store.query(
      `update alert_rule set terms = jsonb_set(terms, '{measure}', '"percentile"') where id = $1::uuid`,
      [faulty.id],
    );
    const other = await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    const failing: Store = {
      ...store,
      query: new Proxy(store.query, {
        apply: (query, self, args: unknown[]) =>
          JSON.stringify(args[0]).includes('from statistic_day')
            ? Promise.reject(new Error('Bad block'))
            : Reflect.apply(query, self, args),
      }),
    };
    const errors: unknown[] = [];
    await evaluateRules({
      ...{ store: failing, capacities, now: morningAfter('2024-03-01') },
      onError: (error, rules) => errors.push([String(error), rules.map(({ id }) => id)]),
    });
    expect(await store.query('select rule_id from alert_firing')).toEqual([{ rule_id: other.id }]);
    expect(errors).toEqual([['Error: Bad block', [faulty.id]]]);
  });

  test('ends with the rule, whose firings are deleted', async () => {
    const { id } = await make(below(30));
    await write({ '2024-02-29': 5, '2024-03-01': 5 });
    await evaluate(morningAfter('2024-03-01'));
    await asUser(deleteAlertRule, { params: { id } });
    expect(await asUser(listAlertFirings, {})).toEqual([]);
    expect(await evaluate(morningAfter('2024-03-02'))).toBe(0);
  });
});
