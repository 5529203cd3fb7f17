import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWaterYears } from '#contract/season/water-year.ts';
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

/** A statistic of a day of the water year, computed by DuckDB from a Parquet file; `order` is 1 on October 1. */
type BulkStatistic = {
  readonly order: number;
  readonly series: 'Minimum' | 'P10' | 'P25' | 'Median' | 'P75' | 'P90' | 'Maximum';
  readonly value: number;
};

/**
 * Computes the normals of 1991–2020 of a record from its values in a Parquet file: a second implementation that shares
 * nothing with the portal's. February 29 has the values of its neighbors, too. With `isEven`, gaps of up to 7 days are
 * bridged, and only the years that are complete then count; without enough of them there are no normals.
 */
async function computeNormals(
  duckdb: DuckDb,
  file: string,
  location: number,
  { isEven }: { isEven: boolean },
): Promise<BulkStatistic[]> {
  const percentile = (percent: number) => {
    const position = `(${percent}::double * (len(sorted) + 1) / 100)`;
    const at = (index: 'floor' | 'ceil') => `sorted[${index}(${position})::int]`;
    return `(${at('floor')} + (${at('ceil')} - ${at('floor')}) * (${position} - floor(${position})))`;
  };
  const columns = {
    Minimum: 'sorted[1]',
    P10: percentile(10),
    P25: percentile(25),
    Median: percentile(50),
    P75: percentile(75),
    P90: percentile(90),
    Maximum: 'sorted[len(sorted)]',
  };
  return duckdb.query(`
    with measured as (
      select date, value, lead(date) over (order by date) as next_date,
        lead(value) over (order by date) as next_value
      from ${file} where loc_ndx = ${location} and flag is null
    ),
    bridged as (
      select (date + step::int)::date as date,
        case when step = 0 then value
          else value + (next_value - value) * (step::double / (next_date - date)) end as value
      from (
        select *, unnest(generate_series(0, case when ${isEven} and next_date - date between 2 and 8
          then next_date - date - 1 else 0 end)) as step
        from measured
      )
    ),
    all_dated as (
      select value, year(date) + (month(date) >= 10)::int as year,
        month(date) * 100 + day(date) as month_day
      from bridged
    ),
    dated as (
      select * from all_dated
      where not ${isEven} or year in (
        select year from all_dated group by year
        having count(*) = make_date(year, 10, 1) - make_date(year - 1, 10, 1)
      )
    ),
    calendar as (
      select month(day) * 100 + day(day) as month_day, row_number() over (order by day)::int as "order"
      from (select unnest(generate_series(date '1999-10-01', date '2000-09-30', interval 1 day)) as day)
    ),
    days as (
      select "order", list(value order by value) as sorted, count(distinct year) as years,
        count(distinct year) filter (where year <= 2005) as early
      from dated join calendar c
        on c.month_day = dated.month_day or (c.month_day = 229 and dated.month_day in (228, 301))
      where year between 1991 and 2020
      group by "order"
      having years >= 10 and early >= 3 and years - early >= 3
    )
    ${Object.entries(columns)
      .map(([series, value]) => `select "order", '${series}' as series, ${value} as value from days`)
      .join(' union all ')}
    order by "order", series`);
}

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

  test('have every value that the API gives as CSV, and no other', { timeout: 2_400_000 }, async () => {
    let values = 0;
    for (const { file, rows, parameter_name } of manifest.files) {
      const locations = await store.query<{ ndx: number; parameter: number }>(
        `select loc_ndx as ndx, parameter_ndx as parameter from location_parameter join parameter using (parameter_ndx)
          join location using (loc_ndx) join data_provider using (data_provider_ndx)
          where parameter_name = $1 and data_provider_name = any(string_to_array($2, ';')) order by 1`,
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
      const [found] = await duckdb.query<{ csv: number; both: number }>(`
        with equal as (
          from api intersect all select loc_ndx, date, value, approval, qualifier, flag from ${fileOf(file)}
        )
        select (select count(*) from api)::int as csv, (select count(*) from equal)::int as both`);
      expect({ file, ...found }).toEqual({ file, csv: rows, both: rows });
      values += rows;
    }
    expect(values).toBeGreaterThan(3_000_000);
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

  test('give 1,000 statistics of the API, recomputed by DuckDB', { timeout: 2_400_000 }, async () => {
    const files = [
      ['streamflow.parquet', 1, false],
      ['snow-water-equivalent.parquet', 2, true],
      ['reservoir-storage.parquet', 3, true],
      ['air-temperature.parquet', 5, false],
    ] as const;
    const records: { file: string; parameter: number; location: number; normals: BulkStatistic[] }[] = [];
    for (const [name, parameter, isEven] of files) {
      const file = fileOf(name);
      const locations = await duckdb.query<{ loc_ndx: number }>(
        `select distinct loc_ndx from ${file} order by loc_ndx limit 12`,
      );
      for (const { loc_ndx: location } of locations) {
        const normals = await computeNormals(duckdb, file, location, { isEven });
        if (normals.length > 0) records.push({ file, parameter, location, normals });
      }
    }
    const drawn = fc.sample(
      fc
        .constantFrom(...records)
        .chain((record) => fc.tuple(fc.constant(record), fc.constantFrom(...record.normals))),
      { numRuns: 1000, seed: 32 },
    );
    let compared = 0;
    const differences: unknown[] = [];
    for (const [{ parameter, location }, some] of Map.groupBy(drawn, ([record]) => record)) {
      const rows = await portal.request(
        readWaterYears,
        {
          params: {
            parameter: String(parameter),
            location: String(location),
            series: 'Minimum,P10,P25,Median,P75,P90,Maximum',
          },
          query: { year: 'water' },
        },
        { token: 'User' },
      );
      const answered = new Map(rows.map((row) => [`${row.series_desc} ${row.day_order}`, row.rvalue]));
      for (const [, { order, series, value }] of some) {
        const ofApi = answered.get(`${series} ${order}`);
        compared += 1;
        // The API gives nine digits.
        if (ofApi !== Number(value.toPrecision(9)))
          differences.push({ parameter, location, order, series, value, ofApi });
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBe(1000);
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
