import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { ingest } from '#ingest/run.ts';
import type { Store, StoreTransaction } from '#server/db/open.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeUsgs, type FakeRow } from '../../support/fake-usgs.ts';

const sites = ['13037500', '13011000', '13032500', '13039500', '13056500', '13069500'];
const now = () => new Date('2026-03-09T18:00:00Z');
const kills = 50;

/** The end of a process: nothing after it happens, not even what tidies up. */
class Killed extends Error {}

/** A store whose process is killed at its n-th word to the database. */
function mortal(store: Store, lifetime: number): Store {
  let left = lifetime;
  const live = <A extends unknown[], R>(work: (...parameters: A) => Promise<R>) => {
    return async (...parameters: A): Promise<R> => {
      left -= 1;
      if (left <= 0) throw new Killed();
      return work(...parameters);
    };
  };
  return {
    ...store,
    query: live(store.query.bind(store)) as Store['query'],
    transaction: (work) =>
      store.transaction((transaction) =>
        work({
          query: live(transaction.query.bind(transaction)) as StoreTransaction['query'],
          copy: live(transaction.copy.bind(transaction)),
        }),
      ),
  };
}

describeEngines('an import that is killed', (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const rows: FakeRow[] = sites.flatMap((site, at) =>
    Array.from({ length: 40 + at }, (_, day) => ({
      site,
      code: '00060',
      date: addDays('2026-01-01', day),
      value: String(100 * at + day),
      approved: day < 20,
    })),
  );
  const run = (target: Store) => {
    const service = createFakeUsgs({ daily: rows, pageSize: 30 });
    return ingest(target, 'usgs', {
      fetch: service.fetch,
      sleep: service.sleep,
      now,
      sites,
      environment: {},
    });
  };
  const stored = () =>
    store.query<{ series: string; days: number; digest: string }>(
      `select loc_id as series, count(*)::int as days,
         md5(string_agg(rdate::text || result_value_daily || approval, ',' order by rdate)) as digest
       from daily_value join location using (loc_ndx) group by loc_id order by loc_id`,
    );

  test(`at any of ${kills} places leaves whole series, and ends with the same rows when it is resumed`, async () => {
    await run(store);
    const wanted = await stored();
    expect(wanted.map(({ days }) => days).toSorted((a, b) => a - b)).toEqual([40, 41, 42, 43, 44, 45]);
    await store.query('delete from daily_value');
    await store.query('delete from location_parameter');
    let killed = 0;
    for (let at = 0; at < kills; at += 1) {
      // Ten minutes later the lease of the process that was killed is over.
      await store.query(
        "update portal_state set updated_at = now() - interval '1 hour' where key = 'ingest_lease'",
      );
      // All over an import, which has some fifty words.
      await run(mortal(store, 2 + ((at * 7) % 44))).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        killed += 1;
      });
      for (const { series, days } of await stored()) {
        expect(days, `${series} after kill ${at}`).toBe(wanted.find((each) => each.series === series)?.days);
      }
    }
    expect(killed).toBe(kills);
    await store.query(
      "update portal_state set updated_at = now() - interval '1 hour' where key = 'ingest_lease'",
    );
    const last = await run(store);
    expect(last.status).toBe('succeeded');
    expect(await stored()).toEqual(wanted);
    expect((await run(store)).rows_written).toBe(0);
  });
});
