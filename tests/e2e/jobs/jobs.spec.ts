import type { Browser, Page } from '@playwright/test';
import { expect, readSavedCsv, test } from '../../support/e2e.ts';
import { accounts, fillLogin } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { expectDrawn, Person } from './person.ts';

type Job = {
  readonly question: string;
  readonly who: 'a visitor' | 'someone signed in';
  /** The number of choices from Today on, at most four; by touch only for a few quite different ones. */
  readonly steps: Readonly<{ keyboard: number; touch?: number }>;
  readonly act: (person: Person, browser: Browser) => Promise<void>;
};

/** What a canal manager, a hydrologist and a visitor do every day. */
const jobs: readonly Job[] = [
  {
    question: 'How is the river at Heise today, against its normal?',
    who: 'a visitor',
    steps: { keyboard: 2 },
    act: readRiver,
  },
  {
    question: 'This year’s flow at Heise beside the drought year 1992',
    who: 'someone signed in',
    steps: { keyboard: 2, touch: 2 },
    act: compareFlow,
  },
  {
    question: 'The snow above Heise beside 1992 and the other drought years',
    who: 'someone signed in',
    steps: { keyboard: 4 },
    act: compareSnow,
  },
  {
    question: 'The whole record of a well, and its trend in feet a year',
    who: 'a visitor',
    steps: { keyboard: 3, touch: 3 },
    act: readWell,
  },
  {
    question: 'How full are the reservoirs, and what will they carry over or take to fill?',
    who: 'someone signed in',
    steps: { keyboard: 2 },
    act: readStorage,
  },
  {
    question: 'Which reach gains or loses water this week?',
    who: 'someone signed in',
    steps: { keyboard: 2 },
    act: readReaches,
  },
  {
    question: 'The board packet on paper',
    who: 'someone signed in',
    steps: { keyboard: 1, touch: 2 },
    act: printPacket,
  },
  {
    question: 'The daily values of a site as a file',
    who: 'a visitor',
    steps: { keyboard: 4 },
    act: downloadValues,
  },
  {
    question: 'A link to a drawn chart for a colleague',
    who: 'someone signed in',
    steps: { keyboard: 3 },
    act: shareChart,
  },
  {
    question: 'The gages near Blackfoot, the nearest first',
    who: 'a visitor',
    steps: { keyboard: 2 },
    act: findGages,
  },
];

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

for (const way of ['keyboard', 'touch'] as const) {
  test.describe(`by ${way}`, () => {
    if (way === 'touch') test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

    for (const { question, who, steps, act } of jobs) {
      const count = steps[way];
      if (count === undefined) continue;
      test(question, async ({ page, browser }) => {
        await openToday(page, who);
        const person = new Person(page, way);
        await act(person, browser);
        expect(person.steps, 'as many steps as the list says').toHaveLength(count);
      });
    }
  });
}

async function openToday(page: Page, who: Job['who']): Promise<void> {
  const path = '/watershed-overview/today';
  if (who === 'a visitor') await page.goto(path);
  else await openSignedIn(page, accounts.user, path);
  await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'shown');
}

async function readRiver(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('heise');
  await person.choose('Snake River near Heise');
  await expect(page.getByText(/^[\d,]+ cfs$/).first()).toBeInViewport();
  await expect(
    page.getByText(/^On \w+ \d+, .*(percentile of \d+ years|on record for the date)/),
  ).toBeInViewport();
  await expectDrawn(page.getByRole('group', { name: 'Streamflow at Snake River near Heise' }));
}

async function compareFlow(person: Person): Promise<void> {
  await person.ask('heise vs 1992');
  await person.choose('Snake River near Heise, this water year and 1992');
  await expectFlowBeside1992(person.page);
}

/** Two lines with their labels, and the sentence about the latest value. */
async function expectFlowBeside1992(page: Page): Promise<void> {
  const figure = page.getByRole('region', { name: 'Streamflow at Snake River near Heise' });
  await expectDrawn(figure);
  for (const line of [/^20\d\d( · [\d,]+ cfs)?$/, /^1992/])
    await expect(figure.getByRole('button', { name: line })).toBeInViewport();
  await expect(figure.getByText(/[\d,]+ cfs on \w+ \d+, water year 20\d\d/).first()).toBeInViewport();
}

async function compareSnow(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('snow heise 1992');
  await person.choose('Snake above Heise, water year 1992');
  const figures = page.getByRole('table', { name: 'Snake above Heise in the chosen years' });
  await expect(figures.getByRole('row', { name: /^1992 [\d.]+ in .* in on / })).toBeVisible();
  // The link leads to the curve, below the map.
  await expect(page.getByRole('heading', { name: 'Snake above Heise', exact: true })).toBeFocused();
  const compare = page.getByRole('button', { name: 'Compare with' });
  await person.press('Compare with', compare);
  await person.press('Drought years', page.getByRole('button', { name: /^Drought years: 1992, 2001, 2021/ }));
  await expect(compare).toBeFocused();
  await expect(figures.getByRole('rowheader')).toHaveText(['2021', '2001', '1992']);
  await expect(page).toHaveURL(/years=2021,2001,1992/);
  for (const year of [1992, 2001, 2021])
    await expect(figures.getByRole('row', { name: new RegExp(`^${year} [\\d.]+ in `) })).toBeVisible();
  const chart = page.getByRole('group', { name: /, Snake above Heise, water year \d{4}$/ });
  await expectDrawn(chart);
  for (const year of [1992, 2001, 2021])
    await expect(chart.getByText(new RegExp(`^${year}`)).first()).toBeInViewport();
}

