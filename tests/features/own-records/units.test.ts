import { expect, test } from 'vitest';
import { conversionOf } from '#features/own-records/server/read-rows.ts';
import { convertUnit, findConversion, otherUnitsOf, unitsOf } from '#ingest/reading/units.ts';

// NIST Special Publication 811, Appendix B, and Handbook 44, Appendix C: to seven digits.
test.each([
  ['cfs', 'cfs', 1],
  ['m³/s', 'cfs', 35.314_67],
  ['gpm', 'cfs', 0.002_228_009],
  ['Mgal/d', 'cfs', 1.547_229],
  ['miner’s inch', 'cfs', 0.02],
  ['miner’s inches', 'cfs', 0.02],
  ['second-foot-days', 'AF', 1.983_471],
  ['acre-feet', 'AF', 1],
  ['KAF', 'AF', 1000],
  ['TAF', 'AF', 1000],
  ['million gallons', 'AF', 3.068_883],
  ['in', 'ft', 1 / 12],
  ['m', 'ft', 3.280_84],
  ['cm', 'ft', 0.032_808_4],
])('1 %s is so many %s: %d', (unit, to, expected) => {
  const conversion = findConversion(unit, to, 50);
  if (!conversion) throw new Error('It has no conversion.');
  expect(convertUnit(1, conversion) / expected).toBeCloseTo(1, 6);
});

test('20 °C is 68 °F', () => {
  const conversion = findConversion('°C', '°F');
  expect(conversion && convertUnit(20, conversion)).toBeCloseTo(68, 10);
});

test('a miner’s inch is nothing where the basin file does not say how many are 1 cfs', () => {
  expect(findConversion('miner’s inch', 'cfs')).toBeUndefined();
  expect(unitsOf('cfs')).not.toContain('miner’s inch');
  expect(unitsOf('cfs', 40).at(-1)).toBe('miner’s inch');
});

test('units of the trade are not those that an agency’s record is taken for', () => {
  expect(otherUnitsOf(1).map(({ unit }) => unit)).not.toContain('gpm');
});

test('a total of a day is a mean flow of 86,400 seconds, and a counter of water counts acre-feet', () => {
  const total = conversionOf({ unit: 'sfd', row: 'daily total' }, 'cfs', undefined);
  const counter = conversionOf({ unit: 'gal', row: 'counter' }, 'cfs', undefined);
  if (typeof total === 'string' || typeof counter === 'string') throw new Error('It has no conversion.');
  expect(convertUnit(5, total)).toBeCloseTo(5, 10);
  expect(convertUnit(325_851.43, counter)).toBeCloseTo(1, 6);
});
