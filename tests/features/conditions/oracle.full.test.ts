import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { briefRequestOf } from '#contract/basin/basin-requests.ts';
import { dataProviders } from '#domain/agencies.ts';
import { parseConditionByte, unpackBytes } from '#domain/statistics/condition-bytes.ts';
import { type ConditionSeason, readConditionSeason } from '#features/conditions/contract.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { readFiguresOfDay } from '#server/findings/basin-figures.ts';
import { basin } from '../../support/basin.ts';
import { openDemoStore } from '../../support/demo-store.ts';
import { accountScope } from '../../support/finding.ts';
import { percentileOnLine } from '../../support/percentile-oracle.ts';
import { computeOracle } from '../../support/statistics-oracle.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

/** A water year with a February 29. */
const year = 2024;

/**
 * The values of a record in a season and before it, each with the number of earlier years that were lower, equal and higher
 * on the same date, or in the same month by their medians. It shares nothing with the portal's own functions.
 */
const valuesSql = `
  with v as (
    select rdate, result_value_daily::text::float8 as value, extract(month from rdate)::int as m,
      extract(day from rdate)::int as d,
      extract(year from rdate)::int + (extract(month from rdate) >= 10)::int as y
    from daily_value where loc_ndx = $1 and parameter_ndx = $2 and flag is null and rdate <= $4::text::date
  ), peer as (
    select m, d, y, value from v where $5 = 'day'
    union all
    select m, 0, y, percentile_cont(0.5) within group (order by value) from v where $5 = 'month' group by m, y
  ), s as (select * from v where rdate >= $3::text::date - 1200)
  select s.rdate::text as day, s.value, s.m, s.d,
    (count(*) filter (where p.value < s.value))::int as lower, (count(*) filter (where p.value = s.value))::int as equal,
    (count(*) filter (where p.value > s.value))::int as higher
  from s left join peer p on p.m = s.m and p.d = (case when $5 = 'day' then s.d else 0 end) and p.y < s.y
  group by 1, 2, 3, 4 order by 1`;

type Row = { day: string; value: number; m: number; d: number; lower: number; equal: number; higher: number };
type MainRecord = { loc_ndx: number; parameter_ndx: number; interval: number };

const names = ['much below normal', 'below normal', 'normal', 'above normal', 'much above normal'];

