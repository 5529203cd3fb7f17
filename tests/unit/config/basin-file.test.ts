import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BadBasin, parseBasin, readBasin } from '#config/basin/basin-file.ts';
import { dataProviders } from '#domain/agencies.ts';
import { locationTypes } from '#domain/vocabulary.ts';
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
  const providers = dataProviders.map(({ name }) => name);
  expect(basin.sites.filter(({ provider }) => !providers.includes(provider))).toEqual([]);
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

/** Edits of the file, each with what the report says. */
const edits = [
  ['quote', 'type: Stream Gage', 'type: "Stream Gage'],
  ['site 13999001 id: expected text; put a number in quotes', 'id: "13999001"', 'id: 13999001'],
  ['site OTR type: expected one of Diversion, ', 'type: Reservoir', 'type: Lake'],
  ['site RG-OTTER provider: expected one of', 'provider: Calculation', 'provider: Nobody'],
  ['site OTR lat: expected a latitude from -90 to 90', 'lat: 44.2', 'lat: 442'],
  ['huc8s 1 code: expected eight digits', '"17050102", name', '"1705010", name'],
  ['site OTR huc8: "17050103" is not in huc8s', 'huc8: "17050102"', 'huc8: "17050103"'],
  ['is not within 17050199', 'huc10: "1705019901"', 'huc10: "1704019901"'],
  ['is not in ground_water_districts', 'district: Otter', 'district: Upper Otter'],
  ['site RG-OTTER id: "RG-OTTER" is listed twice', 'id: OTR', 'id: "rg-otter"'],
  ['site 13999001 elevation: unknown field', 'elevation_ft: 2504.7', 'elevation: 2504.7'],
  ['site RG-OTTER provider: is missing', '    provider: Calculation\n', ''],
  ['series Reach Loss: expected one of Streamflow, ', 'Reach Gain: {', 'Reach Loss: {'],
  ['series Reservoir Storage nwis: expected one of usgs, ', 'usbr: otr_af', 'nwis: otr_af'],
  ['expected a site and its pcode, such as heii_qd', 'usbr: otr_af', 'usbr: otr'],
  ['quality Reservoir Storage spikes: unknown field', 'spike: 30', 'spikes: 30'],
  [
    'statistics approved_only: expected true or false',
    'quality:\n',
    'statistics: { approved_only: "yes" }\nquality:\n',
  ],
  [
    'statistics approved: unknown field; check its spelling',
    'quality:\n',
    'statistics: { approved: true }\nquality:\n',
  ],
  ['statistics: expected { approved_only: true }', 'quality:\n', 'statistics: approved\nquality:\n'],
  ['expected none, or rules such as', 'quality: { Streamflow: none }', 'quality: { Streamflow: off }'],
  ['quality Reservoir Storage spike_share: expected a share', 'spike_share: 0.05', 'spike_share: 5'],
  ['flat_days: expected 2 or more', 'flat_days: 40', 'flat_days: 1'],
  ['quality Streamflow low: expected a number, or none', 'low: 0, high: 5000', 'low: off, high: 5000'],
  [
    'series Reservoir Storage nrcs: AWDB does not say whether its storage includes dead storage, so the site needs dead_storage_af',
    'usbr: otr_af, nrcs: "13999100:ID:BOR"',
    'nrcs: "13999100:ID:BOR", usbr: otr_af',
  ],
  [
    'series Reservoir Storage nrcs: AWDB does not say',
    'usbr: otr_af, nrcs: "13999100:ID:BOR"',
    'nrcs: "13999100:ID:BOR"',
  ],
  [
    'series Reach Gain usgs: usgs does not deliver Reach Gain; remove it',
    'Reach Gain: { idwr: "13999001" }',
    'Reach Gain: { usgs: "13999001" }',
  ],
  ['quality Streamflow low: low must be below high', 'low: 0, high: 5000', 'low: 5000, high: 0'],
  ['spike_share: spike is also given', 'spike: 30,', 'spike: 30, spike_share: 0.2,'],
  ['hydrologic_units 0: expected a hydrologic', '"1705", "17060101"]', '"1705\' OR 1=1", "17"]'],
  ['expected an address such as', 'https://example.org/otter', 'example.org'],
  [
    'forecast supply 1 site: "otr" is not the id of a site',
    'title: Reservoir storage, site: OTR',
    'title: Reservoir storage, site: otr',
  ],
  [
    'forecast supply 1 parameter: site OTR has no Streamflow series',
    'site: OTR, parameter: Reservoir Storage',
    'site: OTR, parameter: Streamflow',
  ],
  [
    'forecast supply 1 parameter: expected one of Streamflow, ',
    'site: OTR, parameter: Reservoir Storage',
    'site: OTR, parameter: Storage',
  ],
  ['brief storage sites 1: "otr" is not the id of a site', 'sites: [OTR]', 'sites: [OTR, otr]'],
  [
    'brief storage sites 0: site OTR has no Streamflow series',
    'parameter: Reservoir Storage, sites',
    'parameter: Streamflow, sites',
  ],
  [
    'brief storage parameter: expected one of Streamflow, ',
    'parameter: Reservoir Storage, sites',
    'parameter: Storage, sites',
  ],
  [
    'a sum over sites needs AF or cfs; Depth to Water is in ft',
    'parameter: Reservoir Storage, sites: [OTR]',
    'parameter: Depth to Water, sites: [OTR, "13999001"]',
  ],
  ['brief storage sites 1: "OTR" is listed twice', 'sites: [OTR]', 'sites: [OTR, OTR]'],
  ['sites: expected the id of at least one site', 'sites: [OTR]', 'sites: []'],
  ['brief storage title: unknown field', 'label: Storage', 'title: Storage'],
  ['brief storages: unknown field', 'storage: { label', 'storages: { label'],
  ['measure: expected one of value, volume', 'measure: volume', 'measure: sum'],
  [
    'volume needs a discharge in cfs; Reservoir Storage is in AF',
    'parameter: Reservoir Storage }',
    'parameter: Reservoir Storage, measure: volume }',
  ],
  ['forecast supply 1 id: "otter" is listed twice', 'id: lake', 'id: otter'],
  ['supply 1 id: expected a word in lowercase letters', 'id: lake', 'id: Otter Lake'],
  [
    'tributaries 0 charts 0 more 0 href: expected an address such as',
    'https://example.org/snow',
    'javascript:alert(1)',
  ],
  ['supply 1 heading: unknown field', 'title: Reservoir storage, site', 'heading: Reservoir storage, site'],
  [
    'rivers 0 sites 1: "rg-otter" is not the id of a site',
    '["13999001", RG-OTTER]',
    '["13999001", rg-otter]',
  ],
  ['rivers 0 sites 1: "13999001" is listed twice', '["13999001", RG-OTTER]', '["13999001", "13999001"]'],
  [
    'rivers 1 sites 0: "RG-OTTER" is already a site of Other River',
    'Otter Creek, sites: [OTR]',
    'Otter Creek, sites: [RG-OTTER]',
  ],
  ['expected the id of at least one site', 'Creek, sites: [OTR]', 'Creek, sites: []'],
  ['rivers 1 name: "Other River" is listed', 'name: Otter Creek', 'name: Other River'],
  ['joins: "NOWHERE" is not a site of a river', 'joins: RG-OTTER', 'joins: NOWHERE'],
  ['joins: Otter Creek would flow into itself', 'joins: RG-OTTER', 'joins: OTR'],
  ['rivers 1 into: unknown field', 'joins: RG-OTTER', 'into: RG-OTTER'],
  [
    'rivers 0 reaches 0 from: "13999001" is below the reach, which begins there',
    '["13999001", RG-OTTER]',
    '[RG-OTTER, "13999001"], reaches: [{ site: RG-OTTER, from: "13999001" }]',
  ],
  [
    'rivers 1 joins: Otter Creek is a line, so Other River needs line: true',
    'joins: RG-OTTER',
    'line: true, joins: RG-OTTER',
  ],
  ['drought_years 2: "1977" is listed twice', 'brief:\n', 'drought_years: [1977, 2001, 1977]\nbrief:\n'],
  ['drought_years 0: expected a water year such as 1977', 'brief:\n', 'drought_years: [77]\nbrief:\n'],
  ['rivers 1 line: expected true or false', 'joins: RG-OTTER', 'line: 1, joins: RG-OTTER'],
] as const;

