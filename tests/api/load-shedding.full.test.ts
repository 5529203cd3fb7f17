import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOverloaded } from '#server/plugins/load-shedding.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

// The waits below are those of a usual machine.
beforeAll(() => void vi.stubEnv('TIME_LIMIT_FACTOR', '1'));
afterAll(() => void vi.unstubAllEnvs());

describe('a portal is overloaded', () => {
  test.each([
    // requests, crowd’s wait in ms, database’s wait in ms
    [0, 0, 0, false],
    [0, 0, 600_000, false],
    [1, 0, 600_000, false],
    [12, 0, 600_000, false],
    [31, 0, 600_000, false],
    [32, 0, 0, false],
    [32, 4000, 4000, false],
    [32, 4001, 0, true],
    [32, 0, 4001, true],
    [200, 1500, 1500, false],
    [1999, 4000, 4000, false],
    [2000, 0, 0, true],
  ])(
    'by %i requests, of which a crowd waits %i ms, and a statement that waits %i ms: %s',
    (requests, crowdWait, databaseWait, expected) => {
      expect(isOverloaded({ requests, crowdWait, databaseWait })).toBe(expected);
    },
  );
});

/** There is no page in the tests: the site handler says so. */
const noPages = /pages have not been built/;

/** Stops the thread, as do other programs that take all processors. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a server', async () => {
  let portal: TestApp;
  let clock: number;
  let databaseWait: number;
  let gate: PromiseWithResolvers<void>;
  let counts: { begun: number; atWork: number; answering: number };

  const store = closeAfter(await openEmbeddedStore());
  await insertFixture(store);

  beforeEach(() => {
    clock = 0;
    databaseWait = 0;
    counts = { begun: 0, atWork: 0, answering: 0 };
    gate = Promise.withResolvers();
    const busyStore = { ...store, stats: () => ({ ...store.stats(), longestWaitMs: databaseWait }) };
    portal = openTestApp(busyStore, { shedding: { now: () => clock } });
    portal.app.addHook('onRequest', async () => {
      counts.begun += 1;
    });
    portal.app.addHook('onSend', async () => {
      counts.answering += 1;
    });
    portal.app.get('/api/wait', async () => {
      counts.atWork += 1;
      await gate.promise;
      return 'done';
    });
    portal.app.get('/api/stream', async (_, reply) => {
      const stream = new Readable({ read() {} });
      gate.promise.then(() => stream.push(null));
      return reply.send(stream);
    });
  });

  afterEach(async () => {
    gate.resolve();
    await portal.close();
  });

  const sendMany = (count: number, url: string) => Array.from({ length: count }, () => portal.send(url));

  async function expectRefusal(url: string) {
    const refused = await portal.send(url);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json().detail).toBe('The portal is very busy. Try again in 5 s.');
  }

  test('serves its only reader while other programs keep the computer busy', async () => {
    const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const readers = ['/api/version', '/api/public-map/wells', '/api/public-map/layers', '/api/health'];
    const answers = readers.map((url) => fetch(origin + url));
    const pages = ['/favicon.svg', '/'].map((url) => fetch(origin + url));
    await expect.poll(() => counts.begun).toBeGreaterThan(0);
    block(2000);
    clock += 60_000;
    databaseWait = 60_000;
    for (const answer of await Promise.all(answers))
      expect([answer.url, answer.status]).toEqual([answer.url, 200]);
    for (const page of await Promise.all(pages)) expect(await page.text()).toMatch(noPages);
    block(2000);
    expect((await fetch(`${origin}/api/public-map/filters`)).status).toBe(200);
  });

  test('refuses what comes while a crowd has waited, and never the version, probes and files', async () => {
    const waiting = sendMany(32, '/api/wait');
    await expect.poll(() => counts.atWork).toBe(32);
    clock = 4000;
    expect((await portal.send('/api/public-map/filters')).statusCode).toBe(200);
    clock = 4001;
    await expectRefusal('/api/public-map/filters');
    await expectRefusal('/api/nothing');
    for (const url of ['/api/version', '/api/health']) {
      expect([url, (await portal.send(url)).statusCode]).toEqual([url, 200]);
    }
    expect((await portal.send('/api/ready')).json().detail).not.toMatch(/busy/);
    for (const url of ['/', '/favicon.svg', '/_assets/map.js', '/sites/1', '/.well-known/security.txt']) {
      expect((await portal.send(url)).body, url).not.toMatch(/busy/);
    }
    gate.resolve();
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
    expect((await portal.send('/api/public-map/filters')).statusCode).toBe(200);
  });

  test('refuses while a crowd is there and statements wait', async () => {
    databaseWait = 4001;
    const waiting = sendMany(32, '/api/wait');
    await expect.poll(() => counts.atWork).toBe(32);
    await expectRefusal('/api/public-map/filters');
    databaseWait = 0;
    expect((await portal.send('/api/public-map/filters')).statusCode).toBe(200);
    gate.resolve();
    await Promise.all(waiting);
  });

  test('does not count answers that clients are reading', async () => {
    const reading = sendMany(40, '/api/stream');
    await expect.poll(() => counts.answering).toBe(40);
    clock = 600_000;
    expect((await portal.send('/api/public-map/filters')).statusCode).toBe(200);
    gate.resolve();
    await Promise.all(reading);
  });

  test('does not count requests whose body has not arrived', async () => {
    const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const head = 'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}content-length: 100\r\n\r\n{`));
      return socket.on('error', () => {});
    });
    await expect.poll(() => counts.begun).toBe(40);
    clock = 600_000;
    expect((await portal.send('/api/public-map/filters')).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('forgets requests whose clients have left', async () => {
    const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const left = Array.from({ length: 40 }, () =>
      fetch(`${origin}/api/wait`, { signal: leaving.signal }).catch(() => 'left'),
    );
    await expect.poll(() => counts.atWork).toBe(40);
    clock = 600_000;
    await expectRefusal('/api/public-map/filters');
    leaving.abort();
    await Promise.all(left);
    await expect.poll(async () => (await portal.send('/api/public-map/filters')).statusCode).toBe(200);
  });
});
