import { expect, test } from 'vitest';
import { type PageError, readHealth, readVersion, reportPageError } from '#contract/system.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import type { Store } from '#server/db/store.ts';
import { describeError } from '#server/telemetry/describe-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { setDemonstration } from '../support/demonstration.ts';
import { describeEngines } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

describeEngines('system', (open) => {
  const { store, portal } = sharePortal(open);

  test('health names the engine', async () => {
    const health = await portal.request(readHealth, {});
    expect(health).toMatchObject({ status: 'ok', database: store.engine });
    expect(health.uptime_seconds).toBeGreaterThanOrEqual(0);
  });

  test('the version is that of the package', async () => {
    const { name, version } = packageJson;
    expect(await portal.request(readVersion, {})).toEqual({
      name,
      version,
      demo_data: false,
      demo_identity: true,
    });
  });

  test('the version, and a header of every answer, say that the portal is a demonstration', async () => {
    const mark = async (url: string) => (await portal.send(url, 'User')).headers[demonstrationHeader.name];
    const urls = [
      '/api/version',
      '/api/public-map/wells',
      '/api/data/sites.csv',
      '/api/public-map/filters',
      '/api/nothing',
    ];
    for (const isDemonstration of [true, false]) {
      await setDemonstration(store, isDemonstration);
      expect((await portal.request(readVersion, {})).demo_data).toBe(isDemonstration);
      const expected = isDemonstration ? demonstrationHeader.value : undefined;
      expect(await Promise.all(urls.map(mark))).toEqual([expected, expected, expected, expected, undefined]);
    }
  });

  test('what says how the server is does so without the mark', async () => {
    await setDemonstration(store, true);
    for (const url of ['/api/health', '/api/ready']) {
      expect((await portal.send(url)).headers).not.toHaveProperty(demonstrationHeader.name);
    }
    await setDemonstration(store, false);
  });

  test('an error of a page is reported by its class and calls, at most 20 times a minute', async () => {
    const reported: [unknown, unknown][] = [];
    const errorReports = {
      report: (...each: [unknown, unknown]) => reported.push(each),
      close: async () => {},
    };
    await using own = openTestApp(store, { telemetry: { errorReports } });
    const frames = [{ function: 'render', file: '/_assets/a.js', line: 1, column: 20 }];
    const body: PageError = { page: '/sites/site', type: 'TypeError', frames };
    for (let at = 0; at < 25; at += 1) {
      expect(await own.request(reportPageError, { body })).toEqual({ status: 'noted' });
    }
    expect(reported).toHaveLength(20);
    const [error, place] = reported[0] ?? [];
    expect(place).toMatchObject({ method: 'BROWSER', route: '/sites/site' });
    expect(describeError(error)).toMatchObject([
      { type: 'TypeError', frames: [{ function: 'render', lineno: 1, colno: 20 }] },
    ]);
    for (const wrong of [
      { ...body, message: 'x' },
      { ...body, page: '/a?b=c' },
      { ...body, type: 'a b' },
      {},
    ]) {
      const payload = wrong as object;
      expect((await own.send({ method: 'POST', url: '/api/page-errors', payload })).statusCode).toBe(400);
    }
  });

  test('a database that does not answer is 503 after two seconds', { tags: ['full'] }, async () => {
    await using stuck = openTestApp({ ...store, query: (() => new Promise(() => {})) as Store['query'] });
    const answer = await stuck.send('/api/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  });
});
