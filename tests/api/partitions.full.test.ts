import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres, rowsOf } from '#server/db/postgres/connect-postgres.ts';
import type { Store } from '#server/db/store.ts';
import { quietImport } from '../support/basin.ts';
import { findDocumentedSql } from '../support/documented-sql.ts';
import { createTestDatabase } from '../support/engines.ts';
import { createFakeAgencies, now } from '../support/fake-agencies.ts';

const agency = createFakeAgencies().find(({ source }) => source === 'usbr');

describe.skipIf(!inject('postgresUrl'))('the SQL of the page for several machines', () => {
  let url: string;
  let store: Store;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ url, drop } = await createTestDatabase());
    store = await openStore(url);
    await runImport();
  });
  afterEach(async () => {
    await store.close();
    await drop();
  });

  const runImport = () =>
    ingest(store, 'usbr', {
      ...quietImport,
      sites: agency?.sites,
      since: '2025-10-01',
      fetch: agency?.fetch,
      now,
    });

  async function runBlock(part: string) {
    const client = await connectPostgres(url);
    try {
      return rowsOf(await client.query(findDocumentedSql(part)));
    } finally {
      await client.end();
    }
  }

  const readValues = () => store.query('select * from daily_value order by loc_ndx, parameter_ndx, rdate');
  async function readVersion() {
    const [row] = await store.query<{ version: string }>('select version::text as version from data_version');
    return row?.version;
  }

  test('divides the daily values by years, and the portal goes on', async () => {
    const before = await readValues();
    expect(before.length).toBeGreaterThan(100);
    await runBlock('partition by range');
    expect(await readValues()).toEqual(before);
    const [early] = await store.query<{ partition: string }>(
      "insert into daily_value values (1, 1, '1980-05-01', 3) returning tableoid::regclass::text as partition",
    );
    expect(early?.partition).toBe('daily_value_early');
    const version = await readVersion();
    await store.query("delete from daily_value where rdate < '2000-01-01'");
    expect(await readVersion()).not.toBe(version);
    expect((await runImport()).rows_written).toBe(0);
    await store.query("delete from daily_value where rdate > '2026-01-01'");
    expect((await runImport()).rows_written).toBeGreaterThan(0);
    expect(await readValues()).toEqual(before);
  });

  test('finds no index that Citus would refuse, and versions change without the trigger that it would refuse', async () => {
    expect(await runBlock('pg_index')).toHaveLength(0);
    await runBlock('drop trigger');
    await store.query("update daily_value set result_value_daily = 9999 where rdate = '2026-01-05'");
    const version = await readVersion();
    expect((await runImport()).rows_written).toBeGreaterThan(0);
    expect(await readVersion()).not.toBe(version);
  });
});
