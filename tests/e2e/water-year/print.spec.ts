import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { createFillExample, createOutlookExample } from '../../support/outlook-example.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const address = '/data-analysis-tools/forecast-supply';

const parts = [
  {
    name: 'the outlook',
    query: '?view=outlook&point=heise&issued=2026-04-01',
    headline: 'The outlook in words',
    charts: [/^April–July volume/, /^Record: /],
    tables: ['Volume of the period by exceedance', 'What drives it'],
  },
  {
    name: 'what it takes to fill',
    query: '?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01',
    headline: 'The fill in words',
    charts: [/^Gains of past years: /, /^Reliability of the chances: /, /^Hindcast of the peaks: /],
    tables: [/^Peak until /, /^Skill of the forecast method/, /^Reliability of the chances/],
  },
] as const;

/** Letter paper, landscape, without margins of half an inch, in pixels. */
const paper = { width: 960, height: 720 } as const;

/** Whether a picture has been loaded, and its edges. */
const describePicture = (picture: ReturnType<Page['getByRole']>) =>
  picture.evaluate((element: HTMLImageElement) => {
    const { left, right, height } = element.getBoundingClientRect();
    return { isDrawn: element.complete && element.naturalWidth > 0, left, right, height };
  });

for (const theme of ['light', 'dark'] as const) {
  for (const { name, query, headline, charts, tables } of parts) {
    test(`prints ${name} from the ${theme} theme in light colors, without controls and with whole charts`, {
      tag: '@full',
    }, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme.toUpperCase());
      await page.route('**/api/outlook/**', (route) =>
        route.fulfill({ json: { ...createOutlookExample(), is_demonstration: true } }),
      );
      await page.route('**/api/fill/**', (route) =>
        route.fulfill({ json: { ...createFillExample(), is_demonstration: true } }),
      );
      await openSignedIn(page, accounts.all, address + query);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      // Also charts that have not been scrolled to.
      const pictures = page.getByRole('main').locator('img');
      await expect(pictures).toHaveCount(charts.length);
      await expect(pictures.first()).toBeHidden();
      const pdf = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1');
      expect(pdf).toMatch(/\/MediaBox\s*\[0 0 79[12](\.\d+)? 612/);
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(10);

      await page.setViewportSize(paper);
      await page.emulateMedia({ media: 'print' });
      const main = page.getByRole('main');
      const summary = main.getByRole('region', { name: headline });
      await expect(summary).toBeVisible();
      await expect(summary.getByText('Synthetic demonstration values')).toBeVisible();
      await expect(summary).toHaveCSS('color', 'rgb(27, 35, 40)');
      // Its own ground, or that of the paper.
      await expect(summary).toHaveCSS('background-color', /^rgb\(255, 255, 255\)$|^rgba\(0, 0, 0, 0\)$/);
      for (const chart of charts) {
        const picture = main.getByRole('img', { name: chart });
        await expect(picture).toBeVisible();
        const { isDrawn, left, right, height } = await describePicture(picture);
        expect(isDrawn).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(paper.width);
        expect(height).toBeLessThan(paper.height);
      }
      for (const table of tables) await expect(main.getByRole('table', { name: table })).toBeVisible();
      await expect(main.getByRole('button')).toHaveCount(0);
      await expect(main.getByRole('combobox')).toHaveCount(0);
      await expect(main.getByRole('navigation')).toHaveCount(0);
      await expect(main.locator('canvas:visible')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        paper.width,
      );
    });
  }
}
