import { afterAll, describe, expect, inject, test } from 'vitest';
import { readHealth } from '#contract/system.ts';
import { openStore } from '#server/db/open-store.ts';
import { createCluster } from '../support/postgres.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { locationOf, openAppWithIdentity, TestBrowser } from '../support/test-browser.ts';

// A server of its own, because this one is stopped; where it cannot be had, the run has said why.
describe.skipIf(!inject('postgresUrl') || process.env.TEST_DATABASE_URL)(
  'a database that goes away',
  async () => {
    const created = await createCluster();
    if ('unavailable' in created) throw new Error(created.unavailable);
    const cluster = created;
    const store = closeAfter(await openStore(cluster.url));
    const folder = temporaryFolder('lost');
    const portal = closeAfter(await openAppWithIdentity(store, folder));

    afterAll(async () => {
      await cluster?.remove();
    });

    test('with broken connections only is reached by new ones', async () => {
      await portal.request(readHealth, {});
      const other = await openStore(cluster.url);
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await other.close();
      await expect.poll(() => portal.send('/api/health').then((answer) => answer.statusCode)).toBe(200);
    });

    test.each(['fast', 'immediate'])('and is back (%s) costs no reader anything', async (mode) => {
      const readOnce = async (at: number) => {
        expect(await store.query('select $1::int as at', [at])).toEqual([{ at }]);
        expect(await store.transaction((within) => within.query('select 1 as one'))).toEqual([{ one: 1 }]);
        expect((await portal.send('/api/version')).statusCode).toBe(200);
      };
      // More than there are connections.
      const readers = () => Promise.all(Array.from({ length: 12 }, (_, at) => readOnce(at)));
      for (let round = 0; round < 3; round += 1) {
        await readers();
        if (mode === 'fast') await cluster.restart();
        else await cluster.stop().then(cluster.start);
        await readers();
      }
    });

    test('is 503 with Retry-After on every read, and 200 when it is back, without a restart', async () => {
      await cluster.stop();
      for (const url of [
        '/api/health',
        '/api/version',
        '/api/public-map/wells',
        '/api/public-map/layers',
        '/api/public-map/filters',
        '/api/public-map/geo/huc8',
      ]) {
        const answer = await portal.send(url);
        expect(answer.statusCode, url).toBe(503);
        expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.json().detail).toMatch(/^The database /);
      }
      await cluster.start();
      await expect
        .poll(() => portal.send('/api/public-map/wells').then((answer) => answer.statusCode), {
          timeout: 15_000,
        })
        .toBe(200);
      expect(await portal.request(readHealth, {})).toMatchObject({ status: 'ok', database: 'postgresql' });
    });

    test('signs nobody out', async () => {
      const browser = new TestBrowser(portal.app);
      const tokens = await browser.signIn();
      const page = locationOf((await browser.authorize({ prompt: 'login' })).answer);
      await cluster.stop();
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expect((await portal.send({ url: '/api/account/user', headers })).statusCode).toBe(200);
      const refused = await browser.refresh(tokens.refresh_token);
      expect(refused.statusCode).toBe(503);
      expect(refused.headers['retry-after']).toBe('5');
      expect(refused.json().detail).toMatch(/^The database cannot be reached/);
      expect((await browser.send(page)).statusCode).toBe(503);
      expect((await browser.submitLogin(page, 'demo@example.org')).statusCode).toBe(503);
      const out = await browser.send('/v2/logout');
      expect(out.statusCode).toBe(503);
      expect(out.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      const { answer } = await browser.authorize();
      expect(locationOf(answer)).toMatch(
        /\/secret\?error=temporarily_unavailable&error_description=The\+database\+cannot\+be\+reached\./,
      );
      await cluster.start();
      await expect
        .poll(() => browser.refresh(tokens.refresh_token).then((again) => again.statusCode), {
          timeout: 15_000,
        })
        .toBe(200);
    });
  },
);
