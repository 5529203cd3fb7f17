import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { addReading, saveOwnSite, writeRatingTable } from '#features/own-records/contract.ts';
import { computeEndedDays } from '#features/own-records/server/ended-days.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { diversion, insertOwnSites, ownBasin, readDays, stage } from './own-portal.ts';

const params = { loc_ndx: '1' };
const week = 7 * 24 * 60;

describeEngines('days of readings that are far apart', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertOwnSites,
    now: '2026-04-20T18:00:00Z',
    file: ownBasin,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  // Versions of one instant are the same one, and the embedded database has the frozen clock.
  const administrator = requesterAs(portal, 'Administrator');
  const asAdministrator: typeof administrator = (...call) => {
    vi.setSystemTime(Date.now() + 10);
    return administrator(...call);
  };

  beforeEach(async () => {
    vi.setSystemTime(Date.now() + 10);
    for (const table of ['own_reading', 'own_rating', 'own_series', 'daily_value', 'location_parameter'])
      await store.query(`delete from ${table}`);
  });

  const setLimit = (limit_minutes: number) =>
    asAdministrator(saveOwnSite, { params, body: { parameters: [diversion], limit_minutes } });
  const add = (day: string, value: number, parameter_ndx: number, unit: string) =>
    asAdministrator(addReading, {
      params,
      body: { client_id: randomUUID(), parameter_ndx, at: `${day}T06:00:00Z`, value, unit },
    });
  const compute = () =>
    computeEndedDays(store, ownBasin, {
      now: new Date(),
      onError: (error) => {
        throw error;
      },
    });

  test('follow a new rating table on the whole way from the reading before and to the next one', async () => {
    await setLimit(week);
    const write = (points: string, valid_from: string) =>
      asAdministrator(writeRatingTable, {
        params,
        body: { parameter_ndx: diversion, valid_from, offset_ft: 0, points, store: true },
      });
    for (const day of ['2026-04-01', '2026-04-07', '2026-04-13'])
      await add(day, 2, stage.parameter_ndx, 'ft');
    await write('1 10\n4 160', '2026-01-01T07:00:00Z');
    const { days } = await write('1 20\n4 320', '2026-04-05T06:00:00Z');
    await write('1 10\n4 160', '2026-04-10T06:00:00Z');
    const found = await readDays(store, 1, diversion);
    expect(days).toBe(12);
    // From 40 cfs on the 1st to 80 on the 7th, and back until the 13th.
    for (let day = 0; day < 12; day += 1) {
      const middle = day + 0.5;
      const expected = 40 + 40 * (1 - Math.abs(middle - 6) / 6);
      expect(found[`2026-04-${String(day + 1).padStart(2, '0')}`]).toBeCloseTo(expected, 4);
    }
  });

  test('are computed again when the longest gap of a site becomes another one', async () => {
    await setLimit(120);
    await add('2026-04-01', 5, diversion, 'cfs');
    await add('2026-04-04', 5, diversion, 'cfs');
    expect(await readDays(store, 1, diversion)).toEqual({});
    await setLimit(week);
    await compute();
    const all = { '2026-04-01': 5, '2026-04-02': 5, '2026-04-03': 5 };
    expect(await readDays(store, 1, diversion)).toEqual(all);
    await setLimit(120);
    await compute();
    expect(await readDays(store, 1, diversion)).toEqual({});
  });

  test('of a stage are computed again as well', async () => {
    await setLimit(120);
    await add('2026-04-01', 2, stage.parameter_ndx, 'ft');
    await add('2026-04-03', 2, stage.parameter_ndx, 'ft');
    const body = { parameter_ndx: diversion, valid_from: '2026-01-01T07:00:00Z', offset_ft: 0, store: true };
    await asAdministrator(writeRatingTable, { params, body: { ...body, points: '1 10\n4 160' } });
    await setLimit(week);
    await compute();
    expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-01': 40, '2026-04-02': 40 });
  });
});
