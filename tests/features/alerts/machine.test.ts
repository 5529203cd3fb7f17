import { describe, expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { AlertState, LevelTerms } from '#features/alerts/contract.ts';
import { limitsOf, stepLevel, stepSilence } from '#features/alerts/rules/machine.ts';
import {
  evaluateLevel,
  findSilences,
  type Observation,
  type RuleState,
  replayLevel,
} from '#features/alerts/rules/observations.ts';
import { randomSource } from '#lib/random-source.ts';
import { dailyValues, hasRealSeries } from '../../support/real-series.ts';
import { searchFirings } from './brute-force.ts';

const dayMs = 86_400_000;

const termsOf = (part: Partial<LevelTerms> = {}): LevelTerms => ({
  kind: 'level',
  loc_ndx: 1,
  parameter_ndx: 3,
  measure: 'value',
  direction: 'below',
  level: 100,
  ...part,
});

/** Values that are a day apart. */
const observe = (values: readonly number[], firstDay = 1): Observation[] =>
  values.map((value, at) => ({
    at: (firstDay + at) * dayMs,
    value,
    approval: 'P',
    measured: value,
  }));

describe('limits of a level', () => {
  test.each([
    ['below', 30, undefined, 31.5],
    ['above', 200, undefined, 190],
    ['below', 30, null, 31.5],
    ['below', 30, 40, 40],
    ['above', -10, undefined, -10.5],
    ['below', -10, undefined, -9.5],
    ['below', 0, undefined, 0],
  ] as const)('%s %s with the clear level %s are clear at %s', (direction, level, clear_level, clear) => {
    expect(limitsOf(termsOf({ direction, level, clear_level })).clear).toBeCloseTo(clear, 9);
  });
});

describe('default limits that records can reach', () => {
  const [percentile, percent_of_capacity] = [
    { measure: 'percentile' },
    { measure: 'percent_of_capacity' },
  ] as const;
  test.each<[string, Partial<LevelTerms>, number]>([
    ['the 95th percentile', { ...percentile, level: 95 }, 99],
    ['the 99th percentile', { ...percentile, level: 99 }, 99],
    ['the 90th percentile', { ...percentile, level: 90 }, 94.5],
    ['a percentile from above', { ...percentile, direction: 'above', level: 1 }, 1],
    ['98 % of capacity', { ...percent_of_capacity, level: 98 }, 100],
    ['110 % of capacity', { ...percent_of_capacity, level: 110 }, 110],
    ['98 % of the median', { measure: 'percent_of_median', level: 98 }, 102.9],
    ['an elevation', { parameter_ndx: parameterNdx.groundwaterElevation, level: 4450 }, 4450],
    ['a depth from above', { parameter_ndx: parameterNdx.depthToWater, direction: 'above', level: 200 }, 200],
    ['a temperature', { parameter_ndx: parameterNdx.airTemperature, level: 32 }, 32],
    [
      'a rise of a temperature',
      {
        ...{ parameter_ndx: parameterNdx.airTemperature, measure: 'change_in_day' },
        ...{ direction: 'above', level: 20 },
      },
      19,
    ],
    ['a level of its own', { ...percentile, level: 95, clear_level: 98 }, 98],
  ])('%s', (_, part, clear) => {
    expect(limitsOf(termsOf(part)).clear).toBeCloseTo(clear, 9);
  });
});

describe('states', () => {
  const limits = limitsOf(termsOf());
  test.each([
    ['ok', 100, 'ok', undefined],
    ['ok', 99, 'pending', undefined],
    ['pending', 101, 'ok', undefined],
    ['pending', 99, 'firing', 'fired'],
    ['firing', 99, 'firing', undefined],
    ['firing', 104, 'firing', undefined],
    ['firing', 105, 'clearing', undefined],
    ['clearing', 104, 'firing', undefined],
    ['clearing', 99, 'firing', undefined],
    ['clearing', 105, 'ok', 'cleared'],
  ] as const)('%s with %s becomes %s', (before, measured, state, kind) => {
    expect(stepLevel(before, measured, limits)).toEqual(kind ? { state, kind } : { state });
  });

  test.each([
    ['ok', false, 'ok', undefined],
    ['ok', true, 'firing', 'silent'],
    ['firing', true, 'firing', undefined],
    ['firing', false, 'ok', 'back'],
  ] as const)('of silence: %s, silent %s, becomes %s', (before, isSilent, state, kind) => {
    expect(stepSilence(before, isSilent)).toEqual(kind ? { state, kind } : { state });
  });
});

/** Runs an evaluation for each new value, some hours after its day, as a portal does. */
function evaluateDaily(observations: readonly Observation[], terms: LevelTerms, windowDays = 12): number[] {
  const limits = limitsOf(terms);
  let rule: RuleState = { state: 'ok', since: undefined, seenThrough: 0 };
  const fired: number[] = [];
  for (const [at, observation] of observations.entries()) {
    const seen = observations.slice(Math.max(0, at - windowDays), at + 1);
    const now = observation.at + dayMs / 4;
    const { after, events } = evaluateLevel(rule, seen, { limits, freshMs: 3 * dayMs, now });
    fired.push(...events.filter(({ kind }) => kind === 'fired').map((each) => each.observation.at / dayMs));
    rule = after;
  }
  return fired;
}

function expectSame(values: readonly number[], terms: LevelTerms): number {
  const observations = observe(values);
  const expected = searchFirings(values, limitsOf(terms)).map((at) => at + 1);
  const replayed = replayLevel(observations, limitsOf(terms)).fired.map(({ at }) => at / dayMs);
  expect(replayed).toEqual(expected);
  expect(evaluateDaily(observations, terms)).toEqual(expected);
  return expected.length;
}

describe('firings equal those of a search for pairs of values', () => {
  test('in 300 random records', () => {
    let count = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomSource(seed);
      const values = Array.from({ length: 200 }, () => Math.round(80 + 40 * random()));
      const direction = seed % 2 === 0 ? 'above' : 'below';
      count += expectSame(values, termsOf({ direction, ...(seed % 3 === 0 && { clear_level: 100 }) }));
    }
    expect(count).toBeGreaterThan(1000);
  });

  const storage = 'usbr_daily_reservoir_af_1980_2020.csv';
  const flows = 'usbr_daily_heii_heni_isli_1980_2020.csv';
  test.skipIf(!hasRealSeries).each([
    [storage, 'pal_af', 'below', 360_000],
    [storage, 'pal_af', 'below', 600_000],
    [storage, 'amf_af', 'below', 300_000],
    [storage, 'amf_af', 'above', 1_500_000],
    [storage, 'jck_af', 'below', 400_000],
    [flows, 'heii_qu', 'above', 20_000],
    [flows, 'heii_qu', 'below', 2500],
    [flows, 'isli_qu', 'below', 300],
  ] as const)('in 40 years of %s, %s %s %s', (file, column, direction, level) => {
    const values = [...dailyValues(file, column)].toSorted(([one], [other]) => one - other);
    expect(values.length).toBeGreaterThan(14_000);
    const count = expectSame(
      values.map(([, value]) => value),
      termsOf({ direction, level }),
    );
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(400);
  });
});

