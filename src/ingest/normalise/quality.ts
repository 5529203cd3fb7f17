import type { Reading, Rejection } from '../source.ts';

/**
 * What a value of a series may be. `anything` is for computed values, which are noisy and may be negative.
 * Storage also knows the reservoir: above `capacityAf` × (1 + `tolerance`) there is no water (floods do stand
 * somewhat above full pool), and a jump by more than `spikeShare` of the capacity that is undone the next day
 * is a fault of the gage.
 */
export type QualityRules =
  | { kind: 'anything' }
  | { kind: 'range'; low: number; high: number; what: string }
  | { kind: 'storage'; capacityAf: number; tolerance: number; spikeShare: number };

/** Splits readings, sorted by day, into those that keep the rules and those that break one. */
export function sift(
  readings: readonly Reading[],
  rules: QualityRules,
): { kept: Reading[]; rejected: Rejection[] } {
  switch (rules.kind) {
    case 'anything':
      return { kept: [...readings], rejected: [] };
    case 'range':
      return part(readings, ({ value }) => outOfRange(value, rules));
    case 'storage': {
      const possible = part(readings, ({ value }) => impossibleStorage(value, rules));
      const steady = part(possible.kept, (_, i) =>
        isSpike(possible.kept, i, rules.capacityAf * rules.spikeShare)
          ? `jump of more than ${percent(rules.spikeShare)} of capacity that is undone the next day`
          : undefined,
      );
      return { kept: steady.kept, rejected: [...possible.rejected, ...steady.rejected] };
    }
  }
}

function part(readings: readonly Reading[], reasonOf: (reading: Reading, i: number) => string | undefined) {
  const kept: Reading[] = [];
  const rejected: Rejection[] = [];
  readings.forEach((reading, i) => {
    const reason = reasonOf(reading, i);
    if (reason === undefined) kept.push(reading);
    else rejected.push({ day: reading.day, value: String(reading.value), reason });
  });
  return { kept, rejected };
}

function outOfRange(value: number, { low, high, what }: Extract<QualityRules, { kind: 'range' }>) {
  if (value < low) return low === 0 ? `negative ${what}` : `${what} below ${low}`;
  return value > high ? `${what} above ${high}` : undefined;
}

function impossibleStorage(value: number, rules: Extract<QualityRules, { kind: 'storage' }>) {
  if (value < 0) return 'negative storage';
  return value > rules.capacityAf * (1 + rules.tolerance)
    ? `storage more than ${percent(rules.tolerance)} above the active capacity of ${rules.capacityAf} AF`
    : undefined;
}

/** Far from both its neighbours, which are near each other. Neighbours are at most two days away. */
function isSpike(readings: readonly Reading[], i: number, threshold: number): boolean {
  const [before, here, after] = [readings[i - 1], readings[i], readings[i + 1]];
  if (!before || !here || !after || here.day - before.day > 2 || after.day - here.day > 2) return false;
  const up = here.value - before.value;
  const down = here.value - after.value;
  const smaller = Math.min(Math.abs(up), Math.abs(down));
  return up * down > 0 && smaller > threshold && Math.abs(after.value - before.value) < smaller / 2;
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