/** The same for what stands in the brief instead of its storage. */
const otherBriefs = [
  ['brief snow 0 sites 0: "OTTER" is not the id of a site', 'snow: [{ label: Snow, sites: [OTTER] }]'],
  [
    'brief snow 0 sites 0: site OTR has no Snow Water Equivalent series',
    'snow: [{ label: Snow, sites: [OTR] }]',
  ],
  ['brief snow 0 sites 1: "OTR" is listed twice', 'snow: [{ label: Snow, sites: [OTR, OTR] }]'],
  ['brief snow 0 sites: expected the id of at least one site', 'snow: [{ label: Snow, sites: [] }]'],
  ['brief snow 0 label: is missing', 'snow: [{ sites: [OTR] }]'],
  [
    'brief snow 1 label: "A" is listed twice',
    'snow: [{ label: A, sites: [OTR] }, { label: A, sites: [RG-OTTER] }]',
  ],
  [
    'brief rivers 0 site: "13999009" is not the id of a site',
    'rivers: [{ site: "13999009", parameter: Streamflow }]',
  ],
  [
    'brief rivers 0 site: site OTR has no Streamflow series',
    'rivers: [{ site: OTR, parameter: Streamflow }]',
  ],
  ['brief rivers 0 parameter: expected one of Streamflow, ', 'rivers: [{ site: OTR, parameter: Flow }]'],
  ['brief rivers 0 parameter: is missing', 'rivers: [{ site: OTR }]'],
  [
    'brief rivers 1 site: "13999001" is listed twice',
    'rivers: [{ site: "13999001", parameter: Streamflow }, { site: "13999001", parameter: Streamflow }]',
  ],
  [
    'brief rivers 0 natural: "OTR-QU" is not the id of a site',
    'rivers: [{ site: "13999001", parameter: Streamflow, natural: OTR-QU }]',
  ],
  [
    'brief rivers 0 natural: site OTR has no Streamflow series',
    'rivers: [{ site: "13999001", parameter: Streamflow, natural: OTR }]',
  ],
  [
    'brief rivers 0 natural: "13999001" is the river itself; name another site',
    'rivers: [{ site: "13999001", parameter: Streamflow, natural: "13999001" }]',
  ],
  [
    'brief springs 0 site: site OTR has no Streamflow series',
    'springs: [{ site: OTR, parameter: Streamflow }]',
  ],
  [
    'brief springs 0 natural: unknown field',
    'springs: [{ site: "13999001", parameter: Streamflow, natural: OTR }]',
  ],
  [
    'brief wells 0 parameter: a well needs Depth to Water or Groundwater Elevation',
    'wells: [{ site: "13999001", parameter: Streamflow }]',
  ],
  [
    'brief wells 0 site: site OTR has no Depth to Water series',
    'wells: [{ site: OTR, parameter: Depth to Water }]',
  ],
  [
    'brief reaches 0 parameter: a reach needs Reach Gain',
    'reaches: [{ site: RG-OTTER, parameter: Streamflow }]',
  ],
  [
    'brief reaches 0 site: site OTR has no Reach Gain series',
    'reaches: [{ site: OTR, parameter: Reach Gain }]',
  ],
  ['brief moved 1: expected one of Streamflow, ', 'moved: [Streamflow, Snow]'],
  ['brief moved 1: "Streamflow" is listed twice', 'moved: [Streamflow, Streamflow]'],
] as const;

