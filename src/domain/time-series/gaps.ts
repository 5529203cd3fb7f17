/** Between readings that far apart at most three times is still a line. */
const gapFactor = 3;

/**
 * How many days may lie between two values that a line joins. In a daily record one: a day without a value is a
 * gap. In a record read less often than daily three times its usual step, so that a well read each month is a
 * line and a year without a reading is a gap. `days` ascend.
 */
export function maxGapOf(days: ArrayLike<number>): number {
  if (days.length < 2) return 1;
  const steps = new Float64Array(days.length - 1);
  for (let at = 0; at < steps.length; at += 1) steps[at] = (days[at + 1] ?? 0) - (days[at] ?? 0);
  const usual = steps.sort()[(steps.length - 1) >> 1] ?? 1;
  return usual <= 1 ? 1 : usual * gapFactor;
}
