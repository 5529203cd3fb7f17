import { expect, test } from 'vitest';
import { readIngestStatus } from '#features/import-status/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';

describeEngines('the import status', (open) => {
  const status = () => portal.request(readIngestStatus, {}, { token: 'Developer' });

  const { store, portal } = sharePortal(open, { insert: insertFixture });

  test('every record has its state', async () => {
    const endsBefore = (days: number) => addDays(todayInBasin(new Date()), -days);
    await store.query(`update location_parameter set por_end = '${endsBefore(1)}' where parameter_ndx = 1`);
    await store.query(`update location_parameter set por_end = '${endsBefore(40)}' where parameter_ndx = 5`);
    await store.query('update location_parameter set por_end = null where parameter_ndx = 9');
    const { records } = await status();
    expect(Object.fromEntries(records.map((each) => [each.parameter_name, each.state]))).toEqual({
      Streamflow: 'current',
      'Air Temperature': 'late',
      'Reach Gain': 'none',
      'Depth to Water': 'ended',
      'Hours Pumped': 'ended',
    });
    expect(records.filter(({ is_late }) => is_late).map(({ state }) => state)).toEqual(
      expect.not.arrayContaining(['ended', 'current']),
    );
  });

  test('a run says how many rows it flagged and what did not arrive; one from before that says none', async () => {
    await store.query(`
      insert into ingest_run (source, status, report) values
      ('usgs', 'partial', '{"failures":[],"rows_flagged":3,"incomplete":[{"name":"13037500","message":"32 of 57"}]}'), ('nrcs', 'succeeded', '{"failures":[]}'),
      ('idwr', 'running', null)`);
    const { sources } = await status();
    expect(sources.map(({ source, rows_flagged }) => [source, rows_flagged])).toEqual([
      ['idwr', 0],
      ['nrcs', 0],
      ['usgs', 3],
    ]);
    expect(sources.map(({ status, succeeded_at, incomplete }) => [status, succeeded_at, incomplete])).toEqual(
      [
        ['running', null, []],
        ['succeeded', null, []],
        ['partial', null, [{ name: '13037500', message: '32 of 57' }]],
      ],
    );
  });
});