/** The same for more fields of the river. */
const riverFields = [
  [
    'rivers 0 diversions 0 below: "NOWHERE" is not a site of Other River',
    'diversions: [{ below: NOWHERE, sites: ["13999002"] }]',
  ],
  [
    'rivers 0 diversions 0 sites 0: "13999009" is not the id of a site',
    'diversions: [{ below: "13999001", sites: ["13999009"] }]',
  ],
  [
    'rivers 0 diversions 0 sites 0: "OTR" is a site along Otter Creek',
    'diversions: [{ below: "13999001", sites: [OTR] }]',
  ],
  [
    'rivers 0 diversions 1 below: "13999001" is listed twice',
    'diversions: [{ below: "13999001", sites: [X] }, { below: "13999001", sites: [Y] }]',
  ],
  [
    'rivers 0 returns 0 sites 0: "X" already leaves or enters Other River',
    'diversions: [{ below: "13999001", sites: [X] }], returns: [{ below: "13999001", sites: [X] }]',
  ],
  ['expected the id of at least one site', 'diversions: [{ below: "13999001", sites: [] }]'],
  [
    'rivers 0 reaches 0 site: site OTR has no Reach Gain series',
    'reaches: [{ site: OTR, from: "13999001" }]',
  ],
  ['rivers 0 reaches 0 from: "OTR" is not a site of Other River', 'reaches: [{ site: RG-OTTER, from: OTR }]'],
] as const;

describe('a mistake is reported with its line', () => {
  test.each<readonly [expected: string, from: string, to: string]>([
    ...edits,
    ...otherBriefs.map(([expected, brief]) => [expected, storage, brief] as const),
    ...riverFields.map(([expected, fields]) => [expected, river, `${river}, ${fields}`] as const),
  ])('%s', (expected, from, to) => {
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
