import { vi } from 'vitest';
import { basinRequestsOf } from '#contract/basin/basin-requests.ts';
import { writeBasinShapes } from '#ingest/basin/write-shapes.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { applyStatisticSetting, buildMissingStatistics } from '#server/db/build-statistics.ts';
import { readDemoState, writeDemoState } from '#server/db/demonstration.ts';
import type { Store } from '#server/db/store.ts';
import { addDemoContent } from '../../src/commands/add-demo-content.ts';
import { basin } from '../support/basin.ts';
import { type EveryRoute, openEveryRoute } from '../support/every-route.ts';
import { frozenAt, frozenThrough } from '../support/frozen-clock.ts';
import { recordedSites } from './parse-requests.ts';

/** A portal on the demonstration, with the numbers of its sites by their id. */
export type ComparedPortal = EveryRoute & { readonly numbers: ReadonlyMap<string, string> };

/**
 * Opens the portal on demonstration data, two imports among them, while the clock stands still; the caller turns it
 * back with `vi.useRealTimers`. Only the sites that are asked for have values, which spares most of the time.
 */
export async function openComparedPortal(): Promise<ComparedPortal> {
  vi.useFakeTimers({ now: frozenAt, toFake: ['Date'] });
  const requests = basinRequestsOf(basin);
  const named = JSON.stringify([requests.brief, requests.outlook]).matchAll(/"id":"([^"]+)"/g);
  const valuesOf = new Set([...recordedSites, ...[...named].flatMap(([, id]) => id ?? [])]);
  const numbers = new Map<string, string>();
  const every = await openEveryRoute({
    basin: requests,
    insert: async (store, config) => {
      await seedDemo(store, { basin, through: frozenThrough, valuesOf });
      await addDemoContent(store, config, frozenThrough);
      // The imports add to it, instead of ending the demonstration.
      await writeDemoState(store, { ...(await readDemoState(store)), has_data: false });
      await writeBasinShapes(store, basin);
      await applyStatisticSetting(store, false);
      await importMoran(store, '2026-04-10T18:00:00Z', 900);
      await importMoran(store, '2026-05-12T18:00:00Z', 920);
      await importOfficial(store);
      vi.setSystemTime(frozenAt);
      await buildMissingStatistics(store);
      const sites = await store.query<{ loc_id: string; loc_ndx: number }>(
        'select loc_id, loc_ndx from location',
      );
      for (const { loc_id, loc_ndx } of sites) numbers.set(loc_id, String(loc_ndx));
    },
  });
  return { ...every, numbers };
}

const tools = { sleep: async () => {}, environment: {} };

/** Imports the flow near Moran as it was delivered at a moment: the last 30 days may have changed since. */
async function importMoran(store: Store, at: string, cfs: number) {
  vi.setSystemTime(at);
  const first = dayNumber('2023-10-01');
  const last = dayNumber(at.slice(0, 10)) - 1;
  const lines = Array.from({ length: last - first + 1 }, (_, index) => {
    const isRecent = last - (first + index) < 30;
    // One value is beyond what the basin file calls possible.
    const value = index === 700 ? 999_999 : (isRecent ? cfs : 800) + (index % 365);
    return `${formatDay(first + index)},${value}\n`;
  });
  const fetch = async () => new Response(`DateTime,jck_qd\n${lines.join('')}`);
  await ingest(store, 'usbr', { ...tools, basin, sites: ['jck_qd'], since: '2023-10-01', fetch });
}

/** Imports what NRCS publishes of a SNOTEL site. */
async function importOfficial(store: Store) {
  const site = '837:WY:SNTL';
  const swe = {
    stationElement: { elementCode: 'WTEQ', ordinal: 1, durationName: 'DAILY', storedUnitCode: 'in' },
    timingCentralTendencies: { medianPeak: { month: 4, day: 27, value: 24.5 } },
    values: [{ date: '2024-04-01', median: 21 }],
  };
  const fetch = async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input));
    if (pathname.endsWith('/forecasts')) return Response.json([]);
    if (pathname.endsWith('/observationNormals')) return Response.json({ features: [], next: null });
    return Response.json([{ stationTriplet: site, data: [swe] }]);
  };
  const sites = basin.sites.filter(({ id }) => id === site);
  await ingest(store, 'official', { ...tools, basin: { ...basin, sites }, fetch });
}
