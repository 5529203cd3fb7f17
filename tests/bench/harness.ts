import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Browser, Page } from 'playwright';
import { build, preview } from 'vite';
import { basinDefinitions } from '#config/basin/page-basin.ts';
import { basin } from '../support/basin.ts';
import { median, newBenchPage, openMainThread, roundsOf } from './measure.ts';

/** Builds and opens the page of `harness/`, and closes everything afterwards. */
export async function withHarness<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'harness-'));
  const root = path.join(import.meta.dirname, 'harness');
  // A test that starts the benchmarks sets it to "test", for which JSX would be compiled with checks.
  process.env.NODE_ENV = 'production';
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...basinDefinitions(basin) },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
  });
  const server = await preview({ root, configFile: false, build: { outDir }, preview: { port: 4389 } });
  try {
    const page = await newBenchPage(browser);
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'bench' in window);
    const result = await work(page);
    await page.close();
    return result;
  } finally {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Milliseconds of the page's measurements, run in turn after a warm-up round: the medians of the faster halves, because what else
 * runs on the machine does not count. */
export async function measureMedians<Name extends string>(
  page: Page,
  names: readonly Name[],
  rounds = 7,
): Promise<Record<Name, number>> {
  const durations = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await runBench(page, name);
  for (let round = 0; round < roundsOf(rounds); round += 1) {
    for (const name of names) durations.get(name)?.push(await runBench(page, name));
  }
  const result: Partial<Record<Name, number>> = {};
  for (const [name, times] of durations) result[name] = median(fasterHalf(times));
  return result as Record<Name, number>;
}

const fasterHalf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other).slice(0, Math.ceil(times.length / 2));

export function runBench(page: Page, which: string): Promise<number> {
  return page.evaluate(async (name) => {
    const bench: unknown = Reflect.get(window, 'bench');
    const work = typeof bench === 'object' && bench ? Reflect.get(bench, name) : undefined;
    return typeof work === 'function' ? Number(await work()) : Number.NaN;
  }, which);
}

/** The median of the main thread's processor milliseconds for one of the page's measurements, after a round to warm up. */
export async function measureMainThread(page: Page, which: string, rounds: number): Promise<number> {
  const readMainThread = await openMainThread(page);
  const durations: number[] = [];
  await runBench(page, which);
  for (let round = 0; round < roundsOf(rounds); round += 1) {
    const before = await readMainThread();
    await runBench(page, which);
    durations.push((await readMainThread()) - before);
  }
  return median(durations);
}

/** The main thread's processor milliseconds for a pointer move along a line. */
export async function measurePointerMove(
  page: Page,
  from: { readonly x: number; readonly y: number },
  width: number,
  usualMoves = 100,
): Promise<number> {
  const moves = roundsOf(usualMoves);
  const readMainThread = await openMainThread(page);
  const before = await readMainThread();
  for (let move = 0; move < moves; move += 1) {
    await page.mouse.move(from.x + (width * move) / moves, from.y);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return ((await readMainThread()) - before) / moves;
}
