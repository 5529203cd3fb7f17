import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BadBasin, parseBasin, readBasin } from '#config/basin-file.ts';
import { dataProviders, locationTypes } from '#domain/vocabulary.ts';
import { basin, otherRiver, otherRiverPath } from '../../support/basin.ts';

const text = readFileSync(otherRiverPath, 'utf8');
const path = 'river.yaml';

/** What is said of the other river's file with one thing changed, and the line that is changed. */
function errorAfterEdit(from: string, to: string): { message: string; line: number } {
  expect(text).toContain(from);
  const line = text.slice(0, text.indexOf(from)).split('\n').length;
  try {
    parseBasin(text.replace(from, to), path);
  } catch (error) {
    if (error instanceof BadBasin) return { message: error.message, line };
    throw error;
  }
  throw new Error('nothing was said');
}

test('the default file has the whole of the Upper Snake', () => {
  expect(basin.sites.length).toBeGreaterThanOrEqual(300);
  expect(new Set(basin.sites.map(({ type }) => type))).toEqual(new Set(locationTypes));
  expect(new Set(basin.sites.map(({ provider }) => provider))).toEqual(new Set(dataProviders));
  expect(basin.huc8s.length).toBeGreaterThan(20);
  expect(basin.hydrologic_units).toEqual(['1704']);
  expect(basin.sites.every(({ huc8 }) => huc8.startsWith('1704'))).toBe(true);
});

test('another river’s file is read, with the sources of a series in its own order', () => {
  expect(otherRiver.sites.map(({ id }) => id)).toEqual(['13999001', 'OTR', 'RG-OTTER']);
  const [gage] = otherRiver.sites;
  expect(Object.keys(gage?.series.Streamflow ?? {})).toEqual(['usgs', 'usbr']);
  const turned = text.replace('{ usgs: "13999001", usbr: ottr_qd }', '{ usbr: ottr_qd, usgs: "13999001" }');
  const [other] = parseBasin(turned, path).sites;
  expect(Object.keys(other?.series.Streamflow ?? {})).toEqual(['usbr', 'usgs']);
});

test('a file that is not there is named, with the setting', () => {
  expect(() => readBasin('nowhere.yaml')).toThrow(/nowhere\.yaml.*BASIN_FILE.*ENOENT/);
});

