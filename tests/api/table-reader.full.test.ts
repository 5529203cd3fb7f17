import { describe, expect, inject, test } from 'vitest';
import { partBytes } from '#server/backup/archive-format.ts';
import { readRows } from '#server/backup/table-reader.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';

describe.skipIf(!inject('postgresUrl'))('reading a table on PostgreSQL', () => {
  test('leaves the connection usable where the reader was slower than the server', {
    timeout: 20_000,
  }, async () => {
    const url = inject('postgresUrl') ?? '';
    const [client, operator] = await Promise.all([connectPostgres(url), connectPostgres(url)]);
    // More than the reader takes at a time, and the buffers of both sockets.
    const count = Math.round((3 * partBytes) / 1000);
    await client.query(
      `create temporary table thing as select repeat('x', 999) as name from generate_series(1, ${count})`,
    );
    const parts = readRows(client, { name: 'thing', columns: ['name'] });
    let bytes = (await parts.next()).value?.content.length ?? 0;
    // Until the server waits for the reader.
    const isWaiting = () =>
      operator.query(
        "select from pg_stat_activity where wait_event = 'ClientWrite' and query like 'copy%thing%'",
      );
    await expect.poll(async () => (await isWaiting()).rows).toHaveLength(1);
    for await (const { content } of parts) bytes += content.length;
    expect(bytes).toBe(count * 1000);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([client.end(), operator.end()]);
  });
});
