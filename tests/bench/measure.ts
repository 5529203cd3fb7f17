import process from 'node:process';

/** In the short form every part runs, and its figures say nothing. */
export const isShort = process.argv.includes('--short');

/** How often something is measured: once in the short form. */
export const roundsOf = (usual: number): number => (isShort ? 1 : usual);

/** Median of the milliseconds that `work` takes, after one run to warm up. */
export async function measureMedian(times: number, work: () => unknown): Promise<number> {
  await work();
  const durations: number[] = [];
  for (let run = 0; run < roundsOf(times); run += 1) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  return median(durations);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A line of the report: a value, its limit, and how it was measured. */
export type BenchResult = { what: string; value: number; unit: string; limit: number; detail?: string };

export function printResults(results: readonly BenchResult[]): boolean {
  for (const { what, value, unit, limit, detail } of results) {
    const verdict = value <= limit ? 'ok  ' : 'OVER';
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
    console.log(`${verdict}  ${what}: ${shown} ${unit} (limit ${limit})${detail ? `; ${detail}` : ''}`);
  }
  return results.every(({ value, limit }) => value <= limit);
}
