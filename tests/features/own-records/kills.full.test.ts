import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { randomSource } from '#lib/random-source.ts';
import { hashOfToken } from '#server/access/personal-tokens.ts';
import { openStore } from '#server/db/open-store.ts';
import { copyTemplate } from '../../support/backup-archives.ts';
import { type ImportPortal, killImportPortal, startImportPortal } from '../../support/import-portal.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { inDays, insertOwnSites } from './own-portal.ts';

const readings = 1000;
const perRequest = 20;
/** `TEST_KILLS=50` tries more of the moments at which a portal may end. */
const kills = Number(process.env.TEST_KILLS ?? 3);
const batches = readings / perRequest;
const secret = `usrw_${'a'.repeat(43)}`;

/** A proxy that passes on so many bytes of a connection and then cuts it, in either direction. */
function startCuttingProxy(
  portOf: () => number,
  bytesUntilCut: () => number,
): Promise<{ server: Server; address: string }> {
  const server = createServer((client) => {
    const upstream = connect(portOf(), '127.0.0.1');
    let left = bytesUntilCut();
    const end = () => [client, upstream].map((each) => each.destroy());
    const pass = (from: Socket, to: Socket) =>
      from
        .on('data', (chunk) => {
          left -= chunk.length;
          if (left < 0) end();
          else to.write(chunk);
        })
        .on('error', end)
        .on('close', end);
    pass(client, upstream);
    pass(upstream, client);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      const port = typeof bound === 'object' && bound ? bound.port : 0;
      resolve({ server, address: `http://127.0.0.1:${port}` });
    });
  });
}

test(`1,000 readings over a connection that is cut, while the portal is killed ${kills} times, are stored once`, {
  timeout: 1_200_000,
}, async () => {
  const folder = temporaryFolder('own-kills');
  await copyTemplate(path.join(folder, 'pglite'));
  const prepared = await openStore(folder);
  await insertOwnSites(prepared);
  await prepared.query(
    `insert into own_token (loc_ndx, name, token_hash, starts_with, ends_on, created_by)
      values (1, 'Logger', '${hashOfToken(secret)}', 'usrw_', '${inDays(9)}', 'test')`,
  );
  await prepared.close();

  const random = randomSource(7);
  let portal: ImportPortal = await startImportPortal({ DATA_DIR: folder });
  const stop = () => killImportPortal(portal);
  afterAll(stop);
  const restart = async () => {
    await killImportPortal(portal);
    // Whoever was killed holds the folder no more.
    portal = await startImportPortal({ DATA_DIR: folder });
  };
  const portOf = () => Number(new URL(portal.address).port);
  // A request has some 2,500 bytes, and its answer as many.
  const proxy = await startCuttingProxy(portOf, () =>
    random() < 0.4 ? 100 + random() * 6000 : Number.POSITIVE_INFINITY,
  );
  afterAll(() => proxy.server.close());

  const start = Date.UTC(2026, 0, 8, 7);
  const all = Array.from({ length: readings }, (_, at) => ({
    ...{ id: `logger-${at}`, parameter: 'Diversion', unit: 'cfs' },
    ...{ at: new Date(start + at * 900_000).toISOString(), value: (at % 97) / 4 },
  }));
  const sent = { stored: 0, cut: 0 };
  for (let from = 0, batch = 0; from < readings; from += perRequest, batch += 1) {
    const body = JSON.stringify(all.slice(from, from + perRequest));
    const killsNow = Math.floor((kills * (batch + 1)) / batches) - Math.floor((kills * batch) / batches);
    for (let attempt = 0, isDone = false; !isDone; attempt += 1) {
      const push = fetch(`${proxy.address}/api/readings`, {
        ...{ method: 'POST', body },
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${secret}`,
          connection: 'close',
        },
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
      // It dies while it writes, before, or after.
      const kill =
        attempt < killsNow
          ? new Promise((resolve) => setTimeout(resolve, random() * 60)).then(restart)
          : undefined;
      const answer = await push.catch(() => undefined);
      await kill;
      if (answer?.status === 200) {
        const { refused } = JSON.parse(answer.text);
        expect(refused).toBe(0);
        isDone = true;
        sent.stored += 1;
      } else sent.cut += 1;
    }
  }
  expect(sent.stored).toBe(batches);
  // Otherwise nothing was tried.
  expect(sent.cut).toBeGreaterThan(kills / 2);
  await stop();
  const store = await openStore(folder);
  const rows = await store.query<{ client_id: string; version: number; value: number }>(
    'select client_id, version, value from own_reading order by at',
  );
  expect(rows).toEqual(all.map(({ id, value }) => ({ client_id: id, version: 1, value })));
  await store.close();
});
