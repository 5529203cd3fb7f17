import type { Page } from '@playwright/test';
import { acceptDisclaimer, expect, expectAccessible, openAnnouncement, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test.use({ announcements: 'shown' });

const unique = Math.random().toString(36).slice(2, 8);
const link = `https://example.com/${unique}/${'a_b-'.repeat(40)}?pwd=x`;
const hostile = [
  { title: 'W'.repeat(110), message: `${'x'.repeat(300)} 🌊`, severity: 'warning' },
  { title: `שלום ${unique} 🌊`, message: `Join at ${link}.\n${'Read on. '.repeat(40)}`, severity: 'info' },
];
const scheduled = {
  title: `Not before 2090 ${unique}`,
  message: 'Later',
  severity: 'info',
  starts_at: '2090-01-01T08:00',
};

async function createAll(page: Page): Promise<() => Promise<void>> {
  const session = await page.evaluate(() => localStorage.getItem('portal-session:portal'));
  const token = /"access_token":"([^"]+)"/.exec(session ?? '')?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const ids: string[] = [];
  for (const each of [...hostile, scheduled]) {
    const data = { starts_at: null, ends_at: null, ...each, status_id: 2 };
    const response = await page.request.post('/api/announcements', { headers, data });
    expect(response.status()).toBe(200);
    ids.push((await response.json()).id);
  }
  return async () => {
    for (const id of ids) await page.request.delete(`/api/announcements/${id}`, { headers });
  };
}

/** What is wrong with the bar: controls off the screen, sideways scrolling, or content under it. */
function findFaults() {
  const bar = document.querySelector('[data-announcements]');
  const content = document.querySelector('main');
  const top = document.querySelector('header');
  if (!bar || !content || !top) return ['no bar'];
  const box = bar.getBoundingClientRect();
  const off = [...bar.querySelectorAll('a, button:not([hidden])')].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && (left < 0 || right > innerWidth);
  });
  return [
    ...off.map((each) => `off the screen: ${each.textContent.slice(0, 20)}`),
    ...(document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []),
    ...(box.height > innerHeight * 0.31 ? [`${box.height} px high`] : []),
    ...(content.getBoundingClientRect().top < box.bottom - 1 ? ['over the content'] : []),
    ...(box.top < top.getBoundingClientRect().bottom - 1 ? ['under the top bar'] : []),
  ];
}

test('announcements are a bar above the content that hostile text cannot break', async ({ page }) => {
  test.slow();
  await openSignedIn(page, accounts.administrator, '/private');
  const removeAll = await createAll(page);
  const region = page.getByRole('region', { name: 'Announcements' });
  const info = region.getByRole('article').filter({ hasText: unique }).first();
  try {
    for (const address of ['/watershed-overview/map-of-sites', '/private']) {
      await page.goto(address);
      await expect(region).toContainText(unique);
      const more = region.getByRole('button', { name: /^Show all \d$/ });
      await expect(more).toHaveAttribute('aria-expanded', 'false');
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(async () => (await region.boundingBox())?.height).toBeLessThanOrEqual(40);
      }
      await more.click();
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => page.evaluate(findFaults), `${address} at ${width} px`).toEqual([]);
      }
    }
    // Other flows announce something meanwhile, which closes it.
    await openAnnouncement(page, unique);
    await expect(region).not.toContainText(scheduled.title);
    await expect(
      region
        .getByRole('article')
        .filter({ hasText: 'W'.repeat(50) })
        .first(),
    ).toContainText(/^Warning/);
    await expect(info).toContainText(/^Information/);
    await expectAccessible(page);
    const address = region.getByRole('link', { name: `https://example.com/${unique}/` });
    await expect(address).toHaveAttribute('href', link);
    await expect(address).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await page.getByRole('button', { name: 'Show less' }).click();
    await expect.poll(async () => (await region.boundingBox())?.height).toBeLessThanOrEqual(40);
    await region.getByRole('button', { name: /^Show all \d$/ }).click();
    await region.getByRole('button', { name: `Dismiss “שלום ${unique}` }).click();
    await expect(region).not.toContainText(unique);

    // Editors see in words what readers do not get.
    await page.goto('/models/announcements');
    await expect(page.getByRole('row').filter({ hasText: scheduled.title })).toContainText(
      'Scheduled: shown from 01/01/2090 08:00 AM',
    );
  } finally {
    await removeAll();
  }
});

test('a visitor sees an open announcement on the home page, the map, Today and a site, one line on a phone', async ({
  page,
  browser,
}) => {
  test.slow();
  await openSignedIn(page, accounts.administrator, '/private');
  const removeAll = await createAll(page);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  try {
    for (const address of [
      '/',
      '/watershed-overview/today',
      '/sites/13037500',
      '/watershed-overview/map-of-sites',
    ]) {
      await visitor.goto(new URL(address, page.url()).href);
      const region = visitor.getByRole('region', { name: 'Announcements' });
      await expect(region.getByRole('article').first()).toBeVisible();
      await expect.poll(async () => (await region.boundingBox())?.height, address).toBeLessThanOrEqual(40);
      await expect(region).not.toContainText(scheduled.title);
      if (address === '/watershed-overview/map-of-sites') await acceptDisclaimer(visitor);
      await openAnnouncement(visitor, unique);
      await expect(
        region.getByRole('link', { name: `https://example.com/${unique}/` }).first(),
      ).toHaveAttribute('href', link);
    }
  } finally {
    await context.close();
    await removeAll();
  }
});
