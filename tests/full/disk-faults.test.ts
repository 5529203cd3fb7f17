import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPages } from '#server/db/check-pages.ts';
import { isDiskFull } from '#server/db/errors.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { temporaryFolder } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
});
afterEach(() => {
  spawnSync('umount', [folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
});

function mountDisk(megabytes: number): boolean {
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
      .status === 0
  );
}

/** Whether this account may mount a small disk; only then can one be full. */
function canMount(): boolean {
  const probe = mkdtempSync(path.join(tmpdir(), 'portal-mount-'));
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' }).status === 0;
  if (isMounted) spawnSync('umount', [probe]);
  rmSync(probe, { recursive: true, force: true });
  return isMounted;
}

const insertFiller = `insert into filler select repeat(md5(random()::text), 30) from generate_series(1, 2000)`;

/** Writes until the disk is full; returns the number of rows that were acknowledged. */
async function fill(store: Store): Promise<{ acknowledged: number; failure: unknown }> {
  for (let acknowledged = 0; ; acknowledged += 2000) {
    const failure = await store.query(insertFiller).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) return { acknowledged, failure };
  }
}

/** Without what a slow or busy machine says meanwhile. */
const withoutWaits = (output: string) =>
  output.replaceAll(/^The embedded database is still opening.*\n/gm, '');

describe.runIf(canMount())('a full disk', () => {
  test('is said of each request, and loses nothing that was acknowledged', async () => {
    mountDisk(100);
    const ballast = path.join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(48_000_000, 1));
    const store = await openStore(path.join(folder, 'data'));
    const portal = openTestApp(store);
    await store.query('create table filler (line text)');
    const { acknowledged, failure } = await fill(store);
    expect(isDiskFull(failure)).toBe(true);

    const answer = await portal.send('/api/public-map/wells');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json().detail).toBe(
      'The disk of the portal is full, so nothing can be saved. Its operator has to make space.',
    );

    rmSync(ballast);
    await expect
      .poll(async () => (await portal.send('/api/public-map/wells')).statusCode, { timeout: 20_000 })
      .toBe(200);
    const [row] = await store.query<{ count: number }>('select count(*)::int as count from filler');
    expect(row?.count).toBe(acknowledged);
    await store.query(insertFiller);
    await portal.close();
    await store.close();
  }, 1_200_000);

  test('stops the first start with a sentence', () => {
    mountDisk(20);
    const started = spawnSync(process.execPath, ['src/commands/serve.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0', DATA_DIR: path.join(folder, 'data') },
      encoding: 'utf8',
    });
    expect(started.status).toBe(1);
    expect(withoutWaits(started.stderr)).toBe(
      `The disk of the data folder ${folder}/data is full. Free some space, or set DATA_DIR to a folder on another disk.\n`,
    );
  }, 1_200_000);

  test('stops the first seed with a sentence, and the next one begins again', async () => {
    mountDisk(90);
    const data = path.join(folder, 'data');
    const seed = (script: string) =>
      spawnSync(process.execPath, [script], {
        cwd: root,
        env: { ...process.env, DATA_DIR: data },
        encoding: 'utf8',
      });
    const first = seed('src/commands/seed.ts');
    expect(first.status).toBe(1);
    expect(withoutWaits(first.stderr)).toBe(
      'The disk is full. Free some space, then start the command again.\n',
    );
    spawnSync('mount', ['-o', 'remount,size=900m', folder]);
    const second = seed('tests/support/seed-sample.ts');
    expect(withoutWaits(second.stderr)).toBe('');
    expect(second.status).toBe(0);
    const store = await openStore(data);
    const [row] = await store.query<{ isSeeded: boolean }>(
      'select exists (select from daily_value) as "isSeeded"',
    );
    await store.close();
    expect(row).toEqual({ isSeeded: true });
  }, 1_200_000);
});

describe('a damaged file of the embedded database', () => {
  const whole = temporaryFolder('whole');
  let relation = '';

  beforeAll(async () => {
    const store = await openStore(path.join(whole, 'data'));
    await store.query(`insert into location_type values (1, 'Stream Gage')`);
    await store.query(`insert into data_provider values (1, 'USGS')`);
    await store.query(`insert into parameter values (1, 'Streamflow', 'cfs')`);
    await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd,
      longitude_dd) values (1, 'S', 'Site', 1, 1, 43, -112)`);
    await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
      select 1, 1, day, 100, 'A' from generate_series('2000-01-01'::date, '2019-12-31', '1 day') day`);
    await store.query(`insert into location_parameter (loc_ndx, parameter_ndx, por_start, por_end, num_days, num_years,
      total_samples) select 1, 1, min(rdate), max(rdate), count(*), 20, count(*) from daily_value`);
    expect(await checkPages(store)).toBeUndefined();
    const [row] = await store.query<{ file: string }>(`select pg_relation_filepath('daily_value') as file`);
    relation = row?.file ?? '';
    await store.close();
  }, 1_200_000);

  function copyDatabase(): { data: string; file: string } {
    const data = path.join(folder, 'data');
    cpSync(path.join(whole, 'data'), data, { recursive: true });
    return { data, file: path.join(data, 'pglite', relation) };
  }

  test('is noticed at start by its checksum, and named', async () => {
    const { data, file } = copyDatabase();
    flipByte(file, 8192 * 3 + 5000);
    const started = spawnSync(process.execPath, ['src/commands/serve.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0', DATA_DIR: data, DEMO_DATA: 'off' },
      encoding: 'utf8',
    });
    expect(started.status).toBe(1);
    expect(started.stderr).toMatch(
      /^The table daily_value of the embedded database is damaged \(invalid page in block 3 .*\)\. Restore a backup with npm run restore, or set DATA_DIR to a new folder\.\n$/,
    );
  }, 1_200_000);

  test('is named by requests that read it later', async () => {
    const { data, file } = copyDatabase();
    flipByte(file, 8192 * 3 + 5000);
    const store = await openStore(data);
    const failure = await store.query('select count(*) from daily_value').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'XX001' });
    await store.close();
  }, 1_200_000);

  test('that was cut off is noticed by the number of values', async () => {
    const { data, file } = copyDatabase();
    truncateSync(file, statSync(file).size - 8192 * 4);
    const store = await openStore(data);
    expect(await checkPages(store)).toMatch(
      /^The database has \d+ daily values where its records should have 7305: a file/,
    );
    await store.close();
  }, 1_200_000);
});

function flipByte(file: string, at: number): void {
  const handle = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 0xff;
  writeSync(handle, byte, 0, 1, at);
  closeSync(handle);
}
