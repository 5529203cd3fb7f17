import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CarryOverInput, computeCarryOver, type Winter } from '#features/carry-over/rules/carry-over.ts';
import { describeCarryOverReason } from '#features/carry-over/rules/carry-over-result.ts';
import { normal } from '#ingest/demo/noise.ts';
import { forAll } from '../../support/for-all.ts';
import { capacityOf, hasRealSeries } from '../../support/real-series.ts';
import { isThorough } from '../../support/thorough.ts';
import { realWinters } from './real-winters.ts';

/** Solves a system of equations by elimination: a second way to fit, without any of the portal's code. */
function solve(system: readonly (readonly number[])[]): number[] {
  const rows = system.map((row) => [...row]);
  const count = rows.length;
  for (let column = 0; column < count; column += 1) {
    const pivot = rows
      .slice(column)
      .toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))[0];
    const place = rows.indexOf(pivot ?? []);
    [rows[column], rows[place]] = [rows[place] ?? [], rows[column] ?? []];
    for (let other = 0; other < count; other += 1) {
      if (other === column) continue;
      const factor = (rows[other]?.[column] ?? 0) / (rows[column]?.[column] ?? 1);
      rows[other] = (rows[other] ?? []).map((value, at) => value - factor * (rows[column]?.[at] ?? 0));
    }
  }
  return rows.map((row, at) => (row[count] ?? 0) / (row[at] ?? 1));
}

type Point = { readonly row: readonly number[]; readonly value: number };

/** By the normal equations of the standardized columns. */
function naiveFit(points: readonly Point[], row: readonly number[]): number {
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const columns = row.map((_, at) => points.map((point) => point.row[at] ?? 0));
  const centers = columns.map(average);
  const spreads = columns.map((values, at) =>
    Math.sqrt(average(values.map((value) => (value - (centers[at] ?? 0)) ** 2))),
  );
  const scale = (each: readonly number[]) => [
    1,
    ...each.map((value, at) => (value - (centers[at] ?? 0)) / (spreads[at] ?? 1)),
  ];
  const scaled = points.map((point) => ({ x: scale(point.row), y: point.value }));
  const size = row.length + 1;
  const system = Array.from({ length: size }, (_, one) => [
    ...Array.from({ length: size }, (_each, other) =>
      scaled.reduce((sum, { x }) => sum + (x[one] ?? 0) * (x[other] ?? 0), 0),
    ),
    scaled.reduce((sum, { x, y }) => sum + (x[one] ?? 0) * y, 0),
  ]);
  const coefficients = solve(system);
  return scale(row).reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), 0);
}

/** What the carry-over of each year would have been said to be by all other years, fitted again for each. */
function naiveLeaveOneOut(points: readonly Point[], capacity: number): number[] {
  return points.map(({ row }, at) => Math.min(capacity, Math.max(0, naiveFit(points.toSpliced(at, 1), row))));
}

function naiveMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

const capacity_af = 4000;
const seed = 11;

/** Winters whose storage grows by what the flow and their own luck add; `size` of the luck. */
function invent(count: number, size = 100): Winter[] {
  return Array.from({ length: count }, (_, at) => {
    const year = 1981 + at;
    const storage = 1500 + 500 * normal(seed, year);
    const flow = 300 + 60 * normal(seed + 1, year);
    const end = 500 + 0.8 * storage + 3 * flow + size * normal(seed + 2, year);
    const path_af = [0.25, 0.5, 0.75, 1].map((share) => storage + share * (end - storage));
    return { year, storage_af: storage, flow_af: flow, path_af };
  });
}

const inputOf = (winters: readonly Winter[], over: Partial<CarryOverInput> = {}): CarryOverInput => ({
  winters,
  capacity_af,
  storage_af: 1600,
  flow_af: 310,
  ...over,
});

