import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** Finds marks that say something by their color only: small colored boxes and shapes without text. Gives the name of each. */
function findMarks(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, boolean>();
  // A color may be written in any space, so it is painted.
  const isColored = (color: string) => {
    const before = known.get(color);
    if (before !== undefined || !canvas) return before ?? false;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color.startsWith('url') || color === 'none' ? 'transparent' : color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const is = alpha > 50 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
    known.set(color, is);
    return is;
  };
  const marks: string[] = [];
  for (const element of document.querySelectorAll('main *')) {
    const { width, height } = element.getBoundingClientRect();
    const isSmall = width > 1 && height > 1 && Math.min(width, height) <= 48;
    if (!isSmall || element.textContent.trim() !== '' || !element.checkVisibility()) continue;
    // An icon has the color of its words.
    if (element.closest('svg[stroke="currentColor"]')) continue;
    const isShape = element.matches('circle, rect, path, line, polygon');
    const style = getComputedStyle(element);
    const colors = isShape ? [style.fill, style.stroke] : [style.backgroundColor];
    if (colors.some(isColored)) marks.push(`${element.tagName}.${element.getAttribute('class') ?? ''}`);
  }
  return marks;
}

async function expectColorsStay(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.emulateMedia({ forcedColors: 'none' });
  let before: string[] = [];
  await expect
    .poll(async () => {
      before = await page.evaluate(findMarks);
      return before.length;
    }, address)
    .toBeGreaterThan(2);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect
    .configure({ soft: true })
    .poll(async () => {
      // A page may draw itself again meanwhile, so the marks of a name are counted.
      const after = await page.evaluate(findMarks);
      const countIn = (all: string[], name: string) => all.filter((each) => each === name).length;
      return [...new Set(before)].filter((name) => countIn(after, name) < countIn(before, name));
    }, address)
    .toEqual([]);
}

/** In the dark scheme only two: which colors stay is said by the same rules in both. */
const pages = {
  light: [
    '/',
    '/watershed-overview/today',
    '/watershed-overview/river',
    '/watershed-overview/map-of-sites',
    '/sites/13037500',
    '/data-analysis-tools/snotel-swe-data?s.size=5&h.size=5',
    '/data-analysis-tools/reach-gains-comparison',
  ],
  dark: ['/watershed-overview/today', '/sites/13037500'],
} as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`marks that say something by color do so in forced colors, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await openSignedIn(page, accounts.user, '/watershed-overview/today');
    for (const address of pages[colorScheme]) await expectColorsStay(page, address);
  });
}
