import { expect, test } from 'vitest';
import { fitLogistic } from '#lib/regression.ts';

const rows = Array.from({ length: 20 }, (_, at) => [at, (at * 7) % 5]);
const events = rows.map(([first = 0]) => first >= 10);

test('stays finite where a line divides the events from the rest', () => {
  const model = fitLogistic(rows, events, 0);
  expect(model?.coefficients.every((each) => Number.isFinite(each) && Math.abs(each) < 50)).toBe(true);
  expect(model?.predict([0, 2])).toBeLessThan(0.05);
  expect(model?.predict([19, 2])).toBeGreaterThan(0.95);
});

test('never says less or more than the rows that follow no column allow', () => {
  const model = fitLogistic(rows, events, 0.2);
  expect(model?.predict([-1e6, 0])).toBeCloseTo(0.1, 12);
  expect(model?.predict([1e6, 0])).toBeCloseTo(0.9, 12);
});

// Firth's estimate of a share: half an event and half a non-event more.
test('without columns that matter is the share of events', () => {
  const even = [
    ...Array.from({ length: 8 }, (_, at) => [at % 2]),
    ...Array.from({ length: 8 }, (_, at) => [at % 2]),
  ];
  const model = fitLogistic(
    even,
    even.map((_, at) => at < 8),
    0,
  );
  expect(model?.predict([0])).toBeCloseTo(0.5, 9);
  expect(model?.predict([1])).toBeCloseTo(0.5, 9);
  const uneven = fitLogistic(
    even,
    even.map((_, at) => at < 4 || at === 8),
    0,
  );
  // 3 of 8 and 2 of 8, as (events + ½) ÷ (rows + 1).
  expect(uneven?.predict([0])).toBeCloseTo(3.5 / 9, 9);
  expect(uneven?.predict([1])).toBeCloseTo(2.5 / 9, 9);
});

test('does not depend on the units of the columns', () => {
  const came = events.map((each, at) => each !== (at === 3 || at === 15));
  const plain = fitLogistic(rows, came, 0.2);
  const scaled = fitLogistic(
    rows.map(([first = 0, second = 0]) => [1e6 * first + 5e6, second / 1000]),
    came,
    0.2,
  );
  for (const [first = 0, second = 0] of rows) {
    expect(scaled?.predict([1e6 * first + 5e6, second / 1000])).toBeCloseTo(
      plain?.predict([first, second]) ?? Number.NaN,
      8,
    );
  }
});

test.each<[string, number[][], boolean[]]>([
  ['no row', [], []],
  ['as many rows as coefficients', rows.slice(8, 11), events.slice(8, 11)],
  ['a column that never varies', rows.map(([first = 0]) => [first, 3]), events],
  ['a column that follows from the other', rows.map(([first = 0]) => [first, 2 * first]), events],
  ['events in every row', rows, rows.map(() => true)],
  ['no event', rows, rows.map(() => false)],
])('is undefined with %s', (_, given, came) => {
  expect(fitLogistic(given, came, 0.2)).toBeUndefined();
});
