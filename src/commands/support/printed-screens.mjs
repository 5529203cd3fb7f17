const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025&submitted=yes';

/** Between the margins of Letter paper, in pixels. */
const landscape = { width: 968, height: 729 };
const upright = { width: 728, height: 979 };

/**
 * The screens whose first printed sheet is compared with a picture: the address of each, and its paper.
 * @type {Record<string, { address: string; paper: { width: number; height: number } }>}
 */
export const printedScreens = {
  'print-today': { address: '/watershed-overview/today', paper: upright },
  'print-river': { address: '/watershed-overview/river', paper: upright },
  'print-site-summary-table': {
    address: '/watershed-overview/site-summary-table?parameter=Streamflow',
    paper: upright,
  },
  'print-site-page': { address: '/sites/14', paper: landscape },
  'print-time-series-comparison': {
    address: `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30&submitted=yes`,
    paper: landscape,
  },
  'print-water-year-comparison': {
    address: `${tools}/water-year-comparison?parameter=1&location=14&${series}`,
    paper: landscape,
  },
  'print-reach-gains-comparison': {
    address: `${tools}/reach-gains-comparison?location=369&${series}`,
    paper: landscape,
  },
  'print-reach-board': { address: `${tools}/reach-gains-comparison`, paper: landscape },
  'print-forecast-supply': { address: `${tools}/forecast-supply`, paper: landscape },
  'print-supply-outlook': {
    address: `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`,
    paper: landscape,
  },
  'print-carry-over': {
    address: `${tools}/forecast-supply?view=outlook&point=heise&issued=2025-11-01`,
    paper: landscape,
  },
  'print-what-it-takes-to-fill': {
    address: `${tools}/forecast-supply?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`,
    paper: landscape,
  },
  'print-tributary-forecast': { address: `${tools}/tributary-forecast`, paper: landscape },
  'print-sentinel-well-dashboard': { address: `${tools}/sentinel-well-dashboard`, paper: upright },
  'print-snotel-swe-data': {
    address: `${tools}/snotel-swe-data?year=2026&chosen=site-114`,
    paper: landscape,
  },
};

const readyMs = 60_000;

/**
 * Asks for a print and shows what the first sheet has, as the dialog of the browser would.
 * @param {import('playwright').Page} page @param {{ width: number; height: number }} paper
 */
export async function showFirstSheet(page, paper) {
  await page
    .locator('[data-sheet=ready], [data-state=shown]')
    .first()
    .waitFor({ state: 'attached', timeout: readyMs });
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.asked = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await page.locator('html[data-asked]').waitFor({ timeout: readyMs });
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);
  await page.evaluate(() => scrollTo(0, 0));
}
