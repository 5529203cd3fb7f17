import { expect, test } from 'vitest';
import {
  type AlertTerms,
  createAlertRule,
  type LevelTerms,
  previewAlertRule,
} from '#features/alerts/contract.ts';
import { limitsOf } from '#features/alerts/rules/machine.ts';
import { evaluateRules } from '#features/alerts/server/evaluate.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { describeOneEngine } from '../../support/engines.ts';
import { insertLookups } from '../../support/fixture-data.ts';
import { percentileOnLine } from '../../support/percentile-oracle.ts';
import { dailyValues, hasRealSeries } from '../../support/real-series.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { morningAfter, rethrow } from './alerts-fixture.ts';
import { searchFirings } from './brute-force.ts';

const capacity = 1_200_000;
const capacities = new Map([['PAL', capacity]]);
const records = [
  { loc_ndx: 1, parameter_ndx: 1, file: 'usbr_daily_heii_heni_isli_1980_2020.csv', column: 'heii_qu' },
  { loc_ndx: 2, parameter_ndx: 3, file: 'usbr_daily_reservoir_af_1980_2020.csv', column: 'pal_af' },
] as const;
type Measured = readonly (readonly [day: DayNumber, value: number, measured: number])[];

/** The values of a record as numbers of the database, by day. */
const valuesOf = (at: 0 | 1) =>
  new Map(
    [...dailyValues(records[at].file, records[at].column)]
      .filter(([, value]) => value >= 0)
      .map(([day, value]) => [day, Math.fround(value)]),
  );

const waterYear = (day: string) => Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 10 ? 1 : 0);

/** The values of 1991–2020 of each date, `MM-DD`; those of February 29 with their neighbors. */
function valuesByDate(values: ReadonlyMap<DayNumber, number>): ReadonlyMap<string, number[]> {
  const byDate = new Map<string, number[]>();
  for (const [day, value] of values) {
    const text = formatDay(day);
    if (waterYear(text) < 1991 || waterYear(text) > 2020) continue;
    const date = text.slice(5);
    byDate.set(date, [...(byDate.get(date) ?? []), value]);
  }
  const pooled = ['02-28', '02-29', '03-01'].flatMap((date) => byDate.get(date) ?? []);
  return new Map([...byDate, ['02-29', pooled]]);
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half - 0.5)] ?? 0) + (sorted[Math.ceil(half - 0.5)] ?? 0)) / 2;
}

/** What a rule compares, with nothing of the product. */
function measure(values: ReadonlyMap<DayNumber, number>, { measure: name }: LevelTerms): Measured {
  const byDate = valuesByDate(values);
  return [...values].flatMap(([day, value]) => {
    const others = byDate.get(formatDay(day).slice(5)) ?? [];
    const before = values.get(day - (name === 'change_in_day' ? 1 : 7));
    const measured = {
      value,
      percentile: percentileOnLine(value, others),
      percent_of_capacity: (100 * value) / capacity,
      percent_of_median: (100 * value) / middleOf(others),
      change_in_day: before === undefined ? undefined : value - before,
      change_in_week: before === undefined ? undefined : value - before,
    }[name];
    return measured === undefined ? [] : [[day, value, measured] as const];
  });
}

function daysThatFire(values: ReadonlyMap<DayNumber, number>, terms: LevelTerms): string[] {
  const measured = measure(values, terms);
  const found = searchFirings(
    measured.map(([, , each]) => each),
    limitsOf(terms),
  );
  return found.map((at) => formatDay(measured[at]?.[0] ?? 0));
}

const rules: readonly (readonly [
  record: 0 | 1,
  terms: Pick<LevelTerms, 'measure' | 'direction' | 'level'>,
])[] = [
  [0, { measure: 'value', direction: 'above', level: 20_000 }],
  [0, { measure: 'percentile', direction: 'below', level: 10 }],
  [0, { measure: 'percentile', direction: 'above', level: 90 }],
  [0, { measure: 'percent_of_median', direction: 'below', level: 60 }],
  [0, { measure: 'change_in_day', direction: 'above', level: 1500 }],
  [0, { measure: 'change_in_week', direction: 'below', level: -3000 }],
  [1, { measure: 'percent_of_capacity', direction: 'below', level: 30 }],
  [1, { measure: 'change_in_week', direction: 'above', level: 60_000 }],
];
const termsOf = (at: 0 | 1, part: (typeof rules)[number][1]): LevelTerms => {
  const { loc_ndx, parameter_ndx } = records[at];
  return { kind: 'level', loc_ndx, parameter_ndx, ...part };
};

