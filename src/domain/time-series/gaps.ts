/** Readings up to this many usual steps apart are connected. */
const gapFactor = 3;

/**
 * The maximum number of days between two values that a line connects: 1 for a daily record, where a day without a
 * value is a gap, and three usual steps for a less frequent record, so that monthly readings are a line and a year
 * without a reading is a gap. `days` are in ascending order.
 */
export function maxGapOf(days: ArrayLike<number>): number {
  const usual = usualStepOf(days);
  return usual <= 1 ? 1 : usual * gapFactor;
}

/** The median number of days from a value to the next; 1 without two values. `days` are in ascending order. */
export function usualStepOf(days: ArrayLike<number>): number {
  if (days.length < 2) return 1;
  const steps = new Float64Array(days.length - 1);
  for (let at = 0; at < steps.length; at += 1) steps[at] = (days[at + 1] ?? 0) - (days[at] ?? 0);
  return steps.sort()[(steps.length - 1) >> 1] ?? 1;
}
