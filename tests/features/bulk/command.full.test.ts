import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkManifest } from '#features/bulk/contract.ts';
import { bulkFolder, readSets } from '#features/bulk/server/bulk-folder.ts';
import { createBulkRunner } from '#features/bulk/server/bulk-runner.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { basin, basinPath } from '../../support/basin.ts';
import { openDemoStore } from '../../support/demo-store.ts';
import { type DuckDb, openDuckDb } from '../../support/duckdb.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { openTestApp, type TestApp, testConfig } from '../../support/test-app.ts';

/** Without the library, the snippet of Python is not run. */
const hasPyarrow = spawnSync('python3', ['-c', 'import pandas, pyarrow'], { stdio: 'ignore' }).status === 0;

const signedIn = { authorization: 'Bearer User' };

describe('the Parquet files of the demonstration data', () => {
  const folder = temporaryFolder('bulk');
  let store: Store;
  let portal: TestApp;
  let duckdb: DuckDb;
  let manifest: BulkManifest;
  const fileOf = (name: string) => `'${readSetFolder(folder)}/${name}'`;

  beforeAll(async () => {
    store = await openDemoStore();
    const environment = { DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1000000' };
    portal = openTestApp(store, { environment });
    const settings = { store, config: testConfig(environment), openProviders: basin.open_providers };
    manifest = await (await createBulkRunner(settings).start()).finished;
    duckdb = await openDuckDb();
  }, 3_600_000);

  afterAll(async () => {
    duckdb?.close();
    await portal?.close();
    await store?.close();
  });

  test('have every value that the API gives as CSV for every eighth site, and no other', {
    timeout: 2_400_000,
  }, async () => {
    let values = 0;
    for (const { file, parameter_name } of manifest.files) {
      const locations = await store.query<{ ndx: number; parameter: number }>(
        `select loc_ndx as ndx, parameter_ndx as parameter from location_parameter join parameter using (parameter_ndx)
          join location using (loc_ndx) join data_provider using (data_provider_ndx)
          where parameter_name = $1 and loc_ndx % 8 = 0 and data_provider_name = any(string_to_array($2, ';')) order by 1`,
        [parameter_name, (basin.open_providers ?? []).join(';')],
      );
      await duckdb.query(`create or replace table api
        (loc_ndx int, rdate date, value double, approval varchar, qualifier varchar, flag varchar)`);
      for (let from = 0; from < locations.length; from += 20) {
        const some = locations.slice(from, from + 20);
        const answer = await portal.send({
          url: `/api/timeseries-daily-data/${some[0]?.parameter}/${some.map(({ ndx }) => ndx)}/1800-01-01/2100-01-01?format=csv`,
          headers: signedIn,
        });
        expect(answer.statusCode).toBe(200);
        const csv = path.join(folder, 'some.csv');
        writeFileSync(csv, answer.rawPayload);
        // One file at a time: reading several with comments at once takes DuckDB minutes.
        await duckdb.query(`insert into api
          select loc_ndx::int, rdate::date, result_value_daily::double, approval, qualifier, flag
          from read_csv('${csv}', comment = '#', header = true, all_varchar = true)`);
      }
      const [found] = await duckdb.query<{ csv: number; parquet: number; both: number }>(`
        with eighth as (
          select loc_ndx, date, value, approval, qualifier, flag from ${fileOf(file)} where loc_ndx % 8 = 0
        ), equal as (from api intersect all from eighth)
        select (select count(*) from api)::int as csv, (select count(*) from eighth)::int as parquet,
          (select count(*) from equal)::int as both`);
      const count = found?.csv ?? 0;
      expect({ file, ...found }).toEqual({ file, csv: count, parquet: count, both: count });
      values += count;
    }
    expect(values).toBeGreaterThan(300_000);
  });

  test('are sorted by site number and day, and match the manifest', { timeout: 1_200_000 }, async () => {
    for (const { file, rows, first_day, last_day, sites, sha256, bytes } of manifest.files) {
      const [found] = await duckdb.query(`
        select count(*)::int as rows, min(date)::varchar as first_day, max(date)::varchar as last_day,
          count(distinct site_number)::int as sites, sum(is_later::int)::int as ordered
        from (select *, coalesce((site_number, date) > lag((site_number, date)) over (order by file_row_number), true)
          as is_later from read_parquet(${fileOf(file)}, file_row_number = true))`);
      expect({ file, ...found }).toEqual({ file, rows, first_day, last_day, sites, ordered: rows });
      const content = readFileSync(path.join(readSetFolder(folder), file));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(content).toHaveLength(bytes);
    }
  });

  test('answer the snippet of DuckDB on the page Get the data', async () => {
    const address = "'https://portal.example.org/api/bulk/streamflow.parquet'";
    const snippet = findSnippet('sql');
    expect(snippet).toContain(address);
    const rows = await duckdb.query<{ day: string; years: string }>(
      snippet.replace(address, fileOf('streamflow.parquet')),
    );
    expect(rows).toHaveLength(366);
    expect(rows[0]).toMatchObject({ day: '01-01', years: '30' });
  });

  test.skipIf(!hasPyarrow)('answer the snippet of Python on the page Parquet files', () => {
    const cwd = readSetFolder(folder);
    const run = spawnSync('python3', ['-c', findSnippet('python')], { cwd, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/count\s+\d+/);
  });
});

function findSnippet(language: 'sql' | 'python'): string {
  const page = readFileSync(
    path.resolve(import.meta.dirname, '../../../content/documentation/guide/parquet-files.md'),
    'utf8',
  );
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
}

/** The folder of the newest set. */
function readSetFolder(dataDir: string): string {
  const names = readdirSync(bulkFolder(dataDir)).filter((name) => !name.endsWith('.part'));
  return path.join(bulkFolder(dataDir), names.toSorted().at(-1) ?? '');
}

describe('npm run export:parquet', () => {
  const folder = temporaryFolder('bulk');

  beforeAll(async () => {
    const store = await openStore(folder);
    await insertFixture(store);
    await store.query(`insert into daily_value select 1, 1, date '1900-01-01' + day, day % 977, 'A', null, null
      from generate_series(0, 44999) day`);
    await store.close();
  }, 1_200_000);
  function start(...options: string[]): ChildProcess {
    return spawn(process.execPath, ['src/features/bulk/commands/export-parquet.ts', ...options], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', BASIN_FILE: basinPath },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
  async function run() {
    const child = start();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = await once(child, 'exit');
    return { code, output };
  }

  test('writes the files, and killed amid that leaves the former ones', { timeout: 960_000 }, async () => {
    const first = await run();
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(/^streamflow\.parquet: 45000 values of 1 sites, \d\.\d MB\n$/),
    });
    const before = await readSets(bulkFolder(folder));
    for (let round = 0; round < 4; round += 1) {
      const child = start();
      const hasPart = () =>
        existsSync(bulkFolder(folder)) &&
        readdirSync(bulkFolder(folder)).some((name) => name.endsWith('.part'));
      while (!hasPart() && child.exitCode === null) await sleep(5);
      await sleep(round * 40);
      const ended = once(child, 'exit');
      const isKilled = child.exitCode === null && child.kill('SIGKILL');
      if (isKilled) await ended;
      const sets = await readSets(bulkFolder(folder));
      expect(sets.at(-1)).toEqual(before[0]);
      for (const set of sets) {
        for (const { file, sha256 } of set.manifest.files) {
          const content = readFileSync(path.join(set.folder, file));
          expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
        }
      }
    }
    expect((await run()).code).toBe(0);
    expect(readdirSync(bulkFolder(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

/** Whether this account may mount a small disk; only then can one be full. */
function mountDisk(folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder];
  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
}

test('a disk that fills up while the files are being written is said, and leaves no file', async (context) => {
  const folder = temporaryFolder('disk');
  const store = await openEmbeddedStore();
  try {
    if (!mountDisk(folder)) context.skip();
    await insertFixture(store);
    await store.query(`insert into daily_value select 1, 1, date '1900-01-01' + day, random() * 1e6, 'A', null, null
      from generate_series(0, 69999) day`);
    const config = { dataDir: folder, diskFreeMin: 0 };
    // The disk is filled by somebody else after it was found large enough.
    const filling = {
      ...store,
      query: (async (...call: Parameters<Store['query']>) => {
        const rows = await store.query(...call);
        if (rows.some((row) => 'approval' in row)) fillDisk(folder);
        return rows;
      }) as Store['query'],
    };
    const runner = createBulkRunner({ store: filling, config, openProviders: basin.open_providers });
    const { finished } = await runner.start();
    await expect(finished).rejects.toThrow('The disk is full. Free some space, then write the files again.');
    expect(await runner.status()).toMatchObject({
      state: 'none',
      failure: { message: expect.stringContaining('full') },
    });
    expect(readdirSync(bulkFolder(folder))).toEqual([]);
  } finally {
    spawnSync('umount', [folder], { stdio: 'ignore' });
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_200_000);

function fillDisk(folder: string): void {
  try {
    for (let at = 0; ; at += 1) writeFileSync(path.join(folder, `ballast-${at}`), Buffer.alloc(64_000));
  } catch {
    // Full.
  }
}
