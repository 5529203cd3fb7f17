import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/e2e.ts';

export const todayPath = '/watershed-overview/today';
export const mapPath = '/watershed-overview/map-of-sites';

/** Sites of the demonstration data: two gages with streamflow, and a well with depth to water. */
export const [heise, moose, well] = [14, 5, 195];

export const strip = (page: Page, name: RegExp | string = /^My basket/): Locator =>
  page.getByRole('region', { name });
export const cards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Sites' }).locator('li[data-site]');
export const cardNames = (page: Page): Locator => cards(page).getByRole('heading');

/** Puts sites into the browser's basket, as a visitor has them. */
export async function storeBasket(page: Page, sites: readonly number[]): Promise<void> {
  await page.evaluate((basket) => localStorage.setItem('basket', JSON.stringify(basket)), sites);
}

/** Gives the account that is signed in a basket. */
export async function saveAccountBasket(page: Page, sites: readonly number[]): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('portal-session:portal'));
  const token = /"access_token":"([^"]+)"/.exec(session ?? '')?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const { version } = await (await page.request.get('/api/basket', { headers })).json();
  const response = await page.request.put('/api/basket', { headers, data: { version, sites } });
  expect(response.status()).toBe(200);
}
