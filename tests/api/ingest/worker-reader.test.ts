import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportStopped } from '#domain/import-stopped.ts';
import { importInPortal } from '#ingest/portal-import.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { Killed, mortal } from '../../support/mortal.ts';
import { emptyTables } from '../../support/shared-store.ts';

const csv =
  'DateTime,heii_qd,amf_af\n2026-01-01,100.5,1200000\n2026-01-02,101,1200100\n2026-01-03,,1200200\n';

let folder: string;
let file: string;
let service: Server;
let address: string;
/** Decides what the agency answers; without one it never answers. */
let respond: ((url: URL) => string) | undefined;
let onRequest = () => {};
const formerAddress = process.env.USBR_URL;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'worker-reader-'));
  file = path.join(folder, 'heii.csv');
  writeFileSync(file, csv);
  service = createServer((request, response) => {
    onRequest();
    if (respond) response.end(respond(new URL(request.url ?? '/', 'http://agency.test')));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const bound = service.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  process.env.USBR_URL = address;
});

afterAll(() => {
  if (formerAddress === undefined) delete process.env.USBR_URL;
  else process.env.USBR_URL = formerAddress;
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

describeEngines('an import in a portal', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());

  const stored = () =>
    store.query<{ line: string }>(
      `select concat_ws(' ', loc_id, parameter_ndx, rdate, result_value_daily, approval, qualifier, flag) as line
       from daily_value join location using (loc_ndx) order by 1`,
    );
  const lastRun = async () => {
    const [run] = await store.query<{ status: string; started_by: string; message: string | null }>(
      `select status, started_by, report->'failures'->0->>'message' as message
       from ingest_run order by ingest_run_ndx desc limit 1`,
    );
    return run;
  };
  const quiet = { onProgress: () => {}, onCount: () => {}, signal: new AbortController().signal };

  test('stores what an import in the same thread stores', async () => {
    await ingest(store, 'usbr', { basin, file });
    const expected = await stored();
    expect(expected).toHaveLength(5);
    await emptyTables(store);
    const counts: unknown[] = [];
    const messages: string[] = [];
    const report = await importInPortal(
      store,
      basin,
      { source: 'usbr', file, startedBy: 'test|someone' },
      {
        ...quiet,
        onCount: (count) => counts.push(count),
        onProgress: (message) => messages.push(message),
      },
    );
    expect(report).toMatchObject({ status: 'succeeded', rows_written: 5 });
    expect(await stored()).toEqual(expected);
    expect(counts).toEqual([
      { done: 1, total: undefined },
      { done: 2, total: undefined },
    ]);
    expect(messages).toContain('heii_qd: 2 written, 0 unchanged');
    expect(await lastRun()).toEqual({ status: 'succeeded', started_by: 'test|someone', message: null });
  });

  test('refuses a file that is not there', async () => {
    const report = await importInPortal(
      store,
      basin,
      { source: 'usbr', file: path.join(folder, 'absent.csv'), startedBy: 'schedule' },
      quiet,
    );
    expect(report.failures[0]?.message).toMatch(/absent\.csv cannot be read/);
    expect(report.status).toBe('failed');
  });

  test('that was killed is closed as interrupted by the next one', async () => {
    // Killed after its row was written, and so without a chance to close it.
    await expect(ingest(mortal(store, 14), 'usbr', { basin, file })).rejects.toBeInstanceOf(Killed);
    expect(await lastRun()).toMatchObject({ status: 'running' });
    await importInPortal(store, basin, { source: 'usbr', file, startedBy: 'schedule' }, quiet);
    const runs = await store.query<{ status: string }>(
      'select status from ingest_run order by ingest_run_ndx desc limit 2',
    );
    expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'interrupted']);
  });

  test.each([
    ['cancelled', new ImportStopped('cancelled', 'Canceled by test|someone.')],
    ['interrupted', new ImportStopped('interrupted', 'The portal was stopped.')],
  ])('that waits for a service ends at once when it is %s', async (status, reason) => {
    const controller = new AbortController();
    respond = undefined;
    onRequest = () => controller.abort(reason);
    const before = await stored();
    const running = importInPortal(
      store,
      basin,
      { source: 'usbr', since: '2026-01-01', startedBy: 'schedule' },
      { ...quiet, signal: controller.signal },
    );
    await expect(running).rejects.toBe(reason);
    expect(await lastRun()).toEqual({ status, started_by: 'schedule', message: reason.message });
    expect(await stored()).toEqual(before);
  });
});
