import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportStopped } from '#domain/import-stopped.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { importInPortal } from '#ingest/engine/portal-import.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { childProcessesOf } from '../../support/child-processes.ts';
import { describeEngines } from '../../support/engines.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { Killed, mortal } from '../../support/mortal.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { emptyTables } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';

const csv =
  'DateTime,heii_qd,amf_af\n2026-01-01,100.5,1200000\n2026-01-02,101,1200100\n2026-01-03,,1200200\n';

const folder = temporaryFolder('worker-reader');
const file = path.join(folder, 'heii.csv');
let address: string;
/** Decides what the agency answers; without one it never answers. */
let respond: ((url: URL) => string) | undefined;
let onRequest = () => {};
const formerAddress = process.env.USBR_URL;

beforeAll(async () => {
  writeFileSync(file, csv);
  const service = await startLocalServer((request, response) => {
    onRequest();
    if (respond) response.end(respond(new URL(request.url ?? '/', 'http://agency.test')));
  });
  address = service.origin;
  process.env.USBR_URL = address;
  return async () => {
    if (formerAddress === undefined) delete process.env.USBR_URL;
    else process.env.USBR_URL = formerAddress;
    await service.close();
  };
});

describeEngines('an import in a portal', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());

  const stored = () => readStoredValues(store, 'approval', 'qualifier', 'flag');
  const lastRun = async () => {
    const [run] = await store.query<{ status: string; started_by: string; message: string | null }>(
      `select status, started_by, report->'failures'->0->>'message' as message
       from ingest_run order by ingest_run_ndx desc limit 1`,
    );
    return run;
  };
  const quiet = { onProgress: () => {}, onCount: () => {}, signal: new AbortController().signal };
  const importUsbr = (request: object = { file }, hooks: object = {}, to = store) =>
    importInPortal(
      to,
      basin,
      { source: 'usbr', memoryMb: 256, startedBy: 'schedule', ...request },
      { ...quiet, ...hooks },
    );

  test('stores what an import in the same process stores', async () => {
    await ingest(store, 'usbr', { basin, file });
    const expected = await stored();
    expect(expected).toHaveLength(5);
    await emptyTables(store);
    const counts: unknown[] = [];
    const messages: string[] = [];
    const report = await importUsbr(
      { file, startedBy: 'test|someone' },
      {
        onCount: (count: unknown) => counts.push(count),
        onProgress: (message: string) => messages.push(message),
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
    const report = await importUsbr({ file: path.join(folder, 'absent.csv') });
    expect(report.failures[0]?.message).toMatch(/absent\.csv cannot be read/);
    expect(report.status).toBe('failed');
  });

  test('that needs more memory than it may have ends, says so, and leaves what it had written', async () => {
    await emptyTables(store);
    // Two requests: what the second one answers does not fit.
    const keys = targetsOf(basin, 'usbr').all.slice(0, 11);
    const sites = keys.map(({ key }) => key);
    respond = (url) => {
      const columns = (url.searchParams.get('list') ?? '').split(', ').map((name) => name.replace(' ', '_'));
      const isFirst = columns[0] === sites[0];
      return `DateTime,${columns.join(',')}\n${isFirst ? `2026-01-01${',100'.repeat(columns.length)}` : 'x'.repeat(150_000_000)}\n`;
    };
    onRequest = () => {};
    const report = await importUsbr({ memoryMb: 160, sites, since: '2026-01-01' });
    const outOfMemory = expect.stringMatching(/^Stopped: out of memory\. It needs more than the 160 MB/);
    expect(report.failures).toEqual([{ name: 'usbr', message: outOfMemory }]);
    expect(report.status).toBe('failed');
    expect(await lastRun()).toMatchObject({ status: 'failed', message: outOfMemory });
    expect(await stored()).toHaveLength(10);
    // A server may have written the last one without having said so yet.
    expect([9, 10]).toContain(report.rows_written);
  });

  test.runIf(process.platform === 'linux')(
    'whose process the system ends says so, and leaves no half of a series',
    async () => {
      await emptyTables(store);
      let transactions = 0;
      // The third one is that of the second series: its process waits until it has begun.
      const killing: Store = {
        ...store,
        transaction: (work) => {
          transactions += 1;
          for (const { pid, command } of transactions === 3 ? childProcessesOf(process.pid) : []) {
            if (command.includes('import.process.ts')) process.kill(pid, 'SIGKILL');
          }
          return store.transaction(work);
        },
      };
      const report = await importUsbr({ file }, {}, killing);
      expect(report.status).toBe('failed');
      expect(report.failures[0]?.message).toMatch(/^Stopped: the system ended the process of the import/);
      // A server may be writing the first one at the same time.
      expect([0, 2]).toContain((await stored()).length);
      expect(await lastRun()).toMatchObject({ status: 'failed' });
      // The next one is not in its way.
      const next = await importUsbr();
      expect(next.status).toBe('succeeded');
      expect(await stored()).toHaveLength(5);
    },
  );

  test('that was killed is closed as interrupted by the next one', async () => {
    // Killed after its row was written, and so without a chance to close it.
    await expect(ingest(mortal(store, 14), 'usbr', { basin, file })).rejects.toBeInstanceOf(Killed);
    expect(await lastRun()).toMatchObject({ status: 'running' });
    await importUsbr();
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
    const running = importUsbr({ since: '2026-01-01' }, { signal: controller.signal });
    await expect(running).rejects.toBe(reason);
    expect(await lastRun()).toEqual({ status, started_by: 'schedule', message: reason.message });
    expect(await stored()).toEqual(before);
  });
});
