/** Median of the milliseconds that `work` takes, after one run to warm up. */
export async function median(times: number, work: () => unknown): Promise<number> {
  await work();
  const taken: number[] = [];
  for (let run = 0; run < times; run += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return middle(taken);
}

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** One line of the report: a figure, what it may be at most, and how it came about. */
export type Finding = { what: string; figure: number; unit: string; limit: number; detail?: string };

export function print(findings: readonly Finding[]): boolean {
  for (const { what, figure, unit, limit, detail } of findings) {
    const verdict = figure <= limit ? 'ok  ' : 'OVER';
    const shown = figure >= 100 ? figure.toFixed(0) : figure.toFixed(2);
    console.log(`${verdict}  ${what}: ${shown} ${unit} (limit ${limit})${detail ? `; ${detail}` : ''}`);
  }
  return findings.every(({ figure, limit }) => figure <= limit);
}
