import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable, type Store } from '#server/db/store.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { checkListenAddress, StartFailed, startServer } from '#server/main.ts';
import { openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { findFreePort, listen } from '../support/local-server.ts';
import { temporaryFolder } from '../support/set-up.ts';
import { testConfig } from '../support/test-app.ts';

const root = path.resolve(import.meta.dirname, '../..');

const folder = temporaryFolder('start');
const taken = await listen(createServer());
const takenPort = String(taken.port);

// Its connections may stay open.
afterAll(() => void taken.close());

describe('a server', () => {
  async function start(store: Store, name: string) {
    const dataDir = path.join(folder, name);
    const config = testConfig({ PORT: '0', DATA_DIR: dataDir });
    const server = await startServer(config, store, {
      importRunner: createImportRunner(async () => ({ status: 'succeeded' })),
    });
    return { server, note: path.join(dataDir, 'portal.json') };
  }

  test('leaves port and secret for importers, for its own account only, while it runs', async () => {
    const { server, note } = await start(await openEmbeddedStore(), 'note');
    expect(statSync(note).mode & 0o777).toBe(0o600);
    const { port, secret } = JSON.parse(readFileSync(note, 'utf8'));
    expect(port).toBe(server.port);
    const answer = await fetch(`http://127.0.0.1:${port}/internal/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-portal-secret': secret },
      body: JSON.stringify({ source: 'usbr' }),
    });
    expect(await answer.json()).toEqual({ type: 'done', report: { status: 'succeeded' } });
    await server.close();
    expect(existsSync(note)).toBe(false);
  });

  test('finishes what is under way before it closes the store', async () => {
    const gate = Promise.withResolvers<void>();
    const requestReceived = Promise.withResolvers<void>();
    const order: string[] = [];
    const store = await openEmbeddedStore();
    const { server } = await start(
      {
        ...store,
        query: (async (...query: Parameters<Store['query']>) => {
          // Features ask for their own at the start.
          if (!JSON.stringify(query).includes('select 1')) return store.query(...query);
          requestReceived.resolve();
          await gate.promise;
          const rows = await store.query(...query);
          order.push('queried');
          return rows;
        }) as Store['query'],
        close: async () => {
          order.push('closed');
          await store.close();
        },
      },
      'finish',
    );
    const answer = fetch(`http://127.0.0.1:${server.port}/api/health`);
    await requestReceived.promise;
    const closing = server.close();
    gate.resolve();
    expect((await answer).status).toBe(200);
    await closing;
    expect(order).toEqual(['queried', 'closed']);
    await expect(fetch(`http://127.0.0.1:${server.port}/api/health`)).rejects.toThrow();
  });

  test('says that its port is in use', async () => {
    const config = testConfig({ PORT: takenPort });
    const message = `Port ${takenPort} is in use by another program. Stop that one, or set PORT to another port.`;
    await expect(checkListenAddress(config)).rejects.toThrow(new StartFailed(message));
    await using store = await openEmbeddedStore();
    await expect(startServer(config, store)).rejects.toThrow(new StartFailed(message));
  });

  async function startWithMetrics(environment: Record<string, string>) {
    const config = testConfig({ PORT: '0', DATA_DIR: path.join(folder, 'metrics'), ...environment });
    const { store, telemetry } = await openTelemetry(config, await openEmbeddedStore());
    return { store, start: () => startServer(config, store, { telemetry }) };
  }

  test('has its figures on a port of their own, until it ends', async () => {
    const { start: startIt } = await startWithMetrics({ METRICS_PORT: '0' });
    const server = await startIt();
    const address = `http://127.0.0.1:${server.metricsPort}/metrics`;
    expect(await (await fetch(address)).text()).toContain('portal_database_up 1');
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(404);
    await server.close();
    await expect(fetch(address)).rejects.toThrow();
  });

  test('says that the port of its figures is in use', async () => {
    const { store, start: startIt } = await startWithMetrics({ METRICS_PORT: takenPort });
    const message = `Port ${takenPort} is in use by another program. Stop that one, or set METRICS_PORT to another port.`;
    await expect(startIt()).rejects.toThrow(new StartFailed(message));
    await store.close();
  });

  test('says that it is not ready before it stops, and still responds', async () => {
    const config = testConfig({
      PORT: '0',
      DATA_DIR: path.join(folder, 'drained'),
      SHUTDOWN_DELAY_SECONDS: '1',
    });
    const server = await startServer(config, await openEmbeddedStore());
    const address = `http://127.0.0.1:${server.port}`;
    const closing = server.close();
    const answer = await fetch(`${address}/api/ready`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({
      errors: expect.arrayContaining([{ path: 'running', message: 'The portal is stopping.' }]),
    });
    expect((await fetch(`${address}/api/version`)).status).toBe(200);
    await closing;
    await expect(fetch(`${address}/api/ready`)).rejects.toThrow();
  });

  test('says that its host is not this computer', async () => {
    // TEST-NET-1: no computer has this address.
    const config = testConfig({ HOST: '192.0.2.1', PORT: '0', PORTAL_ALLOW_DEMO: 'on' });
    const message = /^HOST is "192\.0\.2\.1", which is not an address/;
    await expect(checkListenAddress(config)).rejects.toThrow(message);
    await using store = await openEmbeddedStore();
    await expect(startServer(config, store)).rejects.toThrow(message);
  });

  test('says that its keys are damaged', async () => {
    const dataDir = path.join(folder, 'damaged');
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'identity.json'), '{"signing":[]}');
    await using store = await openEmbeddedStore();
    const started = startServer(testConfig({ PORT: '0', DATA_DIR: dataDir }), store);
    await expect(started).rejects.toThrow(StartFailed);
    await expect(started).rejects.toThrow(
      /^The sign-in keys in .* cannot be read \(it is damaged\)\. .*delete/,
    );
  });

  test('names itself by the port it got, in what signs people in, too', async () => {
    const { server } = await start(await openEmbeddedStore(), 'issuer');
    const address = `http://localhost:${server.port}`;
    expect(server.address).toBe(address);
    const answer = await fetch(`${address}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      issuer: `${address}/`,
      authorization_endpoint: `${address}/authorize`,
    });
    await server.close();
  });

  test('finds a free port free', async () => {
    await expect(checkListenAddress(testConfig({ PORT: '0' }))).resolves.toBeUndefined();
  });
});

describe('a database that cannot be opened', () => {
  test('is a folder that another portal has', { timeout: 1_200_000 }, async () => {
    const data = path.join(folder, 'shared');
    const first = await openStore(data);
    await expect(openStore(data)).rejects.toThrow(FolderInUse);
    await first.close();
    await (await openStore(data)).close();
  });

  test('is a folder that is a file', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await expect(openStore(file)).rejects.toThrow(
      /^The data folder .* cannot be written \(ENOTDIR.*\)\. Make it writable, or set DATA_DIR/,
    );
  });

  test('is a PostgreSQL that is not there; the password is not repeated', async () => {
    const failure = await openStore(
      `postgres://portal:hunter2@127.0.0.1:${await findFreePort()}/portal`,
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(String(failure)).toMatch(/postgres:\/\/portal:…@127\.0\.0\.1.*ECONNREFUSED.*Check DATABASE_URL/);
    expect(String(failure)).not.toContain('hunter2');
  });
});

describe('the command', () => {
  function serve(environment: Record<string, string>): ChildProcess {
    const { TZ, PATH } = process.env;
    return spawn(process.execPath, ['src/commands/serve.ts'], {
      cwd: root,
      env: { TZ, PATH, DEMO_DATA: 'off', DATABASE_URL: 'memory://', DATA_DIR: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async function outcome(child: ChildProcess) {
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('The process has no output.');
    const [out, error, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
    return { out, error, code };
  }

  test.each([
    ['a bad setting', () => ({ PORT: 'x' }), /^PORT is "x"; a whole number from 0 to 65535 is wanted\.\n$/],
    ['a port in use', () => ({ PORT: takenPort }), /^Port \d+ is in use by another program\. .*\n$/],
    [
      'an unreachable database',
      () => ({ PORT: '0', DATABASE_URL: `postgres://portal@127.0.0.1:${takenPort}/x?connect_timeout=1` }),
      /^The database at postgres:\/\/portal@.* could not be opened .*\n$/,
    ],
  ])('ends with 1 and one line for %s', async (_, environment, message) => {
    const { error, code } = await outcome(serve(environment()));
    expect(error).toMatch(message);
    expect(code).toBe(1);
  });

  test('tells when it is ready, keeps secrets out of its log, and ends with 0', async () => {
    const child = serve({ PORT: '0' });
    const ended = outcome(child);
    const [, address = ''] = await new Promise<RegExpMatchArray>((resolve, reject) => {
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
        const match = /^Portal is ready at (http:\/\/localhost:\d+)$/m.exec(out);
        if (match) resolve(match);
      });
      child.once('close', () => reject(new Error(`It ended before it was ready: ${out}`)));
    });
    const headers = { authorization: 'Bearer hidden-1', 'x-request-id': 'the-request' };
    expect((await fetch(`${address}/api/version?token=hidden-2`, { headers })).status).toBe(401);
    child.kill('SIGTERM');
    const { out, error, code } = await ended;
    expect(code).toBe(0);
    expect(error).toBe('');
    const line = out.split('\n').find((entry) => entry.includes('"the-request"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      reqId: 'the-request',
      req: { method: 'GET', path: '/api/version' },
      res: { status: 401 },
    });
    expect(out).not.toMatch(/hidden-[12]/);
  });
});
