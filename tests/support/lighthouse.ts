import { chromium } from '@playwright/test';
import lighthouse, { type Config, type Result } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { launchOptions } from '../../src/commands/support/chromium.mjs';
import { findFreePort } from './local-server.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Basemap tiles. Lighthouse does not blame a page for requests that it blocks itself. */
const otherHosts = ['https://*'];

/** Lighthouse's index of the machine on which the wanted figures were found. */
const referenceIndex = 1900;
/** How many times slower than that machine a phone is. */
const phoneSlowdown = 4;

/**
 * A browser that Lighthouse can drive; `run` loads a page once, with the mobile defaults unless a config is given. The device
 * that Lighthouse simulates is as fast on any machine: the index, which is measured right before, says how fast this one is.
 */
export async function openLighthouse() {
  const port = await findFreePort();
  const options = launchOptions();
  const args = [...options.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  return {
    async run(address: string, config?: Config): Promise<{ lhr: Result; index: number }> {
      const page = await browser.newPage();
      const index = Number(await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`));
      await page.close();
      const cpuSlowdownMultiplier = ((config ? 1 : phoneSlowdown) * index) / referenceIndex;
      const result = await lighthouse(
        address,
        {
          port,
          output: 'json',
          logLevel: 'silent',
          onlyCategories: [...categories],
          blockedUrlPatterns: otherHosts,
          throttling: { cpuSlowdownMultiplier },
        },
        config,
      );
      if (!result) throw new Error('Lighthouse gave no result.');
      return { lhr: result.lhr, index };
    },
    close: () => browser.close(),
  };
}
