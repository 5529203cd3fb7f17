import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '#contract/endpoint.ts';
import { listWells } from '#contract/public-map.ts';
import {
  Collections,
  Conformance,
  LandingPage,
  type Link,
  OgcFeature,
  OgcFeatures,
} from '#features/ogc/contract.ts';
import { addDays } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';
import { findGeoJsonFaults } from './checks.ts';
import { followPages, getJson, insertOgcFixture, pathIn, pathOfLink } from './fixture.ts';

type Feature = {
  id: string;
  geometry: { coordinates: [number, number] };
  properties: Record<string, string>;
};
type Operation = {
  operationId: string;
  parameters: { $ref: string }[];
  security?: unknown[];
  responses: Record<string, { content?: Record<string, unknown> }>;
};

const items = '/ogc/collections/sites/items';
const areas = '/ogc/collections/huc8/items';

/** Requests with a wrong part, and what the answer has to say. */
const refused: [path: string, status: number, text: RegExp][] = [
  [`${items}?limit=0`, 400, /limit: must be a number from 1/],
  [`${items}?limit=-1`, 400, /limit/],
  [`${items}?limit=1.5`, 400, /limit/],
  [`${items}?limit=`, 400, /limit/],
  [`${items}?limit=ten`, 400, /limit/],
  [`${items}?limit=1&limit=2`, 400, /limit/],
  [`${items}?offset=-1`, 400, /offset: must be a number from 0/],
  [`${items}?offset=1e3`, 400, /offset/],
  [`${items}?offset=9999999999`, 400, /offset/],
  [`${items}?bbox=`, 400, /bbox: must be west,south,east,north/],
  [`${items}?bbox=1,2,3`, 400, /bbox/],
  [`${items}?bbox=-112,44,-111,43`, 400, /bbox/],
  [`${items}?bbox=-112,43,-111,440`, 400, /bbox/],
  [`${items}?bbox=1&bbox=2&bbox=3&bbox=4`, 400, /bbox/],
  [`${items}?datetime=`, 400, /datetime: must be a day/],
  [`${items}?datetime=2020`, 400, /datetime/],
  [`${items}?datetime=2020-02-30`, 400, /datetime/],
  [`${items}?datetime=2021-01-01/2020-01-01`, 400, /datetime/],
  [`${items}?datetime=../..`, 400, /datetime/],
  [`${items}?huc8=1704`, 400, /huc8: must be the eight digits/],
  [`${items}?type=`, 400, /type: must not be empty/],
  [`${items}?name=`, 400, /name/],
  [`${items}?provider=`, 400, /provider/],
  [`${items}?BBOX=1,2,3,4`, 400, /no parameter BBOX here; there are bbox, datetime/],
  [`${items}?crs=CRS84`, 400, /no parameter crs/],
  [`${items}?bbox-crs=CRS84`, 400, /no parameter bbox-crs/],
  [`${items}?__proto__=1`, 400, /./],
  [`${items}?constructor=1`, 400, /no parameter constructor/],
  [`${items}?f=html`, 400, /no format html here. Ask for f=GeoJSON/],
  [`${items}?f=`, 400, /f: must not be empty/],
  [`${items}?f=CSV`, 400, /no format CSV/],
  [`${areas}?type=Stream+Gage`, 400, /no parameter type here/],
  ['/ogc?limit=1', 400, /no parameter limit here; there are f/],
  ['/ogc?f=xml', 400, /no format xml here. Ask for f=JSON/],
  ['/ogc/api?x=1', 400, /no parameter x/],
  ['/ogc/conformance?x=1', 400, /no parameter x/],
  ['/ogc/collections?x=1', 400, /no parameter x/],
  ['/ogc/collections/sites?x=1', 400, /no parameter x/],
  [`${items}/HEII?x=1`, 400, /no parameter x/],
  ['/ogc/collections/%zz', 400, /malformed/],
  ['/ogc/nothing', 404, /no such call/],
  ['/ogc/collections/nothing', 404, /no such collection/],
  ['/ogc/collections/nothing/items', 404, /no such collection/],
  ['/ogc/collections/constructor', 404, /no such collection/],
  ['/ogc/collections/Sites', 404, /no such collection/],
  ['/ogc/collections/%00', 404, /no such collection/],
  [`${items}/NOTHING`, 404, /no such feature in sites/],
  [`${items}/HIDDEN`, 404, /no such feature/],
  [`${items}/heii`, 404, /no such feature/],
  [`${areas}/HEII`, 404, /no such feature in huc8/],
  ['/ogc/collections/streamflow/items/W-7', 404, /no such feature in streamflow/],
];

