import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { quietImport } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { hydroMetTable } from '../support/fake-hydromet.ts';
import { shareStore } from '../support/shared-store.ts';

const first = dayNumber('2010-10-01');
const days = 10 * 365;
const columns = ['heii_qd', 'amf_af', 'jck_af', 'pal_af'];
/** Imports that each change one value in a hundred, one a year. */
const rounds = 10;

/** A value of `amf_af` and others that passes the quality rules; in each round, one value in a hundred differs. */
function sample(column: number, day: number, round: number): number {
  const changes = Array.from({ length: round }, (_, each) => (day * 7 + column * 31) % 100 === each);
  return 1000 + ((column * 31 + day * 7) % 997) / 100 + changes.filter(Boolean).length * 0.5;
}

const allDays = Array.from({ length: days }, (_, day) => formatDay(first + day));

describeEngines('the history of ten years of revisions', (open) => {
  const store = shareStore(open);

  test('costs at most a third of the values', { timeout: 1_200_000 }, async () => {
    for (let round = 0; round <= rounds; round += 1) {
      const report = await ingest(store, 'usbr', {
        ...quietImport,
        sites: columns,
        since: formatDay(first),
        now: () => new Date('2020-10-01T18:00:00Z'),
        fetch: async (input) => {
          const cellOf = (column: string, day: string) =>
            sample(columns.indexOf(column), dayNumber(day) - first, round).toFixed(2);
          return new Response(hydroMetTable(input, allDays, cellOf));
        },
      });
      expect(report.failures).toEqual([]);
      if (round > 0) {
        expect(report.rows_revised / (columns.length * days)).toBeCloseTo(0.01, 2);
      }
    }
    await store.query('VACUUM FULL daily_value, daily_value_revision, daily_value_addition');
    const [size] = await store.query<{ values: number; history: number }>(
      `SELECT pg_total_relation_size('daily_value')::int AS values,
        (pg_total_relation_size('daily_value_revision')
          + pg_total_relation_size('daily_value_addition'))::int AS history`,
    );
    const ratio = ((size?.values ?? 0) + (size?.history ?? 0)) / (size?.values ?? 1);
    console.log(
      `Values ${size?.values} bytes, history ${size?.history} bytes: together ${ratio.toFixed(2)} × the values`,
    );
    expect(ratio).toBeLessThan(1.3);
  });
});
