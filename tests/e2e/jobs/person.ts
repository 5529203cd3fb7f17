import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/e2e.ts';

/** At a desk without a mouse, or with a finger on a phone. */
export type Way = 'keyboard' | 'touch';

const maxSteps = 4;
/** Nobody wants to press Tab more often than this for one step. */
const maxTabs = 20;
/** Nor hold an arrow key, or swipe, for longer. */
const maxScrolls = 30;

/** Somebody who does a job, step by step. One choice is one step, however many keys it takes. */
export class Person {
  readonly page: Page;
  readonly way: Way;
  readonly steps: string[] = [];

  constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  /** The results of the search. */
  get results(): Locator {
    return this.page.getByRole('dialog', { name: 'Search' }).getByRole('option');
  }

  /** Opens the search, and types. */
  ask(text: string): Promise<void> {
    return this.#step(`ask “${text}”`, async () => {
      if (this.way === 'keyboard') await this.page.keyboard.press('/');
      else await this.page.getByRole('button', { name: 'Search', exact: true }).tap();
      await expect(this.page.getByRole('combobox', { name: 'Search the portal' })).toBeFocused();
      await this.page.keyboard.type(text);
      await expect(this.results.first()).toBeVisible();
    });
  }

  /** Opens the result of the search whose row begins so. */
  choose(name: string): Promise<void> {
    return this.#step(`choose ${name}`, async () => {
      const result = this.results.filter({ hasText: new RegExp(`^${name}`) }).first();
      await expect(result).toBeVisible();
      if (this.way === 'touch') return await result.tap();
      await this.#pressUntil(
        'ArrowDown',
        async () => (await result.getAttribute('aria-selected')) === 'true',
      );
      await this.page.keyboard.press('Enter');
    });
  }

  /** Presses a button, or follows a link. */
  press(name: string, target: Locator): Promise<void> {
    return this.#step(`press ${name}`, async () => {
      await expect(target).toBeVisible();
      if (this.way === 'touch') return await target.tap();
      await this.#skipMenu(target);
      await this.#pressUntil('Tab', () => target.evaluate((element) => element === document.activeElement));
      await this.page.keyboard.press('Enter');
    });
  }

  /** Scrolls until all of a chart is in the window. It is drawn when it comes near, which may move it. */
  scrollTo(name: string, chart: Locator): Promise<void> {
    return this.#step(`scroll to ${name}`, async () => {
      await expect(chart).toBeVisible();
      let scrolls = 0;
      for (const target of [chart, chart.locator('canvas').first()])
        for (let place = await placeOf(target); place !== 'inside'; place = await placeOf(target)) {
          scrolls += 1;
          expect(scrolls, `${name} is far down`).toBeLessThan(maxScrolls);
          if (this.way === 'touch') await swipe(this.page, place === 'below' ? -200 : 200);
          else await this.page.keyboard.press(place === 'below' ? 'ArrowDown' : 'ArrowUp');
        }
    });
  }

  async #step(name: string, act: () => Promise<void>): Promise<void> {
    this.steps.push(name);
    expect(this.steps.length, this.steps.join(', ')).toBeLessThanOrEqual(maxSteps);
    await act();
  }

  async #pressUntil(key: string, isThere: () => Promise<boolean>): Promise<void> {
    for (let presses = 0; !(await isThere()); presses++) {
      expect(presses, `${key} does not lead there`).toBeLessThan(maxTabs);
      await this.page.keyboard.press(key);
    }
  }

  /** At the top of a page, the first link skips the bar and the menu. */
  async #skipMenu(target: Locator): Promise<void> {
    const isBehindMenu = await target.evaluate(
      (element) => document.activeElement === document.body && element.closest('main') !== null,
    );
    if (!isBehindMenu) return;
    await this.page.keyboard.press('Tab');
    await expect(this.page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await this.page.keyboard.press('Enter');
  }
}

async function swipe(page: Page, yDistance: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Input.synthesizeScrollGesture', { x: 195, y: 600, yDistance, speed: 3000 });
  await client.detach();
}

/** Where all of an element is when it no longer moves: the window, or what is to scroll to. */
const placeOf = (target: Locator): Promise<'inside' | 'above' | 'below'> =>
  target.evaluate(async (element) => {
    const frame = () => new Promise((resume) => requestAnimationFrame(resume));
    let { top, bottom } = element.getBoundingClientRect();
    for (let last = Number.NaN, frames = 0; top !== last && frames < 120; frames += 1) {
      last = top;
      await frame();
      await frame();
      ({ top, bottom } = element.getBoundingClientRect());
    }
    if (top < 0) return 'above';
    return bottom > innerHeight ? 'below' : 'inside';
  });

const isInWindow = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });

/** The chart has lines in several colors, and all of it is in the window. */
export async function expectDrawn(chart: Locator): Promise<void> {
  const canvas = chart.locator('canvas').first();
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => countColors(canvas), { message: 'colors of the chart' }).toBeGreaterThan(3);
  await expect.poll(() => isInWindow(canvas), { message: 'the whole chart is in the window' }).toBe(true);
}

/** The number of colors that many pixels of a canvas have: edges of lines have many others. */
const countColors = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {};
    const counts = new Map<number, number>();
    for (const pixel of new Uint32Array(data?.buffer ?? new ArrayBuffer(0)))
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts.values()].filter((count) => count > 50).length;
  });
