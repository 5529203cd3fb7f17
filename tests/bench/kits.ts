import type { Page } from 'playwright';
import { measureMainThread, measureMedians, measurePointerMove, runBench } from './harness.ts';
import type { BenchResult } from './measure.ts';

/** Measures the chart kit with 110,000 values against uPlot, pointer moves, and the table kit with 20,000 rows. */
export async function benchKits(page: Page): Promise<BenchResult[]> {
  const { chartKit, bareUplot } = await measureMedians(page, ['chartKit', 'bareUplot']);
  const hover = await measureChartMove(page, 'standingChart');
  const crowdedHover = await measureChartMove(page, 'crowdedChart');
  const tableRender = await measureMainThread(page, 'tableRender', 5);
  const tableSort = await measureMainThread(page, 'tableSort', 5);
  return [
    {
      what: 'Chart: 10 locations × 30 years from memory to painted, against uPlot',
      value: chartKit / bareUplot,
      unit: '×',
      limit: 5.5,
      detail: `${chartKit.toFixed(0)} ms against ${bareUplot.toFixed(0)} ms`,
    },
    { what: 'Chart: main thread, one pointer move', ms: hover, limit: 3.2 },
    { what: 'Chart: the same with 50 locations × 40 years', ms: crowdedHover, limit: 3.2 },
    { what: 'Table: 20,000 rows to the painted first page', ms: tableRender, limit: 18 },
    { what: 'Table: the same, then sorted by name', ms: tableSort, limit: 33 },
  ];
}

async function measureChartMove(page: Page, chart: string): Promise<number> {
  await runBench(page, chart);
  const box = await page.locator('[aria-roledescription=chart] canvas').boundingBox();
  return box ? measurePointerMove(page, { x: box.x + 100, y: box.y + 200 }, box.width - 200) : Number.NaN;
}
