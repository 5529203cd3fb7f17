/** The maximum distance, in days, of a comparison reading from the day one year earlier. */
const toleranceDays = 20;

export type WellState = {
  /** Days since 1970-01-01 of the latest value. */
  readonly day: number;
  readonly depth: number;
  /** Depth minus the depth one year earlier: positive if the water is deeper. Undefined without that reading. */
  readonly change: number | undefined;
};

/** Finds the latest depth to water and its change over a year. Undefined for a record without values. */
export function wellState(days: readonly number[], depths: readonly number[]): WellState | undefined {
  const day = days.at(-1);
  const depth = depths.at(-1);
  if (day === undefined || depth === undefined) return undefined;
  const targetDay = day - 365;
  let nearest: number | undefined;
  for (const [at, each] of days.entries()) {
    const distance = Math.abs(each - targetDay);
    if (
      distance <= toleranceDays &&
      (nearest === undefined || distance < Math.abs((days[nearest] ?? 0) - targetDay))
    )
      nearest = at;
  }
  const before = nearest === undefined ? undefined : depths[nearest];
  return { day, depth, change: before === undefined ? undefined : depth - before };
}
