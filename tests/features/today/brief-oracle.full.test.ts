import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { briefRequestOf } from '#contract/basin/basin-requests.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import { dataProviders } from '#domain/agencies.ts';
import { type Brief, readBrief } from '#features/today/contract.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { demoThrough, openDemoStore } from '../../support/demo-store.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { computeBriefOracle, createBriefOracle, type OracleRows } from './brief-oracle.ts';

const [first, last] = ['1986-01-01', demoThrough].map(dayNumber) as [number, number];
const dayArbitrary = fc.integer({ min: first, max: last });
/** Random dates of random years. They are few, because the oracle takes long to find what is usual at a date. */
const dates = fc.sample(dayArbitrary, { numRuns: 16, seed: 31 }).map((day) => formatDay(day).slice(5));
const dateArbitrary = fc
  .tuple(fc.integer({ min: 1986, max: 2025 }), fc.constantFrom(...dates))
  .map(([year, date]) => `${year}-${date}`);
/** Drawn at any rate: dates that other years may not have. */
const leapDays = ['2020-02-29', '1996-02-29', '2021-02-28', '2021-03-01', '2020-12-31', '2019-10-01'];

const request = briefRequestOf(basin);

describe('the brief of the demonstration data', () => {
  let store: Store;
  let portal: TestApp;

  beforeAll(async () => {
    vi.useFakeTimers({ now: new Date('2026-03-09T18:00:00Z'), toFake: ['Date'] });
    store = await openDemoStore();
    await createBriefOracle(store, basin);
    const environment = { RATE_LIMIT_PER_MINUTE: '1000000' };
    portal = openTestApp(store, {
      brief: request,
      environment,
      openProviders: dataProviders.map(({ name }) => name),
    });
  }, 1_200_000);

  afterAll(async () => {
    vi.useRealTimers();
    await portal?.close();
    await store?.close();
  });

  const read = (on: string) => portal.request(readBrief, { query: { on } });

  test('equals a second implementation in SQL on 20 random days', { timeout: 1_600_000 }, async () => {
    const drawn = fc.sample(dateArbitrary, { numRuns: 20 - leapDays.length, seed: 31 });
    const differences: string[] = [];
    let figures = 0;
    for (const on of [...leapDays, ...drawn]) {
      const [brief, oracle] = [figuresOf(await read(on)), await computeBriefOracle(store, on)];
      const found = compare(brief, oracle);
      figures += found.figures;
      differences.push(...found.differences.map((each) => `${on} ${each}`));
    }
    expect(differences).toEqual([]);
    expect(figures / 20).toBeGreaterThan(150);
  });

  test('has all sections on every ninth day of a year', { timeout: 1_200_000 }, async () => {
    const empty: string[] = [];
    const start = dayNumber('2019-10-01');
    for (let day = start; day < start + 366; day += 9) {
      const { storage, snow, rivers, springs, wells, reaches, moved, newest, on } = await read(
        formatDay(day),
      );
      const isWhole = {
        newest: newest !== null,
        total: storage?.total !== null,
        missing: (storage?.missing.length === 0) === (storage?.total?.rdate === storage?.newest),
        members: storage?.members.every(({ value, of }) => value !== null && of !== null),
        snow:
          snow.length === 4 &&
          snow.every(({ value, median_peak, of }) => value !== null && median_peak !== null && of !== null),
        rivers: rivers.length === 5 && rivers.every(({ actual }) => actual.of !== null),
        springs: springs.length === 1 && springs.every((each) => each.class !== null),
        wells: wells.length === 10 && wells.some(({ year_before }) => year_before !== null),
        reaches: reaches.length === 5 && reaches.every(({ mean_7, of }) => mean_7 !== null && of !== null),
        moved: moved.length === 5,
      };
      for (const [name, isThere] of Object.entries(isWhole)) if (!isThere) empty.push(`${on} ${name}`);
    }
    expect(empty).toEqual([]);
  });
});

/** The figures of a brief in the shape of the oracle's rows. */
function figuresOf(brief: Brief): OracleRows {
  const { storage, snow, rivers, springs, wells, reaches, moved, doubts, newest, late_sites } = brief;
  const total = storage?.total;
  const flows = [
    ...rivers.flatMap(({ actual, natural }) => [
      { section: 'rivers', ...actual },
      ...(natural ? [{ section: 'naturals', ...natural }] : []),
    ]),
    ...springs.map((each) => ({ section: 'springs', ...each })),
  ];
  return {
    storage: total
      ? [
          {
            ...total,
            ...Object.fromEntries(total.changes.map(({ days, change }) => [`change_${days}`, change])),
            ...standingOf(total),
          },
        ]
      : [],
    members: (storage?.members ?? []).map((each) => findingOf({ section: 'storage', ...each })),
    snow: snow.map(({ median, count, missing, ...group }, part) => ({
      ...group,
      part,
      median_sum: median,
      used: count,
      missing: missing.length,
      ...standingOf(group),
    })),
    flows: flows.map(findingOf),
    wells: wells.map((each) => ({ ...each, ...standingOf(each) })),
    reaches: reaches.map((each) => ({ ...each, ...standingOf(each) })),
    moved,
    doubts,
    sites: [{ newest, late_sites }],
  };
}

function findingOf<Record extends FindingAnswer>(finding: Record) {
  const { rdate, previous, recent } = finding;
  const isNear = previous !== null && rdate !== null && dayNumber(rdate) - dayNumber(previous.rdate) <= 28;
  return {
    ...finding,
    previous: isNear ? previous.value : null,
    recent: recent.values,
    ...standingOf(finding),
  };
}

/** A place among years as one row. */
function standingOf({ class: name, percentile, of, rank, year_before }: Placed) {
  return {
    ...(of ?? { count: null, first_year: null, last_year: null, median: null, percent: null }),
    ...(of ? {} : { p10: null, p25: null, p75: null, p90: null }),
    ...(rank ?? { rank: null, low_rank: null, years: null }),
    class: name,
    percentile,
    before: year_before?.value ?? null,
    before_day: year_before?.rdate ?? null,
    before_percentile: year_before?.percentile ?? null,
  };
}

type Placed = Pick<FindingAnswer, 'class' | 'percentile' | 'of' | 'rank' | 'year_before'>;

/** Compares every column of the oracle. Numbers of the brief have nine digits. */
function compare(brief: OracleRows, oracle: OracleRows): { figures: number; differences: string[] } {
  const differences: string[] = [];
  let figures = 0;
  for (const [section, rows] of Object.entries(oracle)) {
    const own = brief[section] ?? [];
    if (own.length !== rows.length) differences.push(`${section}: ${own.length} rows for ${rows.length}`);
    for (const [at, row] of rows.entries()) {
      for (const [name, expected] of Object.entries(row)) {
        figures += 1;
        const actual = own[at]?.[name];
        if (!isSame(actual, expected)) {
          differences.push(
            `${section} ${at} ${name}: ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`,
          );
        }
      }
    }
  }
  return { figures, differences };
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.length === expected.length && expected.every((each, at) => isSame(actual[at], each));
  }
  if (typeof expected !== 'number' || typeof actual !== 'number') return actual === expected;
  return Math.abs(actual - expected) <= 1e-8 * Math.max(Math.abs(expected), 1e-3);
}
