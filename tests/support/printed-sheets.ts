import type { Page } from '@playwright/test';
import { expect, test } from './e2e.ts';
import { readPdfLetters } from './pdf.ts';
import { accounts } from './sign-in.ts';
import { openSignedIn } from './signed-in.ts';

/** A screen with the number of its charts, what stands at the axis of the first, and its title where no other test has it. */
export type Printed = readonly [name: string, address: string, count: number, axis: string, finding?: RegExp];

const bare = (text: string) => text.replaceAll(/\s/g, '');

/** Prints each chart of screens on a landscape sheet. `prepare` readies the page before it opens. */
export function testSheets(
  sheets: readonly Printed[],
  prepare: (page: Page) => Promise<unknown> = async () => {},
): void {
  for (const [name, address, count, axis, finding] of sheets) {
    test(`${name} prints each chart on a landscape sheet by Ctrl+P`, async ({ page }) => {
      await prepare(page);
      await openSignedIn(page, accounts.developer, address);
      await expect(page.locator('[data-sheet=ready]').first()).toBeAttached({ timeout: 30_000 });
      // Before the charts further down have been scrolled to.
      await ask(page, () => page.keyboard.press('Control+p'));
      const said = await page
        .locator('[data-sheet=ready]')
        .evaluateAll((all) =>
          all.flatMap((each) => [
            each.querySelector('header h2')?.textContent ?? 'no finding',
            each.querySelector('footer td')?.textContent ?? '',
          ]),
        );
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(paper);
      for (const picture of await page.locator('[data-sheet=ready] img').all()) {
        const box = await picture.evaluate((element) => {
          const { left, width, height } = element.getBoundingClientRect();
          const padding = 16;
          return { left: left + padding, width: width - 2 * padding, height };
        });
        expect(box).toMatchObject({ left: 0, width: 968 });
        expect(box.height).toBeGreaterThanOrEqual(356);
      }
      const letters = readPdfLetters(await expectSheets(page, { count, isLandscape: true }));
      for (const text of said) expect(letters).toContain(bare(text));
      if (finding) expect(said[0]).toMatch(finding);
      expect(letters).toContain(bare(axis));
      expect(letters).toContain(bare(new URL(page.url()).pathname));
      for (const once of ['Source:', 'Printed', 'Boardmeeting', 'Demonstrationdata,notfordecisions.'])
        expect(letters.split(once), once).toHaveLength(count + 1);
      expect(letters).not.toMatch(
        /Loading…|Drawingthechart|Submit|Download|Issueday|Howwasthiscomputed|median:Median|Exported/,
      );
    });
  }
}

/** Between the margins of Letter paper on its side, in pixels. */
export const paper = { width: 968, height: 739 } as const;

/** Asks for a print, and waits until the dialog of the browser would open. */
export async function ask(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    delete document.documentElement.dataset.asked;
    window.print = () => {
      document.documentElement.dataset.asked = 'yes';
    };
  });
  await act();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes', { timeout: 40_000 });
}

export const countPages = (file: Buffer) =>
  file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

type Sheets = { readonly count?: number; readonly isLandscape: boolean };

/** Sheets of Letter paper with whole words, a unit beside each value, and nothing to press. @returns the PDF file */
export async function expectSheets(page: Page, { count, isLandscape }: Sheets): Promise<Buffer> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(isLandscape ? paper : { width: 728, height: 979 });
  await expectUnbroken(page);
  for (const cell of await page.locator('[data-sheet=ready] > footer td').allTextContents())
    expect(cell).toMatch(/\d[ \u00a0]?(cfs|AF|KAF|AF \/ Month|in|ft|%|years?|°F|hours)|expected$|^[^\d]*$/);
  // The names of a board choose a reach or a group on the screen.
  const controls = page.locator(':is(button, input, select, nav, header.top-bar):visible');
  await expect(controls.and(page.locator(':not([data-kind=board] *)'))).toHaveCount(0);
  await expect(page.locator('canvas:visible')).toHaveCount(0);
  const file = await page.pdf({ preferCSSPageSize: true });
  if (count !== undefined) expect(countPages(file)).toBe(count);
  expect(file.toString('latin1')).toMatch(
    isLandscape ? /\/MediaBox\s*\[0 0 79[12](\.\d+)? 612/ : /\/MediaBox\s*\[0 0 612 79[12]/,
  );
  return file;
}

/** No word is broken within, and no unit stands on another line than its number. */
export async function expectUnbroken(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const parts = /[\d,.]+[ \u00a0](?:cfs|AF|KAF|MAF|ft|in|%)(?![\w])|[^\s\u2013/-]+/g;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(parts)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
        const box = range.getBoundingClientRect();
        // An address may break anywhere.
        const isAddress = /^localhost|[?&=]/.test(node.textContent ?? '');
        if (lines.size > 1 && box.width > 1 && !isAddress) found.push(word);
      }
    }
    return found;
  });
  expect(broken).toEqual([]);
}
