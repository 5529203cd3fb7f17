import { briefExample } from '../../support/brief-example.ts';
import { expect, expectPrintCode, readSavedCsv, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { answerWith, expectShown, path, setToday } from './today-page.ts';

test('answers with the real portal: the sentence, three figures, and rows that lead to their records', async ({
  page,
}) => {
  await page.goto(path);
  await expectShown(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upper Snake River basin, Idaho');
  await expect(page.locator('[data-place="sentence"]')).toHaveText(
    /^Reservoirs hold [\d.]+ million acre-feet, the (\d+\w+ )?(highest|lowest) of \d+ years for the date\. .+\.$/,
  );
  const figures = page.locator('[data-place="figures"]');
  await expect(figures.getByRole('heading')).toHaveCount(3);
  await expect(figures.getByRole('heading', { name: 'Storage' })).toBeVisible();
  await expect(figures).toContainText(/[\d.]+ [KM]AF · \d+ % full/);
  await expect(figures.getByRole('img', { name: /^Storage in the .+: .+ of \d+ years/ })).toBeVisible();
  const cups = page.getByRole('list', { name: 'Reservoirs' }).getByRole('listitem');
  await expect(cups).toHaveCount(7);
  await expect(cups.first().getByRole('link')).toHaveAttribute('href', /^\/sites\/\d+$/);
  const rivers = page.getByRole('list', { name: 'Rivers' }).getByRole('listitem');
  await expect(rivers).toHaveCount(6);
  await expect(rivers.first()).toContainText(/Heise.*cfs.*(normal|record)/s);
  await expect(rivers.first().getByRole('img')).toHaveAccessibleName(/cfs on .+: .+\./);
  await expect(
    page.getByRole('list', { name: 'Reach gains, 7-day mean' }).getByRole('link').first(),
  ).toHaveAttribute('href', /reach-gains-comparison\?location=\d+&submitted=yes$/);
  await expect(page.getByRole('list', { name: 'Reach gains, 7-day mean' })).toContainText(
    /Heise to Lorenzo.*(losing|gaining)/s,
  );
  await expect(page.getByRole('list', { name: 'Snow' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'What moved this week' })).toContainText(
    /a larger (rise|fall) than in \d+ of \d+ years/,
  );
  await expect(page.getByRole('region', { name: 'Late' })).toContainText(/of the map (is|are) late/);
  await page.getByRole('link', { name: 'How was this computed?' }).click();
  await expect(page.getByRole('heading', { name: 'The brief of a day' })).toBeInViewport();
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
      'Thursday, May 14, 2026 values through yesterday, provisional',
    );
    for (const text of [
      'On May 12, reservoirs held 2.52 million acre-feet, the 5th lowest of 45 years for the date.',
      'below normal, 14th percentile of 30 years',
      '353 KAF under the median · +81.5 KAF in 7 days',
      'Ririe Reservoir has no value of May 13, 2026.',
      'losing far less than usual',
      '9 days old',
      'less than an inch of median snow: too little for a percentage',
      'a larger rise than in 42 of 45 years',
      'no value since May 5, 2026',
      '14 sites of the map are late.',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.getByRole('img', { name: /^Jackson Lake: 61 % full, 514 of 847 KAF/ })).toBeVisible();
  });

  test('steps through the days, and Back and Forward return', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    const date = page.locator('[data-date]');
    await expect(page.getByRole('button', { name: 'Next day' })).toBeHidden();
    await page.getByRole('button', { name: 'Previous day, May 13' }).click();
    await expect(date).toContainText('Wednesday, May 13, 2026');
    await expect(page).toHaveURL(/\?on=2026-05-13$/);
    await expect(page).toHaveTitle('Monitoring Dashboard · Brief of May 13, 2026');
    await page.getByRole('button', { name: 'Another day' }).click();
    const field = page.getByLabel('Day', { exact: true });
    await expect(field).toBeFocused();
    await field.fill('2021-05-14');
    await field.press('Enter');
    await expect(date).toContainText('Friday, May 14, 2021');
    await page.goBack();
    await expect(date).toContainText('Wednesday, May 13, 2026');
    await expect(field).toHaveValue('2026-05-13');
    await page.goForward();
    await expect(date).toContainText('Friday, May 14, 2021');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await expect(date).toContainText('Thursday, May 14, 2026');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });

  for (const [on, sentence] of [
    ['2027-01-01', 'Jan 1, 2027 is in the future.'],
    ['tomorrow', 'There is no day “tomorrow”.'],
  ] as const) {
    test(`has a sentence and a way back for ${on}`, async ({ page }) => {
      await page.goto(`${path}?on=${on}`);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.locator('[data-place="figures"]')).toBeHidden();
      // The field is beside the sentence.
      await expect(page.getByLabel('Day', { exact: true })).toBeVisible();
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
    await page.getByRole('button', { name: 'Another day' }).click();
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
    await expect(page.locator('[data-date]')).toContainText('Thursday, May 14, 2026');
    await expect(page.getByText('5th lowest of 45 years')).toBeVisible();
    released.resolve();
    await expect(page.locator('[data-date]')).toContainText('Wednesday, May 13, 2026');
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
    await expect(page.locator('[data-place="figures"]')).toBeHidden();
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
    await expect(
      page.getByText('There is no total: Jackson Lake has no value of May 13, 2026'),
    ).toBeVisible();
    await expect(page.locator('[data-place="sentence"]')).toContainText(
      'There is no total of all reservoirs.',
    );
    const cup = page.getByRole('list', { name: 'Reservoirs' }).getByRole('listitem').first();
    await expect(cup).toContainText('no value');
    await expect(cup.getByRole('link', { name: 'Jackson Lake' })).toBeVisible();
  });

  test('works by keyboard', async ({ page }) => {
    await page.goto(path);
    await expectShown(page);
    const date = page.locator('[data-date]');
    const previous = page.getByRole('button', { name: 'Previous day' });
    await previous.focus();
    await page.keyboard.press('Enter');
    await expect(date).toContainText('May 13, 2026');
    await page.getByRole('button', { name: 'Next day' }).focus();
    await page.keyboard.press('Space');
    await expect(date).toContainText('May 14, 2026');
    // There is no day after today.
    await expect(previous).toBeFocused();
    const menu = page.getByText('Export', { exact: true });
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
    await expect(menu).toBeFocused();
  });

  test('shows what there is of a basin without reservoirs and snow', async ({ page }) => {
    await page.unroute('**/api/brief*');
    await answerWith(page, (on) => briefExample(on, { storage: null, snow: [], moved: [] }));
    await page.goto(path);
    await expectShown(page);
    await expect(page.locator('[data-place="sentence"]')).toHaveText('The Snake River near Heise is normal.');
    await expect(page.locator('[data-place="figures"]').getByRole('heading')).toHaveCount(1);
    await expect(page.getByText('No change can be compared')).toBeVisible();
  });

  test('holds the height of its longest sentence before it comes, at every width', async ({ page }) => {
    await page.unroute('**/api/brief*');
    await answerWith(page, (on) => {
      const example = briefExample(on);
      const [snow] = example.snow;
      if (!snow) throw new Error('The example has snow.');
      const places = [
        'Henrys Fork',
        'Teton',
        'Willow, Blackfoot and Portneuf Rivers',
        'Wood and Lost Rivers',
      ];
      return briefExample(on, {
        snow: places.map((label, at) => ({
          ...snow,
          label,
          percent_of_median: at < 2 ? 130 : 70 + 40 * (at - 2),
        })),
      });
    });
    await page.goto(path);
    await expectShown(page);
    const sentence = page.locator('[data-place="sentence"]');
    const extra = ' while its natural flow is normal: Palisades is storing 3,810 AF a day.';
    await sentence.evaluate((element, more) => {
      const text = element.firstElementChild ?? element;
      text.append(more);
    }, extra);
    expect(((await sentence.textContent()) ?? '').length).toBeGreaterThan(270);
    for (const width of [1920, 1440, 1280, 768, 412, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const box = await sentence.evaluate((element) => ({
        height: element.clientHeight,
        held: Number.parseFloat(getComputedStyle(element).minHeight),
      }));
      expect(box.height, `at ${width} px`).toBeLessThanOrEqual(box.held);
    }
  });

  test('downloads every figure as CSV', async ({ page }) => {
    await page.goto(`${path}?on=2021-05-14`);
    await expectShown(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByText('Export', { exact: true })
        .click()
        .then(() => page.getByRole('button', { name: 'Download CSV' }).click()),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Brief 2021-05-14 .*\.csv$/);
    const text = await readSavedCsv(file);
    expect(text).toMatch(/^# Demonstration data: .*\r\n# Brief of 2021-05-14, Upper Snake/);
    expect(text).toMatch(/# On May 12, reservoirs held .+ and the Snake River near Heise was normal\./);
    expect(text).toMatch(/# Address: http.*\/watershed-overview\/today\?on=2021-05-14/);
    expect(text).toContain('# Source: NRCS Snotel, USBR HydroMet, USGS\r\n');
    expect(text).toContain('Snake River near Heise,13037500,Streamflow,Value,2021-05-13,13400,cfs');
  });

  test('prints on one sheet of Letter paper, from a dark screen without the shell', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'DARK'));
    await page.goto(path);
    await expectShown(page);
    await expectPrintCode(page);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 612 79[12]/);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByText('5th lowest of 45 years')).toBeVisible();
    const foot = page.locator('[data-print-foot]');
    for (const text of [
      'Demonstration data, not for decisions.',
      'Values through May 13, 2026, provisional.',
      'Source: NRCS Snotel, USBR HydroMet, USGS',
      'Printed May 14, 2026 07:02',
      `${path}?on=2026-05-14`,
    ]) {
      await expect(foot).toContainText(text);
    }
    const code = foot.getByRole('img', { name: 'QR code of the address' });
    expect(await code.evaluate((node) => node.getBoundingClientRect().width)).toBe(60);
  });
});

test('a visitor has no choice of the start page; whoever is signed in has', async ({ page }) => {
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
