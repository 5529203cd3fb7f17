import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBasin } from '#config/basin/basin-file.ts';
import { draftBasinFile } from '#features/basin-draft/commands/write-draft.ts';
import type { SourceTools } from '#ingest/source.ts';

/** A site of USGS, e.g. `location('13185000', { site_type_code: 'GW' })`. */
const usgsLocation = (
  number: string,
  fields: Readonly<Record<string, unknown>> = {},
  coordinates: readonly number[] | null = [-115.72, 43.66],
) => ({
  type: 'Feature',
  id: `USGS-${number}`,
  properties: {
    monitoring_location_name: `SITE ${number}`,
    site_type_code: 'ST',
    hydrologic_unit_code: '170501110301',
    altitude: 3250.4,
    ...fields,
  },
  geometry: coordinates && { type: 'Point', coordinates },
});

/** A record of daily means of USGS. */
const usgsRecord = (
  number: string,
  parameter_code = '00060',
  fields: Readonly<Record<string, unknown>> = {},
) => ({
  type: 'Feature',
  properties: {
    monitoring_location_id: `USGS-${number}`,
    parameter_code,
    statistic_id: '00003',
    begin: '1911-03-01T00:00:00.000001',
    end: '2026-03-08T00:00:00.000001',
    ...fields,
  },
});

/** A SNOTEL station. */
const snotelStation = (triplet: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  stationTriplet: triplet,
  networkCode: triplet.split(':')[2],
  name: `Snow ${triplet}`,
  huc: '170501110102',
  elevation: 6100,
  latitude: 43.76,
  longitude: -116.1,
  stationElements: ['WTEQ', 'PRCP', 'SNWD'].map((elementCode) => ({
    elementCode,
    durationName: 'DAILY',
    beginDate: '1981-10-01 00:00',
  })),
  ...fields,
});

type SiteLists = {
  readonly units: readonly (readonly [code: string, name: string])[];
  readonly locations: readonly object[];
  readonly records: readonly object[];
  readonly stations: readonly object[];
};

type SiteListRequest = {
  readonly url: URL;
  readonly body: string | undefined;
  readonly headers: Headers;
};

/** Answers as the list services of USGS, NRCS and WBD; pages of USGS have `pageSize` sites. */
function fakeSiteLists(lists: SiteLists, pageSize = 2) {
  const requests: SiteListRequest[] = [];
  const page = (features: readonly object[], url: URL) => {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const next = new URL(url);
    next.searchParams.set('offset', String(offset + pageSize));
    return Response.json({
      type: 'FeatureCollection',
      features: features.slice(offset, offset + pageSize),
      links: offset + pageSize < features.length ? [{ rel: 'next', href: next.href }] : [],
    });
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const body = typeof init?.body === 'string' ? init.body : undefined;
    requests.push({ url, body, headers: new Headers(init?.headers) });
    if (url.pathname.includes('/time-series-metadata/')) return page(lists.records, url);
    if (url.pathname.includes('/monitoring-locations/')) return page(lists.locations, url);
    if (url.pathname.endsWith('/stations')) return Response.json(lists.stations);
    const field = url.pathname.endsWith('/2/query') ? 'huc4' : 'huc8';
    const units = lists.units.filter(([code]) => code.length === Number(field.slice(3)));
    return Response.json({
      features: units.map(([code, name]) => ({ attributes: { [field]: code, name } })),
    });
  };
  return { fetch, requests };
}

