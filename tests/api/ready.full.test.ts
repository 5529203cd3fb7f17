import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readReady } from '#contract/system.ts';
import type { AppOptions } from '#server/app.ts';
import { readMigrations } from '#server/db/applied-migrations.ts';
import { noteAnswer } from '#server/db/last-answer.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

describeEngines('readiness', async (open) => {
  const store = closeAfter(await open());
  const folder = temporaryFolder('ready');
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/index.html'), '<!doctype html>');
  const environment = { DATA_DIR: path.join(folder, 'data'), DIST_DIR: path.join(folder, 'dist') };

  async function ask(
    change: Partial<AppOptions> & { environment?: Record<string, string> } = {},
    url = '/api/ready',
  ) {
    const portal = openTestApp(change.store ?? store, {
      ...change,
      environment: { ...environment, ...change.environment },
    });
    const answer = await portal.send(url);
    await portal.close();
    return answer;
  }

  const storeWith = (query: () => Promise<unknown>): Store => ({ ...store, query: query as Store['query'] });

  test('is 200 and never cached where nothing is missing', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(readReady.response.parse(answer.json())).toEqual({
      status: 'ready',
      checks: {
        running: 'ok',
        database: 'ok',
        migrations: 'ok',
        disk: 'ok',
        pages: 'ok',
        identity: 'ok',
      },
    });
  });

  test.each<[check: string, message: RegExp, () => Parameters<typeof ask>[0]]>([
    ['running', /^The portal is stopping\.$/, () => ({ isStopping: () => true })],
    [
      'database',
      /^The database does not answer\.$/,
      () => ({ store: storeWith(() => Promise.reject(new Error('hunter2 at /secret/place'))) }),
    ],
    [
      'migrations',
      /^The tables of the database are older than this version\. Restart/,
      () => ({ store: storeWith(async () => [{ level: 1 }]) }),
    ],
    [
      'disk',
      /^The disk of the data has \d+ MB left; 1000000 MB are wanted\. Delete files, or enlarge/,
      () => ({ environment: { DISK_FREE_MIN_MB: '1000000' } }),
    ],
    ['pages', /^The pages have not been built\./, () => ({ environment: { DIST_DIR: folder } })],
    ['identity', /^The keys that verify sign-ins/, () => ({ verifier: undefined })],
  ])('is 503 with Retry-After and names %s', async (check, message, change) => {
    const answer = await ask(change());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    });
    const { errors, detail } = answer.json();
    expect(errors).toEqual([{ path: check, message: expect.stringMatching(message) }]);
    expect(detail).toBe(`The portal is not ready. ${check}: ${errors[0].message}`);
    expect(answer.body).not.toMatch(/hunter2|secret/);
    expect(answer.body).not.toContain(folder);
  });

  test('is 503 within seconds where the database is stuck', async () => {
    const stuck = storeWith(() => new Promise(() => {}));
    const answer = await ask({ store: stuck });
    expect(answer.json().errors).toMatchObject([{ path: 'database' }]);
  });

  test('does not wait for a database that has just answered an import', async () => {
    const busy = storeWith(() => new Promise(() => {}));
    noteAnswer(busy);
    expect((await ask({ store: busy })).statusCode).toBe(200);
  });

  test('names everything that is missing', async () => {
    const answer = await ask({ isStopping: () => true, verifier: undefined });
    expect(answer.json().errors.map(({ path: check }: { path: string }) => check)).toEqual([
      'running',
      'identity',
    ]);
  });

  test.each([
    ['on another origin', { ALLOWED_ORIGINS: 'https://pages.example.org' }],
    ['by the development server', { SIGN_IN_PAGE_URL: 'http://localhost:4321/sign-in' }],
  ])('does not want pages that are served %s', async (_, change) => {
    expect((await ask({ environment: { DIST_DIR: folder, ...change } })).statusCode).toBe(200);
  });

  test('is never refused by the limit of requests, and then asks the database once a second', async () => {
    let statementCount = 0;
    await using portal = openTestApp(
      storeWith(async () => {
        statementCount += 1;
        return readMigrations().map(({ feature, when }) => ({ feature, when }));
      }),
      { environment: { ...environment, RATE_LIMIT_PER_MINUTE: '1' } },
    );
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => portal.send('/api/ready')));
    const seconds = (performance.now() - start) / 1000;
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(statementCount).toBeLessThanOrEqual(1 + seconds);
    await portal.send('/api/version');
    expect((await portal.send('/api/version')).statusCode).toBe(429);
  });

  test('is not what health says: a portal without pages is alive', async () => {
    const answer = await ask({ environment: { DIST_DIR: folder } }, '/api/health');
    expect(answer.statusCode).toBe(200);
  });
});
