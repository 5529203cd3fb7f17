import { expect, test } from 'vitest';
import { readHealth, readVersion } from '#contract/system.ts';
import type { Store } from '#server/db/store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
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
      demo_share: 'none',
      demo_identity: true,
    });
  });

  test('the version says how many of the series are synthetic', async () => {
    await insertFixture(store);
    const mark = (which: string) =>
      store.query(`update location_parameter set is_demonstration = (${which})`);
    for (const [which, demo_share, demo_data] of [
      ['true', 'all', true],
      ['loc_ndx = 1', 'some', true],
      ['false', 'none', false],
    ] as const) {
      await mark(which);
      expect(await portal.request(readVersion, {})).toMatchObject({ demo_data, demo_share });
    }
  });

  test('a database that does not answer is 503 after two seconds', { tags: ['full'] }, async () => {
    await using stuck = openTestApp({ ...store, query: (() => new Promise(() => {})) as Store['query'] });
    const answer = await stuck.send('/api/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  });
});
