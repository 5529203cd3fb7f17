import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DayStatistic } from '#domain/daily-statistics.ts';
import { measureStatistics } from '#domain/record-statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { packStatistics, unpackStatistics } from '#server/db/statistic-day.ts';
import { dailyRecord, yearKind } from '../../support/random-record.ts';

test('unpacks the statistics that it has packed, whatever days and percentiles are missing', () => {
  fc.assert(
    fc.property(dailyRecord, yearKind, fc.constantFrom('value', 'volume'), (record, kind, measure) => {
      const { statistics } = measureStatistics(record, kind, measure, parameterNdx.streamflow);
      expect(unpackStatistics(packStatistics(statistics), 'day')).toEqual(statistics);
    }),
    { numRuns: 30 },
  );
});

test('has the statistic of March 1 at its day order, and null where there is none', () => {
  const statistic: DayStatistic = {
    order: 153,
    period: 'day',
    ...{ count: 10, firstYear: 1991, lastYear: 2020, provisional: 2, estimated: 1 },
    ...{ minimum: 1, median: 2, maximum: 3, percentiles: { 10: 1.1, 90: 2.9 } },
  };
  const { counts, median, p5, p10 } = packStatistics([statistic]);
  expect([counts.length, counts[152], median[152], p10[152], p5[152]]).toEqual([366, 10, 2, 1.1, null]);
  expect(median.filter((each) => each !== null)).toEqual([2]);
});
