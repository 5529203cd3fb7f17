import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStoredExactly } from '#ingest/engine/stored-values.ts';
import { openEmbeddedStore } from '../../support/engines.ts';

const decimal = fc
  .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: -4, max: 2 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));
const hundredths = fc.integer({ min: -1_100_000, max: 1_100_000 }).map((value) => value / 100);

test('the database sends a number as it was written, if it is said to do so', async () => {
  const numbers = [
    ...fc.sample(fc.oneof(decimal, hundredths, fc.maxSafeInteger()), { numRuns: 5000, seed: 18 }),
    ...[0, 0.1, 8.7, 9999.99, 10_000.01, 16_777_215, 16_777_217, 123_456_789, 847_123.45],
  ];
  const store = await openEmbeddedStore();
  const rows = await store.query<{ sent: string }>(
    'select value::real::text as sent from unnest($1::text::float8[]) with ordinality as v(value, at) order by at',
    [`{${numbers.join(',')}}`],
  );
  await store.close();
  const exact = numbers.filter(isStoredExactly);
  expect(exact.length).toBeGreaterThan(1000);
  expect(exact).toEqual(
    rows.map(({ sent }) => Number(sent)).filter((_, at) => isStoredExactly(numbers[at] ?? 0)),
  );
  expect([847_123.45, 16_777_217, 0.001].map(isStoredExactly)).toEqual([false, false, false]);
});
