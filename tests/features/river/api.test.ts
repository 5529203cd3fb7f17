import { describe, expect, test } from 'vitest';
import { dataProviders } from '#domain/agencies.ts';
import { River, readRiver } from '#features/river/contract.ts';
import { insertBriefFixture, locationOf, raiseVersion, riverRequest } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareOther, sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const on = '2021-05-14';

describeEngines('the river', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2022-07-05T03:00:00Z',
    insert: insertBriefFixture,
    rivers: riverRequest,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const read = async (day?: string): Promise<River> =>
    River.parse(await portal.request(readRiver, { query: day === undefined ? {} : { on: day } }));

  test('lists the sites downstream with what leaves and enters, without a site that the portal lacks', async () => {
    const { rivers, ...river } = await read(on);
    expect(river).toMatchObject({ on, newest: '2022-06-30', first: '1990-10-01' });
    const [main, creek] = rivers;
    expect(main?.sites.map(({ loc_id }) => loc_id)).toEqual(['G1', 'R1', 'SPRING']);
    expect(main?.sites[0]).toMatchObject({
      value: 130,
      rdate: on,
      units_name: 'cfs',
      class: expect.any(String),
    });
    expect(main?.diversions).toMatchObject([{ below: 'G1', sites: [{ loc_id: 'C1' }, { loc_id: 'C2' }] }]);
    expect(creek).toMatchObject({ name: 'Creek', is_line: false, joins: 'SPRING', sites: [{ value: 200 }] });
  });

  test('has the mean gain of a reach as the brief has it', async () => {
    const [main] = (await read(on)).rivers;
    expect(main?.reaches).toMatchObject([{ from: 'G1', to: 'SPRING', gain: { rdate: on, mean_7: 60 } }]);
  });

  test('scales to the largest flow of the twelve months before', async () => {
    expect((await read(on)).widest).toEqual({ value: 130, rdate: on, loc_name: 'Site G1' });
    expect((await read('2021-05-13')).widest).toMatchObject({ value: 121 });
  });

  describe('without values of a gage', () => {
    const change = async (flag: string) => {
      await store.query(
        `update daily_value set flag = ${flag} where loc_ndx = ${locationOf('SPRING')} and rdate > '2022-06-25'`,
      );
      await raiseVersion(store);
    };

    test('opens with the day that the others have, and gives the last value with its own day', async () => {
      await change(`'flat'`);
      const { on: opened, newest, rivers } = await read();
      expect([opened, newest]).toEqual(['2022-06-30', '2022-06-30']);
      expect(rivers[0]?.sites[2]).toMatchObject({ loc_id: 'SPRING', rdate: '2022-06-25', value: 50 });
      await change('null');
    });

    test('opens with an earlier day while a gage is a day or two behind', { tags: ['full'] }, async () => {
      await store.query(
        `update daily_value set flag = 'flat' where loc_ndx = ${locationOf('SPRING')} and rdate > '2022-06-28'`,
      );
      await raiseVersion(store);
      expect((await read()).on).toBe('2022-06-28');
      await change('null');
    });
  });

  test.each(['never', '2021-02-30', '2022-07-05', '1990-09-30', ''])('refuses %j as a day', async (day) => {
    const answer = await portal.send(`/api/river?on=${day}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toBe(
      'The river needs a day from 1990-10-01 to 2022-07-04, written YYYY-MM-DD.',
    );
  });

  test('has the same rows as a file', async () => {
    const { body, headers } = await portal.send(`/api/data/river.csv?on=${on}`);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    const lines = body
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('\ufeff#'));
    expect(lines[0]).toBe('Site,River,Kind,Between,Value,Unit,Day,Standing,Approval,Site ID,Source');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
      'Site G1,Main,Gage,',
      'Site C1,Main,Canal,Site G1 – Site R1',
      'Site C2,Main,Canal,Site G1 – Site R1',
      'Site R1,Main,Reservoir,',
      'Site G1-QU,Main,Tributary,Site R1 – Site SPRING',
      'Site SPRING,Main,Gage,',
      expect.stringMatching(/^Site REACH,Main,/),
      'Site G1-QU,Creek,Gage,',
    ]);
  });

  describe('of providers that are not open', () => {
    const closed = shareOther(store, { rivers: riverRequest, openProviders: ['USGS'] });

    test('has no values for visitors, and all for people with an account', async () => {
      const visitor = River.parse((await closed.send(`/api/river?on=${on}`)).json());
      const findings = visitor.rivers.flatMap(({ sites, diversions }) => [
        ...sites,
        ...diversions.flatMap((each) => each.sites),
      ]);
      expect(
        findings.every(({ is_withheld, value, rdate }) => is_withheld && value === null && rdate === null),
      ).toBe(true);
      expect(visitor.widest).toBeNull();
      expect(visitor.rivers[0]?.reaches[0]?.gain).toMatchObject({ is_withheld: true, mean_7: null });
      const answer = await closed.send(`/api/river?on=${on}`, 'User');
      expect(River.parse(answer.json()).rivers[0]?.sites[0]).toMatchObject({
        is_withheld: false,
        value: 130,
      });
      expect(answer.headers['cache-control']).toMatch(/^private/);
    });
  });

  test('a portal without rivers answers with none', { tags: ['full'] }, async () => {
    await using empty = openTestApp(store, { openProviders: dataProviders.map(({ name }) => name) });
    expect(River.parse((await empty.send('/api/river')).json())).toMatchObject({
      rivers: [],
      newest: null,
      widest: null,
    });
  });
});