async function readWell(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('well usbr site 15');
  await person.choose('INL Well USBR Site 15');
  const whole = page.getByRole('region', { name: 'Whole record', exact: true });
  const chart = whole.getByRole('group', { name: /, whole record$/ });
  await person.scrollTo('Whole record', chart);
  await expect(whole.getByText(/[\d.]+ ft a year (higher|lower) over \d{4}–\d{4}/)).toBeInViewport();
  await expectDrawn(chart);
}

async function readStorage(person: Person): Promise<void> {
  const { page } = person;
  await expect(page.getByText(/[MK]AF · \d+ % full$/)).toBeInViewport();
  await person.ask('fill');
  await person.choose('What it takes to fill');
  await expect(
    page.getByText(/[\d,.]+ [MK]AF on \w+ \d+, \d{4}, \d+ % of [\d,]+ KAF; .* left to \d+ %/).first(),
  ).toBeInViewport();
  // From August to December it has the carry-over.
  const answer = page.getByRole('region', { name: /^The (fill|carry-over) in words$/ });
  await expect(answer.getByText(/[\d,]+ (KAF|cfs)/).first()).toBeVisible();
  await expect(answer.getByRole('img', { name: /^\d+ % full; the line is the target/ })).toBeVisible();
}

async function readReaches(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('reach gains');
  await person.choose('Reach Gains Comparisons');
  const board = page.getByRole('region', { name: 'All reaches' });
  await expect(board.getByText(/^The five reaches (gain|lose) [\d,]+ cfs/).first()).toBeInViewport();
  const reach = board.getByRole('row', { name: /^Heise to Lorenzo .*(losing|gaining).* [+−][\d,]+ cfs/ });
  await expect(reach).toBeInViewport();
}

async function printPacket(person: Person): Promise<void> {
  const { page, way } = person;
  await page.evaluate(() => {
    window.print = () => document.documentElement.toggleAttribute('data-asked', true);
  });
  if (way === 'touch') await person.press('Export', page.getByText('Export', { exact: true }));
  const packet = page.getByRole('button', { name: 'Board packet' }).filter({ visible: true });
  await person.press('Board packet', packet);
  await expect(page.locator('html')).toHaveAttribute('data-asked', '', { timeout: 30_000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Board packet' })).toBeVisible();
  const sheets = page.getByRole('listitem').filter({ visible: true });
  await expect(sheets.filter({ hasText: 'Where the basin stands today' })).toContainText('2');
  await expect(sheets.filter({ hasText: /^Storage in the .*\d\s%\sfull/ })).toContainText('3');
  await expect(sheets.filter({ hasText: /^The five reaches (gain|lose)\s[\d,]+\scfs/ })).toBeVisible();
}

async function downloadValues(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('13037500');
  await person.choose('Snake River near Heise');
  await person.press('Export', page.getByRole('button', { name: /^Export the chart / }));
  const download = page.waitForEvent('download');
  await person.press('Download CSV', page.getByRole('button', { name: /^Download CSV of the chart / }));
  const lines = (await readSavedCsv(await download)).split('\r\n');
  // A demonstration says so in the first line.
  expect(lines.slice(0, 2)).toContain('# Streamflow at Snake River near Heise');
  expect(lines.find((line) => line.startsWith('# Source: '))).toContain('USGS');
  const [header, ...rows] = lines.filter((line) => !line.startsWith('#'));
  expect(header).toMatch(/^Date,Median \(cfs\),/);
  for (const row of rows.slice(0, 3)) expect(row).toMatch(/^\d{4}-\d\d-\d\d,\d+(\.\d+)?,/);
  expect(rows.length).toBeGreaterThan(365);
}

async function shareChart(person: Person, browser: Browser): Promise<void> {
  const { page } = person;
  await person.ask('heise vs 1992');
  await person.choose('Snake River near Heise, this water year and 1992');
  await person.press('Copy link', page.getByRole('button', { name: 'Copy link', exact: true }));
  await expect(page.getByText(/^The link was copied/).last()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await colleague.goto(link);
  await fillLogin(colleague, accounts.developer);
  await expectFlowBeside1992(colleague);
  await context.close();
}

async function findGages(person: Person): Promise<void> {
  const { page } = person;
  await person.ask('flow near blackfoot');
  await expect(person.results.first().locator('strong')).toHaveText(/^[\d,.]+ cfs$/);
  const rows = await person.results.allInnerTexts();
  const miles = rows.map((row) => Number(/([\d.]+) miles? from Blackfoot/.exec(row)?.[1]));
  expect(miles.length).toBeGreaterThan(3);
  expect(miles).toEqual(miles.toSorted((one, other) => one - other));
  await person.choose('Snake River at Blackfoot');
  await expectDrawn(page.getByRole('group', { name: 'Streamflow at Snake River at Blackfoot' }));
}
