import { outlookRequestOf } from '#contract/basin/basin-requests.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { raiseVersion } from '../support/brief-fixture.ts';
import { openTestApp } from '../support/test-app.ts';
import { type BenchResult, isShort, median, readProcessor } from './measure.ts';

/** Each is fitted once, with 27 to 44 training years. */
const issueDays = Array.from({ length: isShort ? 2 : 9 }, (_, at) => `${2008 + 2 * at}-0${1 + (at % 6)}-15`);

/**
 * Measures the outlook of Heise on the embedded demonstration: of issue days that are not fitted yet, and again after an
 * import that changes none of its predictors, when everything but the fit is read and computed again; and the same of the fill.
 */
export async function benchOutlook(store: Store): Promise<BenchResult[]> {
  const portal = openTestApp(store, { outlook: outlookRequestOf(basin) });
  const time = async (url: string) => {
    const began = readProcessor();
    const { statusCode } = await portal.send(url, 'User');
    if (statusCode !== 200) throw new Error(`${url} is ${statusCode}`);
    return readProcessor() - began;
  };
  const timeAll = async (path: string) => {
    const times: number[] = [];
    for (const day of issueDays) times.push(await time(`${path}?issued=${day}`));
    return times;
  };
  const fits = await timeAll('/api/outlook/heise');
  const again: number[] = [];
  const firstFills: number[] = [];
  const fills: number[] = [];
  for (const day of issueDays) {
    await raiseVersion(store);
    again.push(await time(`/api/outlook/heise?issued=${day}`));
    await time('/api/fill/system?issued=2010-04-01');
    firstFills.push(await time(`/api/fill/system?issued=${day}`));
    await raiseVersion(store);
    await time(`/api/outlook/heise?issued=${day}`);
    await time('/api/fill/system?issued=2010-04-01');
    fills.push(await time(`/api/fill/system?issued=${day}`));
  }
  await timeAll('/api/outlook/heise');
  const held = await timeAll('/api/outlook/heise');
  await portal.close();
  return [
    { what: 'Outlook of an issue day, fitted', ms: median(fits), limit: 36 },
    { what: 'Outlook after an import, not fitted again', ms: median(again), limit: 36 },
    { what: 'Fill of an issue day, fitted', ms: median(firstFills), limit: 33 },
    { what: 'Fill after an import, not fitted again', ms: median(fills), limit: 6 },
    { what: 'Outlook that is held', ms: median(held), limit: 0.6 },
  ];
}