describe('noise at the level', () => {
  test('of 1 % fires at most once a crossing', () => {
    for (const direction of ['above', 'below'] as const) {
      const random = randomSource(51);
      const clean = Array.from(
        { length: 40 * 365 },
        (_, at) => 100 + 60 * Math.sin((2 * Math.PI * at) / 365),
      );
      const sign = direction === 'above' ? 1 : -1;
      const crossings = clean.filter(
        (value, at) => at > 0 && sign * (value - 100) > 0 && sign * ((clean[at - 1] ?? 0) - 100) <= 0,
      ).length;
      const noisy = clean.map((value) => value * (0.99 + 0.02 * random()));
      const { fired } = replayLevel(observe(noisy), limitsOf(termsOf({ direction })));
      expect(crossings).toBeGreaterThanOrEqual(39);
      expect(fired.length).toBeLessThanOrEqual(crossings);
      expect(fired.length).toBeGreaterThanOrEqual(crossings - 1);
    }
  });

  test('of a record that rests on its level fires once', () => {
    const random = randomSource(7);
    const resting = Array.from({ length: 5000 }, () => 100 * (0.99 + 0.02 * random()));
    const { fired } = replayLevel(observe([120, 120, ...resting]), limitsOf(termsOf()));
    expect(fired).toHaveLength(1);
  });
});