describeEngines('OGC API – Features', (open) => {
  const get = (url: string, headers: Record<string, string> = {}) => getJson(portal, url, headers);
  const idsOf = async (url: string) => ((await get(url)).features as Feature[]).map(({ id }) => id);

  const { store, portal } = sharePortal(open, { insert: insertOgcFixture });
  let sites: Feature[];
  beforeAll(async () => {
    sites = (await get(`${items}?limit=10000`)).features;
  });

  test('/conf/core/root-op, root-success: the landing page links to the description, the classes and the data', async () => {
    const page = LandingPage.parse(await get('/ogc'));
    expect(page.links.map(({ rel, type }) => [rel, type])).toEqual([
      ['self', 'application/json'],
      ['alternate', 'text/html'],
      ['service-desc', 'application/vnd.oai.openapi+json;version=3.0'],
      ['service-doc', 'text/html'],
      ['conformance', 'application/json'],
      ['data', 'application/json'],
    ]);
    expect(await get('/ogc/')).toEqual(page);
  });

  test('/conf/core/api-definition-op, api-definition-success: the description has the media type of its link', async () => {
    const { links } = LandingPage.parse(await get('/ogc'));
    const { type = '' } = links.find(({ rel }) => rel === 'service-desc') ?? {};
    const answer = await portal.send({ url: pathOfLink(links, 'service-desc'), headers: { accept: type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.json().openapi).toMatch(/^3\.0\./);
  });

  test('/conf/core/conformance-op, conformance-success: the classes are declared, and none of HTML or queries', async () => {
    const { conformsTo } = Conformance.parse(await get('/ogc/conformance'));
    expect(conformsTo).toEqual(
      expect.arrayContaining(
        ['core', 'oas30', 'geojson'].map(
          (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
        ),
      ),
    );
    expect(conformsTo.filter((each) => /html|queries|edr-geojson/.test(each))).toEqual([]);
    expect(new Set(conformsTo).size).toBe(conformsTo.length);
  });

  test('/conf/core/fc-md-op, fc-md-success, fc-md-links, fc-md-items: every collection is listed with typed links to its features', async () => {
    const { collections, links } = Collections.parse(await get('/ogc/collections'));
    expect(pathOfLink(links, 'self')).toBe('/ogc/collections');
    expect(collections.map(({ id }) => id).slice(0, 3)).toEqual(['sites', 'huc8', 'streamflow']);
    for (const { id, links: own } of collections) {
      expect(own.every(({ rel, type }) => rel !== '' && type !== '')).toBe(true);
      expect(pathOfLink(own, 'items')).toBe(`/ogc/collections/${id}/items`);
    }
  });

  test('/conf/core/sfc-md-op, sfc-md-success: a collection says the same by itself as in the list', async () => {
    const { collections } = Collections.parse(await get('/ogc/collections'));
    expect(collections).toHaveLength(14);
    for (const each of collections) expect(await get(`/ogc/collections/${each.id}`)).toEqual(each);
  });

  test('/conf/core/fc-md-extent, fc-md-extent-multi: the extent contains every feature, and is no wider', async () => {
    const { collections } = Collections.parse(await get('/ogc/collections'));
    for (const { id, extent } of collections) {
      const features: Feature[] = (await get(`/ogc/collections/${id}/items?limit=10000`)).features;
      const positions = features.flatMap(({ geometry }) =>
        geometry === null ? [] : chunk(geometry.coordinates.flat(4) as unknown as number[]),
      );
      const [xs, ys] = [positions.map(([x = 0]) => x), positions.map(([, y = 0]) => y)];
      expect(extent.spatial.bbox).toEqual([
        [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      ]);
      const days = features
        .flatMap(({ properties }) => [properties.first_day, properties.last_day])
        .filter(Boolean);
      if (id === 'huc8') expect(extent.temporal).toBeUndefined();
      else {
        const [[from, to] = []] = extent.temporal?.interval ?? [];
        expect(from).toMatch(new RegExp(`^${days.toSorted()[0]}T0[67]:00:00Z$`));
        expect(to).toMatch(new RegExp(`^${addDays(days.toSorted().at(-1) ?? '', 1)}T0[56]:59:59Z$`));
      }
    }
  });

  test('/conf/core/fc-op, fc-response, f-op, f-success, f-links: each collection has features, and each can be had by itself', async () => {
    const { collections } = Collections.parse(await get('/ogc/collections'));
    for (const { id } of collections) {
      const page = OgcFeatures.parse(await get(`/ogc/collections/${id}/items?limit=4`));
      expect(page.features.length).toBeGreaterThan(0);
      for (const feature of page.features) {
        const path = `/ogc/collections/${id}/items/${encodeURIComponent(feature.id)}`;
        const single = OgcFeature.parse(await get(path));
        expect({ ...single, links: undefined }).toEqual({ ...feature, links: undefined });
        expect(pathOfLink(single.links ?? [], 'self')).toBe(path);
        expect(pathOfLink(single.links ?? [], 'collection')).toBe(`/ogc/collections/${id}`);
        expect(single.links?.every(({ type }) => type !== '')).toBe(true);
      }
    }
  });

  test('an id with a slash, a space and a question mark is one part of an address', async () => {
    const found = sites.find(({ id }) => id === 'NEW/A B?');
    expect(await get(`${items}/NEW%2FA%20B%3F`)).toMatchObject({
      id: 'NEW/A B?',
      properties: found?.properties,
    });
  });

  test('/conf/core/crs84: the sites are those of the public map, in longitude and latitude', async () => {
    const wells = await portal.request(listWells, {});
    expect(sites.map(({ id, geometry }) => [id, geometry.coordinates])).toEqual(
      wells.map((well) => [well.loc_id, [well.longitude_dd, well.latitude_dd]]),
    );
    expect(sites.map(({ id }) => id)).not.toContain('HIDDEN');
  });

  test('/conf/core/fc-limit-response: pages end at the limit, which is 100 by default and 10,000 at the highest', async () => {
    for (const [query, count] of [
      ['', 100],
      ['?limit=1', 1],
      ['?limit=007', 7],
      ['?limit=10000', sites.length],
      ['?limit=10001', sites.length],
      ['?limit=99999999999999999999', sites.length],
    ] as const) {
      const page = await get(items + query);
      expect([query, page.features.length, page.numberReturned, page.numberMatched]).toEqual([
        query,
        count,
        count,
        sites.length,
      ]);
    }
  });

  test.each([1, 7, 100, 233, 234, 10_000])(
    '/conf/core/fc-links: with limit=%i, the links next lead to every site exactly once',
    async (limit) => {
      if (limit === 1) return expect(await pagesOf(`${areas}?limit=1`)).toEqual(await idsOf(areas));
      expect(await pagesOf(`${items}?limit=${limit}`)).toEqual(sites.map(({ id }) => id));
    },
  );

  async function pagesOf(first: string) {
    const ids: string[] = [];
    for await (const page of followPages(portal, first)) ids.push(...page.features.map(({ id }) => id));
    return ids;
  }

  test('/conf/core/fc-links: the links to other pages keep the other parameters, and the one before leads back', async () => {
    const first = `${items}?type=stream+gage&bbox=-115,42,-111,45&limit=3&f=json`;
    const pages = [];
    for await (const page of followPages(portal, first)) pages.push(page);
    expect(pages.length).toBeGreaterThan(3);
    const back = pathOfLink(pages[2]?.links ?? [], 'prev');
    expect((await get(back)).features).toEqual(pages[1]?.features);
    expect(pages[0]?.links.map(({ rel }) => rel)).toEqual(['self', 'next']);
    expect(pages.at(-1)?.links.map(({ rel }) => rel)).toEqual(['self', 'prev']);
    expect(pages.flatMap(({ links }) => links).every(({ type }) => type === 'application/geo+json')).toBe(
      true,
    );
    const self = pathOfLink(pages[1]?.links ?? [], 'self');
    expect((await get(self)).features).toEqual(pages[1]?.features);
    const beyond = await get(`${items}?offset=5000&limit=10`);
    expect([beyond.features, beyond.numberReturned]).toEqual([[], 0]);
    expect((await get(pathOfLink(beyond.links, 'prev'))).features).toHaveLength(10);
  });

  test('/conf/core/fc-timeStamp, fc-numberMatched, fc-numberReturned: they are the time of the answer and its counts', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const page = await get(`${items}?bbox=-113,42,-112,44&limit=2`);
    expect(Date.parse(page.timeStamp)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(page.timeStamp)).toBeLessThanOrEqual(Date.now());
    expect(page.numberReturned).toBe(2);
    expect(page.numberMatched).toBe((await idsOf(`${items}?bbox=-113,42,-112,44&limit=10000`)).length);
  });

  test('/conf/core/fc-bbox-response: a box selects the sites in it, as a search one by one does', async () => {
    const degree = (min: number, max: number) =>
      fc.integer({ min: min * 100, max: max * 100 }).map((each) => each / 100);
    await fc.assert(
      fc.asyncProperty(
        degree(-115, -110),
        degree(42, 45),
        degree(0, 4),
        degree(0, 3),
        async (west, south, width, height) => {
          const [east, north] = [west + width, south + height];
          const expected = sites.filter(
            ({
              geometry: {
                coordinates: [x, y],
              },
            }) => x >= west && x <= east && y >= south && y <= north,
          );
          expect(await idsOf(`${items}?limit=10000&bbox=${west},${south},${east},${north}`)).toEqual(
            expected.map(({ id }) => id),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test('/conf/core/fc-bbox-response: heights do not matter, a box may cross the antimeridian, and its border counts', async () => {
    const all = sites.map(({ id }) => id);
    expect(await idsOf(`${items}?limit=10000&bbox=-180,-90,-1000,180,90,9000`)).toEqual(all);
    expect(await idsOf(`${items}?limit=10000&bbox=170,0,-100,90`)).toEqual(all);
    expect(await idsOf(`${items}?bbox=-110,0,-120,90`)).toEqual([]);
    expect(await idsOf(`${items}?bbox=-111.66,43.6125,-111.66,43.6125`)).toEqual(['HEII']);
  });

  test('/conf/core/fc-bbox-response: areas are selected by their shape, and those without one are in every box', async () => {
    const unmapped = '17040299';
    expect(await idsOf(`${areas}?bbox=-113.9,43.1,-113.8,43.2`)).toEqual(['17040104', unmapped]);
    // In the box around the triangles, but in none of them.
    expect(await idsOf(`${areas}?bbox=-110.9,43.6,-110.1,43.9`)).toEqual([unmapped]);
    expect(await idsOf(`${areas}?bbox=-109.6,43.1,-109.4,43.2`)).toEqual(['17040201', unmapped]);
    expect(await idsOf(`${areas}?bbox=10,10,11,11`)).toEqual([unmapped]);
    expect((await get(`${areas}/${unmapped}`)).geometry).toBeNull();
  });

  test('/conf/core/fc-time-response: a time selects the sites whose period of record has a day of it, and those without one', async () => {
    const day = fc.integer({ min: -100, max: 14_000 }).map((count) => addDays('1985-01-01', count));
    const bound = fc.option(day, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(bound, bound, fc.boolean(), async (one, other, isInstant) => {
        fc.pre(one !== undefined || other !== undefined);
        const [from, to] = one !== undefined && other !== undefined ? [one, other].toSorted() : [one, other];
        const write = (each: string | undefined) =>
          each === undefined ? '..' : each + (isInstant ? 'T18:00:00Z' : '');
        const expected = sites.filter(
          ({ properties: { first_day: first, last_day: last } }) =>
            !first || !last || ((to === undefined || first <= to) && (from === undefined || last >= from)),
        );
        expect(await idsOf(`${items}?limit=10000&datetime=${write(from)}/${write(to)}`)).toEqual(
          expected.map(({ id }) => id),
        );
      }),
      { numRuns: 25 },
    );
    expect(await idsOf(`${items}?datetime=1975-06-01`)).toEqual(['NEW/A B?']);
    expect(await idsOf(`${areas}?datetime=1975-06-01`)).toHaveLength(6);
    // The evening of the last day of the record, in UTC already the next one.
    expect((await idsOf(`${items}?limit=10000&datetime=2020-10-01T05:59:59Z`)).length).toBe(sites.length - 1);
    expect(await idsOf(`${items}?datetime=2020-10-01T06:00:00Z`)).toEqual(['NEW/A B?']);
  });

  test('filters by type, provider, HUC8 and a part of the name select together, in any case', async () => {
    expect(await idsOf(`${items}?type=sentinel+WELL&provider=idwr+aquainfo&name=east`)).toEqual(['W-7']);
    expect(await idsOf(`${items}?name=%22`)).toEqual(['W-7']);
    expect(await idsOf(`${items}?name=ahus`)).toEqual(['NEW/A B?']);
    expect(await idsOf(`${items}?name=heise&huc8=17040104`)).toEqual(['HEII']);
    expect(await idsOf(`${items}?name=heise&huc8=17040209`)).toEqual([]);
    expect(await idsOf(`${items}?type=Sentinel`)).toEqual([]);
    const gages = sites.filter(({ properties }) => properties.type === 'Stream Gage').map(({ id }) => id);
    expect(await idsOf(`${items}?type=Stream+Gage&limit=10000`)).toEqual(gages);
  });

  test.each(refused)(
    '/conf/core/query-param-unknown, query-param-invalid: %s is %i',
    async (path, status, text) => {
      const answer = await portal.send(path);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        status,
        'application/problem+json; charset=utf-8',
      ]);
      expect(Problem.parse(answer.json()).detail).toMatch(text);
    },
  );

  describe('/conf/geojson/definition: formats', () => {
    const geoJson = 'application/geo+json';
    test.each([
      ['?f=GeoJSON', undefined, geoJson],
      ['?f=geojson', 'text/html', geoJson],
      ['?f=json', undefined, geoJson],
      ['', undefined, geoJson],
      ['', geoJson, geoJson],
      ['', 'application/json', geoJson],
      ['', 'application/*;q=0.1', geoJson],
      ['', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', geoJson],
      ['', 'text/html', 406],
      ['', 'application/geo+json;q=0', 406],
      ['', 'application/geo+json;q=0, */*', 406],
      ['', 'nonsense', 406],
      ['', ',;q=x', 406],
    ])('%j with Accept %j', async (query, accept, expected) => {
      const answer = await portal.send({
        url: items + query,
        headers: accept === undefined ? {} : { accept },
      });
      if (expected === 406)
        expect([answer.statusCode, answer.json().detail]).toEqual([
          406,
          expect.stringMatching(/no pages of HTML/),
        ]);
      else expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expected]);
      expect(answer.statusCode === 406 || answer.headers.vary).toSatisfy(
        (vary) => vary === true || /\bAccept\b/.test(vary),
      );
    });

    test.each(['/ogc', '/ogc/conformance', '/ogc/collections', '/ogc/collections/huc8'])(
      '%s is JSON',
      async (url) => {
        expect(
          (await portal.send({ url, headers: { accept: 'application/json' } })).headers['content-type'],
        ).toBe('application/json');
        expect((await portal.send({ url, headers: { accept: 'text/html' } })).statusCode).toBe(406);
        expect((await portal.send({ url, headers: { accept: geoJson } })).statusCode).toBe(406);
      },
    );
  });

  test('/conf/geojson/content: every answer is valid GeoJSON', async () => {
    for (const path of [
      `${items}?limit=10000`,
      areas,
      '/ogc/collections/streamflow/items',
      `${items}/W-7`,
      `${areas}/17040201`,
    ]) {
      expect([path, findGeoJsonFaults(await get(path))]).toEqual([path, []]);
    }
  });

  test('answers have an entity tag that stays until the data change, and may be had by a page of any origin', async () => {
    for (const url of [
      '/ogc',
      '/ogc/api',
      '/ogc/collections',
      items,
      `${items}/HEII`,
      '/ogc/collections/streamflow/locations',
    ]) {
      const { headers } = await portal.send({ url, headers: { origin: 'https://elsewhere.example' } });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=0, must-revalidate',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const { headers } = await portal.send(items);
    await store.query(`update location set loc_name = 'Heise' where loc_ndx = 1`);
    const changed = await portal.send({ url: items, headers: { 'if-none-match': String(headers.etag) } });
    expect([changed.statusCode, changed.json().features[0].properties.name]).toEqual([200, 'Heise']);
    await store.query(`update location set loc_name = 'Snake River near Heise' where loc_ndx = 1`);
  });

  test('a page of another origin cannot send a token, nor anybody anything but GET', async () => {
    const preflight = await portal.send({
      method: 'OPTIONS',
      url: items,
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([preflight.statusCode, preflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    expect(preflight.headers).not.toHaveProperty('access-control-allow-headers');
    const post = await portal.send({ method: 'POST', url: items });
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    const forged = await portal.send(items, 'forged');
    expect(forged.statusCode).toBe(401);
  });

  describe('/conf/oas30', () => {
    let document: {
      openapi: string;
      servers: { url: string }[];
      paths: Record<string, Record<string, Operation>>;
      components: {
        parameters: Record<
          string,
          { name: string; in: string; schema: Record<string, unknown>; style?: string; explode?: boolean }
        >;
        securitySchemes: object;
      };
    };

    beforeAll(async () => {
      document = await get('/ogc/api');
    });

    test('oas-definition-1, oas-impl, completeness: it describes exactly the routes of the server', async () => {
      const routes: string[] = [];
      const other = openTestApp(store);
      other.app.addHook('onRoute', ({ method, url }) => {
        if (url.startsWith('/ogc')) for (const each of [method].flat()) routes.push(`${each} ${url}`);
      });
      await other.app.ready();
      await other.close();
      const described = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map(
          (method) => `${method.toUpperCase()} /ogc${path === '/' ? '' : path.replace(/\{(\w+)\}/g, ':$1')}`,
        ),
      );
      expect(routes.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(described.sort());
      expect(document.servers).toEqual([{ url: 'http://localhost:4321/ogc' }]);
    });

    test('oas-definition-2: references lead somewhere, names of operations are unique, and path parameters are described', () => {
      const text = JSON.stringify(document);
      expect(document.openapi).toBe('3.0.3');
      for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        const found = path
          .split('/')
          .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
        expect([path, found]).toEqual([path, expect.anything()]);
      }
      const operations = Object.values(document.paths).map(({ get: each }) => each);
      expect(new Set(operations.map((each) => each?.operationId)).size).toBe(operations.length);
      for (const [path, { get: each }] of Object.entries(document.paths)) {
        const names = each?.parameters.map(({ $ref }) => $ref.split('/').at(-1));
        for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(name);
      }
      // Of JSON Schema, OpenAPI 3.0 has no constants and no lists of types.
      expect(text).not.toMatch(/"const":|"type":\[|"prefixItems"|"\$schema"/);
    });

    test('exceptions-codes, security: the statuses and the token are described', () => {
      for (const { get: each } of Object.values(document.paths)) {
        expect(Object.keys(each?.responses ?? {})).toEqual(
          expect.arrayContaining(['200', '400', '401', '406', '429', '500', '503']),
        );
      }
      expect(document.paths['/collections/{collectionId}/items']?.get?.responses).toHaveProperty('404');
      const values = document.paths['/collections/{collectionId}/locations/{locationId}']?.get;
      expect(values?.security).toEqual([{}, { bearer: [] }]);
      expect(document.components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } });
    });

    test('/conf/core/fc-limit-definition, fc-bbox-definition, fc-time-definition: the parameters are those of the standard', () => {
      const { limit, bbox, datetime } = document.components.parameters;
      expect(limit).toMatchObject({
        in: 'query',
        required: false,
        style: 'form',
        explode: false,
        schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
      });
      expect(bbox).toMatchObject({
        in: 'query',
        style: 'form',
        explode: false,
        schema: {
          type: 'array',
          items: { type: 'number' },
          oneOf: [
            { minItems: 4, maxItems: 4 },
            { minItems: 6, maxItems: 6 },
          ],
        },
      });
      expect(datetime).toMatchObject({
        in: 'query',
        style: 'form',
        explode: false,
        schema: { type: 'string' },
      });
    });

    test('the description of the portal’s own API has none of it', async () => {
      const own = (await portal.send('/api/openapi.json')).json();
      expect(Object.keys(own.paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    });
  });

  test('a client that knows only the landing page and the relations of links reaches every feature', async () => {
    const { links } = await get('/ogc');
    const { collections } = await get(pathOfLink(links, 'data'));
    const seen: Record<string, number> = {};
    for (const { id, links: own } of collections as { id: string; links: Link[] }[]) {
      seen[id] = 0;
      for await (const page of followPages(portal, pathOfLink(own, 'items'))) seen[id] += page.numberReturned;
    }
    expect(seen).toMatchObject({ sites: sites.length, huc8: 6 });
    const single = await get(`${items}/HEII`);
    const data = (single.links as Link[]).filter(({ rel }) => rel === 'data').map(({ href }) => pathIn(href));
    expect(data).toEqual([
      '/ogc/collections/streamflow/locations/HEII',
      '/ogc/collections/air-temperature/locations/HEII',
    ]);
  });
});

function chunk(numbers: readonly number[]): number[][] {
  return numbers.flatMap((each, at) => (at % 2 === 0 ? [[each, numbers[at + 1] ?? 0]] : []));
}
