import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { addReading, createWriteToken } from '#features/own-records/contract.ts';
import type { Mapping } from '#features/own-records/rules/mapping.ts';
import { ingest } from '#ingest/run.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { inDays, insertOwnSites, ownBasin, readDays } from './own-portal.ts';
import { baseMapping } from './wrong-files.ts';

const now = '2026-04-10T18:00:00Z';
const tools = { sleep: async () => {}, environment: {}, random: () => 0.5 };
const hoursPumped = 10;
const hourMs = 3_600_000;

describeEngines('amounts, which add up over a day', (open) => {
  const folder = temporaryFolder('own-amounts');
  const { store, portal } = sharePortal(open, { insert: insertOwnSites, now, file: ownBasin });
  const asAdministrator = requesterAs(portal, 'Administrator');

  beforeEach(async () => {
    vi.setSystemTime(Date.now() + 1000);
    for (const table of [
      'own_reading',
      'own_origin',
      'own_series',
      'own_token',
      'daily_value',
      'location_parameter',
    ])
      await store.query(`delete from ${table}`);
  });

  /** Stores an hour meter or hours of periods, from midnight of April 8 on. */
  const importHours = async (values: readonly number[], mapping: Partial<Mapping>) => {
    const lines = values.map(
      (value, at) =>
        `HEII,${new Date(Date.parse('2026-04-08T06:00:00Z') + at * hourMs).toISOString()},${value}\n`,
    );
    const file = path.join(folder, 'hours.csv');
    writeFileSync(file, `site,time,value\n${lines.join('')}`);
    const hours = { parameter: 'Hours Pumped', unit: 'hours', zone: 'stamp' };
    const feed = { file, ...baseMapping, ...hours, ...mapping };
    return ingest(store, 'feed gates', { ...tools, basin: { ...ownBasin, feeds: { gates: feed } } });
  };
  const type = (at: string, value: number) =>
    asAdministrator(addReading, {
      params: { loc_ndx: '1' },
      body: { client_id: randomUUID(), parameter_ndx: hoursPumped, at, value, unit: 'hours' },
    });
  const push = async (at: string, value: number) => {
    const body = { loc_ndx: 1, name: 'Logger', ends_on: inDays(9) };
    const { secret } = await asAdministrator(createWriteToken, { body });
    const payload = [{ parameter: 'Hours Pumped', at, value, unit: 'hours' }];
    const answer = await portal.send({ method: 'POST', url: '/api/readings', payload }, secret);
    return answer.json().readings[0];
  };

  test('are none where they are of an instant, by hand or pushed', async () => {
    await expect(type('2026-04-08T17:00:00Z', 8)).rejects.toThrow('These values add up over a day');
    expect(await push('2026-04-08T17:00:00Z', 8)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('These values add up over a day'),
    });
    expect(await store.query('select from own_reading')).toEqual([]);
  });

  test('of periods are summed, also with a pushed one', async () => {
    const half = Array.from({ length: 23 }, () => 0.5);
    const report = await importHours(half, { stamp: 'begin', period_minutes: 60 });
    expect(report.status).toBe('succeeded');
    expect(await readDays(store, 1, hoursPumped)).toEqual({});
    expect(await push('2026-04-09T06:00:00Z', 1)).toMatchObject({ status: 'stored' });
    expect(await readDays(store, 1, hoursPumped)).toEqual({ '2026-04-08': 12.5 });
  });

  test('of an hour meter are joined by readings of it by hand, but by none below 0 or beyond its end', async () => {
    const counter = { wraps_at: 10_000 };
    await importHours(
      Array.from({ length: 24 }, (_, at) => 9990 + at / 4),
      { row: 'counter', counter },
    );
    expect((await type('2026-04-09T06:00:00Z', 9998)).versions).toHaveLength(1);
    expect(await readDays(store, 1, hoursPumped)).toEqual({ '2026-04-08': 8 });
    await expect(type('2026-04-09T07:00:00Z', 10_000)).rejects.toThrow('is not below 10000');
    await expect(type('2026-04-09T07:00:00Z', -1)).rejects.toThrow('is a counter below 0');
    expect((await push('2026-04-09T07:00:00Z', 10_001)).reason).toContain('is not below 10000');
  });
});
