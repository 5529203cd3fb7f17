import fc from 'fast-check';
import { yearKinds } from '#domain/season.ts';
import { dayNumber } from '#lib/calendar.ts';
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
