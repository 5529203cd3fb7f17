import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHealth, readVersion } from '#contract/system.ts';
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
    ['true', true],
    ['{"through":"2024-09-30"}', true],
    ['false', false],
  ])('demonstration data are told: %s', async (value, expected) => {
    await store.query(
      `insert into portal_state (key, value) values ('demo_data', $1::text::jsonb)
       on conflict (key) do update set value = excluded.value`,
      [value],
    );
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_data: expected });
  });

  test('a database that does not answer is 503 after two seconds', async () => {
    const stuck = openTestApp({ ...store, query: () => new Promise(() => {}) });
    const answer = await stuck.send('/api/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    await stuck.close();
  });
});