describe('the carry-over', () => {
  test('has the leave-one-out errors of a second implementation that fits each year again', () =>
    forAll(
      [
        fc.array(
          fc.record({
            storage: fc.double({ min: 0, max: 4000, noNaN: true }),
            flow: fc.double({ min: 100, max: 900, noNaN: true }),
            end: fc.double({ min: 0, max: 4000, noNaN: true }),
          }),
          { minLength: 15, maxLength: 45 },
        ),
      ],
      100,
      (drawn) => {
        const winters = drawn.map(({ storage, flow, end }, at) => ({
          year: 1981 + at,
          // Apart from each other, so that both ways of fitting have a solution.
          storage_af: storage + 17 * at,
          flow_af: flow + 3 * ((at * 7) % 11),
          path_af: [end],
        }));
        const { years, skill } = computeCarryOver(inputOf(winters));
        const points = winters.map(({ storage_af, flow_af, path_af }) => ({
          row: [storage_af, flow_af],
          value: path_af[0] ?? 0,
        }));
        const expected = naiveLeaveOneOut(points, capacity_af);
        for (const [at, value] of expected.entries()) {
          expect(Math.abs((years[at]?.predicted_af ?? Number.NaN) - value)).toBeLessThan(1e-4);
        }
        const missed = points.map(({ value }, at) => Math.abs(value - (expected[at] ?? 0)));
        const usual = points.map(({ value }, at) =>
          Math.abs(value - naiveMedian(points.toSpliced(at, 1).map((each) => each.value))),
        );
        const average = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
        expect(skill?.mae_af).toBeCloseTo(average(missed), 3);
        expect(skill?.climatology_mae_af).toBeCloseTo(average(usual), 6);
      },
    ));

  test('is the storage of the day and what past winters added, with a range around it', () => {
    const { forecast, skill, reasons } = computeCarryOver(inputOf(invent(40)));
    const [low = 0, , middle = 0, , high = 0] = forecast?.volumes_af ?? [];
    expect(reasons).toEqual([]);
    expect(Math.abs(middle - (500 + 0.8 * 1600 + 3 * 310))).toBeLessThan(60);
    expect([high - middle > 60, middle - low > 60, high - low < 500]).toEqual([true, true, true]);
    expect(skill?.skill).toBeGreaterThan(0.5);
    expect(forecast?.model.flow).toBeCloseTo(3, 0);
    expect(forecast?.fan.days).toEqual([0, 1, 2, 3, 4]);
    expect(forecast?.fan.p50[0]).toBe(1600);
    expect([forecast?.fan.p90, forecast?.fan.p50, forecast?.fan.p10].map((line) => line?.at(-1))).toEqual([
      low,
      middle,
      high,
    ]);
  });

  test('is withheld where its range would seldom have held the winters that followed', () => {
    // The luck of the last ten winters is much larger than that of the ones before.
    const winters = [...invent(30, 10), ...invent(40, 250).slice(30)];
    const { forecast, reasons, skill } = computeCarryOver(inputOf(winters));
    expect(skill?.skill).toBeGreaterThan(0.5);
    expect(forecast).toBeNull();
    expect(reasons).toMatchObject([{ code: 'unreliable', tried: 25 }]);
    expect(reasons.map(describeCarryOverReason)[0]).toMatch(/held the carry-over in \d+ of 25 past winters/);
  });

  test('is never above the capacity or below nothing', () => {
    const full = computeCarryOver(inputOf(invent(40), { capacity_af: 2500, storage_af: 2500 }));
    expect(Math.max(...(full.forecast?.volumes_af ?? []))).toBe(2500);
    const empty = computeCarryOver(inputOf(invent(40), { storage_af: -9000 }));
    expect(empty.forecast?.volumes_af).toEqual([0, 0, 0, 0, 0]);
  });

  test('rests on the storage only where the flow is missing, and in a winter of few flows', () => {
    const withoutFlow = computeCarryOver(inputOf(invent(40), { flow_af: null }));
    expect(withoutFlow.forecast?.model.flow).toBeNull();
    expect(withoutFlow.skill?.years).toBe(40);
    const few = invent(60).map((each, at) => (at < 14 ? each : { ...each, flow_af: null }));
    expect(computeCarryOver(inputOf(few)).forecast?.model.flow).toBeNull();
    const partly = invent(40).map((each, at) => (at < 30 ? each : { ...each, flow_af: null }));
    expect(computeCarryOver(inputOf(partly)).skill?.years).toBe(30);
    const same = invent(60).map((each) => ({ ...each, flow_af: 300 }));
    expect(computeCarryOver(inputOf(same)).forecast?.model.flow).toBeNull();
  });

  test('leaves out a winter without a storage on April 1, and days that few winters have', () => {
    const [first, second, ...others] = invent(40);
    const holes = others.map((each) => ({ ...each, path_af: each.path_af.with(1, null) }));
    const lacking = [{ ...(first as Winter), path_af: [1, 2, 3, null] }, second as Winter, ...holes];
    expect(() => computeCarryOver(inputOf([...lacking, { ...(first as Winter), path_af: [] }]))).toThrow(
      RangeError,
    );
    const { years, forecast } = computeCarryOver(inputOf(lacking));
    expect(years.map(({ year }) => year)).not.toContain(1981);
    expect(forecast?.fan.days).toEqual([0, 1, 3, 4]);
  });

  test.each([
    ['no winters', { winters: [] }, ['few-years'], null],
    ['no storage', { storage_af: null }, ['no-storage'], 40],
    ['few winters', { winters: invent(14) }, ['few-years'], null],
    ['a storage that says nothing', { winters: invent(40, 9000) }, ['no-skill'], 40],
    [
      'a storage that never changes',
      { winters: invent(40).map((each) => ({ ...each, storage_af: 9, flow_af: 9 })) },
      ['no-skill'],
      null,
    ],
    [
      'a carry-over that never changes',
      { winters: invent(40).map((each) => ({ ...each, path_af: [9] })) },
      ['no-skill'],
      40,
    ],
  ])('is withheld with %s', (_, over: Partial<CarryOverInput>, codes, years) => {
    const { forecast, reasons, skill } = computeCarryOver(inputOf(invent(40), over));
    expect([forecast, reasons.map(({ code }) => code)]).toEqual([null, codes]);
    expect(skill?.years ?? null).toBe(years);
  });
});

