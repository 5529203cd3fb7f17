import { expect, test } from '@playwright/test';
import { desktopConfig } from 'lighthouse';
import { categories, openLighthouse } from '../support/lighthouse.ts';

/** The best of so many runs counts: what else the machine does can only make a page slower. */
const maxRuns = 5;

/**
 * The lowest performance that is accepted. The map is measured as on a slow phone; its goal is 90, and here it only must not
 * become worse than it is.
 */
const pages = [
  { path: '/', config: desktopConfig, performance: 100 },
  { path: '/watershed-overview/today', config: undefined, performance: 94 },
  { path: '/watershed-overview/map-of-sites', config: undefined, performance: 75 },
] as const;

type Scores = Record<(typeof categories)[number], number>;

/** Below this index the machine, and not the page, is what is measured. */
const minIndex = 500;

test('Lighthouse has nothing to find fault with', async ({ baseURL }) => {
  test.setTimeout(420_000);
  const browser = await openLighthouse();
  try {
    for (const { path, config, performance: wanted } of pages) {
      const found: Scores[] = [];
      let bestIndex = 0;
      let shift = 0;
      const isFast = () => found.some((scores) => scores.performance >= wanted);
      for (let tries = 0; !isFast() && tries < maxRuns; tries += 1) {
        const { lhr, index } = await browser.run(new URL(path, baseURL).href, config);
        const layoutShift = lhr.audits['cumulative-layout-shift']?.numericValue;
        // A machine that is too busy to record a page says nothing about it.
        if (layoutShift === undefined) continue;
        bestIndex = Math.max(bestIndex, index);
        shift = Math.max(shift, layoutShift);
        const scores = Object.fromEntries(
          categories.map((name) => [name, Math.round(100 * (lhr.categories[name]?.score ?? 0))]),
        ) as Scores;
        found.push(scores);
        for (const name of ['accessibility', 'best-practices', 'seo'] as const) {
          const failed = (lhr.categories[name]?.auditRefs ?? [])
            .map(({ id }) => lhr.audits[id])
            .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
            .map((audit) => audit?.title);
          expect(failed, `${name} of ${path}`).toEqual([]);
        }
      }
      expect(found.length, `whole runs of ${path}`).toBeGreaterThan(0);
      const performances = found.map((scores) => scores.performance);
      console.log(
        `Lighthouse, ${path}: performance ${performances}, the rest 100; machine index ${bestIndex}`,
      );
      expect(shift, `layout shift of ${path}`).toBeLessThan(0.02);
      if (bestIndex >= minIndex) {
        expect(isFast(), `runs of ${path} with ${wanted} or more: ${performances}`).toBe(true);
      }
    }
  } finally {
    await browser.close();
  }
});
