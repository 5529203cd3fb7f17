import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BadBasin, parseBasin, readBasin } from '#config/basin-file.ts';
import { dataProviders, locationTypes } from '#domain/vocabulary.ts';
import { basin, otherRiver, otherRiverPath } from '../../support/basin.ts';

const text = readFileSync(otherRiverPath, 'utf8');
const path = 'river.yaml';

/** The error for the other river's file after one edit, and the line of that edit. */
function errorAfterEdit(from: string, to: string): { message: string; line: number } {
  expect(text).toContain(from);
  const line = text.slice(0, text.indexOf(from)).split('\n').length;
  try {
    parseBasin(text.replace(from, to), path);
  } catch (error) {
    if (error instanceof BadBasin) return { message: error.message, line };
    throw error;
  }
  throw new Error('the file was accepted');
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

test('a missing file is named, with its setting', () => {
  expect(() => readBasin('nowhere.yaml')).toThrow(/nowhere\.yaml.*BASIN_FILE.*ENOENT/);
});

/** What the other river's brief holds. */
const storage = 'storage: { label: Storage, parameter: Reservoir Storage, sites: [OTR] }';

test('a brief may have any of its parts', () => {
  const brief = [
    storage,
    'rivers: [{ site: "13999001", parameter: Streamflow, natural: RG-OTTER }]',
    'springs: [{ site: "13999001", parameter: Streamflow }]',
    'reaches: [{ site: RG-OTTER, parameter: Reach Gain }]',
    'moved: [Streamflow, Reach Gain]',
  ].join('\n  ');
  expect(parseBasin(text.replace(storage, brief), path).brief).toMatchObject({
    rivers: [{ natural: 'RG-OTTER' }],
    moved: ['Streamflow', 'Reach Gain'],
  });
  expect(parseBasin(text.replace(`brief:\n  ${storage}\n`, ''), path).brief).toBeUndefined();
});

const river = 'sites: ["13999001", RG-OTTER]';

describe('a mistake is reported with its line', () => {
  test.each<[what: string, from: string, to: string, expected: string]>([
    ['invalid YAML', 'type: Stream Gage', 'type: "Stream Gage', 'quote'],
    [
      'a number for a name',
      'id: "13999001"',
      'id: 13999001',
      'site 13999001 id: expected text; put a number in quotes',
    ],
    ['an unknown type', 'type: Reservoir', 'type: Lake', 'site OTR type: expected one of Diversion, '],
    [
      'an unknown provider',
      'provider: Calculation',
      'provider: Nobody',
      'site RG-OTTER provider: expected one of',
    ],
    ['a place off the globe', 'lat: 44.2', 'lat: 442', 'site OTR lat: expected a latitude from -90 to 90'],
    ['a malformed HUC8', '"17050102", name', '"1705010", name', 'huc8s 1 code: expected eight digits'],
    [
      'a HUC8 that is not listed',
      'huc8: "17050102"',
      'huc8: "17050103"',
      'site OTR huc8: "17050103" is not in huc8s',
    ],
    ['a HUC10 elsewhere', 'huc10: "1705019901"', 'huc10: "1704019901"', 'is not within 17050199'],
    [
      'a district that is not listed',
      'district: Otter',
      'district: Upper Otter',
      'is not in ground_water_districts',
    ],
    ['a duplicate site', 'id: OTR', 'id: "rg-otter"', 'site RG-OTTER id: "RG-OTTER" is listed twice'],
    [
      'an unknown field',
      'elevation_ft: 2504.7',
      'elevation: 2504.7',
      'site 13999001 elevation: unknown field',
    ],
    ['a missing field', '    provider: Calculation\n', '', 'site RG-OTTER provider: is missing'],
    [
      'an unknown parameter',
      'Reach Gain: {',
      'Reach Loss: {',
      'series Reach Loss: expected one of Streamflow, ',
    ],
    [
      'an unknown source',
      'usbr: otr_af',
      'nwis: otr_af',
      'series Reservoir Storage nwis: expected one of usgs, ',
    ],
    ['a key of another form', 'usbr: otr_af', 'usbr: otr', 'expected a site and its pcode, such as heii_qd'],
    ['an unknown rule', 'spike: 30', 'spikes: 30', 'quality Reservoir Storage spikes: unknown field'],
    [
      'text for true',
      'quality:\n',
      'statistics: { approved_only: "yes" }\nquality:\n',
      'statistics approved_only: expected true or false',
    ],
    [
      'a misspelled setting',
      'quality:\n',
      'statistics: { approved: true }\nquality:\n',
      'statistics approved: unknown field; check its spelling',
    ],
    [
      'a word for the settings',
      'quality:\n',
      'statistics: approved\nquality:\n',
      'statistics: expected { approved_only: true }',
    ],
    [
      'an invalid rule',
      'quality: { Streamflow: none }',
      'quality: { Streamflow: off }',
      'expected none, or rules such as',
    ],
    [
      'a share in percent',
      'spike_share: 0.05',
      'spike_share: 5',
      'quality Reservoir Storage spike_share: expected a share',
    ],
    ['a stuck period of one day', 'flat_days: 40', 'flat_days: 1', 'flat_days: expected 2 or more'],
    [
      'bounds that cross',
      'low: 0, high: 5000',
      'low: 5000, high: 0',
      'quality Streamflow low: low must be below high',
    ],
    [
      'two rules for spikes',
      'spike: 30,',
      'spike: 30, spike_share: 0.2,',
      'spike_share: spike is also given',
    ],
    [
      'a malformed hydrologic unit',
      '"1705", "17060101"]',
      '"1705\' OR 1=1", "17"]',
      'hydrologic_units 0: expected a hydrologic',
    ],
    ['a malformed address', 'https://example.org/otter', 'example.org', 'expected an address such as'],
    [
      'a chart of an unknown site',
      'title: Reservoir storage, site: OTR',
      'title: Reservoir storage, site: otr',
      'forecast supply 1 site: "otr" is not the id of a site',
    ],
    [
      'a chart of a missing record',
      'site: OTR, parameter: Reservoir Storage',
      'site: OTR, parameter: Streamflow',
      'forecast supply 1 parameter: site OTR has no Streamflow series',
    ],
    [
      'a chart of an unknown parameter',
      'site: OTR, parameter: Reservoir Storage',
      'site: OTR, parameter: Storage',
      'forecast supply 1 parameter: expected one of Streamflow, ',
    ],
    [
      'a storage of an unknown site',
      'sites: [OTR]',
      'sites: [OTR, otr]',
      'brief storage sites 1: "otr" is not the id of a site',
    ],
    [
      'a storage of a missing record',
      'parameter: Reservoir Storage, sites',
      'parameter: Streamflow, sites',
      'brief storage sites 0: site OTR has no Streamflow series',
    ],
    [
      'a storage of an unknown parameter',
      'parameter: Reservoir Storage, sites',
      'parameter: Storage, sites',
      'brief storage parameter: expected one of Streamflow, ',
    ],
    [
      'a sum of depths',
      'parameter: Reservoir Storage, sites: [OTR]',
      'parameter: Depth to Water, sites: [OTR, "13999001"]',
      'a sum over sites needs AF or cfs; Depth to Water is in ft',
    ],
    [
      'a site counted twice',
      'sites: [OTR]',
      'sites: [OTR, OTR]',
      'brief storage sites 1: "OTR" is listed twice',
    ],
    ['a storage of no site', 'sites: [OTR]', 'sites: []', 'sites: expected the id of at least one site'],
    [
      'an unknown field of the storage',
      'label: Storage',
      'title: Storage',
      'brief storage title: unknown field',
    ],
    [
      'an unknown field of the brief',
      'storage: { label',
      'storages: { label',
      'brief storages: unknown field',
    ],
    [
      'snow of an unknown site',
      storage,
      'snow: [{ label: Snow, sites: [OTTER] }]',
      'brief snow 0 sites 0: "OTTER" is not the id of a site',
    ],
    [
      'snow where none is measured',
      storage,
      'snow: [{ label: Snow, sites: [OTR] }]',
      'brief snow 0 sites 0: site OTR has no Snow Water Equivalent series',
    ],
    [
      'a snow site counted twice',
      storage,
      'snow: [{ label: Snow, sites: [OTR, OTR] }]',
      'brief snow 0 sites 1: "OTR" is listed twice',
    ],
    [
      'snow of no site',
      storage,
      'snow: [{ label: Snow, sites: [] }]',
      'brief snow 0 sites: expected the id of at least one site',
    ],
    ['snow without a label', storage, 'snow: [{ sites: [OTR] }]', 'brief snow 0 label: is missing'],
    [
      'two groups of one name',
      storage,
      'snow: [{ label: A, sites: [OTR] }, { label: A, sites: [RG-OTTER] }]',
      'brief snow 1 label: "A" is listed twice',
    ],
    [
      'a river of an unknown site',
      storage,
      'rivers: [{ site: "13999009", parameter: Streamflow }]',
      'brief rivers 0 site: "13999009" is not the id of a site',
    ],
    [
      'a river of a missing record',
      storage,
      'rivers: [{ site: OTR, parameter: Streamflow }]',
      'brief rivers 0 site: site OTR has no Streamflow series',
    ],
    [
      'a river of an unknown parameter',
      storage,
      'rivers: [{ site: OTR, parameter: Flow }]',
      'brief rivers 0 parameter: expected one of Streamflow, ',
    ],
    [
      'a river without a parameter',
      storage,
      'rivers: [{ site: OTR }]',
      'brief rivers 0 parameter: is missing',
    ],
    [
      'a river listed twice',
      storage,
      'rivers: [{ site: "13999001", parameter: Streamflow }, { site: "13999001", parameter: Streamflow }]',
      'brief rivers 1 site: "13999001" is listed twice',
    ],
    [
      'a natural flow of an unknown site',
      storage,
      'rivers: [{ site: "13999001", parameter: Streamflow, natural: OTR-QU }]',
      'brief rivers 0 natural: "OTR-QU" is not the id of a site',
    ],
    [
      'a natural flow of a missing record',
      storage,
      'rivers: [{ site: "13999001", parameter: Streamflow, natural: OTR }]',
      'brief rivers 0 natural: site OTR has no Streamflow series',
    ],
    [
      'a natural flow of the river itself',
      storage,
      'rivers: [{ site: "13999001", parameter: Streamflow, natural: "13999001" }]',
      'brief rivers 0 natural: "13999001" is the river itself; name another site',
    ],
    [
      'a spring of a missing record',
      storage,
      'springs: [{ site: OTR, parameter: Streamflow }]',
      'brief springs 0 site: site OTR has no Streamflow series',
    ],
    [
      'a spring with a natural flow',
      storage,
      'springs: [{ site: "13999001", parameter: Streamflow, natural: OTR }]',
      'brief springs 0 natural: unknown field',
    ],
    [
      'a well without a water level',
      storage,
      'wells: [{ site: "13999001", parameter: Streamflow }]',
      'brief wells 0 parameter: a well needs Depth to Water or Groundwater Elevation',
    ],
    [
      'a well of a missing record',
      storage,
      'wells: [{ site: OTR, parameter: Depth to Water }]',
      'brief wells 0 site: site OTR has no Depth to Water series',
    ],
    [
      'a reach without a gain',
      storage,
      'reaches: [{ site: RG-OTTER, parameter: Streamflow }]',
      'brief reaches 0 parameter: a reach needs Reach Gain',
    ],
    [
      'a reach of a missing record',
      storage,
      'reaches: [{ site: OTR, parameter: Reach Gain }]',
      'brief reaches 0 site: site OTR has no Reach Gain series',
    ],
    [
      'moves of an unknown parameter',
      storage,
      'moved: [Streamflow, Snow]',
      'brief moved 1: expected one of Streamflow, ',
    ],
    [
      'moves of a parameter twice',
      storage,
      'moved: [Streamflow, Streamflow]',
      'brief moved 1: "Streamflow" is listed twice',
    ],
    ['an unknown measure', 'measure: volume', 'measure: sum', 'measure: expected one of value, volume'],
    [
      'a volume of a volume',
      'parameter: Reservoir Storage }',
      'parameter: Reservoir Storage, measure: volume }',
      'volume needs a discharge in cfs; Reservoir Storage is in AF',
    ],
    ['a duplicate chart', 'id: lake', 'id: otter', 'forecast supply 1 id: "otter" is listed twice'],
    [
      'a chart’s id of two words',
      'id: lake',
      'id: Otter Lake',
      'supply 1 id: expected a word in lowercase letters',
    ],
    [
      'a malformed link',
      'https://example.org/snow',
      'javascript:alert(1)',
      'tributaries 0 charts 0 more 0 href: expected an address such as',
    ],
    [
      'an unknown field of a chart',
      'title: Reservoir storage, site',
      'heading: Reservoir storage, site',
      'supply 1 heading: unknown field',
    ],
    [
      'a river with an unknown site',
      '["13999001", RG-OTTER]',
      '["13999001", rg-otter]',
      'rivers 0 sites 1: "rg-otter" is not the id of a site',
    ],
    [
      'a site listed twice in one river',
      '["13999001", RG-OTTER]',
      '["13999001", "13999001"]',
      'rivers 0 sites 1: "13999001" is listed twice',
    ],
    [
      'a site of two rivers',
      'Otter Creek, sites: [OTR]',
      'Otter Creek, sites: [RG-OTTER]',
      'rivers 1 sites 0: "RG-OTTER" is already a site of Other River',
    ],
    [
      'a river without sites',
      'Creek, sites: [OTR]',
      'Creek, sites: []',
      'expected the id of at least one site',
    ],
    [
      'two rivers of one name',
      'name: Otter Creek',
      'name: Other River',
      'rivers 1 name: "Other River" is listed',
    ],
    ['a mouth at no river', 'joins: RG-OTTER', 'joins: NOWHERE', 'joins: "NOWHERE" is not a site of a river'],
    [
      'a river that joins itself',
      'joins: RG-OTTER',
      'joins: OTR',
      'joins: Otter Creek would flow into itself',
    ],
    ['an unknown field of a river', 'joins: RG-OTTER', 'into: RG-OTTER', 'rivers 1 into: unknown field'],
    [
      'a canal below an unknown place',
      river,
      `${river}, diversions: [{ below: NOWHERE, sites: ["13999002"] }]`,
      'rivers 0 diversions 0 below: "NOWHERE" is not a site of Other River',
    ],
    [
      'a canal of an unknown site',
      river,
      `${river}, diversions: [{ below: "13999001", sites: ["13999009"] }]`,
      'rivers 0 diversions 0 sites 0: "13999009" is not the id of a site',
    ],
    [
      'a canal that is a gage of a river',
      river,
      `${river}, diversions: [{ below: "13999001", sites: [OTR] }]`,
      'rivers 0 diversions 0 sites 0: "OTR" is a site along Otter Creek',
    ],
    [
      'two groups of canals below one place',
      river,
      `${river}, diversions: [{ below: "13999001", sites: [X] }, { below: "13999001", sites: [Y] }]`,
      'rivers 0 diversions 1 below: "13999001" is listed twice',
    ],
    [
      'a return that is also a canal',
      river,
      `${river}, diversions: [{ below: "13999001", sites: [X] }], returns: [{ below: "13999001", sites: [X] }]`,
      'rivers 0 returns 0 sites 0: "X" already leaves or enters Other River',
    ],
    [
      'a stretch without canals',
      river,
      `${river}, diversions: [{ below: "13999001", sites: [] }]`,
      'expected the id of at least one site',
    ],
    [
      'a reach that is on another river',
      river,
      `${river}, reaches: [{ site: OTR, from: "13999001" }]`,
      'rivers 0 reaches 0 site: site OTR has no Reach Gain series',
    ],
    [
      'a reach that begins on another river',
      river,
      `${river}, reaches: [{ site: RG-OTTER, from: OTR }]`,
      'rivers 0 reaches 0 from: "OTR" is not a site of Other River',
    ],
    [
      'a reach that begins below its place',
      '["13999001", RG-OTTER]',
      '[RG-OTTER, "13999001"], reaches: [{ site: RG-OTTER, from: "13999001" }]',
      'rivers 0 reaches 0 from: "13999001" is below the reach, which begins there',
    ],
    [
      'a line that joins a river without one',
      'joins: RG-OTTER',
      'line: true, joins: RG-OTTER',
      'rivers 1 joins: Otter Creek is a line, so Other River needs line: true',
    ],
    [
      'a drought year twice',
      'brief:\n',
      'drought_years: [1977, 2001, 1977]\nbrief:\n',
      'drought_years 2: "1977" is listed twice',
    ],
    [
      'a drought year that is no year',
      'brief:\n',
      'drought_years: [77]\nbrief:\n',
      'drought_years 0: expected a water year such as 1977',
    ],
    [
      'a line that is neither',
      'joins: RG-OTTER',
      'line: 1, joins: RG-OTTER',
      'rivers 1 line: expected true or false',
    ],
  ])('%s', (_, from, to, expected) => {
    const { message, line } = errorAfterEdit(from, to);
    expect(message).toContain(expected);
    expect(message).toMatch(/^river\.yaml, line \d+: /);
    // For a missing or duplicate field the error names the line of its site or of the other item.
    if (!['', 'id: "rg-otter"', 'type: "Stream Gage'].includes(to)) {
      expect(message.split('\n').map((each) => each.split(':')[0])).toContain(`river.yaml, line ${line}`);
    }
  });

  test('a mouth at a reach, which is no gage', () => {
    const reach = text.replace(river, `${river}, reaches: [{ site: RG-OTTER, from: "13999001" }]`);
    expect(() => parseBasin(reach, path)).toThrow(
      'line 31: rivers 1 joins: "RG-OTTER" is a reach; name the gage at its lower end',
    );
  });

  test('a key that another site uses for the same parameter', () => {
    const twice = text.replace('Streamflow: {}', 'Streamflow: { usgs: "13999001" }');
    const line = twice.slice(0, twice.indexOf('Streamflow: { usgs: "13999001" }')).split('\n').length;
    expect(() => parseBasin(twice, path)).toThrow(
      `river.yaml, line ${line}: site RG-OTTER series Streamflow usgs: "13999001" is already the Streamflow of site 13999001`,
    );
  });

  test('all mistakes at once, in the order of the file', () => {
    const { message } = errorAfterEdit('type: Stream Gage', 'type: Gage');
    expect(message.split('\n')).toHaveLength(1);
    expect(() => parseBasin('', path)).toThrow('river.yaml, line 1: ');
    const many = text.replaceAll(/lat: .*/g, 'lat: north').replaceAll(/zoom: 8/g, 'zoom: near');
    expect(() => parseBasin(many, path)).toThrow(
      /^river\.yaml, line 4: map zoom.*\n.*lat.*\n.*lat.*\n.*lat.*$/,
    );
  });
});
