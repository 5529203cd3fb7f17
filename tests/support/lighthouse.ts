import { chromium } from '@playwright/test';
import lighthouse, { type Config, type Result } from 'lighthouse';
import { launchOptions } from '../../src/commands/support/chromium.mjs';
import { findFreePort } from './local-server.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Basemap tiles. Lighthouse does not blame a page for requests that it blocks itself. */
const otherHosts = ['https://*'];

/** A browser that Lighthouse can drive; `run` loads a page once, with the mobile defaults unless a config is given. */
export async function openLighthouse() {
  const port = await findFreePort();
  const options = launchOptions();
  const args = [...options.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  return {
    async run(address: string, config?: Config): Promise<Result> {
      const result = await lighthouse(
        address,
        {
          port,
          output: 'json',
          logLevel: 'silent',
          onlyCategories: [...categories],
          blockedUrlPatterns: otherHosts,
        },
        config,
      );
      if (!result) throw new Error('Lighthouse gave no result.');
      return result.lhr;
    },
    close: () => browser.close(),
  };
}

/** Loads a page once with the mobile defaults. */
export async function runLighthouse(address: string): Promise<Result> {
  const browser = await openLighthouse();
  try {
    return await browser.run(address);
  } finally {
    await browser.close();
  }
}
