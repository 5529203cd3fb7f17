import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm/sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BulkStatus, readBulk } from '#features/bulk/contract.ts';
import { BulkBusy, createBulkRunner } from '#features/bulk/server/bulk-runner.ts';
import { createNightly } from '#features/bulk/server/nightly.ts';
import { writeInPortal } from '#features/bulk/server/write-in-portal.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { setDemonstration } from '../../support/demonstration.ts';
import { openDuckDb } from '../../support/duckdb.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { closeAfter } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { createInjectFetch, openTestApp, type TestApp, testConfig } from '../../support/test-app.ts';

const openProviders = ['USBR HydroMet', 'IDWR AquaInfo'] as const;

/** Values of an open gage, of an open well, and of a calculated reach, whose provider is not open. */
async function insertValues(store: Store): Promise<void> {
  await insertFixture(store);
  await store.query(`
    insert into daily_value values
    (1, 1, '1980-10-01', 1234.5, 'A', null, null), (1, 1, '1980-10-02', 0.1, 'P', 'e', null),
    (1, 1, '1980-10-03', 99999, 'P', 'Ice', 'out of range'), (1, 1, '1980-10-04', 'Infinity', 'A', null, null),
    (1, 1, '1980-10-05', 'NaN', 'A', null, null), (1, 1, '1980-10-06', -0.33333334, ' ', '', null),
    (2, 7, '2001-03-04', 12.25, 'A', null, null), (2, 10, '2001-03-04', 'NaN', 'A', null, null),
    (3, 9, '1991-10-01', 5, 'A', null, null)`);
  // Another agency than that of the site delivered them.
  await store.query(`update location_parameter set source = 'usgs' where loc_ndx = 1`);
}

const longDays = 21_000;

/** A record of more than one block. */
async function insertLongRecord(store: Store): Promise<void> {
  await store.query(
    `insert into daily_value select 1, 5, date '1960-01-01' + day, (day % 700) / 7.0, 'A', null, null
      from generate_series(0, $1::int - 1) day`,
    [longDays],
  );
}

