import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { openStore } from '#server/db/open-store.ts';
import { serverMemory } from '../../../src/commands/support/process.mjs';
import { reportRows, writeBasinOfReport, writeReport } from '../../support/large-report.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** What the portal may need more than before the import. */
const maxMoreMemoryMb = 400;

let folder: string;
let file: string;
let portal: ChildProcess;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-import-'));
  file = path.join(folder, 'all.csv');
  await writeReport(file);
  writeBasinOfReport(path.join(folder, 'basin.yaml'));
  await start();
}, 180_000);

afterAll(async () => {
  portal.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  portal = spawn(process.execPath, [...serverMemory.flags, 'src/commands/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...serverMemory.environment,
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      DEMO_DATA: 'off',
      BASIN_FILE: path.join(folder, 'basin.yaml'),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await new Promise<string>((resolve, reject) => {
    let out = '';
    portal.stdout?.on('data', (chunk) => {
      out += chunk;
      const [, found] = /^Portal is ready at (http:\/\/localhost:\d+)$/m.exec(out) ?? [];
      if (found) resolve(found);
    });
    portal.once('exit', () => reject(new Error(`The portal ended: ${out}`)));
  });
}

/** The resident memory of the portal in MB, where the system tells. */
function memoryMb(): number {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8')) ?? [];
    return Number(kb ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const runImport = (onProgress: (message: string) => void = () => {}) =>
  handOver(path.join(folder, 'data'), { source: 'nrcs', file }, { onProgress });

test('answers health checks while it imports 7 million rows of 220 MB', { timeout: 900_000 }, async () => {
  const times: number[] = [];
  const memoryBefore = memoryMb();
  let maxMemory = 0;
  let failed = 0;
  let isDone = false;
  const importing = runImport().finally(() => {
    isDone = true;
  });
  const began = performance.now();
  const checks: Promise<void>[] = [];
  const check = async () => {
    const asked = performance.now();
    const { ok } = await fetch(`${address}/api/health`);
    if (!ok) failed += 1;
    times.push(performance.now() - asked);
  };
  while (!isDone) {
    // Not one after the other: a check that waits long must not hide those that people would have sent meanwhile.
    checks.push(check());
    maxMemory = Math.max(maxMemory, memoryMb());
    await setTimeout(25);
  }
  await Promise.all(checks);
  expect(await importing).toMatchObject({ status: 'succeeded', rows_written: reportRows });
  const seconds = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  console.log(
    `${reportRows} values in ${seconds.toFixed(1)} s; ${times.length} health checks: median ${quantile(0.5).toFixed(0)} ms, 99 % within ${quantile(0.99).toFixed(0)} ms, longest ${quantile(1).toFixed(0)} ms; ${Math.round(maxMemory - memoryBefore)} MB more memory.`,
  );
  expect(failed).toBe(0);
  expect(quantile(0.99)).toBeLessThan(100);
  expect(maxMemory - memoryBefore).toBeLessThan(maxMoreMemoryMb);
});

test('ends the run of a killed portal as interrupted', { timeout: 300_000 }, async () => {
  const { promise: began, resolve } = Promise.withResolvers<void>();
  const importing = runImport((message) => message.includes('written') && resolve());
  importing.catch(() => {});
  await began;
  portal.kill('SIGKILL');
  await expect(importing).rejects.toBeInstanceOf(HandOverFailed);
  await start();
  portal.kill('SIGTERM');
  await once(portal, 'exit');
  const store = await openStore(path.join(folder, 'data'));
  const runs = await store.query('select status from ingest_run order by ingest_run_ndx');
  await store.close();
  expect(runs).toEqual([{ status: 'succeeded' }, { status: 'interrupted' }]);
});