describe('a season of conditions', () => {
  let store: Store;
  let portal: TestApp;
  let season: ConditionSeason;

  beforeAll(async () => {
    vi.useFakeTimers({ now: new Date('2026-03-09T18:00:00Z'), toFake: ['Date'] });
    store = await openDemoStore();
    const environment = { RATE_LIMIT_PER_MINUTE: '1000000' };
    const brief = briefRequestOf(basin);
    portal = openTestApp(store, { brief, environment, openProviders: dataProviders.map(({ name }) => name) });
    season = await portal.request(readConditionSeason, { params: { year: String(year) } });
  }, 3_600_000);

  afterAll(async () => {
    vi.useRealTimers();
    await portal?.close();
    await store?.close();
  });

  /** The class and the percentile of each day of a record, by a second implementation in SQL. */
  async function classesOf({
    loc_ndx,
    parameter_ndx,
    interval,
  }: MainRecord): Promise<(string | undefined)[]> {
    const statistics = await computeOracle(store, {
      location: loc_ndx,
      parameter: parameter_ndx,
      kind: 'water',
      measure: 'value',
    });
    const byOrder = new Map(statistics.map((each) => [each.order, each]));
    const [first, last] = [`${year - 1}-10-01`, `${year}-09-30`];
    const period = statistics[0]?.period ?? 'day';
    const rows = await store.query<Row>(valuesSql, [loc_ndx, parameter_ndx, first, last, period]);
    const byDay = new Map(rows.map((row) => [dayNumber(row.day), row]));
    const isDepth = parameter_ndx === 7;
    return Array.from({ length: season.days }, (_, at) => {
      const day = dayNumber(first) + at;
      let back = day;
      const isWell = parameter_ndx === 7 || parameter_ndx === 8;
      const carried = isWell ? Math.min(45, 3 * interval + 2) : 3 * interval + 2;
      while (!byDay.has(back) && day - back <= carried) back -= 1;
      const row = byDay.get(back);
      if (!row || day - back > carried) return undefined;
      const order =
        dayNumber(`${row.m >= 10 ? 1999 : 2000}${row.day.slice(4)}`) - dayNumber('1999-10-01') + 1;
      const { p10, p25, p75, p90, median, sorted = [] } = byOrder.get(order) ?? {};
      const { value, lower, equal, higher } = row;
      if (typeof p10 !== 'number' || typeof p25 !== 'number') return undefined;
      if (typeof p75 !== 'number' || typeof p90 !== 'number') return undefined;
      if (parameter_ndx === 2 && value === 0 && median === 0) return undefined;
      const [below, above] = isDepth ? [higher, lower] : [lower, higher];
      if (equal === 0 && below === 0 && above > 0) return 'lowest on record';
      if (equal === 0 && above === 0 && below > 0) return 'highest on record';
      const at5 = value < p10 ? 0 : value < p25 ? 1 : value <= p75 ? 2 : value <= p90 ? 3 : 4;
      return `${names[isDepth ? 4 - at5 : at5]}, ${percentileOnLine(value, sorted, isDepth)}`;
    });
  }

  test('has the class and percentile of a second implementation on 366 days at 200 sites', {
    timeout: 2_400_000,
  }, async () => {
    expect([season.year, season.days]).toEqual([year, 366]);
    const mains = await store.query<MainRecord>(`
      select distinct on (loc_ndx) loc_ndx, parameter_ndx,
        greatest(1, round(num_days::numeric / total_samples))::int as interval
      from location_parameter
      order by loc_ndx, array_position(array[3, 1, 2, 7, 8, 9, 6, 11, 12, 10]::int[], parameter_ndx::int)`);
    const byNdx = new Map(mains.map((main) => [main.loc_ndx, main]));
    // Every second one, so that all kinds of sites are there.
    const sites = season.sites.filter((_, at) => at % 2 === 0 || at > 370).slice(0, 200);
    const differences: string[] = [];
    const seen = new Map<string | undefined, number>();
    for (const { loc_ndx, percentiles } of sites) {
      const main = byNdx.get(loc_ndx);
      if (!main) throw new Error(`There is no record of ${loc_ndx}.`);
      const bytes = unpackBytes(percentiles, season.days);
      for (const [at, expected] of (await classesOf(main)).entries()) {
        const condition = parseConditionByte(bytes[at]);
        seen.set(condition?.class, (seen.get(condition?.class) ?? 0) + 1);
        const found =
          condition?.record === null ? `${condition.class}, ${condition.percentile}` : condition?.class;
        if (found !== expected)
          differences.push(`${loc_ndx} ${formatDay(dayNumber(season.start) + at)}: ${found} for ${expected}`);
      }
    }
    expect(sites.length).toBeGreaterThanOrEqual(180);
    expect(differences.slice(0, 20)).toEqual([]);
    for (const name of [...names, 'lowest on record', 'highest on record', undefined])
      expect(seen.get(name), String(name)).toBeGreaterThan(100);
  });

  test('has the class and the percentile of the figures of the day', { timeout: 1_200_000 }, async () => {
    const bytesOf = new Map(
      season.sites.map(({ loc_ndx, percentiles }) => [loc_ndx, unpackBytes(percentiles, season.days)]),
    );
    let compared = 0;
    for (let at = 0; at < season.days; at += 15) {
      const on = formatDay(dayNumber(season.start) + at);
      const { rivers, storage } = await readFiguresOfDay(
        store,
        briefRequestOf(basin),
        dayNumber(on),
        accountScope,
      );
      const findings = [...rivers.map(({ actual }) => actual), ...(storage?.members ?? [])];
      for (const { loc_ndx, class: name, percentile, rdate } of findings) {
        if (rdate !== on) continue;
        const condition = parseConditionByte(bytesOf.get(loc_ndx)?.[at]);
        expect([on, loc_ndx, condition?.class ?? null]).toEqual([on, loc_ndx, name]);
        if (condition?.record === null) expect(condition.percentile).toBe(percentile);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('is at most 200 KB', () => {
    expect(JSON.stringify(season).length).toBeLessThanOrEqual(200_000);
  });
});
