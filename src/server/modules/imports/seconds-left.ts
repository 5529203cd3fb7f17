/** Fewer series say too little about the rest. */
const minSeries = 3;

/** Estimates from the time that the first series took. Null where the total is unknown, or at the beginning. */
export function estimateSecondsLeft(
  { done, total }: { done: number; total: number | undefined },
  elapsedMs: number,
): number | null {
  if (total === undefined || done < minSeries) return null;
  return Math.ceil(((elapsedMs / done) * Math.max(0, total - done)) / 1000);
}
