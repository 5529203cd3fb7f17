import { expect, test } from 'vitest';
import { listBasinFields } from '#config/basin/basin-reference.ts';
import { basin } from '../../support/basin.ts';

const tables = listBasinFields();
const tableOf = (place: string) => tables.find(({ places }) => places.includes(place));
const fieldOf = (place: string, name: string) => tableOf(place)?.fields.find((field) => field.name === name);

test('the reference has every field of the file, with a meaning', () => {
  expect(tables[0]?.places).toEqual(['']);
  const names = tables[0]?.fields.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(Object.keys(basin).filter((name) => name !== 'shapes')));
  for (const { places, fields } of tables) {
    expect(fields.length, places.join()).toBeGreaterThan(0);
    for (const { name, expects, meaning } of fields) {
      expect([name, expects, meaning].filter((text) => text === '')).toEqual([]);
      expect(meaning.split('`').length % 2, meaning).toBe(1);
    }
  }
});

test.each([
  ['', 'name', true, 'text'],
  ['', 'time_zone', false, 'a time zone such as America/Boise'],
  ['map', 'center', true, 'list of a latitude from -90 to 90, a longitude from -180 to 180'],
  ['sites[]', 'huc10', false, 'ten digits, in quotes'],
  ['sites[]', 'capacity_af', false, 'a number above 0'],
  ['outlook.points[].period', 'from', true, 'a day such as "04-01", in quotes'],
  ['parameters[]', 'reversed', false, 'true or false'],
  ['forecast.supply[]', 'measure', false, 'one of value, volume'],
])('at “%s”, %s is required: %s, and holds %s', (place, name, isRequired, expects) => {
  expect(fieldOf(place, name)).toMatchObject({ isRequired, expects });
});

test('places with the same fields share a table', () => {
  expect(tableOf('quality.NAME')).toBe(tableOf('sites[].quality.NAME'));
  expect(tableOf('brief.wells[]')).toBe(tableOf('brief.reaches[]'));
});

test('agencies and sources of a series are named', () => {
  expect(fieldOf('', 'agencies')?.expects).toBe('by one of usgs, nrcs, usbr, idwr, aquainfo: fields');
});
