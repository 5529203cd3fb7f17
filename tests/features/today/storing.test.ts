import { expect, test } from 'vitest';
import { type HeldWater, storingAbove } from '#features/today/rules/storing.ts';

const rdate = '2026-11-26';
const flow = (value: number | null, on = rdate) => ({ rdate: on, value });
const reservoir = (loc_name: string, change: number, more: Partial<HeldWater> = {}): HeldWater => ({
  loc_name,
  rdate,
  value: 500_000 + change,
  previous: { rdate: '2026-11-25', value: 500_000 },
  ...more,
});

// 900 cfs for a day are 1,785 AF; the gages may be off by 5 percent of 1,400 and 2,300 cfs: 267 AF.
const day = { actual: flow(1400), natural: flow(2300) };
const palisades = reservoir('Palisades Reservoir', 1790);

test('names the reservoir that stores what the river lacks, or releases what it has too much', () => {
  expect(storingAbove({ ...day, above: [palisades] })).toEqual({ name: 'Palisades', change: 1790 });
  expect(
    storingAbove({ ...day, above: [reservoir('Jackson Lake', 200), reservoir('Palisades', 1600)] }),
  ).toEqual({ name: 'Palisades', change: 1600 });
  const released = { actual: flow(2300), natural: flow(1400), above: [reservoir('Palisades', -1700)] };
  expect(storingAbove(released)).toEqual({ name: 'Palisades', change: -1700 });
});

test.each([
  ['no balance within the errors of the gages', { ...day, above: [reservoir('Palisades', 1500)] }],
  [
    'flows that differ by no more than the errors',
    { ...day, natural: flow(1480), above: [reservoir('Palisades', 160)] },
  ],
  [
    'a reservoir without a value of the day',
    { ...day, above: [palisades, reservoir('Jackson Lake', 0, { value: null })] },
  ],
  [
    'a reservoir without a value of the day before',
    { ...day, above: [reservoir('Palisades', 1790, { previous: { rdate: '2026-11-24', value: 500_000 } })] },
  ],
  ['flows of two days', { ...day, natural: flow(2300, '2026-11-25'), above: [palisades] }],
  ['no natural flow', { ...day, natural: flow(null), above: [palisades] }],
  ['no reservoirs', { ...day, above: [] }],
  [
    'no reservoir with more than half',
    { ...day, above: [890, 890].map((each) => reservoir('One of two', each)) },
  ],
])('says nothing of %s', (_, given) => {
  expect(storingAbove(given)).toBeUndefined();
});
