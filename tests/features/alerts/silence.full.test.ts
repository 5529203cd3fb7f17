import { beforeEach, expect, test, vi } from 'vitest';
import { previewAlertRule } from '#features/alerts/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { reservoir as record, shareReservoir } from './alerts-fixture.ts';

describeEngines('silence', (open) => {
  const { store, make, write, evaluate, firings, asUser } = shareReservoir(open);

  beforeEach(async () => {
    await store.query(`update location_parameter set source = 'usbr' where loc_ndx = 4`);
  });

  const importAt = (time: string, part: { source?: string; status?: string; report?: object } = {}) =>
    store.query(
      `insert into ingest_run (source, finished_at, status, report)
        values ($1, $2::text::timestamptz, $3, $4::text::jsonb)`,
      [part.source ?? 'usbr', time, part.status ?? 'succeeded', JSON.stringify(part.report ?? {})],
    );
  const kinds = async () => (await firings()).map(({ kind, mail }) => [kind, mail]);
  const listed = (loc_id: string) => [{ loc_id, parameter_ndx: 3 }];

  test('is said once, and once when it is over, as of the last import', async () => {
    await make({ kind: 'silence', ...record, intervals: 3 });
    await importAt('2024-02-29T12:00:00Z');
    // The portal was switched off, and has not asked for values since.
    expect(await evaluate(new Date('2024-03-20T12:00:00Z'))).toBe(0);
    await importAt('2024-03-07T12:00:00Z');
    expect(await evaluate(new Date('2024-03-07T12:00:00Z'))).toBe(1);
    await importAt('2024-03-08T12:00:00Z');
    expect(await evaluate(new Date('2024-03-08T12:00:00Z'))).toBe(0);
    await write({ '2024-02-01': 50 });
    expect(await evaluate(new Date('2024-03-08T12:00:00Z'))).toBe(0);
    await write({ '2024-03-07': 50 });
    expect(await evaluate(new Date('2024-03-08T12:00:00Z'))).toBe(1);
    expect(await evaluate(new Date('2024-03-08T13:00:00Z'))).toBe(0);
    expect(await kinds()).toEqual([
      ['silent', 'queued'],
      ['back', 'queued'],
    ]);
  });

  test('that ends on its day is in a mail of that day, too', async () => {
    await make({ kind: 'silence', ...record, intervals: 3 });
    await importAt('2024-03-07T12:00:00Z');
    expect(await evaluate(new Date('2024-03-07T12:00:00Z'))).toBe(1);
    await write({ '2024-03-06': 50 });
    expect(await evaluate(new Date('2024-03-07T18:00:00Z'))).toBe(1);
    expect(await kinds()).toEqual([
      ['silent', 'queued'],
      ['back', 'queued'],
    ]);
  });

  test.each<[string, Parameters<typeof importAt>[1], number]>([
    ['readings, of which the record has none', { source: 'now' }, 0],
    ['another source', { source: 'usgs' }, 0],
    ['entries of one’s own', { source: 'own' }, 0],
    ['its source, which failed', { status: 'failed', report: { series: [] } }, 0],
    ['its source, whose process ended', { status: 'interrupted' }, 0],
    ['another site of its source', { report: { sites: ['JCK'], series: listed('JCK') } }, 0],
    ['its site', { report: { sites: ['palisades'], series: listed('PAL') } }, 1],
    ['its source, of which others failed', { status: 'failed', report: { series: listed('PAL') } }, 1],
    ['its source, of which some did not come', { status: 'partial', report: { sites: null } }, 1],
  ])('after an import of %s', async (_, part, count) => {
    await importAt('2024-02-28T12:00:00Z');
    await make({ kind: 'silence', ...record, intervals: 3 });
    await importAt('2024-03-15T12:00:00Z', part);
    expect(await evaluate(new Date('2024-03-15T13:00:00Z'))).toBe(count);
  });

  test('of a record with readings is known by imports of those', async () => {
    await store.query(`insert into latest_reading values (4, 3, '2024-02-29T17:45:00Z', 500000, 'AF', 'P')`);
    await make({ kind: 'silence', ...record, intervals: 3 });
    await importAt('2024-03-08T12:00:00Z', { source: 'now' });
    expect(await evaluate(new Date('2024-03-08T12:00:00Z'))).toBe(1);
  });

  test('of records that are not imported, or sent by others, is known by the clock', async () => {
    for (const source of [null, 'own']) {
      await store.query('update location_parameter set source = $1 where loc_ndx = 4', [source]);
      await make({ kind: 'silence', ...record, intervals: 3 });
    }
    expect(await evaluate(new Date('2024-03-08T12:00:00Z'))).toBe(2);
  });

  test.each([
    // Four days after, as Thursday is before the Monday on which the values of a weekend come.
    ['2024-03-03T18:00:00Z', 2, false],
    ['2024-03-04T18:00:00Z', 2, true],
    ['2024-03-04T18:00:00Z', 3, false],
    ['2024-03-05T06:30:00Z', 3, false],
    ['2024-03-05T07:30:00Z', 3, true],
    // The clocks are changed on March 10.
    ['2024-03-12T05:30:00Z', 10, false],
    ['2024-03-12T06:30:00Z', 10, true],
  ])('is the same in its past and now: on %s of %s intervals', async (time, intervals, isSilent) => {
    await store.query('update location_parameter set source = null where loc_ndx = 4');
    const terms = { kind: 'silence', ...record, intervals } as const;
    await make(terms);
    vi.setSystemTime(time);
    expect(await evaluate(new Date(time))).toBe(isSilent ? 1 : 0);
    const past = await asUser(previewAlertRule, { body: { terms } });
    expect(past.is_firing).toBe(isSilent);
    expect(past.firings).toHaveLength(isSilent ? 1 : 0);
  });

  test('ends with a new value only, also for a rule made while nothing is imported', async () => {
    vi.setSystemTime('2024-03-20T12:00:00Z');
    await importAt('2024-02-29T12:00:00Z');
    expect(await make({ kind: 'silence', ...record, intervals: 3 })).toMatchObject({ state: 'ok' });
    expect(await evaluate(new Date('2024-03-20T12:00:00Z'))).toBe(0);
    await importAt('2024-03-20T12:30:00Z');
    expect(await evaluate(new Date('2024-03-20T13:00:00Z'))).toBe(1);
    // The history of imports is lost, which is no value.
    await store.query('delete from ingest_run');
    expect(await evaluate(new Date('2024-03-20T14:00:00Z'))).toBe(0);
    expect(await kinds()).toEqual([['silent', 'queued']]);
  });
});
