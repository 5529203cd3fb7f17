import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeReport, ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';
import { wrongFiles } from '../../support/wrong-files.ts';
import { wrongUsgsFiles } from '../../support/wrong-usgs-files.ts';

const samples = path.resolve(import.meta.dirname, '../../../../shared/data/samples');

describe('wrong files', () => {
  let store: Store;
  let folder: string;
  shareStore(openEmbeddedStore, (opened) => {
    store = opened;
  });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'wrong-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each([...wrongFiles, ...wrongUsgsFiles])(
    '$source: $title',
    async ({ source, file: content, sites, written, said, fails }) => {
      const file = path.join(folder, 'saved');
      await writeFile(file, content);
      const report = await ingest(store, source, { basin, file, sites });
      const stored = await store.query<{ row: string }>(
        `SELECT concat_ws(' ', loc_id, parameter_ndx, rdate, result_value_daily) AS row
       FROM daily_value JOIN location USING (loc_ndx) ORDER BY loc_id, rdate`,
      );
      expect(stored.map(({ row }) => row)).toEqual(written);
      expect(describeReport(report).join('\n')).toContain(said);
      expect(report.status).toBe(fails ? 'failed' : 'succeeded');
    },
  );

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
