import type { Browser } from 'playwright';
import { fillLogin } from '../support/sign-in.ts';
import { type BenchResult, openMainThread, roundsOf } from './measure.ts';
import { openBenchPage } from './pages.ts';

const stepCount = roundsOf(40);

/** Measures how the SNOTEL map repaints for each year of the slider. */
export async function benchSnotel(browser: Browser, origin: string): Promise<BenchResult[]> {
  const { page } = await openBenchPage(browser);
  await page.goto(`${origin}/data-analysis-tools/snotel-swe-data?year=2026`);
  await fillLogin(page, 'demo@example.org');
  const slider = page.getByRole('slider');
  await slider.waitFor();
  await page.getByRole('row').nth(40).waitFor();
  await page.locator('canvas.map-canvas').first().waitFor();
  const readMainThread = await openMainThread(page);
  await slider.focus();
  const before = await readMainThread();
  for (let step = 0; step < stepCount; step += 1) {
    await page.keyboard.press('ArrowLeft');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const ms = ((await readMainThread()) - before) / stepCount;
  await page.close();
  return [{ what: 'SNOTEL: main thread, one step of the year', ms, limit: 14 }];
}
