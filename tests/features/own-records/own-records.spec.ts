import type { Browser, Locator, Page } from '@playwright/test';
import {
  answerProblem,
  expect,
  expectAccessible,
  expectAccessibleInAllSizes,
  expectNoSidewaysScroll,
} from '../../support/e2e.ts';
import { accounts, signIn } from '../../support/sign-in.ts';
import { walkThrough } from '../../support/walk-through.ts';
import { test } from './flows-portal.ts';

// One portal for all of them.
test.describe.configure({ mode: 'default' });

/** Of its own for each test and run, because sites stay in the database of the flows. */
const newId = () => `GATE-${crypto.randomUUID().slice(0, 13)}`.toUpperCase();

type OwnSite = { readonly loc_ndx: number; readonly loc_id: string; readonly loc_name: string };
type Body = Readonly<Record<string, unknown>>;

/** Calls the API as the person of the page. */
async function callApi(page: Page, method: string, path: string, body: Body) {
  const session = await page.evaluate(() => localStorage.getItem('portal-session:portal'));
  const [, token] = /"access_token\W+([^"\\]+)/.exec(session ?? '') ?? [];
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.fetch(path, { method, data: body, headers });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** An own site that an administrator has created, which `demo|user` may write. */
async function createSite(browser: Browser, baseURL = ''): Promise<OwnSite> {
  const page = await browser.newPage({ baseURL });
  await signIn(page, accounts.administrator, '/account');
  const loc_id = newId();
  const loc_name = `${loc_id.slice(-4)} headgate`;
  const site = await callApi(page, 'POST', '/api/own-records/sites', {
    loc_id,
    loc_name,
    loc_type: 'Diversion',
    data_provider: 'IDWR',
    latitude_dd: 43.3,
    longitude_dd: -112.1,
    parameters: [6],
    limit_minutes: 120,
  });
  const { loc_ndx } = site;
  await callApi(page, 'PUT', '/api/own-records/writers', { loc_ndx, subjects: ['demo|user'] });
  await page.close();
  return site;
}

const phone = { width: 360, height: 740 };

const formOf = (page: Page) => page.getByRole('form', { name: 'New reading' });
const readingsOf = (page: Page) => page.getByRole('region', { name: 'Readings', exact: true });

