import type { APIResponse, Page } from '@playwright/test';
import { models } from '#config/models/index.ts';
import { lookupNames } from '#contract/lookups.ts';
import type { Model } from '#contract/model.ts';
import { expect, test } from '../../support/e2e.ts';
import { hostileContent, hostileKinds, longFileName } from '../../support/hostile-text.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test.use({ announcements: 'shown' });

const widths = [1440, 768, 390];

/** Published, these would change the maps and series that other tests read. */
const draftsOnly = ['locations', 'well-production'];

/** Calls the API with the token of the signed-in page. */
async function createCaller(page: Page) {
  const sent = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await page.goto('/models/announcements');
  const { authorization = '' } = (await sent).headers();
  return async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<Record<string, unknown>[] & Record<string, unknown>> => {
    const answer: APIResponse = await page.request.fetch(path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { data: body as string }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** What leaves the screen or scrolls sideways, in the window as it is; a wide table may scroll in its own frame. */
function findFaults(): string[] {
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], [aria-hidden="true"]');
  const framesOf = (element: Element) => {
    const frames: Element[] = [];
    for (let each = element.parentElement; each; each = each.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) frames.push(each);
    }
    return frames;
  };
  const faults: string[] = [];
  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    const box = control.getBoundingClientRect();
    // Hidden inputs and links to skip are a pixel in size, or above the page.
    if (!isShown(control) || box.width <= 2 || box.bottom < 0) continue;
    const isInTable = framesOf(control).some(
      (frame) => frame.querySelector('table') || frame.matches('.leaflet-container'),
    );
    if (!isInTable && !control.closest('.leaflet-container') && (box.left < -1 || box.right > width + 1)) {
      faults.push(`${nameOf(control)} spans ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    }
  }
  for (const element of document.querySelectorAll('main *, header *, dialog *')) {
    if (!/auto|scroll/.test(getComputedStyle(element).overflowX) || !isShown(element)) continue;
    if (element.scrollWidth > element.clientWidth + 1 && !element.querySelector('table')) {
      faults.push(`${nameOf(element)} scrolls sideways`);
    }
  }
  return faults;
}

async function expectInside(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Soft: one run names every screen that has a fault.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(findFaults), { message: `${address} at ${width} px`, timeout: 2000 })
      .toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('no text of a record pushes a control off the screen', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(240_000);
  await openSignedIn(page, accounts.administrator, '/account');
  const call = await createCaller(page);
  const created: { model: Model; id: string }[] = [];
  try {
    const lookups = Object.fromEntries(
      await Promise.all(
        lookupNames.map(async (name) => [
          name,
          String((await call('GET', `/api/lookups/${name}`))[0]?.value),
        ]),
      ),
    );
    const upload = `/api/files?name=${encodeURIComponent(longFileName)}`;
    for (const model of models) {
      for (const [at, kind] of hostileKinds.entries()) {
        const file = await call('POST', upload, 'date,cfs\n2024-05-01,1540\n', 'application/octet-stream');
        const suffix = `Z${at}`;
        const content = hostileContent(model, { kind, file, lookups, suffix, at });
        const status_id = draftsOnly.includes(model.name) ? 1 : 2;
        const { id } = await call('POST', `/api/${model.name}`, { ...content, status_id });
        created.push({ model, id: String(id) });
      }
    }
    for (const { name, titleField, views } of models) {
      const search = titleField === 'well' ? '' : '&q=Z';
      for (const view of views)
        await expectInside(page, `/models/${name}?view=${view.toLowerCase()}${search}`);
    }
    for (const { model, id } of created) {
      await expectInside(page, `/models/${model.name}/${id}`);
      await expectInside(page, `/models/${model.name}/${id}?mode=edit`);
    }
    for (const view of ['table', 'card', 'list']) {
      await expectInside(page, `/resources/summary-of-datasets?view=${view}`);
      await expectInside(page, `/documents/public-docs?view=${view}`);
    }
    for (const { model, id } of created) {
      if (model.name === 'public-documents') await expectInside(page, `/documents/public-docs/${id}`);
    }
    const bar = page.getByRole('region', { name: 'Announcements' });
    await page.goto('/private');
    await expect(bar.getByRole('button', { name: /^Dismiss/ })).not.toHaveCount(0);
    await expectInside(page, '/private');
  } finally {
    for (const { model, id } of created) await call('DELETE', `/api/${model.name}/${id}`);
  }
});
