import { describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const store = closeAfter(await openEmbeddedStore());
await insertFixture(store);
// 10,957 days.
await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
  select l, 1, d::date, 100, 'A' from generate_series(1, 2) l
  cross join generate_series('1991-01-01'::timestamp, '2020-12-31', '1 day') d on conflict do nothing`);
for (const loc_ndx of [1, 2]) await refreshRecord(store, { loc_ndx, parameter_ndx: 1 });

/** Counts what is left of a budget of 60 after some requests, by spending it. */
async function spentBy(addresses: readonly string[]): Promise<number> {
  const portal = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '60' } });
  const get = (url: string) => portal.send(url, 'User');
  for (const address of addresses) expect((await get(address)).statusCode).toBe(200);
  let left = 0;
  while ((await get('/api/health')).statusCode === 200) left += 1;
  await portal.close();
  return 60 - left;
}

const series = (query: string) => `/api/timeseries-daily-data/1/1/1991-01-01/2020-12-31?format=${query}`;
const years = '/api/wy-analysis-comparison/1/1/Median,2020';

describe('a request spends of the budget', () => {
  test.each([
    ['1', ['/api/version'], 1],
    ['1 for each thousand rows of CSV', [series('csv')], 1 + 10],
    ['1 for each thousand rows of records', [series('records')], 1 + 10],
    ['1 for each thousand rows of columns, once', [series('columns'), series('columns')], 1 + 10 + 1],
    ['1 for each thousand rows of a file', ['/api/data/daily.csv?site=HEII&parameter=Streamflow'], 1 + 10],
    ['5 more for what is computed, once', [years, years, years], 1 + 5 + 1 + 1],
    [
      'a quarter of the budget at most',
      [series('csv').replace('/1/1/', '/1/1,2/'), series('csv')],
      1 + 15 + 1 + 10,
    ],
  ])('%s', async (_, addresses, spent) => {
    expect(await spentBy(addresses)).toBe(spent);
  });

  test('until nothing is left', async () => {
    const both = '/api/data/daily.csv?site=HEII&parameter=Streamflow';
    await using portal = openTestApp(store, {
      environment: { RATE_LIMIT_PER_MINUTE: '20' },
    });
    const get = async (url: string) => {
      const { statusCode, headers, body } = await portal.send(url, 'User');
      return { statusCode, wait: Number(headers['retry-after'] ?? 0), body };
    };
    // Each spends 1 and 5 of 20.
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await get(both));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const refused = await get(both);
    expect(refused.statusCode).toBe(429);
    expect(refused.wait).toBeGreaterThan(0);
    expect(refused.body).toMatch(/^Too many requests\. Try again in \d+ s\.\n$/);
  });
});

test('answers at the same time spend one budget', async () => {
  await using portal = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '40' } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => portal.send(series('csv'), 'User')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  // Eight requests and four times 10 are over 40; the fifth one is not begun.
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  expect(refused).toHaveLength(4);
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body).detail).toMatch(
      /^Large answers have used up your share of this minute\. Try again in \d+ s\.$/,
    );
  }
});
