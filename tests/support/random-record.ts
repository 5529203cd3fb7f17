import fc from 'fast-check';
import { yearKinds } from '#domain/season/season.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { randomSource } from '#lib/random-source.ts';

export const yearKind = fc.constantFrom(...yearKinds);

/** Daily records of up to 45 years with single missing days and longer gaps, generated from a seed. */
export const dailyRecord = fc
  .record({
    from: fc.integer({ min: dayNumber('1975-01-01'), max: dayNumber('2000-01-01') }),
    years: fc.integer({ min: 1, max: 45 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    missingShare: fc.constantFrom(0, 0.02, 0.3, 0.6),
    longGaps: fc.integer({ min: 0, max: 20 }),
    lowest: fc.constantFrom(0, -200),
  })
  .map(({ from, years, seed, missingShare, longGaps, lowest }) => {
    const random = randomSource(seed);
    const length = years * 365;
    const missing = new Set<number>();
    for (let gap = 0; gap < longGaps; gap += 1) {
      const start = Math.floor(random() * length);
      const days = Math.floor(random() * 14) + 1;
      for (let at = start; at < start + days; at += 1) missing.add(at);
    }
    const days: number[] = [];
    const values: number[] = [];
    let approval = '';
    for (let at = 0; at < length; at += 1) {
      if (random() < missingShare || missing.has(at)) continue;
      days.push(from + at);
      values.push(Math.round(random() * 1e5) / 100 + lowest);
      approval += random() < 0.1 ? 'P' : 'A';
    }
    return { days, values, approval };
  });

/** The days from one date to another, both included, but for those between the dates of each pair. */
export function recordBetween(
  from: string,
  to: string,
  valueOn: (date: string, day: number) => number,
  without: readonly (readonly [from: string, to: string])[] = [],
) {
  const record = { days: [] as number[], values: [] as number[] };
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
    const date = formatDay(day);
    if (without.some(([first, last]) => date >= first && date <= last)) continue;
    record.days.push(day);
    record.values.push(valueOn(date, day));
  }
  return record;
}

type Values = { readonly days: readonly number[]; readonly values: readonly number[] };

export const valuesByDay = ({ days, values }: Values): ReadonlyMap<number, number> =>
  new Map(days.map((day, at) => [day, values[at] ?? Number.NaN]));

/** The value of a day or, in a gap of up to seven days, that on the line over it: a second implementation. */
export function bridgedOn(values: ReadonlyMap<number, number>, day: number): number | undefined {
  const known = values.get(day);
  if (known !== undefined) return known;
  let [back, ahead] = [1, 1];
  while (back < 8 && !values.has(day - back)) back += 1;
  while (ahead < 8 && !values.has(day + ahead)) ahead += 1;
  const [before = Number.NaN, after = Number.NaN] = [values.get(day - back), values.get(day + ahead)];
  return back + ahead <= 8 ? (before * ahead + after * back) / (back + ahead) : undefined;
}
