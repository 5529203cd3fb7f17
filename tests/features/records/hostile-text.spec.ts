import type { APIResponse, Page } from '@playwright/test';
import { models } from '#config/models/index.ts';
import { type InputField, isInput } from '#contract/records/fields.ts';
import { type LookupName, lookupNames } from '#contract/records/lookups.ts';
import type { Model } from '#contract/records/model.ts';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** Texts that break careless layouts. */
const hostileTexts = {
  word: 'Hochwasserrueckhaltebecken'.repeat(12).slice(0, 300),
  link: `https://meetings.example.org/j/84512345678?pwd=${'aB3_dE6-fG9'.repeat(14)}&from=calendar_invitation_series`,
  emoji: '💧🌊👩🏽‍🌾🏔️🇺🇸'.repeat(8),
  rtl: 'اجتماع لجنة توزيع المياه في حوض النهر يوم الثلاثاء الساعة التاسعة صباحا '.repeat(3).trim(),
} as const;

type HostileKind = keyof typeof hostileTexts;
const hostileKinds = Object.keys(hostileTexts) as HostileKind[];

/** A file name of 140 characters without a place to break. */
const longFileName = `${'Annual_Water_Supply_Report_'.repeat(6).slice(0, 136)}.csv`;

type Parts = {
  kind: HostileKind;
  /** The id of an uploaded file. */
  file: unknown;
  /** The first entry of each lookup table. */
  lookups: Readonly<Record<LookupName, string>>;
  /** Ends texts and ids, so that no two records are the same. */
  suffix: string;
  /** Counts the records of the model. */
  at: number;
};

/** Creates content that is valid for a model and hostile in each of its text fields. */
function hostileContent({ fields }: Model, parts: Parts): Record<string, unknown> {
  return Object.fromEntries(fields.filter(isInput).map((field) => [field.name, hostileValue(field, parts)]));
}

function hostileValue(field: InputField, { kind, file, lookups, suffix, at }: Parts): unknown {
  switch (field.kind) {
    case 'TEXT':
      if (field.format === 'url') return hostileTexts.link;
      if (field.format === 'identifier') return `${'X'.repeat(field.maxLength - suffix.length)}${suffix}`;
      return cut(hostileTexts[kind], field.maxLength - suffix.length) + suffix;
    case 'MULTILINE_TEXT':
      return cut(hostileKinds.map((each) => hostileTexts[each]).join('\n'), field.maxLength);
    case 'EMAIL':
      return `${'very.long.name.'.repeat(12)}x@example.org`;
    case 'DROPDOWN':
    case 'SPLIT_STRING_DROPDOWN':
      return 'options' in field.choices ? field.choices.options[0]?.value : lookups[field.choices.lookup];
    case 'NUMBER':
      return field.max ?? 1e9;
    case 'DATE':
      return `1901-01-0${at + 1}`;
    case 'TIME':
      return '23:59';
    case 'DATETIME':
      return field.name.startsWith('ends') ? '2199-12-31T23:59' : '1901-01-01T00:00';
    case 'CUSTOM':
      return field.custom === 'file' ? file : { latitude_dd: 43.123456, longitude_dd: -112.654321 };
  }
}

/** Cuts a text without leaving half a character. */
function cut(text: string, length: number): string {
  let result = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (result.length + segment.length > length) break;
    result += segment;
  }
  return result;
}

test.use({ announcements: 'shown' });

const widths = [1440, 390];

/** Published, these would change the maps and series that other tests read. */
const draftsOnly = ['locations', 'well-production'];

/** The other models have no kind of field that these have not; one of their views is enough. */
const inAllViews = ['datasets', 'locations'];

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

test('no text of a record pushes a control off the screen', async ({ page }) => {
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
      for (const view of inAllViews.includes(name) ? views : views.slice(0, 1))
        await expectInside(page, `/models/${name}?view=${view.toLowerCase()}${search}`);
    }
    // One kind of each model, which the next model has not.
    const opened = models.flatMap(
      ({ name }, at) =>
        created.filter(({ model }) => model.name === name).slice(at % hostileKinds.length)[0] ?? [],
    );
    expect(opened).toHaveLength(models.length);
    for (const { model, id } of opened) {
      await expectInside(page, `/models/${model.name}/${id}`);
      await expectInside(page, `/models/${model.name}/${id}?mode=edit`);
    }
    for (const view of ['table', 'card', 'list']) {
      await expectInside(page, `/resources/summary-of-datasets?view=${view}`);
      await expectInside(page, `/documents/public-docs?view=${view}`);
    }
    const document = created.find(({ model }) => model.name === 'public-documents');
    await expectInside(page, `/documents/public-docs/${document?.id}`);
    const bar = page.getByRole('region', { name: 'Announcements' });
    await page.goto('/private');
    await expect(bar.getByRole('button', { name: /^Dismiss/ })).not.toHaveCount(0);
    await expectInside(page, '/private');
  } finally {
    for (const { model, id } of created) await call('DELETE', `/api/${model.name}/${id}`);
  }
});
