import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mapping } from '#features/own-records/rules/mapping.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { diversion, insertOwnSites, ownBasin, readDays } from './own-portal.ts';
import { baseMapping } from './wrong-files.ts';

const now = '2026-04-10T18:00:00Z';
const tools = { sleep: async () => {}, environment: {}, random: () => 0.5 };
const hourMs = 3_600_000;

describeEngines('imports of one’s own', (open) => {
  const store = shareStore(open);
  const folder = temporaryFolder('own-imports');

  beforeEach(async () => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
    await insertOwnSites(store);
  });

  /** Imports a file of the feed `gates`. */
  const importFile = (content: string, mapping: Partial<Mapping> = {}, into: Store = store) => {
    const file = path.join(folder, 'feed.csv');
    writeFileSync(file, content);
    const basin = { ...ownBasin, feeds: { gates: { file, ...baseMapping, zone: 'stamp', ...mapping } } };
    return ingest(into, 'feed gates', { ...tools, basin });
  };

  /** A reading each hour. */
  const hourly = (start: string, count: number, valueAt: (at: number) => number, site = 'HEII') =>
    Array.from(
      { length: count },
      (_, at) => `${site},${new Date(Date.parse(start) + at * hourMs).toISOString()},${valueAt(at)}\n`,
    ).join('');

  describe('a counter that wraps', () => {
    const counts = hourly('2026-04-01T05:00:00Z', 27, (at) => (9_990_000 + at * 510) % 10_000_000);

    test.each([
      ['gal', 1 / 325_851.43],
      ['AF', 1],
      ['m³', 1 / 1233.4818],
    ])('in %s counts on past the number at which it is 0 again', async (unit, acreFeet) => {
      const report = await importFile(`site,time,value\n${counts}`, {
        ...{ row: 'counter', unit, counter: { wraps_at: 10_000_000 } },
      });
      expect(report.failures).toEqual([]);
      const day = (await readDays(store, 1, diversion))['2026-04-01'] ?? 0;
      expect(day / ((24 * 510 * acreFeet * 43_560) / 86_400)).toBeCloseTo(1, 5);
    });

    test('is one record in whichever unit it comes', async () => {
      const wraps = (wraps_at: number): Partial<Mapping> => ({ row: 'counter', counter: { wraps_at } });
      const line = (day: number) => `site,time,value\n${hourly(`2026-04-0${day}T05:00:00Z`, 2, () => 0)}`;
      await importFile(line(1), { ...wraps(1000), unit: 'KAF' });
      const same = await importFile(line(2), { ...wraps(1_000_000), unit: 'AF' });
      expect(same.failures).toEqual([]);
      const other = await importFile(line(3), { ...wraps(1000), unit: 'AF' });
      expect(other.failures[0]?.message).toContain('a counter that wraps at 1000 in the unit that is stored');
    });
  });
});
