import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EveryRoute, openEveryRoute } from '../support/every-route.ts';
import { fuzz, fuzzConditions } from '../support/fuzz.ts';

let every: EveryRoute;
beforeAll(async () => {
  every = await openEveryRoute();
});
afterAll(() => every?.close());

test('2,000 strange requests are answered without a fault of the server', async () => {
  const { classes, faults } = await fuzz(every, { seed: 1, count: 2000 });
  expect(faults).toEqual([]);
  expect(classes['2xx']).toBeGreaterThan(100);
  expect(classes['4xx']).toBeGreaterThan(100);
}, 60_000);

test('200 conditional requests are answered by 304 or the whole', async () => {
  const { classes, faults } = await fuzzConditions(every, { seed: 1, count: 200 });
  expect(faults).toEqual([]);
  expect(classes[304]).toBeGreaterThan(20);
}, 60_000);
