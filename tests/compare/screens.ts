import type { Page } from '@playwright/test';
import { routes } from '#config/routes.ts';

/** A screen by its name: its address, and what is done before its picture is taken. */
export type Screen = {
  readonly name: string;
  readonly address: string;
  readonly isVisitor?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
};

const tools = '/data-analysis-tools';
const map = '/watershed-overview/map-of-sites';
const series = 'series=Minimum,Median,Maximum,2026,2025';
const timeSeries = `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14`;

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const follow = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first().click();

/** Pages that send whoever opens them on, those that other screens below show, and what each release changes. */
const excluded =
  /^\/(404|secret|sites\/site|auth\/logout|account\/logout|documents\/public-docs\/document|changelog)$/;

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home';

/** Every page as it opens for someone signed in. */
const pages: readonly Screen[] = routes
  .filter(({ path }) => !excluded.test(path))
  .map(({ path }) => ({ name: nameOf(path), address: path }));

const visitorPages: readonly Screen[] = ['/', '/watershed-overview/today', map, '/documents/public-docs'].map(
  (address) => ({ name: `visitor-${nameOf(address)}`, address, isVisitor: true }),
);

/** A site of each family, by its number in the demonstration. */
const sites: Readonly<Record<string, number>> = {
  gage: 14,
  'ended-gage': 59,
  reservoir: 163,
  snotel: 114,
  well: 195,
  reach: 369,
};
const sitePages: readonly Screen[] = Object.entries(sites).map(([name, number]) => ({
  name: `site-${name}`,
  address: `/sites/${number}`,
}));

const others: readonly (readonly [name: string, address: string, prepare?: Screen['prepare']])[] = [
  ['not-found', '/nowhere'],
  ['user-menu', '/about', press(/menu of|account/i)],
  ['today-of-another-day', '/watershed-overview/today?on=2020-02-29'],
  ['today-with-basket', '/watershed-overview/today?sites=14,163,195'],
  ['map-popup', `${map}?site=14`],
  ['map-reservoir-popup', `${map}?site=163`],
  ['map-search', `${map}?q=snake`],
  ['map-colors', `${map}?color=huc8`],
  ['map-export', map, press('Export')],
  ['site-missing', '/sites/9999'],
  ['site-summary-search', '/watershed-overview/site-summary-table?q=heise'],
  ['time-series-chosen', `${timeSeries}&start=2021-03-01&end=2021-04-30`],
  [
    'time-series-result',
    `${timeSeries}&parameter_right=7&locations_right=195&start=2021-03-01&end=2021-04-30&submitted=yes`,
  ],
  ['water-year-result', `${tools}/water-year-comparison?parameter=1&location=14&${series}&submitted=yes`],
  [
    'water-year-volume',
    `${tools}/water-year-comparison?parameter=1&location=14&${series}&year=irrigation&measure=volume&submitted=yes`,
  ],
  ['reach-gains-result', `${tools}/reach-gains-comparison?location=369&${series}&submitted=yes`],
  [
    'reach-gains-percent',
    `${tools}/reach-gains-comparison?location=369&series=Median,2025&unit=percent&since=oct&submitted=yes`,
  ],
  ['forecast-supply-result', `${tools}/forecast-supply`, press('Submit')],
  ['tributary-forecast-result', `${tools}/tributary-forecast`, press('Submit')],
  ['outlook', `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`],
  ['fill', `${tools}/forecast-supply?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`],
  ['snotel-year', `${tools}/snotel-swe-data?year=2020`],
  ['snotel-site', `${tools}/snotel-swe-data?chosen=site-114`],
  ['models-table', '/models/locations'],
  ['models-cards', '/models/datasets?view=card'],
  ['models-list', '/models/public-documents?view=list'],
  ['models-record', '/models/public-documents?view=list', follow('Water Supply Outlook')],
  [
    'models-edit',
    '/models/datasets?view=list',
    async (page) => {
      await follow('Monitoring Sites')(page);
      await press('Edit')(page);
    },
  ],
  ['models-add', '/models/datasets/add'],
  [
    'models-errors',
    '/models/announcements/add',
    async (page) => {
      await page.getByLabel('Title').fill('x');
      await press('Publish')(page);
    },
  ],
  ['document', '/documents/public-docs', follow('Water Supply Outlook')],
  ['production-month', '/data-access/well-production-data-entry?well=434657112282201&month=2026-04'],
  ['documentation-guide', '/documentation/guide/water-year-comparison'],
  ['documentation-api', '/documentation/api'],
  ['decision', '/documentation/decisions/0001-one-repository-one-command'],
];

export const screens: readonly Screen[] = [
  ...pages,
  ...visitorPages,
  ...sitePages,
  ...others.map(([name, address, prepare]) => ({ name, address, ...(prepare && { prepare }) })),
];
