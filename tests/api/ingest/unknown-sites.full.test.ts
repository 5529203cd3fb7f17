import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { createFakeAgencies, now } from '../../support/fake-agencies.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';

/** Names that no site has, and a name that the report must suggest instead. */
const unknownNames: Readonly<Record<string, { name: string; nearest: string }>> = {
  usgs: { name: '13037599', nearest: '13037500' },
  nrcs: { name: '577:ID:SNTL', nearest: '577:WY:SNTL' },
  usbr: { name: 'heii_zz', nearest: 'heii_qd' },
  idwr: { name: '13037599', nearest: '13037505' },
  aquainfo: { name: 'AQI-MV9', nearest: 'AQI-MV1' },
};

const rows = createFakeAgencies().map(({ source, sites }) => ({
  source,
  site: sites[0] ?? '',
  ...(unknownNames[source] ?? { name: '', nearest: '' }),
}));

describe('sites that nobody has', () => {
  const store = shareStore(openEmbeddedStore);
  const folder = temporaryFolder('unknown');

  const unreachable: typeof fetch = async (input) => {
    throw new Error(`A request to ${String(input)} was not expected.`);
  };
  const quiet = { ...quietImport, now, since: '2025-10-01' };
  const storedSites = async () =>
    (
      await store.query<{ loc_id: string }>(
        'SELECT DISTINCT loc_id FROM daily_value JOIN location USING (loc_ndx)',
      )
    ).map(({ loc_id }) => loc_id);
  const savedStatuses = () => store.query('SELECT source, status FROM ingest_run ORDER BY source');

  test.each(rows)('$source: fails if it knows none of them', async ({ source, name, nearest }) => {
    const report = await ingest(store, source, { ...quiet, fetch: unreachable, sites: [name] });
    expect(report).toMatchObject({ status: 'failed', rows_read: 0, unknown_columns: [name] });
    expect(report.failures.map((each) => each.name)).toEqual([name]);
    expect(report.failures[0]?.message).toMatch(
      `The name is unknown to the source ${source}. The nearest names are `,
    );
    expect(report.failures[0]?.message).toContain(nearest);
    expect(describeReport(report).filter((line) => line.includes(name))).toHaveLength(1);
    expect(await storedSites()).toEqual([]);
    expect(await savedStatuses()).toEqual([{ source, status: 'failed' }]);
  });

  test.each(rows)('$source: imports the others and fails', async ({ source, site, name }) => {
    const agency = createFakeAgencies().find((each) => each.source === source);
    const some = { ...quiet, fetch: agency?.fetch ?? unreachable };
    const report = await ingest(store, source, { ...some, sites: [name, site] });
    expect(report.status).toBe('failed');
    expect(report.failures.map((each) => each.name)).toEqual([name]);
    expect(report.rows_written).toBeGreaterThan(0);
    expect(await storedSites()).toHaveLength(1);
    const known = await ingest(store, source, { ...some, sites: [site] });
    expect(known).toMatchObject({ status: 'succeeded', failures: [], unknown_columns: [], rows_written: 0 });
    expect(known.rows_unchanged).toBe(report.rows_written);
  });

  test.each([
    ['official', 'heii', 'The name is unknown to the source official.'],
    ['boundaries', '17049999', 'The name is unknown to the source boundaries.'],
  ])('%s: fails if it knows none of them', async (source, name, message) => {
    const noAreas: typeof fetch = async () => Response.json({ type: 'FeatureCollection', features: [] });
    const report = await ingest(store, source, { ...quiet, fetch: noAreas, sites: [name] });
    expect(report.status).toBe('failed');
    expect(report.failures).toMatchObject([{ name, message: expect.stringContaining(message) }]);
  });

  test('of all sources, only a name that every one of them does not know fails', async () => {
    const usbr = createFakeAgencies().find(({ source }) => source === 'usbr');
    const all = { ...quiet, fetch: usbr?.fetch ?? unreachable };
    const known = await ingest(store, 'all', { ...all, sites: ['jck_af'] });
    expect(known).toMatchObject({ status: 'succeeded', failures: [], unknown_columns: [] });
    expect(await storedSites()).toEqual(['JCK']);
    const messages: string[] = [];
    const report = await ingest(store, 'all', {
      ...all,
      sites: ['jck_af', 'nobody', 'nobody'],
      onProgress: (message) => messages.push(message),
    });
    expect(report).toMatchObject({ status: 'failed', unknown_columns: ['nobody'] });
    expect(report.failures).toMatchObject([{ name: 'nobody' }]);
    expect(messages.filter((message) => message.startsWith('Refused: nobody: '))).toHaveLength(1);
  });

  test('a file imports the site that is known and fails for the other', async () => {
    const file = path.join(folder, 'saved.csv');
    await writeFile(file, 'DateTime,heii_qd,amf_af\n2020-01-01,1970,1000\n');
    const both = await ingest(store, 'usbr', { basin, file, sites: ['heii', 'heij'] });
    expect(both).toMatchObject({ status: 'failed', rows_written: 1, failures: [{ name: 'heij' }] });
    expect(await storedSites()).toEqual(['13037500']);
    const neither = await ingest(store, 'usbr', { basin, file, sites: ['heij'] });
    expect(neither).toMatchObject({ status: 'failed', rows_read: 0, unknown_columns: ['heij'] });
    expect(neither.failures.some(({ message }) => message.includes('heii_qd'))).toBe(true);
    expect(describeReport(neither).join('\n')).not.toContain('It has heij');
  });
});
