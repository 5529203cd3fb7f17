import process from 'node:process';
import type { Browser, Page } from 'playwright';

/** In the short form every part runs, and its figures say nothing. */
export const isShort = process.argv.includes('--short');

/** How often something is measured: once in the short form. */
export const roundsOf = (usual: number): number => (isShort ? 1 : usual);

/** Milliseconds of processor time that this process has used so far: those of its threads, as the embedded database's, too. */
export function readProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Median of the processor milliseconds of this process that `work` takes, after one run to warm up. What else runs on the
 * machine does not count.
 */
export async function measureProcessor(times: number, work: () => unknown): Promise<number> {
  await work();
  const durations: number[] = [];
  for (let run = 0; run < roundsOf(times); run += 1) {
    const start = readProcessor();
    await work();
    durations.push(readProcessor() - start);
  }
  return median(durations);
}

/** Long enough for a machine on which many others work: what is slow is seen in the figures. */
const patienceMs = 300_000;

export async function newBenchPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(patienceMs);
  return page;
}

/**
 * Returns a function that reads the processor milliseconds that the main thread of a page has used so far, in all its tasks or
 * in some kinds of work.
 */
export async function openMainThread(
  page: Page,
  kinds: readonly string[] = ['TaskDuration'],
): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.filter(({ name }) => kinds.includes(name));
    if (found.length < kinds.length) return Number.NaN;
    return 1000 * found.reduce((sum, { value }) => sum + value, 0);
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * A line of the report. What takes time is either a ratio of two durations of the same run, or `ms`, whose limit is in percent
 * of the machine's unit. A figure without a limit is only shown.
 */
export type BenchResult = { what: string; limit?: number; detail?: string } & (
  | { value: number; unit: string }
  | { ms: number }
);

/** Prints the results. @param unitSeconds the machine's unit. @returns whether all are within their limits */
export function printResults(results: readonly BenchResult[], unitSeconds: number): boolean {
  let isWithin = true;
  for (const result of results) {
    const { what, limit, detail } = result;
    const isTime = 'ms' in result;
    const value = isTime ? result.ms / (10 * unitSeconds) : result.value;
    const unit = isTime ? '% of the machine’s unit' : result.unit;
    const isOver = limit !== undefined && !(value <= limit);
    if (isOver) isWithin = false;
    const verdict = limit === undefined ? '    ' : isOver ? 'OVER' : 'ok  ';
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
    const notes = [isTime ? `${result.ms.toFixed(1)} ms` : '', detail ?? ''].filter(Boolean);
    const held = limit === undefined ? '' : ` (limit ${limit})`;
    console.log(`${verdict}  ${what}: ${shown} ${unit}${held}${notes.map((note) => `; ${note}`).join('')}`);
  }
  return isWithin;
}
