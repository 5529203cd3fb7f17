import { describe, expect, test } from 'vitest';
import {
  countedBetween,
  type DayBounds,
  dailyMeans,
  dailyTotals,
  type SeriesTerms,
} from '#features/own-records/rules/days.ts';
import { parseRating, type Rating, rateStage, ratingAt } from '#features/own-records/rules/rating.ts';
import { randomSource } from '#lib/random-source.ts';

const hour = 3_600_000;
const minute = 60_000;
const limitMs = 2 * hour;
const plain: SeriesTerms = { kind: 'reading', periodMs: null, wrapsAt: null, limitMs };

/** Days of 23, 24 and 25 hours, one after the other. */
function spansOf(hours: readonly number[]): DayBounds[] {
  let from = 0;
  return hours.map((length, day) => {
    const span = { day, from, to: from + length * hour };
    from = span.to;
    return span;
  });
}

/** The mean of a day by sums over its minutes; readings are at whole minutes. NaN where too little is covered. */
function meanByMinutes(
  readings: readonly (readonly [time: number, value: number])[],
  { from, to }: DayBounds,
  terms: SeriesTerms,
): number {
  let sum = 0;
  let covered = 0;
  let next = 0;
  for (let start = from; start < to; start += minute) {
    const middle = start + minute / 2;
    while ((readings[next]?.[0] ?? Number.POSITIVE_INFINITY) <= middle) next += 1;
    const [before, after] = [readings[next - 1], readings[next]];
    if (!after) continue;
    if (terms.periodMs !== null) {
      if (middle < after[0] - terms.periodMs) continue;
      sum += after[1];
    } else {
      if (!before || after[0] - before[0] > terms.limitMs) continue;
      if (terms.kind === 'counter') {
        const rise = after[1] - before[1];
        const counted =
          rise >= 0
            ? rise
            : after[1] > before[1] / 2
              ? Number.NaN
              : (terms.wrapsAt ?? before[1]) - before[1] + after[1];
        if (Number.isNaN(counted)) continue;
        sum += counted / ((after[0] - before[0]) / 1000);
      } else sum += before[1] + ((after[1] - before[1]) * (middle - before[0])) / (after[0] - before[0]);
    }
    covered += 1;
  }
  return covered * minute < 0.8 * (to - from) ? Number.NaN : sum / covered;
}

describe('means of days', () => {
  test('equal sums over their minutes in 300 random cases', () => {
    const random = randomSource(50);
    let days = 0;
    let withoutValue = 0;
    for (let round = 0; round < 300; round += 1) {
      const kind = random() < 0.3 ? 'counter' : 'reading';
      const periodMs = kind === 'reading' && random() < 0.3 ? 15 * minute : null;
      const wrapsAt = random() < 0.5 ? 1000 : null;
      const terms: SeriesTerms = { kind, periodMs, wrapsAt, limitMs };
      const spans = spansOf(Array.from({ length: 3 }, () => [23, 24, 25][Math.floor(random() * 3)] ?? 24));
      const readings: [number, number][] = [];
      let counter = random() * 1000;
      for (let time = -3 * hour; time < 78 * hour; ) {
        counter = (counter + random() * 40) % 1000;
        readings.push([time, kind === 'counter' ? counter : random() * 100 - 20]);
        const step = random() < 0.02 ? 200 + random() * 300 : 1 + random() * (periodMs === null ? 100 : 20);
        time += Math.ceil(step) * minute;
      }
      const timed = { times: readings.map(([time]) => time), values: readings.map(([, value]) => value) };
      const found = dailyMeans(timed, spans, terms);
      for (const span of spans) {
        const expected = meanByMinutes(readings, span, terms);
        days += 1;
        if (Number.isNaN(expected)) {
          withoutValue += 1;
          expect(found.has(span.day)).toBe(false);
        } else expect(found.get(span.day)).toBeCloseTo(expected, 8);
      }
    }
    expect(days).toBe(900);
    // Both outcomes have been tried often enough.
    expect(withoutValue).toBeGreaterThan(50);
    expect(withoutValue).toBeLessThan(700);
  });

  test('need 80 % of a day, of 23 and 25 hours as well', () => {
    const [day] = spansOf([25]);
    if (!day) throw new Error('no day');
    const until = (time: number) => {
      const times = Array.from({ length: Math.floor(time / hour) + 1 }, (_, at) => at * hour);
      return dailyMeans({ times, values: times.map(() => 5) }, [day], plain);
    };
    expect(until(20 * hour).get(0)).toBe(5);
    expect(until(19 * hour).size).toBe(0);
  });

  test('cover nothing beside a reading that is not known', () => {
    const times = Array.from({ length: 25 }, (_, at) => at * hour);
    const values = times.map((_, at) => (at >= 8 && at <= 12 ? Number.NaN : 3));
    expect(dailyMeans({ times, values }, spansOf([24]), plain).size).toBe(0);
  });
});

test.each([
  [990, 5, 1000, 15],
  [990, 5, null, 5],
  [5, 990, 1000, 985],
  [500, 499, null, undefined],
  [500, 499, 1000, undefined],
  [10, 10, null, 0],
])('a counter that goes from %d to %d and wraps at %s has counted %s', (last, value, wrapsAt, counted) => {
  expect(countedBetween(last, value, wrapsAt)).toBe(counted);
});

