import { readFile } from 'node:fs/promises';
import { briefExample } from '../../support/brief-example.ts';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { answerWith, expectShown, path, setToday } from './today-page.ts';

test('answers with the real portal: each section has its figures, and each figure leads to its rows', async ({
  page,
}) => {
  await page.goto(path);
  await expectShown(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(page.getByText('Synthetic demonstration values, not measurements.')).toBeVisible();
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText(/[\d.]+ [KM]AF\s*\d+ % full/);
  await expect(storage).toContainText(/(highest|lowest) of \d+ years/);
  const cups = storage.getByRole('list', { name: 'Reservoirs' }).getByRole('listitem');
  await expect(cups).toHaveCount(7);
  await expect(cups.first().getByRole('link')).toHaveAttribute('href', /^\/sites\/\d+$/);
  const flows = page.getByRole('region', { name: 'Rivers, springs and gains' });
  await expect(flows.getByRole('list', { name: 'Rivers' }).getByRole('listitem').first()).toContainText(
    /Heise.*cfs.*7-day mean/,
  );
  await expect(
    flows.getByRole('list', { name: 'Gains of reaches' }).getByRole('link').first(),
  ).toHaveAttribute('href', /reach-gains-comparison\?location=\d+&submitted=yes$/);
  await expect(page.getByRole('list', { name: 'Wells' })).toContainText(/one year earlier/);
  await expect(page.getByRole('list', { name: 'Snow' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Late or flagged' })).toContainText(
    /of the map (is|are) late/,
  );
  await page.getByText('How was this computed? Storage').click();
  await expect(storage).toContainText('The sum of all reservoirs on one day');
});

test.describe('with an example', () => {
  test.beforeEach(async ({ page }) => {
    await setToday(page);
    await answerWith(page, briefExample);
  });

  test('says what it knows, in words', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    await expect(page.locator('[data-date]')).toHaveText(
      'Thursday, May 14, 2026 · values through the day before · all values provisional',
    );
    for (const text of [
      '5th lowest of 45 years',
      '587 KAF less than a year before',
      'Ririe Reservoir has no value of 05/13/2026.',
      'late: last value 05/05/2026, 9 days before',
      'less than an inch of median snow: too little for a percentage',
      '3.2 times its usual spread; usual is +9,100 AF',
      '14 sites of the map are late.',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.getByRole('img', { name: /^Jackson Lake: 514 KAF, 61 % full/ })).toBeVisible();
  });

  test('steps through the days, and Back and Forward return', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(page.getByRole('button', { name: 'Next day' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Previous day' }).click();
    await expect(heading).toHaveText('Brief of May 13, 2026');
    await expect(page).toHaveURL(/\?on=2026-05-13$/);
    await expect(page).toHaveTitle('Monitoring Dashboard · Brief of May 13, 2026');
    await page.getByLabel('Day', { exact: true }).fill('2021-05-14');
    await page.getByLabel('Day', { exact: true }).press('Enter');
    await expect(heading).toHaveText('Brief of May 14, 2021');
    await page.goBack();
    await expect(heading).toHaveText('Brief of May 13, 2026');
    await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-05-13');
    await page.goForward();
    await expect(heading).toHaveText('Brief of May 14, 2021');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await expect(heading).toHaveText('Today');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });

  for (const [on, sentence] of [
    ['2026-02-30', 'There is no day “2026-02-30”.'],
    ['2027-01-01', '01/01/2027 is in the future.'],
    ['tomorrow', 'There is no day “tomorrow”.'],
  ] as const) {
    test(`has a sentence and a way back for ${on}`, async ({ page }) => {
      await page.goto(`${path}?on=${on}`);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Storage' })).toBeHidden();
      if (on === '2027-01-01') await expect(page.getByLabel('Day', { exact: true })).toHaveValue(on);
      await page.getByRole('button', { name: 'Back to today' }).click();
      await expectShown(page);
      await expect(page.getByText(sentence)).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  }

  test('keeps a typed day that does not exist in its field', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    const field = page.getByLabel('Day', { exact: true });
    await field.focus();
    await page.keyboard.type('02302021');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The day in the field does not exist')).toBeVisible();
    expect(await field.evaluate((node) => node instanceof HTMLInputElement && node.validity.badInput)).toBe(
      true,
    );
  });

  test('keeps the last brief in place, dimmed, while another day loads', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    const released = Promise.withResolvers<void>();
    await page.route('**/api/brief?on=2026-05-13', async (route) => {
      await released.promise;
      await route.fulfill({ json: briefExample('2026-05-13') });
    });
    await page.getByRole('button', { name: 'Previous day' }).click();
    await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'dimmed');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    await expect(page.getByText('5th lowest of 45 years')).toBeVisible();
    released.resolve();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brief of May 13, 2026');
    await expectShown(page);
  });

  test('keeps the last brief with its time while the portal is out of reach, also after a reload', async ({
    page,
  }) => {
    await page.goto(path);
    await expectShown(page);
    await page.unroute('**/api/brief*');
    await page.route('**/api/brief*', (route) => route.abort('connectionfailed'));
    await page.reload();
    await expect(page.getByText('Brief of 7:02 a.m.; the portal cannot be reached.')).toBeVisible();
    await expect(page.getByText('5th lowest of 45 years')).toBeVisible();
    await page.unroute('**/api/brief*');
    await answerWith(page, (on) => briefExample(on, { late_sites: 3 }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('3 sites of the map are late.')).toBeVisible();
    await expect(page.getByText('cannot be reached')).toHaveCount(0);
  });

  test('says so on a first visit while the portal is out of reach', async ({ page }) => {
    await page.unroute('**/api/brief*');
    await page.route('**/api/brief*', (route) => route.fulfill({ status: 200, json: { on: 7 } }));
    await page.goto(path);
    await expect(page.getByText('The brief could not be loaded')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Storage' })).toBeHidden();
  });

  test('withholds the total while a reservoir is silent, and shows that reservoir', async ({ page }) => {
    await page.unroute('**/api/brief*');
    await answerWith(page, (on) => {
      const { storage } = briefExample(on);
      if (!storage) throw new Error('The example has storage.');
      const [first, ...others] = storage.members;
      const silent = first && { ...first, rdate: null, value: null, approval: null };
      const members = [...(silent ? [silent] : []), ...others];
      return briefExample(on, { storage: { ...storage, total: null, missing: ['Jackson Lake'], members } });
    });
    await page.goto(path);
    await expect(page.getByText('There is no total: Jackson Lake has no value of 05/13/2026')).toBeVisible();
    const cup = page.getByRole('list', { name: 'Reservoirs' }).getByRole('listitem').first();
    await expect(cup).toContainText('no value');
    await expect(cup.getByRole('link', { name: 'Jackson Lake' })).toBeVisible();
  });

  test('works by keyboard', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    await page.getByRole('button', { name: 'Previous day' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brief of May 13, 2026');
    await page.getByRole('button', { name: 'Next day' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    await expect(page.getByRole('button', { name: 'Next day' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    const how = page.getByText('How was this computed? Snow');
    await how.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('both over the sites that have both')).toBeVisible();
  });

  test('downloads every figure as CSV', async ({ page }) => {
    await page.goto(`${path}?on=2021-05-14`);
    await expectShown(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Brief 2021-05-14 .*\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^# Brief of 05\/14\/2021, Upper Snake/);
    expect(text).toMatch(/# Address: http.*\/watershed-overview\/today\?on=2021-05-14/);
    expect(text).toContain('# Source: Calculation, ');
    expect(text).toContain('# Synthetic demonstration values, not measurements.');
    expect(text).toContain('Snake River near Heise,13037500,Streamflow,Value,2021-05-13,13400,cfs');
  });

  test('prints on one sheet of Letter paper, without the shell', async ({ page }) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme.toUpperCase());
      await page.goto(path);
      await expectShown(page);
      const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
      expect(pdf).toMatch(/\/MediaBox\s*\[0 0 612 79[12]/);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
      await expect(page.getByText('5th lowest of 45 years')).toBeVisible();
      await page.emulateMedia({ media: null });
    }
  });
});

test('a visitor has no choice of the start page; whoever is signed in has', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto(path);
  await expectShown(page);
  const choice = page.getByRole('checkbox', { name: 'Start here after View Dashboard' });
  await expect(choice).toBeHidden();
  await openSignedIn(page, accounts.user, path);
  await expectShown(page);
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.goto('/');
  const way = page.getByRole('link', { name: 'View Dashboard' });
  await expect(way).toHaveAttribute('href', '/secret#/watershed-overview/today');
  await expect(page.getByRole('link', { name: 'Public Access' })).toHaveAttribute(
    'href',
    '/watershed-overview/map-of-sites',
  );
  await way.click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await choice.uncheck();
  await page.goto('/');
  await expect(way).toHaveAttribute('href', '/secret#/watershed-overview/map-of-sites');
});
