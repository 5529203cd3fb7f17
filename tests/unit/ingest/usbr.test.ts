import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parameters } from '#domain/vocabulary.ts';
import { parseUsbrCell, pcodesByParameter } from '#ingest/agencies/usbr.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { readCsvChunks } from '#ingest/reading/parse-csv.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import { checkUnit } from '#ingest/reading/units.ts';
import { basin } from '../../support/basin.ts';

const sample = path.resolve(import.meta.dirname, '../../../../shared/data/samples/usbr_pn_daily_pcodes.csv');

/** The units of Reclamation's daily pcodes. */
async function readUnits(): Promise<Map<string, string>> {
  const units = new Map<string, string>();
  const { chunks } = toSourceText(readFileSync(sample, 'utf8'));
  await readCsvChunks(chunks(), ({ record: [pcode = '', , unit = ''] }) =>
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
  async () => {
    const units = await readUnits();
    for (const { ndx } of parameters) {
      for (const pcode of pcodesByParameter[ndx] ?? []) {
        expect(checkUnit(units.get(pcode) ?? '', ndx), pcode).toMatchObject({
          notes: [],
          refusal: undefined,
        });
      }
    }
  },
);

test.each(['', '  ', 'NO RECORD   ', '998877', '998877.00', '12.5m', '0.00n', 'Ice', '***', 'NaN'])(
  '%j is a missing value, not 0',
  (cell) => {
    expect(parseUsbrCell(cell)).toEqual({ kind: 'missing' });
  },
);

test.each([
  ['1970.00', 1970, undefined],
  ['0.00', 0, undefined],
  ['-834.23', -834.23, undefined],
  ['1970.00e', 1970, 'Ed'],
  ['5.5 E', 5.5, 'e'],
  ['12C', 12, 'C'],
  ['1,970', 1970, undefined],
])('%j is a value', (cell, value, qualifier) => {
  expect(parseUsbrCell(cell)).toEqual({ kind: 'value', value, qualifier, isSuspect: false });
});

test.each(['+', '-', '^', 'I', 'Q'])('a value with the flag %s is suspect', (flag) => {
  expect(parseUsbrCell(`2000.00${flag}`)).toEqual({
    kind: 'value',
    value: 2000,
    qualifier: flag,
    isSuspect: true,
  });
});

test.each([
  ['19x0', 'is not a number'],
  ['#VALUE!', 'is not a number'],
  ['--5', 'is not a number'],
  ['1e3', 'has lost digits to an exponent'],
  ['19,70', 'has a comma that may be a decimal point'],
])('%j %s', (cell, reason) => {
  expect(parseUsbrCell(cell)).toEqual({ kind: 'unreadable', reason });
});
