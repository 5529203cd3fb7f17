import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { createFakeAgencies, type ExpectedRow, type FakeAgency, now } from '../support/fake-agencies.ts';
import { createSeededRandom, hostile } from '../support/hostile.ts';
import { Killed, mortal } from '../support/mortal.ts';
import { shareStore } from '../support/shared-store.ts';

const agencies = createFakeAgencies();

/** One line per row, sorted, so that two tables can be compared whatever their order. */
const lines = (rows: readonly ExpectedRow[]) =>
  rows
    .map(({ site, parameter, day, value, approval, qualifier }) =>
      [site, parameter, day, value, approval, qualifier].join(' '),
    )
    .toSorted();
const seriesOf = (line: string) => line.split(' ').slice(0, 2).join(' ');

/** How often an import of each agency is killed. */
const kills = 50;
/** How many runs each agency's service disturbs with faults. */
const badDays = 5;

describeEngines('an import', (open) => {
  let store: Store;
  shareStore(open, (opened) => {
    store = opened;
  });

  const run = (to: Store, { source, sites, fetch }: FakeAgency, service = fetch) =>
    ingest(to, source, {
      basin,
      sites,
      since: '2025-10-01',
      fetch: service,
      sleep: async () => {},
      now,
      environment: {},
    });

  const stored = async () =>
    lines(
      await store.query<ExpectedRow>(
        `select loc_id as site, parameter_ndx as parameter, rdate::text as day, result_value_daily::float8 as value,
           approval, qualifier
         from daily_value join location using (loc_ndx) where flag is null`,
      ),
    );

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
