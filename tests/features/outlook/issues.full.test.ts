import { describe, expect, test, vi } from 'vitest';
import { type Outlook, readOutlook } from '#features/outlook/contract.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import { raiseVersion } from '../../support/brief-fixture.ts';
import { setDemonstration } from '../../support/demonstration.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertOutlookFixture, locationOf, outlookRequest } from '../../support/outlook-fixture.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const records = [['FLOW', 1] as const, ...['S1', 'S2', 'S3', 'S4', 'S5'].map((id) => [id, 2] as const)];

describeEngines('outlooks of the running day', (open) => {
  const { store, portal } = sharePortal(open, {
    // May 9 in the basin; the fixture has values up to that day.
    now: '2021-05-09T18:00:00Z',
    insert: insertOutlookFixture,
    outlook: outlookRequest,
  });

  const read = (point: string, issued?: string, from = portal): Promise<Outlook> =>
    from.request(readOutlook, { params: { point }, query: { issued } }, { token: 'User' });
  const change = async (sql: string) => {
    await store.query(sql);
    await raiseVersion(store);
  };

  test('are noted once for the same data, and again for new ones', async () => {
    const first = await read('otter');
    expect(first).toMatchObject({ issued: '2021-05-09', basis: 'today' });
    expect(first.issues).toEqual([
      {
        issued: '2021-05-09',
        computed_at: expect.any(String),
        volumes_af: first.forecast?.volumes_af,
        reasons: [],
      },
    ]);
    await raiseVersion(store);
    expect((await read('otter')).issues).toEqual(first.issues);
    await change(
      `update daily_value set result_value_daily = result_value_daily + 5
       where loc_ndx = ${locationOf('S1')} and rdate = '2021-05-09'`,
    );
    const second = await read('otter');
    expect(second.issues).toHaveLength(2);
    expect(second.issues[0]).toEqual(first.issues[0]);
    expect(second.issues[1]?.volumes_af).toEqual(second.forecast?.volumes_af);
    expect(second.issues[1]?.volumes_af).not.toEqual(first.forecast?.volumes_af);
  });

  test('stay as they were, beside the hindcast, when values are revised later', async () => {
    const issued = (await read('otter')).issues;
    vi.setSystemTime(new Date('2021-05-20T18:00:00Z'));
    await change(
      `update daily_value set result_value_daily = result_value_daily + 9
       where loc_ndx = ${locationOf('S2')} and rdate = '2021-05-09'`,
    );
    const later = await read('otter', '2021-05-09');
    expect(later.basis).toBe('hindcast');
    expect(later.issues).toEqual(issued);
    expect(later.forecast?.volumes_af).not.toEqual(issued.at(-1)?.volumes_af);
    // A later issue day shows what was issued before; an earlier one does not show what came later.
    expect((await read('otter', '2021-05-10')).issues).toEqual(issued);
    expect((await read('otter', '2021-05-08')).issues).toEqual([]);
    expect((await read('otter', '2020-05-09')).issues).toEqual([]);
    await expect(store.query(`update outlook_issue set volumes_af = '[1,2,3,4,5]'`)).rejects.toThrow(
      'never changed',
    );
    await expect(store.query('delete from outlook_issue')).rejects.toThrow('never changed');
    vi.setSystemTime(new Date('2021-05-09T18:00:00Z'));
    await raiseVersion(store);
  });

  test('are noted with their reasons where they are withheld', async () => {
    const { forecast, reasons, issues } = await read('short');
    expect(forecast).toBeNull();
    expect(issues).toEqual([expect.objectContaining({ volumes_af: null, reasons })]);
  });

  test('are not noted of a regulated flow or of demonstration data', async () => {
    expect((await read('regulated')).issues).toEqual([]);
    await setDemonstration(store, true);
    await change('truncate outlook_issue');
    expect((await read('otter')).issues).toEqual([]);
    await setDemonstration(store, false);
  });

  test('are answered where they cannot be noted', async () => {
    const broken: Store = {
      ...store,
      query: (async (statement: unknown, ...rest: unknown[]) => {
        if (JSON.stringify(statement).includes('insert into outlook_issue')) throw new Error('read-only');
        return (store.query as (...all: unknown[]) => Promise<unknown>)(statement, ...rest);
      }) as Queryable['query'],
    };
    await using reader = openTestApp(broken, { outlook: outlookRequest });
    const { forecast, issues } = await read('otter', undefined, reader);
    expect(forecast).not.toBeNull();
    expect(issues).toEqual([]);
  });

  describe('that are asked for later', () => {
    const addition = (knownFrom: string, first = '1980-10-01', last = '2021-05-09') =>
      records.map(
        ([id, parameter]) => `(${locationOf(id)}, ${parameter}, '${first}', '${last}', '${knownFrom}', 1)`,
      );
    const noteHistory = (knownFrom: string) =>
      change(
        `insert into daily_value_addition (loc_ndx, parameter_ndx, first_day, last_day, known_from, run)
         values ${addition(knownFrom).join()}`,
      );

    test.each([
      ['without a history of imports', undefined, 'hindcast'],
      ['when the records were imported later', '2021-05-11T00:00:00Z', 'hindcast'],
      ['when the records were there before', '2021-05-09T00:00:00Z', 'known-then'],
      [
        'when the records came in the evening of the issue day, in the basin',
        '2021-05-10T05:00:00Z',
        'known-then',
      ],
    ])('are of what was known then or a hindcast %s', async (_, knownFrom, basis) => {
      vi.setSystemTime(new Date('2021-05-20T18:00:00Z'));
      await change('truncate daily_value_addition');
      if (knownFrom) await noteHistory(knownFrom);
      expect((await read('otter', '2021-05-09')).basis).toBe(basis);
      vi.setSystemTime(new Date('2021-05-09T18:00:00Z'));
    });

    test('use the values that were known then, not those that came later', async () => {
      await change('truncate daily_value_addition');
      await noteHistory('2021-05-09T00:00:00Z');
      const shown = await read('otter', '2021-05-09');
      vi.setSystemTime(new Date('2021-05-20T18:00:00Z'));
      // Revisions after the issue day: of a predictor, of the flow of this year, and of a season that trains the model.
      const changes = [
        [locationOf('S3'), 2, '2021-05-09'],
        [locationOf('FLOW'), 1, '2021-04-20'],
        [locationOf('FLOW'), 1, '2010-06-05'],
        [locationOf('S4'), 2, '2005-05-09'],
      ] as const;
      for (const [location, parameter, day] of changes) {
        await change(
          `with old as (
             select * from daily_value where loc_ndx = ${location} and parameter_ndx = ${parameter} and rdate = '${day}'),
           then_known as (
             insert into daily_value_revision (loc_ndx, parameter_ndx, rdate, value, approval, known_from, run)
             select loc_ndx, parameter_ndx, rdate, result_value_daily, approval, '2021-05-12T00:00:00Z', 2 from old)
           update daily_value d set result_value_daily = 3 * old.result_value_daily + 40 from old
           where (d.loc_ndx, d.parameter_ndx, d.rdate) = (old.loc_ndx, old.parameter_ndx, old.rdate)`,
        );
      }
      const then = await read('otter', '2021-05-09');
      expect(then.basis).toBe('known-then');
      expect(then.forecast?.volumes_af).toEqual(shown.forecast?.volumes_af);
      expect(then.forecast?.model).toEqual(shown.forecast?.model);
      expect(then.predictors).toEqual(shown.predictors);
      await change('truncate daily_value_addition');
      const now = await read('otter', '2021-05-09');
      expect(now.basis).toBe('hindcast');
      expect(now.forecast?.volumes_af).not.toEqual(shown.forecast?.volumes_af);
      // A predictor that came after the day was late on it.
      await noteHistory('2021-05-09T00:00:00Z');
      await change(
        `insert into daily_value_addition (loc_ndx, parameter_ndx, first_day, last_day, known_from, run)
         values (${locationOf('S5')}, 2, '2021-05-03', '2021-05-09', '2021-05-13T00:00:00Z', 3)`,
      );
      const late = await read('otter', '2021-05-09');
      expect(late.predictors.find(({ loc_id }) => loc_id === 'S5')).toMatchObject({
        is_late: true,
        value: null,
      });
    });
  });
});
