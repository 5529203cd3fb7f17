import type { Page } from 'playwright';
import { measureMedians, measurePointerMove, runBench } from './harness.ts';
import { type BenchResult, median, roundsOf } from './measure.ts';

/** Compares the map kit with bare Leaflet on canvas, drawing 10,000 points, and measures hovering them. */
export async function benchPoints(page: Page): Promise<BenchResult[]> {
  const { mapKit, bareLeaflet } = await measureMedians(page, ['mapKit', 'bareLeaflet']);
  await runBench(page, 'standingMap');
  const hovers: number[] = [];
  for (let run = 0; run < roundsOf(5); run += 1)
    hovers.push(await measurePointerMove(page, { x: 450, y: 450 }, 540));
  const isNaming = await seesName(page);
  return [
    {
      what: 'Map: 10,000 points drawn, against bare Leaflet on canvas',
      value: mapKit / bareLeaflet,
      unit: '×',
      limit: 0.85,
      detail: `${mapKit.toFixed(0)} ms against ${bareLeaflet.toFixed(0)} ms`,
    },
    {
      what: 'Map: main thread, one pointer move over 10,000 points that are named',
      ms: isNaming ? median(hovers) : Number.NaN,
      limit: 2.5,
    },
  ];
}

/** Whether a point names itself beneath the pointer. A move may end between two points, so that several places are asked. */
async function seesName(page: Page): Promise<boolean> {
  for (let x = 450; x < 990; x += 9) {
    await page.mouse.move(x, 450);
    const name = page.locator('.map-name[data-shown]').waitFor({ state: 'attached', timeout: 100 });
    if (
      await name.then(
        () => true,
        () => false,
      )
    )
      return true;
  }
  return false;
}
