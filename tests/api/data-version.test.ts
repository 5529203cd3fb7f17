import { type SQL, sql } from 'drizzle-orm/sql';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Queryable } from '#server/db/store.ts';
import { cacheQuery, readDataVersion } from '#server/http/query-cache.ts';
import { describeEngines } from '../support/engines.ts';
import { featureParts } from '../support/feature-parts.ts';
import { closeAfter } from '../support/set-up.ts';

/** Tables whose rows no published answer contains. */
const unpublishedTables = [
  'access_token',
  'audit_log',
  'basin_shapes_state',
  'daily_value_addition',
  'daily_value_revision',
  'data_change',
  'data_version',
  'identity_record',
  'import_schedule',
  'ingest_run',
  // It has a version of its own: see `readReadingVersion`.
  'latest_reading',
  'lease',
  // Its rows are written before the answer that first shows them.
  'outlook_issue',
  'person',
  'rate_counter',
  'series_source',
  'swept_file',
  'timeseries_user_filter',
  'timeseries_view',
  'user_basket',
  ...featureParts.flatMap((parts) => parts.unpublishedTables ?? []),
];

const addHuc = (name: string) =>
  sql`insert into huc8 (huc8_ndx, huc8_code, huc8_name) values (${Number(name)}, ${name}, ${name})`;

describeEngines('the version of the published data', async (open) => {
  const version = async () => Number(await readDataVersion(store));

  const store = closeAfter(await open());

  test('is raised by writes to every table that readers see', async () => {
    const rows = await store.query<{ name: string; is_watched: boolean }>(
      `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid
          and t.tgname = 'note_data_change') as is_watched
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = 'public' order by c.relname collate "C"`,
    );
    const unwatched = rows.filter((row) => !row.is_watched).map((row) => row.name);
    expect(unwatched.filter((name) => !unpublishedTables.includes(name))).toEqual([]);
    expect(rows.length).toBeGreaterThan(unwatched.length);
  });

  test('rises by one with a transaction, however many statements it has', async () => {
    const before = await version();
    await store.transaction(async (tx) => {
      await tx.query(addHuc('17040201'));
      await tx.query(addHuc('17040202'));
      await tx.query(sql`update huc8 set huc8_name = huc8_name || ' Basin'`);
    });
    expect(await version()).toBe(before + 1);
    await store.query(sql`delete from huc8 where huc8_code = '17040202'`);
    expect(await version()).toBe(before + 2);
    expect(await store.query('select transaction from data_change')).toEqual([]);
  });

  test('stays after a transaction that was rolled back, and after a read', async () => {
    const before = await version();
    await expect(
      store.transaction(async (tx) => {
        await tx.query(addHuc('17040203'));
        throw new Error('Changed my mind');
      }),
    ).rejects.toThrow('Changed my mind');
    await store.query('select huc8_name from huc8');
    expect(await version()).toBe(before);
  });

  test('rises with each of many simultaneous transactions', async () => {
    const before = await version();
    const names = Array.from({ length: 20 }, (_, at) => String(17_050_000 + at));
    await Promise.all(names.map((name) => store.transaction((tx) => tx.query(addHuc(name)))));
    expect(await version()).toBe(before + names.length);
  });

  test('makes a cached answer new after a change by hand', async () => {
    const json = sql`(select coalesce(json_agg(h.huc8_code order by h.huc8_code), '[]')::text
      from huc8 h where h.huc8_code like '1706%')`;
    const read = cacheQuery(store, { json });
    const first = await read();
    expect(await first.readJson()).toEqual([]);
    expect(await read()).toBe(first);
    await store.query(addHuc('17060101'));
    expect(await (await read()).readJson()).toEqual(['17060101']);
  });

  test('is known without asking an embedded database that nothing was written to', async () => {
    let asked = 0;
    const counted: Queryable = {
      ...store,
      query: ((statement: SQL, row: z.ZodMiniType) => {
        asked += 1;
        return store.query(statement, row);
      }) as Queryable['query'],
    };
    const first = await readDataVersion(counted);
    expect(await readDataVersion(counted)).toBe(first);
    expect(asked).toBe(store.engine === 'pglite' ? 1 : 2);
    await store.query(addHuc('17080101'));
    expect(Number(await readDataVersion(counted))).toBe(Number(first) + 1);
    const statement = sql`with added as (${addHuc('17080102')} returning huc8_ndx) select huc8_ndx from added`;
    await store.query(statement);
    expect(Number(await readDataVersion(counted))).toBe(Number(first) + 2);
    await store.transaction((tx) => tx.query(addHuc('17080103')));
    expect(Number(await readDataVersion(counted))).toBe(Number(first) + 3);
  });

  test('is not held by a transaction that has changed data and is still running', async () => {
    if (store.engine === 'pglite') return;
    const before = await version();
    const isWritten = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = store.transaction(async (tx) => {
      await tx.query(addHuc('17070101'));
      isWritten.resolve();
      await mayEnd.promise;
    });
    await isWritten.promise;
    await store.query(addHuc('17070102'));
    expect(await version()).toBe(before + 1);
    mayEnd.resolve();
    await slow;
    expect(await version()).toBe(before + 2);
    const [row] = await store.query(
      sql`select count(*)::int as count from data_change`,
      z.object({ count: z.int() }),
    );
    expect(row?.count).toBe(0);
  });
});