describeOneEngine('40 years of measured flow and storage', (open) => {
  if (!hasRealSeries) return test.skip('are not at hand', () => {});
  const { store, portal } = sharePortal(open, {
    insert: async (empty) => {
      await insertLookups(empty);
      await empty.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd,
        longitude_dd) overriding system value values (1, 'HEII', 'Snake River near Heise', 10, 8, 43.6, -111.6),
        (2, 'PAL', 'Palisades', 5, 8, 43.3, -111.2)`);
      for (const at of [0, 1] as const) {
        await insertValues([...valuesOf(at)], at, empty);
        await refreshRecord(empty, records[at]);
      }
    },
    siteFacts: { rivers: [], capacities, otherIds: new Map() },
  });
  const asUser = requesterAs(portal, 'User');

  async function insertValues(
    rows: readonly (readonly [number, number])[],
    at: 0 | 1,
    to = store,
  ): Promise<void> {
    const { loc_ndx, parameter_ndx } = records[at];
    const list = JSON.stringify(rows.map(([day, value]) => ({ day: formatDay(day), value })));
    await to.query(
      `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
        select ${loc_ndx}, ${parameter_ndx}, day, value, 'A'
        from jsonb_to_recordset($1::text::jsonb) as r(day date, value real)`,
      [list],
    );
  }

  test.each(rules)('would have fired on the days that a search finds: %s %j', async (at, part) => {
    const terms = termsOf(at, part);
    const past = await asUser(previewAlertRule, { body: { terms } });
    const expected = daysThatFire(valuesOf(at), terms);
    expect(past.firings.map(({ rdate }) => rdate)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(3);
    expect(expected.length).toBeLessThan(300);
  });

  /** Replayed day by day, as a portal imports them. */
  const [from, to] = [dayNumber('2000-10-01'), dayNumber('2001-09-30')];
  test('fire day by day on just those days, and a whole import again fires nothing', async () => {
    const values = [valuesOf(0), valuesOf(1)] as const;
    const created = new Map<string, AlertTerms>();
    await store.query(`delete from daily_value where rdate >= '2000-10-01'`);
    for (const [at, part] of rules) {
      const terms = termsOf(at, part);
      const { id } = await asUser(createAlertRule, { body: { terms } });
      created.set(id, terms);
    }
    for (let day = from; day <= to; day += 1) {
      for (const at of [0, 1] as const) {
        const value = values[at].get(day);
        if (value !== undefined) await insertValues([[day, value]], at);
      }
      await evaluateRules({ store, capacities, now: morningAfter(formatDay(day)), onError: rethrow });
    }
    const fired = await store.query<{ rule_id: string; day: string }>(
      `select rule_id, observed_at::date::text as day from alert_firing
        where kind = 'fired' order by observed_at`,
    );
    const known = [0, 1].map((at) => new Map([...(values[at] ?? [])].filter(([day]) => day <= to)));
    for (const [id, terms] of created) {
      if (terms.kind !== 'level') continue;
      const of = known[terms.loc_ndx - 1] ?? new Map();
      // The statistics are those of the whole record.
      const measured = measure(values[terms.loc_ndx === 1 ? 0 : 1], terms).filter(([day]) => of.has(day));
      const found = searchFirings(
        measured.map(([, , each]) => each),
        limitsOf(terms),
      ).map((at) => measured[at]?.[0] ?? 0);
      expect(fired.filter(({ rule_id }) => rule_id === id).map(({ day }) => day)).toEqual(
        found.filter((day) => day >= from).map(formatDay),
      );
    }
    expect(fired.length).toBeGreaterThan(10);
    await store.query('create temporary table copied as select * from daily_value');
    await store.query('delete from daily_value');
    await evaluateRules({ store, capacities, now: morningAfter(formatDay(to)), onError: rethrow });
    await store.query('insert into daily_value select * from copied');
    expect(
      await evaluateRules({ store, capacities, now: morningAfter(formatDay(to)), onError: rethrow }),
    ).toBe(0);
  });
});