let folder: string;
let out: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basin-draft-'));
  out = path.join(folder, 'new', '1705.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

const lists: SiteLists = {
  units: [
    ['1705', 'Middle Snake-Boise'],
    ['17050112', 'Boise-Mores'],
    ['17050111', 'North and Middle Forks Boise'],
  ],
  locations: [
    usgsLocation('13185000', { monitoring_location_name: 'BOISE RIVER: "TWIN SPRINGS", ID # 1' }),
    usgsLocation('13190000', { site_type_code: 'LK', hydrologic_unit_code: '17050112' }),
    usgsLocation('13200500', { site_type_code: 'ST-CA', altitude: null }),
    usgsLocation('434000115430001', { site_type_code: 'GW' }),
    usgsLocation('434000115430002', { site_type_code: 'GW' }),
    usgsLocation('434000115430003', { site_type_code: 'GW' }),
  ],
  records: [
    usgsRecord('13185000'),
    usgsRecord('13185000', '00060', { begin: '1900-01-01', end: '1905-01-01' }),
    usgsRecord('13190000', '00054'),
    usgsRecord('13200500'),
    usgsRecord('434000115430001', '72019'),
    // Neither a maximum nor a water temperature is a series that the portal imports.
    usgsRecord('434000115430002', '72019', { statistic_id: '00001' }),
    usgsRecord('434000115430002', '00010'),
  ],
  stations: [
    snotelStation('312:ID:SNTL'),
    // A service that ignores the filters lists these too.
    snotelStation('546:WY:SNTL', { huc: '170401010102' }),
    snotelStation('15F03:ID:SNOW'),
  ],
};

const withTools = (fetch: typeof globalThis.fetch, environment = {}): SourceTools => ({
  fetch,
  sleep: async () => {},
  now: () => new Date('2026-03-09T18:00:00Z'),
  random: () => 0.5,
  onProgress: () => {},
  environment,
});

const draft = (fetch: typeof globalThis.fetch, request = {}) =>
  draftBasinFile({ huc4: '1705', out, force: false, ...request }, withTools(fetch));

describe('the draft of a basin file', () => {
  test('is a valid file with the sites that have series, by HUC8', async () => {
    await draft(fakeSiteLists(lists).fetch);
    const basin = readBasin(out);
    expect(basin).toMatchObject({
      name: 'Middle Snake-Boise basin',
      hydrologic_units: ['1705'],
      agencies: { usgs: {}, nrcs: {} },
      huc8s: [
        { code: '17050111', name: 'North and Middle Forks Boise' },
        { code: '17050112', name: 'Boise-Mores' },
      ],
      map: { center: [43.71, -115.91], zoom: 8, search_box: [-116.2, 43.86, -115.62, 43.56] },
    });
    expect(basin.sites.map(({ id, type, series }) => [id, type, series])).toEqual([
      ['13200500', 'Diversion', { Diversion: { usgs: '13200500' } }],
      ['434000115430001', 'Non-Sentinel Well', { 'Depth to Water': { usgs: '434000115430001' } }],
      [
        '312:ID:SNTL',
        'SNOTEL',
        { 'Snow Water Equivalent': { nrcs: '312:ID:SNTL' }, Precipitation: { nrcs: '312:ID:SNTL' } },
      ],
      ['13185000', 'Stream Gage', { Streamflow: { usgs: '13185000' } }],
      ['13190000', 'Reservoir', { 'Reservoir Storage': { usgs: '13190000' } }],
    ]);
    expect(basin.sites[3]).toMatchObject({
      name: 'BOISE RIVER: "TWIN SPRINGS", ID # 1',
      provider: 'USGS',
      lat: 43.66,
      lon: -115.72,
      elevation_ft: 3250.4,
      huc8: '17050111',
      huc10: '1705011103',
    });
    expect(basin.sites[0]).not.toHaveProperty('elevation_ft');
    expect(basin.sites[4]).not.toHaveProperty('huc10');
  });

  test('says what to check, and which days each record has', async () => {
    await draft(fakeSiteLists(lists).fetch);
    const text = readFileSync(out, 'utf8');
    expect(text.match(/# CHECK:/g)?.length).toBeGreaterThanOrEqual(5);
    expect(text).toContain('  # Streamflow 1900-01-01 to 2026-03-08\n  - id: "13185000"');
    expect(text).toContain('  # Snow Water Equivalent since 1981-10-01\n');
  });

  test('counts what is left out, by reason', async () => {
    const odd: SiteLists = {
      ...lists,
      locations: [
        ...lists.locations,
        usgsLocation('13200600', { site_type_code: 'OC' }),
        usgsLocation('13200700', {}, null),
        usgsLocation('13200800', { hydrologic_unit_code: '17050199' }),
        { ...usgsLocation('1'), id: 'ID001-13200900' },
      ],
      records: [
        ...lists.records,
        ...['13200600', '13200700', '13200800'].map((number) => usgsRecord(number)),
        usgsRecord('', '00060', { monitoring_location_id: 'ID001-13200900' }),
      ],
      stations: [...lists.stations, snotelStation('313:ID:SNTL', { stationElements: [] })],
    };
    expect(await draft(fakeSiteLists(odd).fetch)).toEqual([
      `5 sites were written to ${out}.`,
      '  2 left out: USGS locations without daily means of these parameters',
      '  2 left out: USGS locations without coordinates or HUC8',
      '  1 left out: USGS locations of type OC',
      '  1 left out: locations of other agencies in the USGS service',
      '  1 left out: SNOTEL stations without daily values of these parameters',
      expect.stringContaining('BASIN_FILE'),
    ]);
  });

  test('asks for the sites of the unit only, page by page, with the key for USGS only', async () => {
    const { fetch, requests } = fakeSiteLists(lists);
    await draftBasinFile({ huc4: '1705', out, force: false }, withTools(fetch, { USGS_API_KEY: 'secret' }));
    const toUsgs = requests.filter(({ url }) => url.host === 'api.waterdata.usgs.gov');
    expect(toUsgs).toHaveLength(4 + 3);
    for (const { body, headers } of toUsgs) {
      expect(headers.get('x-api-key')).toBe('secret');
      expect(body).toContain('"hydrologic_unit_code"},"1705%"');
    }
    const others = requests.filter(({ url }) => url.host !== 'api.waterdata.usgs.gov');
    expect(others.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['query', 'query', 'stations']);
    expect(others.map(({ headers }) => headers.get('x-api-key'))).toEqual([null, null, null]);
    expect(others.at(-1)?.url.searchParams.get('hucs')).toBe('1705*');
  });

  test('replaces an existing file with --force only', async () => {
    await draft(fakeSiteLists(lists).fetch);
    writeFileSync(out, 'edited');
    const { fetch, requests } = fakeSiteLists(lists);
    await expect(draft(fetch)).rejects.toThrow(/1705\.yaml exists\. Name another file with --out/);
    expect([readFileSync(out, 'utf8'), requests]).toEqual(['edited', []]);
    await draft(fetch, { force: true });
    expect(readBasin(out).sites).toHaveLength(5);
  });
});

describe('a draft is refused, and nothing is written', () => {
  const down = (name: string, response: () => Response | Promise<Response>): typeof fetch => {
    const { fetch } = fakeSiteLists(lists);
    return async (input, init) => (String(input).includes(name) ? response() : fetch(input, init));
  };
  const unreachable = () =>
    Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }));
  const status = (code: number) => () => new Response('busy', { status: code });

  test.each<[what: string, request: object, fetch: typeof globalThis.fetch, message: RegExp]>([
    [
      'without a code',
      { huc4: undefined },
      fakeSiteLists(lists).fetch,
      /Name the hydrologic unit.*--huc4 1705/,
    ],
    ['for a HUC8', { huc4: '17050111' }, fakeSiteLists(lists).fetch, /--huc4 17050111 is not the code/],
    ['for a name', { huc4: 'Bois' }, fakeSiteLists(lists).fetch, /--huc4 Bois is not the code.*four digits/],
    ['for three digits', { huc4: '170' }, fakeSiteLists(lists).fetch, /--huc4 170 is not the code/],
    ['for a text that starts well', { huc4: "1705'" }, fakeSiteLists(lists).fetch, /is not the code/],
    ['for a HUC4 that does not exist', {}, fakeSiteLists({ ...lists, units: [] }).fetch, /has no HUC4 1705/],
    [
      'for a HUC4 without sites',
      {},
      fakeSiteLists({ ...lists, locations: [], stations: [] }).fetch,
      /No site in 1705 has daily values.*0 sites were listed/,
    ],
    [
      'for a HUC4 without daily records',
      {},
      fakeSiteLists({ ...lists, records: [], stations: [] }).fetch,
      /No site in 1705.*6 sites were listed/,
    ],
    ['while WBD is down', {}, down('nationalmap', unreachable), /nationalmap\.gov could not be reached/],
    ['while USGS is down', {}, down('waterdata', status(503)), /waterdata\.usgs\.gov.*status 503/],
    [
      'where USGS has blocked the address',
      {},
      down('waterdata', status(403)),
      /has blocked this address or key/,
    ],
    ['while NRCS is down', {}, down('wcc.sc', status(500)), /wcc\.sc\.egov\.usda\.gov.*status 500/],
    [
      'after an error with status 200',
      {},
      down('nationalmap', () => Response.json({ error: { message: 'Invalid query' } })),
      /answered: Invalid query/,
    ],
    [
      'after a truncated page',
      {},
      down('monitoring-locations', () => new Response('{"features":[{"id":"USGS-1')),
      /is not JSON/,
    ],
    [
      'after a page of another kind',
      {},
      down('stations', () => Response.json({ stations: [] })),
      /Unexpected response from AWDB/,
    ],
    [
      'after a link to another host',
      {},
      down('time-series-metadata', () =>
        Response.json({ features: [], links: [{ rel: 'next', href: 'https://example.org/page' }] }),
      ),
      /next page is on another host/,
    ],
  ])('%s', async (_, request, fetch, message) => {
    await expect(draft(fetch, request)).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });
});
