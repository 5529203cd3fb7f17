import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { quietImport } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { createFakeAgencies, type ExpectedRow, type FakeAgency, now } from '../support/fake-agencies.ts';
import { Killed, mortal } from '../support/mortal.ts';
import { shareStore } from '../support/shared-store.ts';
import { readStoredValues } from '../support/stored-values.ts';

const faults = ['429', '500', 'html', 'truncated', 'away'] as const;

/** The most faults in a row that an importer has to survive. */
const maxConsecutiveFaults = 3;

/** Creates a generator of numbers from 0 to 1 that depend only on the seed. */
function createSeededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Wraps a service with random faults that depend only on the seed: 429, 500, an HTML page with status 200, truncated
 * responses and failed connections.
 */
function hostile(service: typeof fetch, seed: number): { fetch: typeof fetch; met: () => number } {
  const random = createSeededRandom(seed);
  let consecutiveFaults = 0;
  let met = 0;
  return {
    met: () => met,
    fetch: async (input, init) => {
      const fault = faults[Math.floor(random() * faults.length)];
      if (consecutiveFaults >= maxConsecutiveFaults || random() > 0.4) {
        consecutiveFaults = 0;
        return service(input, init);
      }
      consecutiveFaults += 1;
      met += 1;
      switch (fault) {
        case '429':
          return new Response('slow down', { status: 429, headers: { 'retry-after': '7' } });
        case '500':
          return new Response('', { status: 500 });
        case 'html':
          return new Response('<html><body><h1>Down for maintenance</h1></body></html>');
        case 'truncated': {
          const text = await (await service(input, init)).text();
          const half = text.slice(0, text.length / 2);
          return /^[[{]/.test(text) ? new Response(half) : new Response(breakingOff(half));
        }
        default:
          throw new TypeError('fetch failed');
      }
    },
  };
}

/** Creates a body whose connection breaks, which formats without an end marker, such as CSV, would not reveal. */
function breakingOff(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(new TypeError('terminated'));
    },
  });
}

const agencies = createFakeAgencies();

/** One line per row, sorted, so that two tables can be compared whatever their order. */
const lines = (rows: readonly ExpectedRow[]) =>
  rows
    .map(({ site, parameter, day, value, approval, qualifier }) =>
      [site, parameter, day, value, approval, ...(qualifier ? [qualifier] : [])].join(' '),
    )
    .toSorted();
const seriesOf = (line: string) => line.split(' ').slice(0, 2).join(' ');

/** How often an import of each agency is killed: `TEST_KILLS=50` tries more of the moments. */
const kills = Number(process.env.TEST_KILLS ?? 20);
/** How many runs each agency's service disturbs with faults. */
const badDays = 5;

describeEngines('an import', (open) => {
  const store = shareStore(open);

  const run = (to: Store, { source, sites, fetch }: FakeAgency, service = fetch) =>
    ingest(to, source, {
      ...quietImport,
      sites,
      since: '2025-10-01',
      fetch: service,
      now,
    });

  const stored = async () => (await readStoredValues(store, 'approval', 'qualifier', 'flag')).toSorted();

  const empty = () => store.query('truncate daily_value, statistic_day, location_parameter');

  for (const agency of agencies) {
    test(`from ${agency.source} stores exactly the expected rows, and a second run writes nothing`, async () => {
      const report = await run(store, agency);
      expect(report.failures).toEqual([]);
      expect(report.unknown_columns).toEqual([]);
      expect(await stored()).toEqual(lines(agency.expectedRows));
      const again = await run(store, agency);
      expect([again.rows_written, again.rows_unchanged]).toEqual([0, agency.expectedRows.length]);
    });

    test(`from ${agency.source} stores the same rows when the service is failing`, async () => {
      for (let seed = 1; seed <= badDays; seed += 1) {
        const service = hostile(agency.fetch, seed);
        await empty();
        const report = await run(store, agency, service.fetch);
        expect(report.failures, `seed ${seed}`).toEqual([]);
        expect(await stored(), `seed ${seed}`).toEqual(lines(agency.expectedRows));
        expect(service.met()).toBeGreaterThan(0);
      }
    });

    test(`from ${agency.source}, killed ${kills} times, leaves only whole series and ends with the same rows`, async () => {
      const wanted = Map.groupBy(lines(agency.expectedRows), seriesOf);
      const random = createSeededRandom(17);
      let killed = 0;
      let lifetime = 40;
      for (let at = 0; killed < kills; at += 1) {
        await run(mortal(store, 2 + Math.floor(random() * lifetime)), agency).then(
          // The import finished before it was killed: give the next ones less time.
          () => {
            lifetime = Math.max(10, lifetime - 3);
          },
          (error: unknown) => {
            if (!(error instanceof Killed)) throw error;
            killed += 1;
          },
        );
        for (const [series, rows] of Map.groupBy(await stored(), seriesOf)) {
          expect(rows.length, `${series} after kill ${at}`).toBe(wanted.get(series)?.length);
        }
        // Otherwise there would soon be nothing left to write, and nothing to interrupt.
        if (at % 3 === 2) await empty();
      }
      expect((await run(store, agency)).status).toBe('succeeded');
      expect(await stored()).toEqual(lines(agency.expectedRows));
      expect((await run(store, agency)).rows_written).toBe(0);
    });
  }
});