describe.skipIf(!hasRealSeries)('the carry-over of real reservoirs, 1981 to 2020', { tags: ['full'] }, () => {
  const shown = (id: string, issued: string) => {
    const winters = realWinters(id, issued);
    const { storage_af = 0, flow_af = 0 } = winters.at(-1) ?? {};
    const result = computeCarryOver({ winters, capacity_af: capacityOf(id), storage_af, flow_af });
    const points = winters.flatMap(({ storage_af: storage, flow_af: flow, path_af }) => {
      const value = path_af.at(-1) ?? null;
      return flow === null || value === null ? [] : [{ row: [storage, flow], value }];
    });
    return { ...result, points, capacity: capacityOf(id) };
  };

  test.each([
    // id, issue day, years, leave-one-out MAE and that of the median in KAF, skill, bound, shown
    ['system', '11-01', 39, 317, 455, 0.3, true],
    ['system', '12-01', 38, 273, 472, 0.42, true],
    ['palisades', '11-01', 39, 175, 283, 0.38, true],
    ['palisades', '12-01', 39, 168, 283, 0.4, true],
    ['jackson', '12-01', 39, 24, 169, 0.86, true],
    ['american-falls', '11-01', 39, 99, 101, 0.02, false],
    ['american-falls', '12-01', 39, 98, 101, 0.03, false],
    ['minidoka', '12-01', 38, 14, 17, 0.16, false],
  ])('of %s on %s', (id, issued, years, mae, usual, skill, isShown) => {
    const result = shown(id, issued);
    expect(result.skill?.years).toBe(years);
    expect(
      [result.skill?.mae_af, result.skill?.climatology_mae_af].map((each) => Math.round((each ?? 0) / 1000)),
    ).toEqual([mae, usual]);
    expect(result.skill?.skill).toBeCloseTo(skill, 2);
    expect(result.forecast !== null).toBe(isShown);
    const naive = naiveLeaveOneOut(result.points, result.capacity);
    const said = result.years.flatMap(({ predicted_af }) => predicted_af ?? []);
    expect(said).toHaveLength(naive.length);
    expect(Math.max(...said.map((each, at) => Math.abs(each - (naive[at] ?? 0))))).toBeLessThan(1);
  });

  test.runIf(isThorough)('of Jackson Lake has a range that held 78 to 82 % of the winters forward', () => {
    let [held, tried] = [0, 0];
    for (const issued of ['08-01', '09-15', '11-01', '12-01']) {
      const winters = realWinters('jackson', issued);
      for (const [at, { storage_af, flow_af, path_af }] of winters.entries()) {
        const came = path_af.at(-1) ?? null;
        const input = {
          winters: winters.slice(0, at),
          capacity_af: capacityOf('jackson'),
          storage_af,
          flow_af,
        };
        const volumes = computeCarryOver(input).forecast?.volumes_af;
        if (came === null || !volumes) continue;
        tried += 1;
        if (came >= (volumes[0] ?? 0) && came <= (volumes.at(-1) ?? 0)) held += 1;
      }
    }
    expect(tried).toBeGreaterThan(70);
    expect(held / tried).toBeGreaterThan(0.78);
    expect(held / tried).toBeLessThan(0.82);
  });

  test.each(['08-01', '09-15', '11-01'])(
    'of Ririe Lake on %s is withheld, because its range does not hold',
    (issued) => {
      const winters = realWinters('ririe', issued);
      const { storage_af = 0, flow_af = 0 } = winters.at(-1) ?? {};
      const { reasons } = computeCarryOver({
        winters,
        capacity_af: capacityOf('ririe'),
        storage_af,
        flow_af,
      });
      expect(reasons.map(({ code }) => code)).toEqual(['unreliable']);
    },
  );
});
