import { expect, test } from 'vitest';
import { removeFutureDays } from '#ingest/engine/remove-future-days.ts';
import { ingest } from '#ingest/run.ts';
import { quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

describeEngines('days after today', (open) => {
  const store = shareStore(open);
  const csv = 'DateTime,heii_qd\n2026-03-18,1970\n2026-03-19,1980\n2026-03-20,1990\n2026-04-02,2000\n';
  const importAt = (instant: string) =>
    ingest(store, 'usbr', {
      ...quietImport,
      sites: ['heii_qd'],
      since: '2026-03-01',
      now: () => new Date(instant),
      fetch: async () => new Response(csv),
    });
  const remove = async (instant: string) => {
    const messages: string[] = [];
    await removeFutureDays(store, {
      now: new Date(instant),
      onProgress: (message) => messages.push(message),
    });
    return messages;
  };
  const ends = () =>
    store.query(`SELECT por_end::text AS last, total_samples::int AS n FROM location_parameter`);

  test('that are stored are removed at the start, and the record ends with its last day again', async () => {
    // The clock of the computer was wrong.
    await importAt('2026-04-30T18:00:00Z');
    expect(await ends()).toEqual([{ last: '2026-04-02', n: 4 }]);
    // Shortly before midnight in Idaho it is the next day in UTC.
    expect(await remove('2026-03-20T05:30:00Z')).toEqual([
      'Removed 2 values after today: Streamflow at 13037500, 2026-03-20 to 2026-04-02.',
    ]);
    expect(await ends()).toEqual([{ last: '2026-03-19', n: 2 }]);
    expect(
      await store.query(`SELECT rdate::text AS day, value FROM daily_value_revision ORDER BY rdate`),
    ).toEqual([
      { day: '2026-03-20', value: 1990 },
      { day: '2026-04-02', value: 2000 },
    ]);
    expect(await remove('2026-03-20T05:30:00Z')).toEqual([]);
  });

  test('that people entered stay, and a series that has only days after today ends', async () => {
    await importAt('2026-04-30T18:00:00Z');
    await store.query(`UPDATE daily_value SET qualifier = 'entry' WHERE rdate = '2026-04-02'`);
    expect(await remove('2026-03-01T18:00:00Z')).toHaveLength(1);
    expect(await ends()).toEqual([{ last: '2026-04-02', n: 1 }]);
    await store.query(`UPDATE daily_value SET qualifier = null`);
    expect(await remove('2026-03-01T18:00:00Z')).toEqual([
      'Removed 1 value after today: Streamflow at 13037500, 2026-04-02 to 2026-04-02.',
    ]);
    expect(await ends()).toEqual([]);
  });

  test('are not let in', async () => {
    const report = await importAt('2026-03-19T18:00:00Z');
    expect(report.series[0]?.rejected).toEqual([
      {
        reason: 'is after today, 2026-03-19',
        count: 2,
        examples: [
          { date: '2026-03-20', value: '1990 (line 4)' },
          { date: '2026-04-02', value: '2000 (line 5)' },
        ],
      },
    ]);
    expect(await ends()).toEqual([{ last: '2026-03-19', n: 2 }]);
  });
});
