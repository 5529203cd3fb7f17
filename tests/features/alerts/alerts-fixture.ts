import { beforeEach, vi } from 'vitest';
import { type AlertTerms, createAlertRule, type LevelTerms } from '#features/alerts/contract.ts';
import { evaluateRules } from '#features/alerts/server/evaluate.ts';
import type { Store } from '#server/db/store.ts';
import type { OpenEmpty } from '../../support/engines.ts';
import { insertLatestFixture } from '../../support/latest-fixture.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

export const reservoir = { loc_ndx: 4, parameter_ndx: 3 };
export const capacity = 1_000_000;
export const capacities = new Map([['PAL', capacity]]);
export const siteFacts = { rivers: [], capacities, otherIds: new Map() };

/** The day before the first one of the tests: the reservoir has 500 KAF on each day of ten years up to it. */
export const lastDay = '2024-02-28';

/** Inserts the sites of the latest values, and a reservoir with ten years of storage. */
export async function insertAlertFixture(store: Store): Promise<void> {
  await insertLatestFixture(store);
  await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
    overriding system value values (4, 'PAL', 'Palisades', 5, 8, 43.33, -111.2)`);
  await store.query(`insert into daily_value select 4, 3, d::date, 500000, 'A', null
    from generate_series('2014-03-01'::timestamp, '${lastDay}', '1 day') d`);
  await refreshRecord(store, reservoir);
}

/** The time at which the values of a day are imported: the next morning. */
export const morningAfter = (day: string) => new Date(Date.parse(`${day}T15:00:00Z`) + 86_400_000);

export const below = (level: number, part: Partial<LevelTerms> = {}): LevelTerms => ({
  kind: 'level',
  ...reservoir,
  measure: 'percent_of_capacity',
  direction: 'below',
  level,
  ...part,
});

export function rethrow(error: unknown): never {
  throw error;
}

/**
 * A portal for all tests of a `describe`, and what it does with the storage of a reservoir: imports it, and evaluates the
 * rules. Each test begins at noon of the last day, with one address and without rules, runs and readings.
 */
export function shareReservoir(open: OpenEmpty) {
  const now = `${lastDay}T18:00:00Z`;
  const { store, portal } = sharePortal(open, { now, insert: insertAlertFixture, siteFacts });
  const asUser = requesterAs(portal, 'User');

  const addRecipient = (email: string, subject = 'test|User', state = 'confirmed') =>
    store.query(
      `insert into alert_recipient (id, subject, email, state, stop_key)
        values (gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text)`,
      [subject, email, state],
    );

  beforeEach(async () => {
    await store.query('delete from alert_rule');
    await store.query('delete from alert_recipient');
    await store.query('delete from ingest_run');
    await store.query(`delete from daily_value where loc_ndx = 4 and rdate > '${lastDay}'`);
    await store.query('delete from latest_reading');
    vi.setSystemTime(now);
    await addRecipient('ann@example.org');
  });

  return {
    store,
    make: (terms: AlertTerms, token = 'User') =>
      requesterAs(portal, token)(createAlertRule, { body: { terms } }),
    asUser,
    /** Writes values of days in percent of the capacity; null withdraws one. */
    async write(values: Readonly<Record<string, number | null>>, flag: string | null = null): Promise<void> {
      for (const [day, percent] of Object.entries(values)) {
        await store.query('delete from daily_value where loc_ndx = 4 and rdate = $1::text::date', [day]);
        if (percent === null) continue;
        await store.query(
          `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, flag)
            values (4, 3, $1::text::date, $2::text::real, 'P', $3)`,
          [day, String((percent * capacity) / 100), flag],
        );
      }
    },
    evaluate: (now: Date) => evaluateRules({ store, capacities, now, onError: rethrow }),
    firings: () =>
      store.query<{ kind: string; day: string; mail: string; subject: string }>(
        `select f.kind, f.observed_at::date::text as day, f.mail, r.subject
          from alert_firing f join alert_rule r on r.id = f.rule_id order by f.observed_at, f.fired_at, r.created_at`,
      ),
    mails: () =>
      store.query<{ kind: string; firings: number; not_before: string; email: string }>(
        `select o.kind, jsonb_array_length(o.payload -> 'firings') as firings,
            to_char(o.not_before at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as not_before, r.email
          from alert_outbox o join alert_recipient r on r.id = o.recipient_id order by o.created_at, o.id`,
      ),
    addRecipient,
  };
}
