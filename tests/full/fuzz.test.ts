import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EveryRoute, openEveryRoute } from '../support/every-route.ts';
import { fuzz, fuzzConditions } from '../support/fuzz.ts';

let every: EveryRoute;
beforeAll(async () => {
  every = await openEveryRoute();
});
afterAll(() => every?.close());

test('30,000 strange requests are answered without a fault of the server', async () => {
  const { classes, faults } = await fuzz(every, { seed: 33, count: 30_000 });
  console.log(`30,000 strange requests: ${JSON.stringify(classes)}`);
  expect(faults).toEqual([]);
}, 900_000);

test('2,000 conditional requests are answered by 304 or the whole', async () => {
  const { classes, faults } = await fuzzConditions(every, { seed: 33, count: 2000 });
  console.log(`2,000 conditional requests: ${JSON.stringify(classes)}`);
  expect(faults).toEqual([]);
}, 300_000);