describe('an evaluation', () => {
  const limits = limitsOf(termsOf());
  const evaluate = (before: RuleState, observations: readonly Observation[], day: number) =>
    evaluateLevel(before, observations, { limits, freshMs: 3 * dayMs, now: (day + 0.25) * dayMs });
  const seen = (day: number, state: AlertState = 'ok', since?: number): RuleState => ({
    state,
    since: since === undefined ? undefined : since * dayMs,
    seenThrough: day * dayMs,
  });

  test.each<[string, RuleState, readonly Observation[], number]>([
    [
      'a back-fill of 40 years before what is there',
      seen(20_000),
      observe(new Array(14_600).fill(1), 5400),
      20_000,
    ],
    ['an import of the whole record again', seen(14_600), observe(new Array(14_600).fill(1)), 14_600],
    [
      'the first import of a record',
      { state: 'ok', since: undefined, seenThrough: undefined },
      observe([1, 1, 1]),
      3,
    ],
    ['values that come after three days', seen(10), observe([1, 1, 1], 11), 17],
    ['one value beyond the level', seen(10), observe([120, 1], 10), 11],
    [
      'values without a measure',
      seen(10),
      observe([1, 1], 11).map((each) => ({ ...each, measured: undefined })),
      12,
    ],
    ['nothing', seen(10), [], 11],
  ])('of %s fires nothing', (_, before, observations, day) => {
    expect(evaluate(before, observations, day).events).toEqual([]);
  });

  test('fires on values of the last three days, and not again', () => {
    const first = evaluate(seen(10), observe([1, 1], 11), 12);
    expect(first.events.map(({ kind, observation }) => [kind, observation.at / dayMs])).toEqual([
      ['fired', 12],
    ]);
    expect(first.after).toEqual(seen(12, 'firing', 12));
    expect(evaluate(first.after, observe([1, 1], 11), 12).events).toEqual([]);
  });

  test.each([
    ['withdrawn', []],
    ['revised to one inside of the level', observe([120], 11)],
    [
      'flagged, which leaves it without a measure',
      observe([1], 11).map((each) => ({ ...each, measured: undefined })),
    ],
  ])('takes a pending state back whose value was %s', (_, revised) => {
    const { after, events } = evaluate(
      seen(11, 'pending', 11),
      [...observe([120], 10), ...revised, ...observe([1], 12)],
      12,
    );
    expect(events).toEqual([]);
    expect(after).toEqual(seen(12, 'pending', 12));
  });

  test('leaves a pending state whose value is there', () => {
    const { events } = evaluate(seen(11, 'pending', 11), observe([120, 1, 1], 10), 12);
    expect(events).toHaveLength(1);
  });
});

test('silences are gaps of more days than the usual ones, and the last one lasts until today', () => {
  expect(findSilences([1, 2, 5, 9, 10], 3, 12)).toEqual([{ day: 5, gap: 4 }]);
  expect(findSilences([1, 2, 5, 9, 10], 3, 14)).toEqual([
    { day: 5, gap: 4 },
    { day: 10, gap: 4 },
  ]);
  expect(findSilences([], 3, 14)).toEqual([]);
});
