import type { Reading, Rejection } from './source.ts';

export type UniqueDays = { readonly readings: Reading[]; readonly repeated: Rejection[] };

/** Sorts readings by day. Rejects the days that have several different values: none of them is known to be right. */
export function uniqueDays(found: Reading[]): UniqueDays {
  const isSorted = found.every(({ day }, at) => day > (found[at - 1]?.day ?? -Infinity));
  if (isSorted) return { readings: found, repeated: [] };
  const readings: Reading[] = [];
  const repeated: Rejection[] = [];
  const inOrder = found.toSorted((one, other) => one.day - other.day || one.line - other.line);
  let same: Reading[] = [];
  const endDay = () => {
    const [first] = same;
    if (!first) return;
    if (same.every(({ value }) => value === first.value)) readings.push(first);
    else {
      const value = same.map((each) => `${each.value} (line ${each.line})`).join(', ');
      repeated.push({ day: first.day, value, reason: 'are different values for one day' });
    }
  };
  for (const reading of inOrder) {
    if (same[0]?.day === reading.day) same.push(reading);
    else {
      endDay();
      same = [reading];
    }
  }
  endDay();
  return { readings, repeated };
}
