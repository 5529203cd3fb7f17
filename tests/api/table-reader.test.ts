import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { readToEnd } from '#server/backup/table-reader.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';

describe.skipIf(!inject('postgresUrl'))('reading a table on PostgreSQL', () => {
  test('leaves the connection usable where the reader was slower than the server', {
    timeout: 10_000,
  }, async () => {
    const client = connectPostgres(inject('postgresUrl') ?? '', { max: 1 });
    const stream = await client
      .unsafe("copy (select repeat('x', 1000) from generate_series(1, 80)) to stdout")
      .readable();
    // The stream is full, and so the driver has paused its socket, before anyone reads.
    while (stream.readableLength < stream.readableHighWaterMark) await setTimeout(5);
    let bytes = 0;
    for await (const chunk of readToEnd(stream)) bytes += chunk.length;
    expect(bytes).toBe(80 * 1001);
    expect(await client`select 1 as one`).toEqual([{ one: 1 }]);
    await client.end();
  });
});
