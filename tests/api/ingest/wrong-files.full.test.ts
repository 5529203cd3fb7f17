import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { basin } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';
import { wrongFiles, wrongFilesNow } from '../../support/wrong-files.ts';
import { wrongUsgsFiles } from '../../support/wrong-usgs-files.ts';
import { wrongValues } from '../../support/wrong-values.ts';

const cases = [...wrongFiles, ...wrongUsgsFiles, ...wrongValues];
const withDeadStorage = (dead_storage_af: number) => ({
  ...basin,
  sites: basin.sites.map((site) => ({ ...site, dead_storage_af })),
});
const samples = path.resolve(import.meta.dirname, '../../../../shared/data/samples');

describe('wrong files', () => {
  const folder = temporaryFolder('wrong');
  const store = shareStore(openEmbeddedStore);

  const readStored = () => readStoredValues(store, 'flag');

  test.each(cases)('$source: $title', async (each) => {
    const { source, file: content, sites, before, acceptMagnitude, deadStorageAf } = each;
    const file = path.join(folder, 'saved');
    const importText = async (text: string | Buffer, more: object = {}) => {
      await writeFile(file, text);
      const ofCase = deadStorageAf === undefined ? basin : withDeadStorage(deadStorageAf);
      // A response of AquaInfo does not say what its midnights mean.
      const midnight = source === 'aquainfo' ? 'start' : undefined;
      return ingest(store, source, {
        basin: ofCase,
        file,
        sites,
        midnight,
        now: () => wrongFilesNow,
        ...more,
      });
    };
    if (before !== undefined) expect((await importText(before)).failures).toEqual([]);
    const earlier = new Set(await readStored());
    const report = await importText(content, { acceptMagnitude });
    const stored = await readStored();
    expect(stored.filter((row) => !earlier.has(row))).toEqual(each.written);
    // Nothing that was right has changed.
    expect([...earlier].filter((row) => !stored.includes(row))).toEqual([]);
    expect(describeReport(report).join('\n')).toContain(each.said);
    expect(report.status).toBe(each.fails ? 'failed' : 'succeeded');
  });

  test('has at least 200 files, each with its own title', () => {
    const titles = cases.map(({ source, title }) => `${source} ${title}`);
    expect(new Set(titles).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });

  test.skipIf(!existsSync(samples)).each([
    ['usbr', 'usbr_pn_agrimet_instant_CHAW_format2.html', 'is a time within a day. Ask daily.pl'],
    ['idwr', 'usgs_nwis_dv_02177000.rdb', 'the header should have SiteID'],
    ['nrcs', 'usbr_pn_daily_JCK_AF_QD_QU_excel.csv', 'no column of values that the portal imports'],
    [
      'usbr',
      'nrcs_reportgenerator_daily_322_2016.csv',
      'the header should begin with DateTime, not with "# Daily',
    ],
    ['aquainfo', 'idwr_accounting_history_CONSTRUCTED.json', 'does not name its location and parameter'],
  ])('%s: refuses %s', async (source, name, said) => {
    const report = await ingest(store, source, { basin, file: path.join(samples, name) });
    expect(report.failures[0]?.message).toContain(said);
    expect([report.status, report.rows_read]).toEqual(['failed', 0]);
  });
});