test('the total of a day is what the counter counted, where the whole day is covered', () => {
  const times = Array.from({ length: 26 }, (_, at) => (at - 1) * hour + 30 * minute);
  // It wraps at 20 after 12 hours.
  const values = times.map((_, at) => (10 + at) % 20);
  const terms: SeriesTerms = { ...plain, kind: 'counter', wrapsAt: 20 };
  const spans = spansOf([24]);
  expect(dailyTotals({ times, values }, spans, terms).get(0)).toBeCloseTo(24, 10);
  expect(dailyTotals({ times: times.slice(2), values: values.slice(2) }, spans, terms).size).toBe(0);
});

/** The flow of a stage by logarithms to the base of ten. */
function rateByTens({ offsetFt, points }: Rating, stage: number): number | undefined {
  for (let at = 1; at < points.length; at += 1) {
    const [[h1, q1] = [0, 0], [h2, q2] = [0, 0]] = [points[at - 1], points[at]];
    if (stage < h1 || stage > h2) continue;
    if (q1 === 0 || h1 <= offsetFt) return q1 + ((q2 - q1) * (stage - h1)) / (h2 - h1);
    const [x1, x2, x] = [h1, h2, stage].map((h) => Math.log10(h - offsetFt));
    const slope = (Math.log10(q2) - Math.log10(q1)) / ((x2 ?? 0) - (x1 ?? 0));
    return 10 ** (Math.log10(q1) + slope * ((x ?? 0) - (x1 ?? 0)));
  }
  return undefined;
}

describe('rating tables', () => {
  test('equal an interpolation by logarithms to the base of ten in 300 random cases', () => {
    const random = randomSource(1983);
    let beyond = 0;
    for (let round = 0; round < 300; round += 1) {
      const offsetFt = Math.round(random() * 20) / 10 - 1;
      let [stage, flow] = [
        offsetFt + (random() < 0.3 ? 0 : 0.1 + random()),
        random() < 0.4 ? 0 : random() * 5,
      ];
      if (stage === offsetFt) flow = 0;
      const points = Array.from({ length: 2 + Math.floor(random() * 12) }, () => {
        const point = [stage, flow] as const;
        stage += 0.05 + random();
        flow += 0.1 + random() * 80;
        return point;
      });
      const rating: Rating = { version: 1, validFrom: 0, offsetFt, points };
      const [low = 0, high = 0] = [points[0]?.[0], points.at(-1)?.[0]];
      for (const wanted of [
        low,
        high,
        low + (high - low) * random(),
        low - 0.01,
        high + 0.01,
        low + (high - low) * random(),
      ]) {
        const expected = rateByTens(rating, wanted);
        if (expected === undefined) {
          beyond += 1;
          expect(rateStage(rating, wanted)).toBeUndefined();
        } else expect(rateStage(rating, wanted)).toBeCloseTo(expected, 8);
      }
    }
    expect(beyond).toBe(600);
  });

  test('give the flow of each of their points', () => {
    const rating: Rating = {
      version: 1,
      validFrom: 0,
      offsetFt: 0,
      points: [
        [1, 10],
        [4, 160],
        [9, 161],
      ],
    };
    expect(rating.points.map(([stage]) => rateStage(rating, stage))).toEqual([10, 160, 161]);
    expect(rateStage(rating, 2)).toBeCloseTo(40, 10);
  });

  test('hold from their instant until that of the next one, and a later version of the same instant instead', () => {
    const of = (version: number, validFrom: number): Rating => ({
      version,
      validFrom,
      offsetFt: 0,
      points: [],
    });
    const ratings = [of(1, 0), of(2, 100), of(3, 0), of(4, 200)];
    expect([-1, 0, 99, 100, 199, 200].map((at) => ratingAt(ratings, at)?.version)).toEqual([
      undefined,
      3,
      3,
      2,
      2,
      4,
    ]);
  });

  test.each([
    ['1 2\n3 x', 2, 'not two numbers'],
    ['1,2\n3', 2, '1 numbers'],
    ['1,2,5\n3,4', 1, '3 numbers'],
    ['2;5\n2;6', 2, 'not above the one before'],
    ['1\t5\n2\t4', 2, 'below the one before'],
    ['1 -2\n3 4', 1, 'below 0'],
    ['0.5 2\n3 4', 1, 'not above the offset'],
    ['1 2', 1, 'two points'],
    ['stage flow', 1, 'two points'],
  ])('%j is refused at line %d: %s', (text, line, reason) => {
    const { refused } = parseRating(text, 0.5);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ line, reason: expect.stringContaining(reason) });
  });

  test('are read with commas, semicolons, tabs and blanks, a header and comments', () => {
    const expected = [
      [1, 2],
      [3.5, 40],
    ];
    for (const text of [
      '1,2\n3.5,40',
      'stage; flow\n1; 2\r\n3.5;40',
      '# rating\n1\t2\n\n3.5\t40\n',
      '1 2\n3.5   40',
    ])
      expect(parseRating(text, 0)).toEqual({ points: expected, refused: [] });
  });
});