describeEngines('Parquet files', async (open) => {
  let folder: string;
  let portal: TestApp;
  let environment: Record<string, string>;
  const store = shareStore(open);
  const duckdb = closeAfter(await openDuckDb());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'portal-bulk-'));
    environment = { DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1000000' };
    portal = openTestApp(store, {
      environment,
      openProviders,
      internalSecret: 'secret',
    });
  });
  afterEach(async () => {
    await portal.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const runnerOf = (settings: Partial<Parameters<typeof createBulkRunner>[0]> = {}) =>
    createBulkRunner({ store, config: testConfig(environment), openProviders, ...settings });
  const write = async (settings?: Parameters<typeof runnerOf>[0]) =>
    (await runnerOf(settings).start()).finished;
  const download = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    portal.send({ method, url: `/api/bulk/${name}`, headers });
  const status = () => portal.request(readBulk, {});
  const post = (token?: string) => portal.send({ method: 'POST', url: '/api/bulk' }, token);
  /** A file of the portal, as a path that DuckDB reads. */
  async function save(name: string): Promise<string> {
    const file = path.join(folder, name);
    writeFileSync(file, (await download(name)).rawPayload);
    return `'${file}'`;
  }

  test('refuse wrong requests', async () => {
    await insertValues(store);
    await write();
    const requests = [
      ['a name that no file has', 'GET', '/api/bulk/none.parquet', undefined, 404, 'There is no such file.'],
      ['a name of another kind', 'GET', '/api/bulk/manifest.json', undefined, 400, 'file'],
      ['a path', 'GET', '/api/bulk/..%2f..%2fidentity.json', undefined, 400, 'file'],
      ['a hash that is none', 'GET', '/api/bulk/streamflow.parquet?sha256=1', undefined, 400, 'sha256'],
      [
        'a hash that no file has',
        'GET',
        `/api/bulk/streamflow.parquet?sha256=${'0'.repeat(64)}`,
        undefined,
        404,
        'This file has been replaced.',
      ],
      ['writing in the place of a command', 'POST', '/internal/bulk', undefined, 403, 'same computer'],
      ['asking in the place of a command', 'GET', '/internal/bulk', undefined, 403, 'same computer'],
    ] as const;
    for (const [what, method, url, token, expected, text] of requests) {
      const answer = await portal.send({ method, url }, token);
      expect(answer.statusCode, what).toBe(expected);
      expect(answer.body, what).toContain(text);
    }
  });

  test('are none before they are written, and of an empty database', async () => {
    expect(await status()).toEqual({ state: 'none', progress: null, failure: null, manifest: null });
    await write();
    expect(await status()).toMatchObject({ state: 'ready', manifest: { files: [] } });
  });

  test('have the values of open providers that the API gives, and say what they are', async () => {
    await insertValues(store);
    await insertLongRecord(store);
    await write({ now: () => new Date('2026-11-23T09:30:00Z') });
    const { state, manifest } = await status();
    expect(state).toBe('ready');
    expect(manifest).toMatchObject({
      generated_at: '2026-11-23T09:30:00.000Z',
      time_zone: 'America/Denver',
      open_providers: ['IDWR AquaInfo', 'USBR HydroMet'],
    });
    expect(
      manifest?.files.map(({ file, rows, first_day, last_day, sites }) => [
        file,
        rows,
        first_day,
        last_day,
        sites,
      ]),
    ).toEqual([
      ['air-temperature.parquet', longDays, '1960-01-01', '2017-06-29', 1],
      ['depth-to-water.parquet', 1, '2001-03-04', '2001-03-04', 1],
      ['streamflow.parquet', 4, '1980-10-01', '1980-10-06', 1],
    ]);
    const file = await save('streamflow.parquet');
    expect(await duckdb.query(`select * from ${file}`)).toEqual(
      (
        [
          ['1980-10-01', 1234.5, 'A', null, null],
          ['1980-10-02', 0.1, 'P', 'e', null],
          ['1980-10-03', 99999, 'P', 'Ice', 'out of range'],
          ['1980-10-06', -0.33333334, 'P', null, null],
        ] as const
      ).map(([date, value, approval, qualifier, flag]) => ({
        site_number: 'HEII',
        loc_ndx: 1,
        date,
        value,
        approval,
        qualifier,
        flag,
        source: 'usgs',
      })),
    );
    const pairs = await duckdb.query<{ name: string; text: string }>(
      `select decode(key) as name, decode(value) as text from parquet_kv_metadata(${file})`,
    );
    expect(Object.fromEntries(pairs.map(({ name, text }) => [name, text]))).toMatchObject({
      parameter: 'Streamflow',
      units: 'cfs',
      source: 'USGS',
      time_zone: 'America/Denver',
      first_day: '1980-10-01',
      last_day: '1980-10-06',
      generated_at: '2026-11-23T09:30:00.000Z',
      data_version: manifest?.data_version,
    });
    const long = await save('air-temperature.parquet');
    expect(
      await duckdb.query(
        `select count(*)::int as days, count(distinct date)::int as different, sum(value::float = ((date - date '1960-01-01') % 700 / 7.0)::float)::int as same from ${long}`,
      ),
    ).toEqual([{ days: longDays, different: longDays, same: longDays }]);
  });

  test('have the decimals that were sent, and per value who sent it', async () => {
    await insertValues(store);
    await store.query(`insert into daily_value values
      (1, 1, '1990-01-01', 711.67, 'A', null, null), (1, 1, '1990-01-02', 8.7, 'A', null, null),
      (1, 1, '1990-01-03', 1234567, 'A', null, null), (2, 1, '1990-01-01', 16777216, 'A', null, null),
      (2, 1, '1990-01-02', 0.01, 'P', 'entry', null)`);
    await store.query(`insert into location_parameter (loc_ndx, parameter_ndx, total_samples)
      values (2, 1, 2)`);
    await write();
    const file = await save('streamflow.parquet');
    expect(
      await duckdb.query(
        `select value::varchar as value, source from ${file} where date >= date '1990-01-01'`,
      ),
    ).toEqual([
      { value: '711.67', source: 'usgs' },
      { value: '8.7', source: 'usgs' },
      { value: '1234567.0', source: 'usgs' },
      { value: '16777216.0', source: null },
      { value: '0.01', source: 'entry' },
    ]);
    // What readers without floats of 32 bits see.
    expect(
      await duckdb.query(`select value from ${file} where date = date '1990-01-01' order by value`),
    ).toEqual([{ value: 711.67 }, { value: 16777216 }]);
  });

  test('of a demonstration say so once', async () => {
    await insertValues(store);
    for (const isDemonstration of [true, false]) {
      await setDemonstration(store, isDemonstration);
      await write();
      expect(
        await duckdb.query(
          `select decode(value) as text from parquet_kv_metadata(${await save('streamflow.parquet')})
            where decode(key) = 'demonstration'`,
        ),
      ).toEqual(isDemonstration ? [{ text: demonstrationNote }] : []);
    }
  });

  test('have the hashes and sizes of the manifest, and its rows in order', async () => {
    await insertValues(store);
    await store.query(`insert into daily_value values (2, 1, '1970-01-01', 7, 'A', null, null)`);
    await store.query(`insert into location_parameter values (2, 1, '1970-01-01', '1970-01-01', 1, 0, 1)`);
    const { files } = await write();
    for (const { file, sha256, bytes } of files) {
      const { rawPayload } = await download(file);
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
      expect(rawPayload).toHaveLength(bytes);
    }
    const sites = await duckdb.query(`select site_number from ${await save('streamflow.parquet')}`);
    expect(sites.map(({ site_number }) => site_number)).toEqual(['HEII', 'HEII', 'HEII', 'HEII', 'W-7']);
  });

  test('leave out a site that is not shown, and follow a provider that is closed', async () => {
    await insertValues(store);
    await store.query('update location set is_shown = false where loc_ndx = 2');
    const { files } = await write();
    expect(files.map(({ file }) => file)).toEqual(['streamflow.parquet']);
    await using closed = openTestApp(store, { environment, openProviders: ['IDWR AquaInfo'] });
    expect((await closed.send('/api/bulk')).json()).toMatchObject({ state: 'none', manifest: null });
    expect((await closed.send('/api/bulk/streamflow.parquet')).statusCode).toBe(404);
  });

  test('are sent whole, by ranges, and not again to whoever has them', async () => {
    await insertValues(store);
    const file = (await write()).files.at(-1);
    const { bytes = 0, sha256 = '' } = file ?? {};
    const whole = await download('streamflow.parquet');
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-length': String(bytes),
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      etag: `"${sha256}"`,
      'content-disposition': expect.stringContaining('filename="streamflow.parquet"'),
    });
    expect(whole.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
    const head = await download('streamflow.parquet', {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(bytes), '']);
    const part = await download('streamflow.parquet', { range: 'bytes=-4' });
    expect([part.statusCode, part.body]).toEqual([206, 'PAR1']);
    expect(part.headers['content-range']).toBe(`bytes ${bytes - 4}-${bytes - 1}/${bytes}`);
    const same = await download('streamflow.parquet', { range: 'bytes=0-3', 'if-range': `"${sha256}"` });
    expect([same.statusCode, same.body]).toEqual([206, 'PAR1']);
    const changed = await download('streamflow.parquet', { range: 'bytes=0-3', 'if-range': '"other"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, bytes]);
    const beyond = await download('streamflow.parquet', { range: `bytes=${bytes}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes}`]);
    const known = await download('streamflow.parquet', { 'if-none-match': `"${sha256}"` });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test('stay at the address of their hash for an hour after new ones have taken their place', async () => {
    await insertValues(store);
    await write();
    const addressOf = ({ manifest }: BulkStatus) =>
      manifest?.files.find(({ file }) => file === 'streamflow.parquet')?.url ?? '';
    const former = addressOf(await status());
    const { rawPayload } = await portal.send(former);
    await store.query(`update daily_value set result_value_daily = 1 where parameter_ndx = 1`);
    await write();
    const present = addressOf(await status());
    expect(present).not.toBe(former);
    expect((await portal.send(former)).rawPayload).toEqual(rawPayload);
    expect((await download('streamflow.parquet')).rawPayload).not.toEqual(rawPayload);
    await runnerOf({ now: () => new Date(Date.now() + 3_700_000) }).removeFormer();
    expect((await portal.send(former)).statusCode).toBe(404);
    expect((await portal.send(present)).statusCode).toBe(200);
  });

  test('are written by one at a time, whoever asks', async () => {
    await insertValues(store);
    const first = await post('Developer');
    expect([first.statusCode, first.headers.location]).toEqual([202, '/api/bulk']);
    expect(first.json()).toMatchObject({ state: 'writing', manifest: null });
    const second = await post('Developer');
    expect(second.statusCode).toBe(409);
    expect(second.json().detail).toBe('The files are being written. Wait until that has ended.');
    await expect(runnerOf().start()).rejects.toThrow(BulkBusy);
    await expect.poll(async () => (await status()).state, { timeout: 10_000 }).toBe('ready');
    await write();
    const [entry] = await store.query<{ actor: string }>("select actor from audit_log where entity = 'bulk'");
    expect(entry?.actor).toBe('test|Developer');
  });

  test('stay the former ones where somebody cancels, which the status says', async () => {
    await insertValues(store);
    await write();
    const { manifest } = await status();
    const cancel = () => portal.send({ method: 'DELETE', url: '/api/bulk' }, 'Developer');
    expect((await cancel()).statusCode).toBe(404);
    await store.query(`update daily_value set result_value_daily = 3 where parameter_ndx = 1`);
    expect((await post('Developer')).statusCode).toBe(202);
    expect((await cancel()).statusCode).toBe(200);
    expect(await status()).toMatchObject({
      state: 'ready',
      manifest,
      failure: { message: 'Canceled by test|Developer. The files that there were before stay.' },
    });
  });

  test('of a portal that is stopped amid writing stay the former ones', async () => {
    await insertValues(store);
    await write();
    const before = await status();
    await store.query(`update daily_value set result_value_daily = 2 where parameter_ndx = 1`);
    const runner = runnerOf();
    const { finished } = await runner.start();
    const refused = expect(finished).rejects.toThrow('The portal is stopping.');
    await runner.stop();
    await refused;
    expect(await status()).toEqual(before);
    expect(readdirSync(path.join(folder, 'bulk'))).toHaveLength(1);
    expect((await write()).files).toHaveLength(2);
  });

  test('stay the former ones if the disk would be full', async () => {
    await insertValues(store);
    await write();
    const { manifest } = await status();
    await using full = openTestApp(store, {
      environment: { ...environment, DISK_FREE_MIN_MB: '1000000' },
      openProviders,
    });
    await full.send({ method: 'POST', url: '/api/bulk' }, 'Developer');
    await expect
      .poll(async () => (await full.request(readBulk, {})).failure?.message)
      .toMatch(
        /^Writing \d+ values may take the disk of .+ to its end: \d+ MB are free, and \d+ MB should be\. Free some space, then write the files again\.$/,
      );
    expect(await full.request(readBulk, {})).toMatchObject({ state: 'ready', manifest });
  });

  /** A store whose data change after the first `times` reads of values. */
  function changing(times: number): Store {
    let left = times;
    const wrap = <From extends Queryable>(from: From): From => ({
      ...from,
      query: (async (...call: Parameters<Queryable['query']>) => {
        const rows = await from.query(...call);
        if (left > 0 && rows.some((row) => typeof row === 'object' && row !== null && 'approval' in row)) {
          left -= 1;
          await store.query(
            sql`update daily_value set result_value_daily = ${left}::int where parameter_ndx = 1`,
          );
        }
        return rows;
      }) as Queryable['query'],
    });
    return { ...wrap(store), transaction: (work) => store.transaction((tx) => work(wrap(tx))) };
  }

  test('are all of one state of the data, which an import changes meanwhile', async () => {
    await insertValues(store);
    const manifest = await write({ store: changing(2) });
    const { files } = manifest;
    const [version] = await store.query<{ version: string }>('select version::text from data_version');
    const values = await duckdb.query(
      `select distinct value::double as value from ${await save('streamflow.parquet')} order by value`,
    );
    if (store.engine === 'pglite') {
      expect(manifest.data_version).toBe(version?.version);
      expect(values).toEqual([{ value: 0 }]);
    } else expect(values).toHaveLength(4);
    expect(files).toHaveLength(2);
  });

  test.runIf(open.name === 'openEmbeddedStore')(
    'are not written while the data change again and again',
    async () => {
      await insertValues(store);
      await expect(write({ store: changing(9) })).rejects.toThrow(
        'The data changed 3 times while the files were being written, as during an import.',
      );
      expect(await status()).toMatchObject({ state: 'none' });
    },
  );

  test('are written by the running portal for a command', async () => {
    await insertValues(store);
    writeFileSync(path.join(folder, 'portal.json'), JSON.stringify({ port: 1, secret: 'secret' }));
    const lines: string[] = [];
    const hooks = { onProgress: (line: string) => lines.push(line), sleep: () => sleep(20) };
    const manifest = await writeInPortal(folder, { ...hooks, send: createInjectFetch(portal.app) });
    expect(manifest.files).toHaveLength(2);
    expect(lines).toEqual(['The portal has the database open, so it writes the files.']);
    const { finished } = await runnerOf().start();
    await expect(writeInPortal(folder, { ...hooks, send: createInjectFetch(portal.app) })).rejects.toThrow(
      'The portal did not write the files: The files are being written.',
    );
    await finished;
  });

  describe('at night', () => {
    const night = (now: string, { hasTime = true, errors = [] as string[] } = {}) => {
      const clock = () => new Date(now);
      const runner = runnerOf({ now: clock });
      return createNightly({
        runner,
        from: store,
        at: hasTime ? '02:30' : undefined,
        now: clock,
        onError: (message) => errors.push(message),
      });
    };
    const generatedAt = async () => (await status()).manifest?.generated_at;

    test('are written once, when the data have changed', async () => {
      await insertValues(store);
      await night('2026-11-23T09:00:00Z', { hasTime: false })();
      expect(await generatedAt()).toBeUndefined();
      // 02:00 in Denver: those of the night before are missing.
      await night('2026-11-23T09:00:00Z')();
      expect(await generatedAt()).toBe('2026-11-23T09:00:00.000Z');
      await night('2026-11-23T09:40:00Z')();
      expect(await generatedAt()).toBe('2026-11-23T09:00:00.000Z');
      await store.query(`update daily_value set result_value_daily = 3 where parameter_ndx = 1`);
      await night('2026-11-23T09:29:00Z')();
      expect(await generatedAt()).toBe('2026-11-23T09:00:00.000Z');
      await night('2026-11-23T09:31:00Z')();
      expect(await generatedAt()).toBe('2026-11-23T09:31:00.000Z');
    });

    test('are left to another portal that writes them', async () => {
      await insertValues(store);
      const check = night('2026-11-23T09:40:00Z');
      const { finished } = await runnerOf({ now: () => new Date('2026-11-23T09:35:00Z') }).start();
      await check();
      await finished;
      await check();
      expect(await generatedAt()).toBe('2026-11-23T09:35:00.000Z');
    });

    test('fail with a message, and are tried in the next night', async () => {
      await insertValues(store);
      const errors: string[] = [];
      environment = { ...environment, DISK_FREE_MIN_MB: '1000000' };
      const check = night('2026-11-23T09:40:00Z', { errors });
      await check();
      await check();
      expect(errors).toEqual([
        expect.stringMatching(/^The Parquet files could not be written: Writing \d+ values/),
      ]);
    });
  });

  test('a folder that a killed process left is removed', async () => {
    await insertValues(store);
    await write();
    const [name = ''] = readdirSync(path.join(folder, 'bulk'));
    const part = path.join(folder, 'bulk', `${name}.part`);
    writeFileSync(part, 'half');
    utimesSync(part, 0, 0);
    await write();
    expect(readdirSync(path.join(folder, 'bulk')).filter((each) => each.endsWith('.part'))).toEqual([]);
  });
});