/** Every text of the form has a contrast of 7 in both themes, as in the sun. */
async function expectReadableInTheSun(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const theme of ['light', 'dark']) {
    const found = await page.evaluate(async (name) => {
      document.documentElement.setAttribute('data-theme', name);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const { axe } = window as unknown as {
        axe: { run(at: string, how: object): Promise<{ violations: { nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run('form[aria-label="New reading"]', {
        runOnly: ['color-contrast-enhanced'],
      });
      return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
    }, theme);
    expect(found, `contrast in the ${theme} theme`).toEqual([]);
  }
}

test('an administrator creates a site as the guide says', async ({ page }) => {
  const id = newId();
  await signIn(page, accounts.administrator, '/account/own-records');
  const form = page.getByRole('region', { name: 'New site' });
  await walkThrough('guide/own-records', 'Create a site', {
    'In *Own Records*': async () => {
      await page.getByRole('button', { name: 'New site' }).click();
      await expect(form.getByRole('button', { name: 'Create site' })).toHaveAccessibleDescription(
        'Fill in all fields, and choose the place.',
      );
      await form.getByLabel('Name').fill(`Headgate ${id}`);
      await form.getByRole('textbox', { name: 'Id', exact: true }).fill(id);
      await form.getByLabel('Type').selectOption('Diversion');
      await form.getByLabel('Provider').selectOption('IDWR');
      await form.getByLabel('What is measured').click();
      await page.getByRole('option', { name: 'Diversion (cfs)' }).click();
      await page.keyboard.press('Escape');
    },
    'Click its place': async () => {
      const map = form.locator('.leaflet-container');
      await map.click({ position: { x: 200, y: 150 } });
      await expect(form.getByLabel('Latitude')).not.toHaveValue('');
      await expectAccessibleInAllSizes(page);
      await form.getByRole('button', { name: 'Create site' }).click();
    },
    'Choose Who may write': async () => {
      await expect(page.getByText(`The site “Headgate ${id}” was created.`)).toBeVisible();
      await page.getByLabel('Who may write its readings').click();
      await page.getByRole('option', { name: 'demo|' }).first().click();
      await page.keyboard.press('Escape');
      await expect(page.getByText('Who may write was saved.')).toBeVisible();
    },
  });
  await page.getByLabel('Name of a new token').fill('Logger 7');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  await expectAccessible(page);
  const push = (token: string) =>
    page.request.post('/api/readings', {
      headers: { authorization: `Bearer ${token}` },
      data: [{ id: 'a1', parameter: 'Diversion', at: '2026-04-07T08:15:00-06:00', value: 12.5, unit: 'cfs' }],
    });
  const pushed = await push(secret);
  expect(pushed.status(), await pushed.text()).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: `Headgate ${id}` }).click();
  await expect(page.locator('body')).not.toContainText(secret);
  await page.getByRole('button', { name: 'Revoke Logger 7' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The write token “Logger 7” was revoked.')).toBeVisible();
  expect((await push(secret)).status()).toBe(401);
});

test('a reading is saved from a phone whose network fails, once, and corrected with who and why', async ({
  page,
  browser,
  baseURL,
}) => {
  const { loc_ndx } = await createSite(browser, baseURL);
  await page.setViewportSize(phone);
  await signIn(page, accounts.user, `/sites/${loc_ndx}`);
  const address = `**/api/own-records/sites/${loc_ndx}/readings`;
  await walkThrough('guide/own-records', 'Enter a reading', {
    'On the site': async () => {
      await page.getByRole('link', { name: 'Enter a reading' }).click();
      await expect(readingsOf(page)).toBeInViewport();
    },
    'Type the value': async () => {
      await formOf(page).getByRole('button', { name: 'Save reading' }).click();
      await expect(formOf(page).getByLabel('Diversion')).toBeFocused();
      await expect(formOf(page).getByLabel('Diversion')).toHaveAccessibleDescription(/Enter a number/);
      await expectReadableInTheSun(page);
      await expectNoSidewaysScroll(page);
      await formOf(page).getByLabel('Diversion').fill('12.5');
      await formOf(page).getByLabel('Note (optional)').fill('two turns open');
      await page.reload();
      await expect(formOf(page).getByLabel('Diversion')).toHaveValue('12.5');
      await expect(formOf(page).getByLabel('Note (optional)')).toHaveValue('two turns open');
    },
    'Choose Save reading': async () => {
      await page.route(address, (route) => route.abort());
      await formOf(page).getByRole('button', { name: 'Save reading' }).click();
      const waiting = page.getByRole('region', { name: 'Readings that are not saved yet' });
      await expect(waiting).toContainText('1 reading not saved yet.');
      await expect(waiting).toContainText('Diversion 12.5 cfs');
      await expect(page.getByText(/^Saved/)).toHaveCount(0);
      await page.reload();
      await expect(waiting).toContainText('1 reading not saved yet.');
      // The server stores it, and its answer is lost.
      await page.unroute(address);
      await page.route(address, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await waiting.getByRole('button', { name: 'Try now' }).click();
      await expect(waiting).toContainText('The server cannot be reached.');
      await page.unroute(address);
      await waiting.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByText(/^Saved: Diversion 12.5 cfs/)).toBeVisible();
      await expect(waiting).toHaveCount(0);
    },
  });
  const rows = readingsOf(page).locator('ul.ruled-list > li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('two turns open');

  await rows.getByRole('button', { name: 'Correct Diversion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Right value (cfs)').fill('13.5');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(dialog.getByLabel('Why')).toHaveAccessibleDescription('Say why. It stays in the history.');
  await dialog.getByLabel('Why').fill('Misread');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(rows).toContainText('Diversion 13.50 cfs');
  await rows.getByRole('button', { name: 'Correct Diversion' }).click();
  await dialog.getByLabel('Why').fill('The wrong gate');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(rows).toContainText('Diversion withdrawn');
  await rows.getByText('2 former versions').click();
  await expect(rows).toContainText('13.50 cfs by demo|user');
  await expect(rows).toContainText('Misread');
  await expectAccessible(page);
});

test('a photo is saved with its reading, and others see neither form nor corrections', async ({
  page,
  browser,
  baseURL,
}) => {
  const { loc_ndx } = await createSite(browser, baseURL);
  await signIn(page, accounts.user, `/sites/${loc_ndx}#own-readings`);
  await formOf(page).getByLabel('Diversion').fill('4');
  const photo = formOf(page).locator('input[type=file]');
  await photo.setInputFiles({ name: 'gage.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(formOf(page)).toContainText('The browser cannot read this file as a photo.');
  await photo.setInputFiles('content/documentation/images/guide/site-page-390-light.webp');
  await expect(formOf(page).getByAltText('The reading as photographed')).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Save reading' }).click();
  const download = page.waitForEvent('download');
  await readingsOf(page)
    .getByRole('button', { name: /^Reading\.jpg/ })
    .click();
  expect((await download).suggestedFilename()).toBe('Reading.jpg');

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(other, accounts.developer, `/sites/${loc_ndx}`);
  await expect(readingsOf(other)).toContainText('whom an administrator has named for this site');
  await expect(readingsOf(other)).toContainText('Diversion 4.00 cfs');
  await expect(formOf(other)).toHaveCount(0);
  await expect(readingsOf(other).getByRole('button', { name: /^Correct/ })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Enter a reading' })).toHaveCount(0);
  await other.close();
});

/** Presses keys and counts them, and writes down what they were for. */
function createKeyboard(page: Page) {
  const steps: string[] = [];
  let count = 0;
  const press = async (key: string, times = 1) => {
    for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
    count += times;
  };
  return {
    steps,
    count: () => count,
    press,
    async type(text: string) {
      await page.keyboard.type(text);
      count += text.length;
    },
    note: (step: string) => steps.push(`${step} (${count} keys so far)`),
    /** Goes on with Tab until a control has the focus. */
    async tabTo(target: Locator) {
      await expect(target).toBeVisible();
      for (let at = 0; at < 80; at += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await press('Tab');
      }
      await expect(target).toBeFocused();
    },
  };
}

/** Hourly means in m³/s of two days with a comma as decimal sign, stamped at the end of their hours, and a wrong line. */
const loggerFile = [
  'Date;Time;Flow',
  ...['07.04.2026', '08.04.2026'].flatMap((day, at) =>
    Array.from(
      { length: 24 },
      (_, hour) => `${day};${String(hour + 1).padStart(2, '0')}:00;${at === 0 ? '0,34' : '0,5'}`,
    ),
  ),
  '09.04.2026;25:00;0,5',
].join('\r\n');

test('a logger’s file gets to the map by keyboard, as the guide says', async ({ page, browser, baseURL }) => {
  const { loc_ndx, loc_id, loc_name } = await createSite(browser, baseURL);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await signIn(page, accounts.all, '/data-access/import-status');
  const door = page.getByRole('region', { name: 'A File of Your Own' });
  const keys = createKeyboard(page);
  const startedAt = performance.now();
  const choose = async (label: string, typed: string, value: string) => {
    const select = door.getByLabel(label);
    await keys.tabTo(select);
    await keys.type(typed);
    await expect(select).toHaveValue(value);
    keys.note(`${label}: ${typed}`);
  };

  await walkThrough('guide/own-records', 'Store a file of a logger', {
    'Under *A File of Your Own*': async () => {
      // Before the keys, because the browser is asked for it.
      const chooser = page.waitForEvent('filechooser');
      await keys.tabTo(door.getByLabel('Choose a file'));
      await keys.press('Enter');
      await (await chooser).setFiles({
        name: 'logger.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(loggerFile),
      });
      keys.note('The file');
    },
    'Answer what is asked': async () => {
      await expect(door.getByText(/questions to answer/)).toBeVisible();
      await expectAccessible(page);
      await choose('Site', loc_name.slice(0, 4), loc_id);
      await choose('What was measured', 'D', 'Diversion');
      await choose('Unit in the file', 'm3', 'm3/s');
      await choose('Column of the time', 'D', 'Date');
      await choose('Time of day', 'T', 'Time');
      await choose('Column of the value', 'F', 'Flow');
      await choose('What a row is', 'A', 'reading');
      await choose('Clock of the times', 'Am', 'basin');
      await choose('What a time means', 'The e', 'end');
      await choose('Minutes of a period', '60', '60');
      await choose('Order of a date', 'D', 'DMY');
      await choose('Decimal sign', 'C', ',');
    },
    'Compare the first rows': async () => {
      await expect(door.getByText('48 rows understood, 1 refused.')).toBeVisible();
      await expect(door.getByRole('region', { name: 'Refused lines' })).toContainText('09.04.2026;25:00;0,5');
      await expect(door.getByRole('region', { name: 'The first rows' })).toContainText(
        '07.04.2026;01:00;0,34',
      );
      await expect(door).toContainText('48 new');
      await expectAccessibleInAllSizes(page);
    },
    'Choose Store.': async () => {
      await keys.tabTo(door.getByRole('button', { name: 'Store', exact: true }));
      await keys.press('Enter');
      await expect(door.getByText(/^Stored: /)).toBeVisible();
      keys.note('Store');
      await keys.tabTo(door.getByRole('link', { name: loc_name }));
      await keys.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/sites/${loc_ndx}$`));
      keys.note('The site');
    },
  });
  // The means of days of 0.34 and 0.5 m³/s: a value stamped 24:00 is of the day that ends.
  await expect(page.getByText('+5.7 cfs in 1 day')).toBeVisible();
  await expect(readingsOf(page).getByRole('button', { name: 'Show 38 more' })).toBeVisible();
  await page.goto(`/watershed-overview/map-of-sites?site=${loc_ndx}`);
  await expect(page.getByRole('main').getByText(loc_name).first()).toBeVisible();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const walk = `${keys.count()} keys, ${seconds} s with the checks: ${keys.steps.join('; ')}`;
  test.info().annotations.push({ type: 'walk', description: walk });
  expect(keys.count()).toBeLessThan(250);
  expect(pageErrors).toEqual([]);
});

test('a mapping is saved and chosen for the next file, and the same file changes nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const { loc_id } = await createSite(browser, baseURL);
  const name = `Logger ${loc_id}`;
  await signIn(page, accounts.user, '/account/own-records');
  const door = page.getByRole('region', { name: 'A File of Your Own' });
  const chooseFile = () =>
    door.locator('input[type=file]').setInputFiles({
      name: 'logger.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(loggerFile),
    });
  await chooseFile();
  for (const [label, value] of [
    ['Site', loc_id],
    ['What was measured', 'Diversion'],
    ['Unit in the file', 'm3/s'],
    ['Column of the time', 'Date'],
    ['Time of day', 'Time'],
    ['Column of the value', 'Flow'],
    ['What a row is', 'reading'],
    ['Clock of the times', 'basin'],
    ['What a time means', 'end'],
    ['Minutes of a period', '60'],
    ['Order of a date', 'DMY'],
  ] as const) {
    await door.getByLabel(label).selectOption(value);
  }
  await expect(door.getByText(/^1 question to answer/)).toBeVisible();
  await expect(door.getByRole('button', { name: 'Store', exact: true })).toHaveCount(0);
  await door.getByLabel('Decimal sign').selectOption(',');
  await expect(door).toContainText('48 new, 0 already stored');
  await door.getByLabel('Name for this mapping').fill(name);
  await door.getByRole('button', { name: 'Save mapping' }).click();
  await expect(page.getByText(`The mapping “${name}” was saved.`)).toBeVisible();
  await door.getByRole('button', { name: 'Store', exact: true }).click();
  await expect(door.getByText(/^Stored: 48 values written/)).toBeVisible();

  await page.reload();
  await door.getByLabel('Read it as').selectOption(name);
  await chooseFile();
  await expect(door).toContainText('0 new, 48 already stored');
  await door.getByRole('button', { name: 'Store', exact: true }).click();
  await expect(door.getByText(/^Stored: 0 values written, 48 unchanged/)).toBeVisible();
  await door.getByRole('button', { name: 'Delete this mapping' }).click();
  await expect(page.getByText(`The mapping “${name}” was deleted.`)).toBeVisible();
});

test('a rating table says first what it computes again, and its version is named with each flow', async ({
  page,
  browser,
  baseURL,
}) => {
  const { loc_ndx } = await createSite(browser, baseURL);
  await signIn(page, accounts.user, `/sites/${loc_ndx}`);
  await formOf(page).getByLabel('What is read').selectOption('Stage');
  await formOf(page).getByLabel('Stage', { exact: true }).fill('1.5');
  await formOf(page).getByLabel('Time').fill('2026-06-01T08:00');
  await page.keyboard.press('Enter');
  const rows = readingsOf(page).locator('ul.ruled-list > li');
  await expect(rows).toContainText('Stage 1.50 ft');

  const tables = page.getByRole('region', { name: 'Rating Tables' });
  const form = tables.getByRole('region', { name: 'New rating table' });
  const store = form.getByRole('button', { name: 'Store' });
  const enter = async (points: string, offset = '0') => {
    await form.getByRole('textbox', { name: 'Points' }).fill(points);
    await form.getByLabel('Offset').fill(offset);
    await form.getByRole('button', { name: 'Check' }).click();
  };
  await tables.getByRole('button', { name: 'New version' }).click();
  await enter('1 10\n2 40', 'low');
  await expect(form.getByLabel('Holds from')).toHaveAccessibleDescription('Choose from when it holds.');
  await form.getByLabel('Holds from').fill('2026-05-01T00:00');
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form.getByLabel('Offset')).toHaveAccessibleDescription(/Enter feet/);
  await enter('1 10\n2 many\n3 90');
  await expect(form.getByRole('region', { name: /^Refused lines/ })).toContainText('2 many');
  await expect(store).toHaveAccessibleDescription('Check says first what the table changes.');
  await expectAccessibleInAllSizes(page);
  await enter('1 10\n2 40');
  await expect(form).toContainText('2 points from 1 to 2 ft. The table covers 1 reading of the stage.');
  await store.click();
  // log Q = 1 + 0.60206 · log 1.5 / log 2
  await expect(rows).toContainText('Diversion 22.50 cfs by the rating table, version 1');

  await tables.getByRole('button', { name: 'New version' }).click();
  await form.getByLabel('Holds from').fill('2026-05-15T00:00');
  const file = { name: 'rating.csv', mimeType: 'text/csv', buffer: Buffer.from('0.2,1\n1.2,9\n') };
  await form.locator('input[type=file]').setInputFiles(file);
  await expect(form.getByRole('textbox', { name: 'Points' })).toHaveValue('0.2,1\n1.2,9\n');
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form).toContainText('1 of them beyond its ends, which get no flow.');
  await store.click();
  await expect(rows).toContainText('No flow: the stage is beyond the ends of the rating table, version 2.');
  await expect(tables.getByText(/^Version 1/)).toBeVisible();
  await tables.getByText('2 points').first().click();
  await expectAccessible(page);
});

test('says why nothing can be loaded or stored, and loads it again', async ({ page, browser, baseURL }) => {
  const { loc_ndx } = await createSite(browser, baseURL);
  let isDown = true;
  await page.route('**/api/own-records/**', (route) =>
    isDown ? answerProblem(route, 503, 'The database cannot be reached.') : route.continue(),
  );
  await signIn(page, accounts.administrator, '/account/own-records');
  const alert = page.getByRole('alert').filter({ hasText: 'The own sites could not be loaded.' });
  await expect(alert).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`/sites/${loc_ndx}`);
  await expect(page.getByRole('alert')).toContainText('The list of own sites could not be loaded.');
  isDown = false;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(formOf(page)).toBeVisible();
  await expect(readingsOf(page)).toContainText('There is no reading yet.');
  await page.goto('/account/own-records');
  const door = page.getByRole('region', { name: 'A File of Your Own' });
  for (const [name, text] of [
    ['empty.csv', ''],
    ['picture.csv', '\u0000\u0001\u0002'],
  ] as const) {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await door.locator('input[type=file]').setInputFiles(file);
    await expect(door.getByRole('alert')).toBeVisible();
    await expect(door.getByRole('button', { name: 'Store', exact: true })).toHaveCount(0);
  }
});
