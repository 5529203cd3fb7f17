import type { Browser } from 'playwright';
import { fillLogin } from '../support/sign-in.ts';
import type { Finding } from './measure.ts';
import { refuseOutside } from './pages.ts';

const steps = 40;

/** The SNOTEL map repainted from year to year with the slider's keys, by the browser's own account. */
export async function benchSnotel(browser: Browser, origin: string): Promise<Finding[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await refuseOutside(page);
  await page.goto(`${origin}/data-analysis-tools/snotel-swe-data?year=2026`);
  await fillLogin(page, 'demo@example.org');
  const slider = page.getByRole('slider');
  await slider.waitFor();
  await page.getByRole('row').nth(40).waitFor();
  await page.locator('canvas.map-canvas').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await slider.focus();
  const before = await busy();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('ArrowLeft');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const figure = ((await busy()) - before) * (1000 / steps);
  await page.close();
  return [{ what: 'SNOTEL: the work of one step of the year', figure, unit: 'ms', limit: 50 }];
}
