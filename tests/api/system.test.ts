import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHealth, readVersion } from '#contract/system.ts';
import { writeDemoState } from '#server/db/demo-state.ts';
import type { Store } from '#server/db/store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { describeEngines } from '../support/engines.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describeEngines('system', (open) => {
  let store: Store;
  let portal: TestApp;

  beforeAll(async () => {
    store = await open();
    portal = openTestApp(store);
  });

  afterAll(async () => {
    await portal?.close();
    await store?.close();
  });

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

  test.each([
    ['the demonstration data', true],
    ['no demonstration data', false],
  ])('the version says that the database holds %s', async (_, expected) => {
    await writeDemoState(store, { has_data: expected, seeded_through: null, has_content: false });
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_data: expected });
  });

  test('a database that does not answer is 503 after two seconds', async () => {
    const stuck = openTestApp({ ...store, query: (() => new Promise(() => {})) as Store['query'] });
    const answer = await stuck.send('/api/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    await stuck.close();
  });
});
