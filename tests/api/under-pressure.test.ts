import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let store: Store;
let portal: TestApp;
let pressure = { eventLoopDelay: 0, databaseWait: 0 };

beforeAll(async () => {
  store = await openEmbeddedStore();
  portal = openTestApp(store, { pressure: () => pressure });
});
afterAll(async () => {
  await portal.close();
  await store.close();
});

const api = '/api/public-map/wells';
const page = '/watershed-overview/map-of-sites';
/** There is no page in the tests: the site handler says so, with another 503. */
const pageAnswer = /pages have not been built/;

describe('a server that is behind', () => {
  test.each([
    [0, 0, 200, true],
    [900, 3900, 200, true],
    [1100, 0, 503, true],
    [0, 4100, 503, true],
    [0, 600_000, 503, true],
    [4100, 0, 503, false],
  ])(
    'by %i ms, and %i ms in the database, answers the API with %i, pages: %s',
    async (delay, wait, status, hasPages) => {
      pressure = { eventLoopDelay: delay, databaseWait: wait };
      const answer = await portal.send(api);
      expect(answer.statusCode).toBe(status);
      if (status === 503) {
        expect(answer.headers['retry-after']).toBe('5');
        expect(answer.json().detail).toBe('The portal is very busy. Try again in 5 s.');
      }
      expect(pageAnswer.test((await portal.send(page)).body)).toBe(hasPages);
      // Never refused: a page without its scripts is lost.
      expect((await portal.send('/_assets/map.js')).body).toMatch(pageAnswer);
      expect((await portal.send('/api/health')).statusCode).toBe(200);
    },
  );

  test('is noticed by the queue of the embedded database itself', async () => {
    const isOpen = Promise.withResolvers<void>();
    const busy = openTestApp(store);
    const holding = store.transaction(() => isOpen.promise);
    const waiting = store.query('select 1');
    await expect.poll(() => store.stats().longestWaitMs).toBeGreaterThan(100);
    expect(store.stats()).toMatchObject({ waiting: 1, running: 1 });
    isOpen.resolve();
    await Promise.all([holding, waiting]);
    expect(store.stats()).toEqual({ waiting: 0, running: 0, longestWaitMs: 0 });
    expect((await busy.send(api)).statusCode).toBe(200);
    await busy.close();
  });
});
