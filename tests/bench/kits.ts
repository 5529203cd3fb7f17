import type { Page } from 'playwright';
import { measureMedians, measurePointerMove, runBench } from './harness.ts';
import type { BenchResult } from './measure.ts';

/** Measures the chart kit with 110,000 values against uPlot, pointer moves, and the table kit with 20,000 rows. */
export async function benchKits(page: Page): Promise<BenchResult[]> {
  const { chartKit, bareUplot } = await measureMedians(page, ['chartKit', 'bareUplot'], 5);
  const hover = await measureChartMove(page, 'standingChart');
  const crowdedHover = await measureChartMove(page, 'crowdedChart');
  const { tableRender, tableSort } = await measureMedians(page, ['tableRender', 'tableSort'], 5);
  return [
    {
      what: 'Chart: 10 locations × 30 years from memory to painted',
      value: chartKit,
      unit: 'ms',
      limit: 500,
    },
    {
      what: 'Chart: the same against uPlot',
      value: chartKit / bareUplot,
      unit: '×',
      limit: 4,
      detail: `${chartKit.toFixed(0)} ms against ${bareUplot.toFixed(0)} ms`,
    },
    { what: 'Chart: main-thread time of one pointer move', value: hover, unit: 'ms', limit: 8 },
    { what: 'Chart: the same with 50 locations × 40 years', value: crowdedHover, unit: 'ms', limit: 8 },
    { what: 'Table: 20,000 rows to the painted first page', value: tableRender, unit: 'ms', limit: 1000 },
    { what: 'Table: 20,000 rows sorted by name', value: tableSort, unit: 'ms', limit: 300 },
  ];
}

async function measureChartMove(page: Page, chart: string): Promise<number> {
  await runBench(page, chart);
  const box = await page.locator('[aria-roledescription=chart] canvas').boundingBox();
  return box ? measurePointerMove(page, { x: box.x + 100, y: box.y + 200 }, box.width - 200) : Number.NaN;
}
