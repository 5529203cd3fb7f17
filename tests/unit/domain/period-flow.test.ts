import { expect, test } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { cumulativeAf, flowByDay, meanFlow, periodFlow, volumeOf } from '#domain/season/period-flow.ts';

/** Values of the days from 100 on; null where there is none. */
function known(...values: (number | null)[]) {
  const days = values.flatMap((value, at) => (value === null ? [] : [100 + at]));
  return flowByDay({ days, values: values.filter((value) => value !== null) });
}

test.each<[string, (number | null)[], number[], number, boolean]>([
  ['all days', [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5], 0, true],
  ['negative flows', [0, -1, -2, 3, -4, 5], [-1, -2, 3, -4, 5], 0, true],
  ['a gap of three days', [0, 1, null, null, null, 5], [1, 2, 3, 4, 5], 3, true],
  ['a gap of four days at the start', [0, null, null, null, null, 5], [1, 2, 3, 4, 5], 4, false],
  ['three days that have not come yet', [0, 1, 2], [1, 2, 2, 2, 2], 3, true],
  ['four days that have not come yet', [0, 1], [1], 4, false],
  ['no day, but one before', [9], [], 5, false],
  ['no value at all', [], [], 5, false],
])('a period with %s', (_, values, flows, missing, isComplete) => {
  const found = periodFlow(known(...values), 101, 105);
  expect(found.flows.map((flow) => Math.round(flow * 1e9) / 1e9)).toEqual(flows);
  expect([found.missing, found.isComplete]).toEqual([missing, isComplete]);
});

test('a short period without values has the flow of up to three days before it', () => {
  expect(periodFlow(known(7), 102, 103)).toEqual({ flows: [7, 7], missing: 2, isComplete: true });
  expect(periodFlow(known(7), 104, 105)).toEqual({ flows: [], missing: 2, isComplete: false });
});

test('no day is a complete period', () => {
  expect(periodFlow(known(1, 2), 101, 100)).toEqual({ flows: [], missing: 0, isComplete: true });
});

test('volumes are in acre-feet', () => {
  expect(volumeOf([])).toBe(0);
  expect(volumeOf([1, -3, 4])).toBeCloseTo(2 * acreFeetPerCfsDay, 9);
  expect(cumulativeAf([1, -3, 4]).map((volume) => Math.round(volume / acreFeetPerCfsDay))).toEqual([
    1, -2, 2,
  ]);
});

test('a mean needs 90 % of the days', () => {
  const values = (count: number) =>
    new Map(Array.from({ length: count }, (_, at) => [100 + at, 5 + (at % 2)]));
  expect(meanFlow(values(10), 100, 109)).toBe(5.5);
  expect(meanFlow(values(9), 100, 109)).toBeCloseTo(5.444, 3);
  expect(meanFlow(values(8), 100, 109)).toBeUndefined();
  expect(meanFlow(values(10), 100, 99)).toBeUndefined();
});
