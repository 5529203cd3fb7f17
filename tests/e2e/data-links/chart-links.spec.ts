import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, test } from '../../support/e2e.ts';
import { copyLink, downloadRows, fetchRows, openAuthorized } from './link-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** The series of the file behind the edges of a chart's bands. */
const seriesOfEdges: Readonly<Record<string, string>> = {
  'Minimum–maximum low': 'Minimum',
  'Minimum–maximum high': 'Maximum',
  '10–90 % low': 'P10',
  '10–90 % high': 'P90',
  '25–75 % (normal) low': 'P25',
  '25–75 % (normal) high': 'P75',
};

/** The name that a file has for a line; charts say which years a statistic is of. */
const seriesOf = (label: string) =>
  seriesOfEdges[label] ?? /^(Minimum|Median|Maximum) of /.exec(label)?.[1] ?? label;

const toCells = (lines: readonly string[]): string[][] => parse(lines.join('\n'));

/** Each value as `series day value`. In a chart's CSV a column of values ends with its unit; others are remarks. */
function valuesOfChart(lines: readonly string[]): string[] {
  const [header = [], ...rows] = toCells(lines);
  const labels = header.map((name) => /^(.+) \([^()]+\)$/.exec(name)?.[1]);
  return rows.flatMap(([day, ...cells]) =>
    cells.flatMap((value, at) => {
      const label = labels[at + 1];
      return label === undefined || value === '' ? [] : `${seriesOf(label)} ${day} ${value}`;
    }),
  );
}

/** The same of a file with a row for each value, by the names of its columns. */
function valuesOfFile(lines: readonly string[], [series, day, value]: Columns): ReadonlySet<string> {
  const [header = [], ...rows] = toCells(lines);
  const places = [series, day, value].map((name) => header.indexOf(name));
  expect(places, header.join()).not.toContain(-1);
  return new Set(rows.map((cells) => places.map((at) => cells[at]).join(' ')));
}

type Columns = readonly [series: string, day: string, value: string];
const ofSeason: Columns = ['Series', 'Date', 'Result'];

/** `place` is the part of the page with the chart; all of it without one. */
type Expected = { readonly columns: Columns; readonly lines: number; readonly place?: string };

/** Fetches the link of the chart in `place`, and compares the values with those of the chart's own CSV. */
async function expectSameValues(
  page: Page,
  request: APIRequestContext,
  place: Locator,
  { columns, lines, authorization }: Expected & { authorization?: string },
): Promise<void> {
  const pageLink = await copyLink(page, await chartButton(page, 'Export', 'Copy link to this page', place));
  expect(pageLink).toBe(page.url());
  const button = await chartButton(page, 'Export', /^Link to this data of the chart /, place);
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await expect(button).toHaveAttribute(
    'title',
    authorization ? /It needs an access token/ : /It needs no access token/,
  );
  const link = await copyLink(page, button);
  if (authorization) expect((await request.get(link)).status()).toBe(401);
  const file = valuesOfFile(await fetchRows(request, link, authorization), columns);
  const download = await chartButton(page, 'Export', /^Download CSV of the chart /, place);
  const values = valuesOfChart(await downloadRows(page, download));
  expect(values.length).toBeGreaterThan(lines);
  expect(values.filter((each) => !file.has(each))).toEqual([]);
}

const tools = '/data-analysis-tools';

test('the links of two charts of Forecast Supply have the values of each', async ({ page, request }) => {
  await openAuthorized(page, `${tools}/forecast-supply`);
  for (const id of ['heise', 'well']) {
    const graph = page.locator(`#${id}`);
    await graph.scrollIntoViewIfNeeded();
    await expectSameValues(page, request, graph, { columns: ofSeason, lines: 366 });
  }
});

/** The other screens with a chart whose values have a file; `lines` is what a chart has more values than. */
const screens: readonly (readonly [name: string, address: string, expected: Expected])[] = [
  [
    'Water Year Comparisons',
    `${tools}/water-year-comparison?parameter=1&location=14&series=Median,2025&year=irrigation&measure=volume&submitted=yes&t.q=Jan`,
    { columns: ofSeason, lines: 2000 },
  ],
  [
    'Reach Gains Comparisons',
    `${tools}/reach-gains-comparison?location=369&series=Median,2025&submitted=yes`,
    { columns: ['Series', 'Month', 'Result (AF / Month)'], lines: 20 },
  ],
  [
    'Time Series Comparisons',
    `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2021-03-01&end=2021-04-30&submitted=yes`,
    { columns: ['Location Name', 'Last Report', 'Result'], lines: 100 },
  ],
  [
    'the station of SNOTEL SWE Data',
    `${tools}/snotel-swe-data?year=2026&chosen=site-114&s.size=5&h.size=5`,
    { columns: ofSeason, lines: 2000, place: 'section[aria-labelledby=snotel-station]' },
  ],
  ['the season of a site', '/sites/14?view=water-year', { columns: ofSeason, lines: 2000 }],
];

for (const [name, address, expected] of screens) {
  test(`the link of the chart of ${name} has the values of the chart`, async ({ page, request }) => {
    await openAuthorized(page, address);
    await expectSameValues(page, request, page.locator(expected.place ?? 'main'), expected);
  });
}
