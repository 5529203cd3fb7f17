import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { quietImport } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

const store = shareStore(openEmbeddedStore);

const dataset = (uniqueId: string, parameter: string, unit: string, label: string) => ({
  uniqueId,
  parameter,
  unit,
  label,
});
/** A well that the service lists under its own identifier, 111 m from where the basin file has it. */
const listed = {
  locationName: 'Jerome Magic Valley 1',
  identifier: '08S 17E 01BBB1',
  latitude: 42.741,
  longitude: -114.47,
  datasets: [
    dataset('raw', 'Depth to Water', 'ft', 'Telemetry'),
    dataset('depth', 'Depth to Water', 'm', 'Daily'),
    dataset('elevation', 'Groundwater Elevation', 'ft', 'Daily'),
  ],
};
const values: Readonly<Record<string, number>> = { raw: 1, depth: 30.48, elevation: 3680 };

function answerFor(requests: string[]): typeof fetch {
  return async (input) => {
    const last = new URL(String(input)).pathname.split('/').at(-1) ?? '';
    requests.push(last);
    if (last === 'locations') return Response.json([listed]);
    return Response.json({
      points: [{ timeStamp: '2026-01-01T00:00:00.000-07:00', numericValue1: values[last] }],
    });
  };
}

test('matches a placeholder, and takes the daily dataset of each parameter', async () => {
  const requests: string[] = [];
  const progress: string[] = [];
  const report = await ingest(store, 'aquainfo', {
    ...quietImport,
    fetch: answerFor(requests),
    sites: ['AQI-MV1'],
    since: '2026-01-01',
    now: () => new Date('2026-03-09T18:00:00Z'),
    onProgress: (line) => progress.push(line),
  });
  expect(report.failures).toEqual([]);
  expect(requests).toEqual(['locations', 'depth', 'elevation']);
  const rows = await store.query(
    `SELECT parameter_ndx, round(result_value_daily::numeric, 2)::float8 AS value, source_series
     FROM daily_value JOIN location_parameter USING (loc_ndx, parameter_ndx) ORDER BY 1`,
  );
  expect(rows).toEqual([
    { parameter_ndx: 7, value: 100, source_series: 'depth' },
    { parameter_ndx: 8, value: 3680, source_series: 'elevation' },
  ]);
  const match = expect.stringContaining('Matched AQI-MV1');
  const midnight = 'Each value is stamped with midnight, and was taken for one of the day that begins then.';
  expect(report.series.map(({ notes }) => notes)).toEqual([
    [match, 'Converted from m to ft.', midnight],
    [match, midnight],
  ]);
  expect(progress).toContainEqual(match);
});

test('refuses a placeholder that nothing matches, and says what is near', async () => {
  const report = await ingest(store, 'aquainfo', {
    ...quietImport,
    fetch: async () => Response.json([{ ...listed, locationName: 'Fish Hatchery' }]),
    sites: ['AQI-MV1'],
  });
  expect(report.failures).toMatchObject([
    { name: 'AQI-MV1', message: expect.stringContaining('08S 17E 01BBB1 (Fish Hatchery, 111 m)') },
  ]);
});