describe('a fault is told with its line', () => {
  test.each<[what: string, from: string, to: string, said: string]>([
    ['no YAML', 'type: Stream Gage', 'type: "Stream Gage', 'quote'],
    [
      'a number for a name',
      'id: "13999001"',
      'id: 13999001',
      'site 13999001 id: wanted: a text; a number needs quotes',
    ],
    ['an unknown type', 'type: Reservoir', 'type: Lake', 'site OTR type: wanted: one of Diversion, '],
    [
      'an unknown provider',
      'provider: Calculation',
      'provider: Nobody',
      'site RG-OTTER provider: wanted: one of',
    ],
    ['a place off the globe', 'lat: 44.2', 'lat: 442', 'site OTR lat: wanted: a latitude, from -90 to 90'],
    ['a HUC8 that is none', '"17050102", name', '"1705010", name', 'huc8s 1 code: wanted: eight digits'],
    [
      'a HUC8 that is not listed',
      'huc8: "17050102"',
      'huc8: "17050103"',
      'site OTR huc8: "17050103" is none of huc8s',
    ],
    ['a HUC10 elsewhere', 'huc10: "1705019901"', 'huc10: "1704019901"', 'does not lie in 17050199'],
    [
      'a district that is not listed',
      'district: Otter',
      'district: Upper Otter',
      'is none of ground_water_districts',
    ],
    ['the same site twice', 'id: OTR', 'id: "rg-otter"', 'site RG-OTTER id: "RG-OTTER" is there twice'],
    [
      'an unknown field',
      'elevation_ft: 2504.7',
      'elevation: 2504.7',
      'site 13999001 elevation: there is no such field',
    ],
    ['a field missing', '    provider: Calculation\n', '', 'site RG-OTTER provider: it is missing'],
    [
      'an unknown parameter',
      'Reach Gain: {',
      'Reach Loss: {',
      'series Reach Loss: wanted: one of Streamflow, ',
    ],
    [
      'an unknown source',
      'usbr: otr_af',
      'nwis: otr_af',
      'series Reservoir Storage nwis: wanted: one of usgs, ',
    ],
    ['a key of another form', 'usbr: otr_af', 'usbr: otr', 'wanted: a site and its pcode, such as heii_qd'],
    [
      'an unknown rule',
      'spike: 30',
      'spikes: 30',
      'quality Reservoir Storage spikes: there is no such field',
    ],
    [
      'no rule',
      'quality: { Streamflow: none }',
      'quality: { Streamflow: off }',
      'wanted: none, or rules such as',
    ],
    [
      'a share in percent',
      'spike_share: 0.05',
      'spike_share: 5',
      'quality Reservoir Storage spike_share: wanted: a share',
    ],
    ['one day', 'flat_days: 40', 'flat_days: 1', 'flat_days: wanted: 2 or more'],
    [
      'bounds that cross',
      'low: 0, high: 5000',
      'low: 5000, high: 0',
      'quality Streamflow low: low is not below high',
    ],
    ['two jumps', 'spike: 30,', 'spike: 30, spike_share: 0.2,', 'spike_share: there is spike already'],
    [
      'a unit that is no code',
      '"1705", "17060101"]',
      '"1705\' OR 1=1", "17"]',
      'hydrologic_units 0: wanted: a hydrologic',
    ],
    ['an address that is none', 'https://example.org/otter', 'example.org', 'wanted: an address such as'],
    [
      'a chart of no site',
      'title: Reservoir storage, site: OTR',
      'title: Reservoir storage, site: otr',
      'forecast supply 1 site: "otr" is the id of none of sites',
    ],
    [
      'a chart of no record',
      'site: OTR, parameter: Reservoir Storage',
      'site: OTR, parameter: Streamflow',
      'forecast supply 1 parameter: site OTR has no series of Streamflow',
    ],
    [
      'a chart of no parameter',
      'site: OTR, parameter: Reservoir Storage',
      'site: OTR, parameter: Storage',
      'forecast supply 1 parameter: wanted: one of Streamflow, ',
    ],
    ['a measure that is none', 'measure: volume', 'measure: sum', 'measure: wanted: one of value, volume'],
    [
      'a volume of a volume',
      'parameter: Reservoir Storage }',
      'parameter: Reservoir Storage, measure: volume }',
      'a volume is of a discharge in cfs, and Reservoir Storage is in AF',
    ],
    ['the same chart twice', 'id: lake', 'id: otter', 'forecast supply 1 id: "otter" is there twice'],
    [
      'a chart’s id of two words',
      'id: lake',
      'id: Otter Lake',
      'supply 1 id: wanted: a word of small letters',
    ],
    [
      'a link that is none',
      'https://example.org/snow',
      'javascript:alert(1)',
      'tributaries 0 charts 0 more 0 href: wanted: an address such as',
    ],
    [
      'an unknown field of a chart',
      'title: Reservoir storage, site',
      'heading: Reservoir storage, site',
      'supply 1 heading: there is no such field',
    ],
  ])('%s', (_, from, to, said) => {
    const { message, line } = errorAfterEdit(from, to);
    expect(message).toContain(said);
    expect(message).toMatch(/^river\.yaml, line \d+: /);
    // Where a field is missing, or named twice, the line of the site or of the other one is told.
    if (!['', 'id: "rg-otter"', 'type: "Stream Gage'].includes(to)) {
      expect(message.split('\n').map((each) => each.split(':')[0])).toContain(`river.yaml, line ${line}`);
    }
  });

  test('a key that another site has for the same parameter, but not for another one', () => {
    const twice = text.replace('Streamflow: {}', 'Streamflow: { usgs: "13999001" }');
    const line = twice.slice(0, twice.indexOf('Streamflow: { usgs: "13999001" }')).split('\n').length;
    expect(() => parseBasin(twice, path)).toThrow(
      `river.yaml, line ${line}: site RG-OTTER series Streamflow usgs: "13999001" is the Streamflow of site 13999001 already`,
    );
  });

  test('all of them at once, in the order of the file', () => {
    const { message } = errorAfterEdit('type: Stream Gage', 'type: Gage');
    expect(message.split('\n')).toHaveLength(1);
    expect(() => parseBasin('', path)).toThrow('river.yaml, line 1: ');
    const many = text.replaceAll(/lat: .*/g, 'lat: north').replaceAll(/zoom: 8/g, 'zoom: near');
    expect(() => parseBasin(many, path)).toThrow(
      /^river\.yaml, line 4: map zoom.*\n.*lat.*\n.*lat.*\n.*lat.*$/,
    );
  });
});
