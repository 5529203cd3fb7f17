import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { ImportStopped } from '#domain/import-stopped.ts';
import {
  cancelImport,
  listImportRuns,
  readCurrentImport,
  readImportRun,
  readImportSchedule,
  saveImportSchedule,
  startImport,
} from '#features/imports/contract.ts';
import { closeDeadRuns } from '#ingest/engine/ingest-runs.ts';
import { importLockKey } from '#server/db/locks.ts';
import {
  createImportRunner,
  type ImportHooks,
  type ImportRequest,
  type ImportRunner,
} from '#server/imports/import-runner.ts';
import { startIfDue, startReadingsIfDue } from '#server/imports/schedule.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { emptyTables, sharePortal, standFor } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

describeEngines('imports', (open) => {
  let runner: ImportRunner;
  /** The import that is running, which the test ends. */
  let running: { request: ImportRequest; hooks: ImportHooks; end: () => void } | undefined;

  const { store, portal } = sharePortal(open, {
    internalIngest: { secret: 's', runner: standFor(() => runner) },
  });
  const asDeveloper = requesterAs(portal, 'Developer');

  beforeEach(async () => {
    const used = await store.query(
      'select 1 from ingest_run union all select 1 from import_schedule union all select 1 from audit_log limit 1',
    );
    // Many tests write nothing, and emptying all tables takes half a second.
    if (used.length > 0) await emptyTables(store);
    running = undefined;
    runner = createImportRunner((request, hooks) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: 'succeeded' }>();
      hooks.signal.addEventListener('abort', () => reject(hooks.signal.reason));
      running = { request, hooks, end: () => resolve({ status: 'succeeded' }) };
      return promise;
    });
  });

  const send = (
    method: 'POST' | 'PUT' | 'DELETE' | 'GET',
    url: string,
    payload?: object,
    token = 'Developer',
  ) => portal.send({ method, url, ...(payload && { payload }) }, token);
  const current = async () => (await asDeveloper(readCurrentImport, {})).import;

  test.each([
    ['POST', '/api/imports', {}, 400, /source/],
    ['POST', '/api/imports', { source: 'noaa' }, 400, /expected one of usgs, nrcs, .*, all/],
    ['POST', '/api/imports', { source: 'usgs', since: '2026-02-30' }, 400, /2026-04-07/],
    ['POST', '/api/imports', { source: 'now', sites: ['heii'] }, 400, /of all series/],
    ['PUT', '/api/imports/schedule', { source: 'now', every: '1h', sites: ['heii'] }, 400, /of all series/],
    ['POST', '/api/imports', { source: 'usgs', since: '2999-01-01' }, 400, /future/],
    ['POST', '/api/imports', { source: 'usgs', sites: [] }, 400, /at least one site/],
    ['POST', '/api/imports', { source: 'usgs', sites: [' '] }, 400, /name of a site/],
    ['DELETE', '/api/imports/current', undefined, 404, /No import is running/],
    ['PUT', '/api/imports/schedule', { every: '1s', source: 'all' }, 400, /off, 30m, 1h/],
    ['PUT', '/api/imports/schedule', { every: '6h' }, 400, /source/],
    ['PUT', '/api/imports/schedule', { every: '6h', source: 'x' }, 400, /usgs/],
    ['GET', '/api/imports?page=0', undefined, 400, /from 1/],
    ['GET', '/api/imports?page=x', undefined, 400, /from 1/],
    ['GET', '/api/imports/99', undefined, 404, /not found/],
    ['GET', '/api/imports/x', undefined, 400, /number of a run/],
  ] as const)('%s %s with %j is refused: %i %s', async (method, url, payload, status, message) => {
    const answer = await send(method, url, payload);
    expect(answer.payload).toMatch(message);
    expect(answer.statusCode).toBe(status);
    expect(running).toBeUndefined();
    expect((await asDeveloper(readImportSchedule, {})).every).toBe('off');
  });

  test('start, show their progress, and refuse a second one', async () => {
    expect(await current()).toBeNull();
    const started = await asDeveloper(startImport, {
      body: { source: 'usgs', sites: ['13037500'], since: '2026-01-01' },
    });
    expect(started.import).toMatchObject({ source: 'usgs', status: 'running', started_by: 'test|Developer' });
    expect(running?.request).toEqual({
      source: 'usgs',
      sites: ['13037500'],
      since: '2026-01-01',
      startedBy: 'test|Developer',
    });
    running?.hooks.onProgress('13037500 00060: 9 written, 0 unchanged');
    running?.hooks.onCount({ done: 4, total: 4 });
    expect(await current()).toMatchObject({
      messages: ['13037500 00060: 9 written, 0 unchanged'],
      series_done: 4,
      series_total: 4,
      seconds_left: 0,
      is_elsewhere: false,
    });
    const second = await send('POST', '/api/imports', { source: 'nrcs' });
    expect(second.statusCode).toBe(409);
    expect(second.json().detail).toMatch(
      /^An import of usgs has been running since .*, started by test\|Developer\./,
    );
    running?.end();
    await setImmediate();
    expect(await current()).toMatchObject({
      status: 'succeeded',
      seconds_left: null,
      finished_at: expect.any(String),
    });
    await asDeveloper(startImport, { body: { source: 'nrcs' } });
    expect(running?.request.source).toBe('nrcs');
  });

  test('are cancelled, and audited', async () => {
    await asDeveloper(startImport, { body: { source: 'usgs' } });
    await asDeveloper(cancelImport, {});
    await setImmediate();
    expect(await current()).toMatchObject({
      status: 'cancelled',
      messages: ['Canceled by test|Developer. What it had done until then is complete.'],
    });
    const audited = await store.query(
      `select actor, action from audit_log where entity = 'import' order by 1, 2`,
    );
    expect(audited).toEqual([
      { actor: 'test|Developer', action: 'cancel' },
      { actor: 'test|Developer', action: 'start' },
    ]);
  });

  test('end when the portal stops, as interrupted', async () => {
    await asDeveloper(startImport, { body: { source: 'usgs' } });
    await runner.stop();
    expect(running?.hooks.signal.reason).toBeInstanceOf(ImportStopped);
    expect(runner.current()).toMatchObject({ status: 'interrupted' });
  });

  test('of another process are shown, not doubled and not cancelled', async () => {
    await store.query("insert into ingest_run (source, started_by) values ('nrcs', 'command line')");
    const lock = await store.tryLock(importLockKey);
    expect(await current()).toMatchObject({ source: 'nrcs', is_elsewhere: true, status: 'running' });
    const refused = await send('POST', '/api/imports', { source: 'usgs' });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('import of nrcs'),
    ]);
    expect((await send('DELETE', '/api/imports/current')).statusCode).toBe(409);
    expect(running).toBeUndefined();
    await lock?.release();
    expect(await current()).toBeNull();
  });

  test('whose process died are closed as interrupted, and those that run are not', async () => {
    await store.query("insert into ingest_run (source) values ('usgs')");
    const lock = await store.tryLock(importLockKey);
    await closeDeadRuns(store);
    expect((await asDeveloper(listImportRuns, { query: {} })).runs[0]?.status).toBe('running');
    await lock?.release();
    await closeDeadRuns(store);
    const { runs } = await asDeveloper(listImportRuns, { query: {} });
    expect(runs[0]).toMatchObject({ status: 'interrupted', finished_at: expect.any(String) });
    expect(runs[0]?.failures[0]?.message).toMatch(
      /^The process that ran this ended before it had finished\./,
    );
  });

  test('have a history, newest first, page by page', async () => {
    await store.query(
      `insert into ingest_run (source, status, started_by) select 'usgs', 'succeeded', 'schedule' from generate_series(1, 60)`,
    );
    const series = {
      name: 'heii_qd',
      loc_name: 'Henrys Fork',
      parameter_ndx: 1,
      first: '2026-01-01',
      last: '2026-01-02',
      read: 2,
      written: 1,
      unchanged: 1,
      revised: 1,
      rejected: [],
      flagged: [{ reason: 'Spike', count: 1, examples: [] }],
      notes: ['Converted from m3/s.'],
    };
    const report = {
      series: [series],
      sites: ['heii'],
      rows_revised: 1,
      rows_flagged: 1,
      failures: [],
      unknown_columns: ['x_y'],
    };
    await store.query(
      'insert into ingest_run (source, status, rows_read, report) values ($1, $2, 2, $3::text::jsonb)',
      ['usbr', 'failed', JSON.stringify(report)],
    );
    const first = await asDeveloper(listImportRuns, { query: {} });
    expect([first.total, first.runs.length]).toEqual([61, 50]);
    expect(first.runs[0]).toMatchObject({
      id: 61,
      source: 'usbr',
      sites: ['heii'],
      series: 1,
      rows_revised: 1,
    });
    expect(first.runs[1]).toMatchObject({ id: 60, started_by: 'schedule', sites: null, failures: [] });
    const second = await asDeveloper(listImportRuns, { query: { page: '2' } });
    expect(second.runs.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const detail = await asDeveloper(readImportRun, { params: { id: '61' } });
    expect(detail.series[0]).toMatchObject({ name: 'heii_qd', revised: 1, notes: ['Converted from m3/s.'] });
    expect(detail.unknown).toEqual(['x_y']);
  });

  describe('on a schedule', () => {
    const start = new Date('2026-11-22T06:00:00Z');
    let time: Date;
    const errors: string[] = [];
    const tools = { now: () => time, random: () => 0.5 };
    const check = (hours: number) => {
      time = new Date(start.getTime() + hours * 3_600_000);
      return startIfDue({ store, runner, tools, onError: (message) => errors.push(message) });
    };
    /** The routes have the real clock. */
    const setNextAt = (hours: number) =>
      store.query('update import_schedule set next_at = $1::text::timestamptz', [
        new Date(start.getTime() + hours * 3_600_000).toISOString(),
      ]);

    test('run once when they are due, even after a restart, and never two at once', async () => {
      const saved = await asDeveloper(saveImportSchedule, {
        body: { every: '6h', source: 'usbr', sites: ['heii', 'amf'] },
      });
      expect(saved).toMatchObject({ every: '6h', sites: ['heii', 'amf'], changed_by: 'test|Developer' });
      const wait = Date.parse(saved.next_at ?? '') - Date.now();
      expect(wait).toBeGreaterThan(5.3 * 3_600_000);
      expect(wait).toBeLessThan(6.7 * 3_600_000);
      await setNextAt(6);
      await check(5.9);
      expect(running).toBeUndefined();
      await check(6.1);
      expect(running?.request).toMatchObject({
        source: 'usbr',
        sites: ['heii', 'amf'],
        keepCurrent: true,
        startedBy: 'schedule',
      });
      const { next_at } = await asDeveloper(readImportSchedule, {});
      expect(next_at).toBe('2026-11-22T18:06:00Z');
      const first = running;
      await check(13);
      expect(running).toBe(first);
      running?.end();
      await setImmediate();
      await check(13.1);
      expect(running).not.toBe(first);
      expect(errors).toEqual([]);
    });

    test('ask for readings by themselves, where there are imported series and nobody has lately', async () => {
      const checkReadings = (minutes: number) => {
        time = new Date(start.getTime() + minutes * 60_000);
        const onError = (message: string) => errors.push(message);
        return startReadingsIfDue({ store, runner, tools, onError }, 15 * 60_000);
      };
      await insertFixture(store);
      await store.query('update location_parameter set source = null');
      await checkReadings(0);
      expect(running).toBeUndefined();
      await store.query(
        "update location_parameter set source = 'usgs' where (loc_ndx, parameter_ndx) in (select loc_ndx, parameter_ndx from location_parameter limit 1)",
      );
      await checkReadings(0);
      expect(running?.request).toMatchObject({ source: 'now', startedBy: 'schedule' });
      running?.end();
      await setImmediate();
      const asked = running;
      await store.query(
        "insert into ingest_run (source, status, started_at, finished_at) values ('now', 'failed', $1, $1)",
        [start.toISOString()],
      );
      await checkReadings(14);
      expect(running).toBe(asked);
      await checkReadings(16);
      expect(running).not.toBe(asked);
      await checkReadings(60);
      running?.end();
      await setImmediate();
      expect(errors).toEqual([]);
    });

    test('do not run once the schedule is off', async () => {
      await asDeveloper(saveImportSchedule, { body: { every: '30m', source: 'all' } });
      await asDeveloper(saveImportSchedule, { body: { every: 'off', source: 'all' } });
      expect(await asDeveloper(readImportSchedule, {})).toMatchObject({
        every: 'off',
        next_at: null,
      });
      await check(9999);
      expect(running).toBeUndefined();
    });
  });
});
