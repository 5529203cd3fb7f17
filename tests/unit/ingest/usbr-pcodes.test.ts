import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parameters } from '#domain/vocabulary.ts';
import { pcodesByParameter } from '#ingest/agencies/usbr/codes.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { readCsvText } from '#ingest/parse-csv.ts';
import { checkUnit } from '#ingest/units.ts';
import { basin } from '../../support/basin.ts';

const sample = path.resolve(import.meta.dirname, '../../../../shared/data/samples/usbr_pn_daily_pcodes.csv');

/** The units of Reclamation's daily pcodes. */
function readUnits(): Map<string, string> {
  const units = new Map<string, string>();
  readCsvText(readFileSync(sample, 'utf8'), ({ record: [pcode = '', , unit = ''] }) =>
    units.set(pcode.trim().toLowerCase(), unit.trim()),
  );
  return units;
}

test('every column of the basin file has a pcode that holds its parameter', () => {
  const wrong = targetsOf(basin, 'usbr').all.filter(
    ({ key, parameter }) => !pcodesByParameter[parameter]?.includes(key.split('_')[1]?.toLowerCase() ?? ''),
  );
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

test('Milner’s flow is the total of its gages', () => {
  const key = basin.sites.find(({ id }) => id === '13087995')?.series.Streamflow?.usbr;
  expect(key).toBe('mili_qt');
});

test.skipIf(!existsSync(sample))(
  'every pcode is in the agency’s list, with the unit of its parameter',
  () => {
    const units = readUnits();
    for (const { ndx } of parameters) {
      for (const pcode of pcodesByParameter[ndx] ?? []) {
        expect(checkUnit(units.get(pcode) ?? '', ndx), pcode).toMatchObject({ note: undefined });
      }
    }
  },
);
