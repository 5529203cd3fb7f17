import type { Browser } from 'playwright';
import { fillLogin } from '../support/sign-in.ts';
import { type BenchResult, roundsOf } from './measure.ts';
import { openBenchPage } from './pages.ts';

const stepCount = roundsOf(40);

/** Measures how the SNOTEL map repaints for each year of the slider, from the browser's own metrics. */
export async function benchSnotel(browser: Browser, origin: string): Promise<BenchResult[]> {
  const { page } = await openBenchPage(browser);
  await page.goto(`${origin}/data-analysis-tools/snotel-swe-data?year=2026`);
  await fillLogin(page, 'demo@example.org');
  const slider = page.getByRole('slider');
  await slider.waitFor();
  await page.getByRole('row').nth(40).waitFor();
  await page.locator('canvas.map-canvas').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readTaskDuration = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await slider.focus();
  const before = await readTaskDuration();
  for (let step = 0; step < stepCount; step += 1) {
    await page.keyboard.press('ArrowLeft');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const value = ((await readTaskDuration()) - before) * (1000 / stepCount);
  await page.close();
  return [{ what: 'SNOTEL: the work of one step of the year', value, unit: 'ms', limit: 50 }];
}
