import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Basin } from '#contract/basin/basin.ts';
import { fetchFeatures } from '#ingest/agencies/arcgis.ts';
import { agencies } from '#ingest/agencies/index.ts';
import { readBoundaries } from '#ingest/agencies/wbd.ts';
import { describeShortfall, watchPages } from '#ingest/engine/completeness.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import type { SentReadings, SourceRequest, SourceSeries } from '#ingest/source.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import { basin as shipped } from '../../support/basin.ts';
import { temporaryFolder } from '../../support/set-up.ts';

const folder = temporaryFolder('arrives');

const heise = '13037500';
const lorenzo = '13038500';
const jackson = '13010500';
/** A site of the accounting. */
const diversion = shipped.sites.flatMap(({ series }) => series.Diversion?.idwr ?? [])[0] ?? '';
const today = '2026-11-27';
const now = () => new Date(`${today}T12:20:00-07:00`);

/** The shipped basin with the storage of Jackson Lake at USGS and at AWDB. */
const basin: Basin = {
  ...shipped,
  sites: shipped.sites.map((site) =>
    site.series['Reservoir Storage']?.usbr === 'jck_af'
      ? {
          ...site,
          dead_storage_af: 0,
          series: { 'Reservoir Storage': { usgs: jackson, nrcs: `${jackson}:WY:BOR` } },
        }
      : { ...site, dead_storage_af: 0 },
  ),
};

type Properties = Readonly<Record<string, unknown>>;
type Answer = { readonly status?: number; readonly json: unknown };
type Asked = { readonly url: URL; readonly collection: string; readonly method: string };

/** The tools of an import, over answers by what is asked; and what was asked and said. */
function createTools(answer: (asked: Asked, count: number) => Answer | undefined) {
  const asked: Asked[] = [];
  const messages: string[] = [];
  const tools = {
    fetch: (async (input, init) => {
      const url = new URL(String(input));
      const collection = /([^/]+)\/items$/.exec(url.pathname)?.[1] ?? url.pathname.split('/').at(-1) ?? '';
      const one = { url, collection, method: init?.method ?? 'GET' };
      asked.push(one);
      const count = asked.filter((each) => each.collection === collection).length;
      const { status = 200, json } = answer(one, count) ?? { json: { features: [], links: [] } };
      return Response.json(json, { status });
    }) satisfies typeof fetch,
    sleep: async () => {},
    now,
    random: () => 0.5,
    onProgress: (message: string) => void messages.push(message),
    environment: {},
  };
  const countOf = (collection: string) => asked.filter((each) => each.collection === collection).length;
  return { tools, asked, messages, countOf };
}

async function collect<T>(series: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of series) all.push(each);
  return all;
}

const fetchUsgs = (tools: ReturnType<typeof createTools>['tools'], request: SourceRequest) =>
  collect(agencies.usgs.fetch(request, tools, basin));

const incompleteOf = (series: readonly (SourceSeries | SentReadings)[]) =>
  series.flatMap((each) => (each.kind === 'incomplete' ? [`${each.name}: ${each.message}`] : []));
const daysOf = (series: readonly SourceSeries[]) =>
  series.flatMap((each) => (each.kind === 'read' ? [each.readings.days.map(formatDay)] : []));
const notesOf = (series: readonly (SourceSeries | SentReadings)[]) =>
  series.flatMap((each) => ('notes' in each ? (each.notes ?? []) : []));

const page = (rows: readonly Properties[], next?: string) => ({
  json: {
    features: rows.map((properties) => ({ properties })),
    links: next === undefined ? [] : [{ rel: 'next', href: next }],
  },
});
const info = (site: string, id: string, more: Properties = {}): Properties => ({
  monitoring_location_id: `USGS-${site}`,
  id,
  parameter_code: '00060',
  statistic_id: '00003',
  unit_of_measure: 'ft^3/s',
  primary: 'Primary',
  begin: '1990-10-01',
  end: '2026-11-26',
  ...more,
});
const rows = (site: string, id: string, first: string, count: number, more: Properties = {}) =>
  Array.from({ length: count }, (_, at) => ({
    monitoring_location_id: `USGS-${site}`,
    parameter_code: '00060',
    statistic_id: '00003',
    time_series_id: id,
    time: addDays(first, at),
    value: String(2000 + at),
    unit_of_measure: 'ft^3/s',
    approval_status: 'Provisional',
    qualifier: null,
    ...more,
  }));

test.each<
  [what: string, begin: string, end: string, days: readonly [string, number][], said: string | undefined]
>([
  ['all', '2000-01-01', '2009-12-31', [['2000-01-01', 3653]], undefined],
  ['nothing', '2000-01-01', '2009-12-31', [], '0 of some 3,650 days'],
  ['nothing of a record that ended before', '1970-01-01', '1979-12-31', [], undefined],
  ['the end only', '1990-10-01', '2026-11-26', [['2026-10-26', 32]], '32 of some 13,200 days'],
  ['the beginning only', '2000-01-01', '2009-12-31', [['2000-01-01', 3600]], '3,600 of some 3,650 days'],
  [
    'a record that rests in winter',
    '2020-04-01',
    '2022-10-31',
    [
      ['2020-04-01', 214],
      ['2021-04-01', 214],
      ['2022-04-01', 214],
    ],
    undefined,
  ],
  [
    'both ends and little between',
    '2000-01-01',
    '2009-12-31',
    [
      ['2000-01-01', 40],
      ['2009-12-01', 31],
    ],
    '71 of some 3,650 days',
  ],
  [
    'a record that began before the requested days',
    '1910-01-01',
    '2026-11-26',
    [['1985-01-01', 15_305]],
    undefined,
  ],
  ['a running record that is late', '2000-01-01', '2100-01-01', [['2000-01-01', 9700]], undefined],
  [
    'a running record that broke off',
    '2000-01-01',
    '2100-01-01',
    [['2000-01-01', 3000]],
    '3,000 of some 9,830 days',
  ],
])('of the days that a service says it has, %s: says so', (_, begin, end, spans, said) => {
  const arrived = spans.flatMap(([first, count]) =>
    Array.from({ length: count }, (_day, at) => dayNumber(first) + at),
  );
  const requested = { first: dayNumber('1980-10-01'), last: dayNumber('2026-11-26') };
  const stated = { begin: dayNumber(begin), end: dayNumber(end) };
  const shortfall = describeShortfall(stated, arrived, requested);
  if (said === undefined) expect(shortfall).toBeUndefined();
  else expect(shortfall).toMatch(new RegExp(`^${said} arrived: `));
});

test('pages end where one comes again, or after two without items', () => {
  const [one, two] = [watchPages(), watchPages()];
  expect([[1, 2], [], [3], [1, 2]].map(one)).toEqual([undefined, undefined, undefined, 'a page came again']);
  expect([[], []].map(two)).toEqual([undefined, 'two empty pages came in a row']);
});

test('a record of 36 years of which 32 days came is incomplete, and its days are stored', async () => {
  const { tools } = createTools(({ collection }) =>
    collection === 'daily'
      ? page(rows(heise, 't1', '2026-10-26', 32))
      : collection === 'time-series-metadata'
        ? page([info(heise, 't1')])
        : undefined,
  );
  const series = await fetchUsgs(tools, { sites: [heise] });
  expect(daysOf(series)[0]).toHaveLength(32);
  expect(incompleteOf(series)).toEqual([
    `${heise} 00060: 32 of some 13,200 days arrived: the service says that it has 1990-10-01 to 2026-11-26.`,
  ]);
});

test('two empty pages end the loop, and every site that yields nothing is named', async () => {
  const { tools, countOf } = createTools(({ collection, url }, count) =>
    collection === 'daily'
      ? page([], `${url.origin}${url.pathname}?offset=${count}`)
      : page([info(heise, 't1'), info(lorenzo, 't2')]),
  );
  const series = await fetchUsgs(tools, { sites: [heise, lorenzo] });
  expect(countOf('daily')).toBeLessThanOrEqual(3);
  expect(incompleteOf(series)).toEqual([
    expect.stringMatching(new RegExp(`^${heise} 00060: 0 of some 13,200 days arrived`)),
    expect.stringMatching(new RegExp(`^${lorenzo} 00060: 0 of some 13,200 days arrived`)),
    'USGS: The pages of daily lead nowhere: two empty pages came in a row (page 2). What was to follow did not arrive.',
  ]);
});

test.each(['?offset=same', undefined])('a page that comes again ends the loop: %s', async (next) => {
  const all = rows(heise, 't1', '2026-10-26', 32);
  const { tools, countOf } = createTools(({ collection, url }, count) =>
    collection === 'daily'
      ? page(all, `${url.origin}${url.pathname}${next ?? `?offset=${count}`}`)
      : page([info(heise, 't1', { begin: '2026-10-26' })]),
  );
  const series = await fetchUsgs(tools, { sites: [heise] });
  expect(countOf('daily')).toBeLessThanOrEqual(3);
  expect(daysOf(series)[0]).toHaveLength(32);
  expect(incompleteOf(series)).toEqual([expect.stringContaining('a page came again (page 2)')]);
});

test.each([
  ['POST', 403],
  ['POST', 400],
  ['GET', 403],
  ['GET', 400],
])('falls back once from %s with status %i, and says so', async (method, status) => {
  const sites = shipped.sites.flatMap(({ series }) => series.Streamflow?.usgs ?? []);
  const wanted = method === 'POST' ? [...new Set(sites)] : [heise];
  const { tools, messages, asked } = createTools(({ collection, method: by }) => {
    if (by === method) return { status, json: { code: 'FORBIDDEN' } };
    if (collection === 'time-series-metadata') return page([info(heise, 't1', { begin: '2026-10-26' })]);
    return collection === 'daily' ? page(rows(heise, 't1', '2026-10-26', 32)) : undefined;
  });
  const series = await fetchUsgs(tools, { sites: wanted });
  expect(series.filter(({ kind }) => kind === 'refused')).toEqual([]);
  expect(daysOf(series)[0]).toHaveLength(32);
  expect(asked.filter((each) => each.method === method)).toHaveLength(1);
  const said = messages.filter((message) => message.startsWith('USGS refused'));
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`\\(status ${status}\\) and answers .*from now on`)),
  ]);
});

test('a service that answers 403 to both forms has blocked the address', async () => {
  const { tools, asked } = createTools(() => ({ status: 403, json: {} }));
  const series = await fetchUsgs(tools, { sites: [heise] });
  expect(series).toMatchObject([{ kind: 'refused', message: expect.stringContaining('has blocked') }]);
  expect(asked).toHaveLength(2);
});

test.each<[what: string, first: Answer]>([
  ['is refused', { status: 403, json: {} }],
  ['is answered by nothing', { json: [] }],
])('IDWR is asked in its other form where one %s', async (_, first) => {
  const { tools, asked, messages } = createTools(({ url }) =>
    url.searchParams.has('siteid')
      ? first
      : {
          json: [
            {
              SiteID: diversion,
              HSTDate: `${url.searchParams.get('yearlist')?.slice(0, 4)}-11-01`,
              'Flow (CFS)': '5',
            },
          ],
        },
  );
  const series = await collect(agencies.idwr.fetch({ sites: [diversion] }, tools, basin));
  expect(daysOf(series)[0]).toHaveLength(asked.length - 1);
  expect(asked.filter(({ url }) => url.searchParams.has('siteid'))).toHaveLength(1);
  expect(messages.filter((message) => message.includes('from now on'))).toHaveLength(1);
});

const storageOf = (statistic: string) => ({
  parameter_code: '00054',
  statistic_id: statistic,
  unit_of_measure: 'acre-ft',
});

test.each<[stated: readonly string[], used: string, named: string]>([
  [['32400'], '32400', 'The values are statistic 32400 (reading at 24:00).'],
  [['30800'], '30800', 'The values are statistic 30800 (reading at 08:00).'],
  [['00003'], '00003', 'The values are statistic 00003 (daily mean).'],
  [['00003', '30800', '32400'], '32400', 'The values are statistic 32400 (reading at 24:00).'],
  [['00003', '30800'], '30800', 'The values are statistic 30800 (reading at 08:00).'],
])('storage with the statistics %j is that of %s', async (stated, used, named) => {
  const { tools } = createTools(({ collection, url }) => {
    if (collection === 'time-series-metadata')
      return page(stated.map((id) => info(jackson, id, { ...storageOf(id), begin: '2026-10-26' })));
    const asked = url.searchParams.get('statistic_id') ?? '';
    return collection === 'daily' && stated.includes(asked)
      ? page(
          rows(jackson, asked, '2026-10-26', 32, { ...storageOf(asked), value: asked === used ? '5' : '6' }),
        )
      : undefined;
  });
  const series = await fetchUsgs(tools, { sites: [jackson] });
  expect(series[0]).toMatchObject({ kind: 'read', readings: { values: Array(32).fill(5) } });
  expect(notesOf(series)).toContain(named);
  expect(incompleteOf(series)).toEqual([]);
});

test('a gage that publishes only maxima says so, and is incomplete', async () => {
  const { tools } = createTools(({ collection }) =>
    collection === 'time-series-metadata' ? page([info(heise, 't1', { statistic_id: '00001' })]) : undefined,
  );
  const series = await fetchUsgs(tools, { sites: [heise] });
  expect(notesOf(series)[0]).toContain('publishes only statistic 00001 (daily maximum)');
  expect(incompleteOf(series)).toEqual([`${heise}: Nothing arrived: 0 days of Streamflow.`]);
});

const parse = (source: keyof typeof agencies, text: string, request: SourceRequest = {}) =>
  collect(agencies[source].parseFile(toSourceText(text), request, basin));

test('a saved storage of midnight is taken, and its statistic is named', async () => {
  const lines = [
    'monitoring_location_id,parameter_code,statistic_id,time,value,unit_of_measure,approval_status,qualifier',
    `USGS-${jackson},00054,32400,2026-05-01,612300,acre-ft,Provisional,`,
    `USGS-${jackson},00054,32400,2026-05-02,613100,acre-ft,Provisional,`,
  ];
  const series = await parse('usgs', `${lines.join('\n')}\n`);
  expect(series).toMatchObject([{ kind: 'read', readings: { values: [612_300, 613_100] } }]);
  expect(notesOf(series)).toEqual(['The values are statistic 32400 (reading at 24:00).']);
});

test('fewer items than the service counts are incomplete', async () => {
  const all = rows(heise, 't1', '2026-10-26', 32);
  const { tools } = createTools(({ collection }) =>
    collection === 'daily'
      ? { json: { ...page(all).json, numberMatched: 40 } }
      : page([info(heise, 't1', { begin: '2026-10-26' })]),
  );
  expect(incompleteOf(await fetchUsgs(tools, { sites: [heise] }))).toEqual([
    'USGS: 32 of 40 items of daily arrived.',
  ]);
});

test('a saved page with a link to the next one is incomplete', async () => {
  const { json } = page(rows(heise, 't1', '2026-10-26', 2), 'https://example.org/items?offset=2');
  const series = await parse('usgs', JSON.stringify(json));
  expect(daysOf(series)[0]).toHaveLength(2);
  expect(incompleteOf(series)).toEqual([expect.stringContaining('links to the next one')]);
});

test.each([
  ['the same', () => [{ huc8: '17040104' }], 'a page came again'],
  ['none', () => [], 'two empty pages came in a row'],
])('features of which each page has %s are asked for three times at most', async (_, items, said) => {
  let requests = 0;
  const fetched = fetchFeatures(
    async (_url, read) => {
      requests += 1;
      return read('');
    },
    'https://service.example/4',
    { where: '', outFields: '', maxAllowableOffset: '', orderByFields: '' },
    [50, 10],
    () => ({ items: items(), hasMore: true }),
  );
  await expect(fetched).rejects.toThrow(said);
  expect(requests).toBeLessThanOrEqual(3);
});

test.each([
  [{ exceededTransferLimit: true }, true],
  [{ properties: { exceededTransferLimit: true } }, true],
  [{ exceededTransferLimit: false }, false],
  [{}, false],
])('a saved page of areas with %j is one of several: %j', async (limit, isPage) => {
  const file = path.join(folder, 'areas.json');
  const ring = [
    [-111, 43],
    [-110, 43],
    [-110, 44],
    [-111, 43],
  ];
  const area = {
    properties: { huc8: '17040104', name: 'x' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [area], ...limit }));
  const read = await readBoundaries(basin, { file }, createTools(() => undefined).tools);
  expect([read.units.length, read.isPage]).toEqual([1, isPage]);
});

type Element = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, number | null>>;
const station = (triplet: string, ...elements: readonly [Element, Values][]) => ({
  stationTriplet: triplet,
  data: elements.map(([stationElement, values]) => ({
    stationElement: {
      elementCode: 'WTEQ',
      ordinal: 1,
      durationName: 'DAILY',
      storedUnitCode: 'in',
      ...stationElement,
    },
    values: Object.entries(values).map(([date, value]) => ({ date, value })),
  })),
});
const snotel = '314:WY:SNTL';

test.each<[what: string, elements: readonly [Element, Values][], days: Values, notes: readonly string[]]>([
  [
    'the second where the first has ended',
    [
      [{ ordinal: 1 }, { '2025-09-29': 0, '2025-09-30': 0 }],
      [{ ordinal: 2 }, { '2026-03-01': 14.2, '2026-03-02': 14.4 }],
    ],
    { '2025-09-29': 0, '2025-09-30': 0, '2026-03-01': 14.2, '2026-03-02': 14.4 },
    ['2 days are from instrument 2: the main one has no value there.'],
  ],
  [
    'the first where both have a value, in any order',
    [
      [{ ordinal: 2 }, { '2026-03-01': 9, '2026-03-02': 9 }],
      [{ ordinal: 1 }, { '2026-03-01': 5, '2026-03-02': null }],
    ],
    { '2026-03-01': 5, '2026-03-02': 9 },
    ['1 day is from instrument 2: the main one has no value there.'],
  ],
  [
    'no second one in another unit',
    [
      [{}, { '2026-03-01': 5 }],
      [{ ordinal: 2, storedUnitCode: 'cm' }, { '2026-03-02': 9 }],
    ],
    { '2026-03-01': 5 },
    ['Instrument 2 was not used. Its unit is cm, not in.'],
  ],
  [
    'no second one of months',
    [
      [{}, { '2026-03-01': 5 }],
      [{ ordinal: 2, durationName: 'MONTHLY' }, { '2026-03-02': 9 }],
    ],
    { '2026-03-01': 5 },
    ['Instrument 2 was not used. These are monthly values, not daily ones.'],
  ],
])('of several instruments, each day has %s', async (_, elements, days, notes) => {
  const series = await parse('nrcs', JSON.stringify([station(snotel, ...elements)]));
  expect(series[0]?.kind).toBe('read');
  const [{ readings }] = series as [Extract<SourceSeries, { kind: 'read' }>];
  expect(Object.fromEntries(readings.days.map((day, at) => [formatDay(day), readings.values[at]]))).toEqual(
    days,
  );
  expect(notesOf(series)).toEqual(notes);
});

test('an element of AWDB whose period is longer than what came is incomplete, and so is one that is not there', async () => {
  const period = { beginDate: '1990-10-01 00:00', endDate: '2100-01-01 00:00' };
  const { tools } = createTools(() => ({
    json: [station(snotel, [period, { '2026-11-25': 1, '2026-11-26': 1.1 }])],
  }));
  const series = await collect(agencies.nrcs.fetch({ sites: [snotel] }, tools, basin));
  expect(incompleteOf(series)).toEqual([
    `${snotel} WTEQ: 2 of some 13,200 days arrived: the service says that it has 1990-10-01 to 2026-11-26.`,
    `${snotel}: Nothing arrived: 0 days of Precipitation.`,
    `${snotel}: Nothing arrived: 0 days of Air Temperature.`,
  ]);
});

const reservoir = `${jackson}:WY:BOR`;
const hourly = { elementCode: 'RESC', durationName: 'HOURLY', storedUnitCode: 'ac_ft' };
const readNow = async (answer: Parameters<typeof createTools>[0]) => {
  const { tools } = createTools(answer);
  const isWanted = ({ site }: { site: Basin['sites'][number] }) =>
    Object.values(site.series).some((keys) => keys.nrcs === reservoir);
  const fetched = agencies.nrcs.fetchReadings?.(isWanted, tools, basin);
  return fetched ? collect(fetched) : [];
};
const timesOf = (sent: readonly SentReadings[]) =>
  sent.flatMap((each) =>
    each.kind === 'readings'
      ? each.readings.map(({ time }) =>
          typeof time === 'number' ? new Date(time).toISOString() : time.reason,
        )
      : [],
  );

test.each<[stated: unknown, time: string, notes: readonly string[]]>([
  [[{ stationTriplet: reservoir, dataTimeZone: -7 }], '2026-11-27T19:00:00.000Z', []],
  [[{ stationTriplet: reservoir, dataTimeZone: -6.0 }], '2026-11-27T18:00:00.000Z', []],
  [[], '2026-11-27T19:00:00.000Z', [expect.stringContaining('standard time is assumed')]],
  ['no list', '2026-11-27T19:00:00.000Z', [expect.stringContaining('standard time is assumed')]],
])('an hourly reading has the time of its station’s clock: %j', async (stated, time, notes) => {
  const sent = await readNow(({ collection }) =>
    collection === 'stations'
      ? { json: stated }
      : { json: [station(reservoir, [hourly, { '2026-11-27 12:00': 21_510 }])] },
  );
  expect(timesOf(sent)).toEqual([time]);
  expect(notesOf(sent)).toEqual(notes);
});

test('an hourly reading is from the second instrument where the first has none', async () => {
  const sent = await readNow(({ collection }) =>
    collection === 'stations'
      ? { json: [{ stationTriplet: reservoir, dataTimeZone: -7 }] }
      : {
          json: [
            station(
              reservoir,
              [hourly, { '2026-11-27 10:00': 1, '2026-11-27 11:00': null }],
              [
                { ...hourly, ordinal: 2 },
                { '2026-11-27 10:00': 7, '2026-11-27 11:00': 8, '2026-11-26 24:00': 9 },
              ],
            ),
          ],
        },
  );
  const values = sent.flatMap((each) =>
    each.kind === 'readings' ? each.readings.map(({ value }) => value) : [],
  );
  expect(values).toEqual([1, 8, 9]);
  expect(timesOf(sent).at(-1)).toBe('2026-11-27T07:00:00.000Z');
  expect(notesOf(sent)).toEqual(['2 readings are from instrument 2: the main one has no value there.']);
});

const table = (...lines: readonly string[]) => `${['DateTime,heii_qd', ...lines].join('\n')}\n`;

test.each<[lines: readonly string[], request: SourceRequest, days: readonly string[]]>([
  [
    ['2026-06-17 00:00:00,812.4', '2026-06-18 00:00:00,815.1'],
    { midnight: 'start' },
    ['2026-06-17', '2026-06-18'],
  ],
  [
    ['2026-06-17 00:00:00,812.4', '6/18/2026 12:00 AM,815.1'],
    { midnight: 'end' },
    ['2026-06-16', '2026-06-17'],
  ],
  [['2026-06-16 24:00,812.4', '2026-06-17T24:00:00,815.1'], {}, ['2026-06-16', '2026-06-17']],
  [['2026-06-16 24:00,812.4', '2026-06-18 00:00,815.1'], { midnight: 'end' }, ['2026-06-16', '2026-06-17']],
  [['2026-06-16,812.4', '2026-06-17 00:00,815.1'], {}, ['2026-06-16', '2026-06-17']],
])('midnights %j are days', async (lines, request, days) => {
  expect(daysOf(await parse('usbr', table(...lines), request))).toEqual([days]);
});

test.each<[source: keyof typeof agencies, text: string, request: SourceRequest, place: string]>([
  [
    'usbr',
    table('2026-06-17 00:00:00,812.4', '2026-06-18 00:00:00,815.1'),
    {},
    'Line 2: "2026-06-17 00:00:00"',
  ],
  ['usbr', table('2026-06-16 24:00,812.4', '2026-06-18 00:00,815.1'), {}, 'Line 3: "2026-06-18 00:00"'],
  [
    'nrcs',
    'Date,Snow Water Equivalent (in)\n2026-03-01 00:00,5\n',
    { sites: [snotel] },
    'Line 2: "2026-03-01 00:00"',
  ],
  [
    'aquainfo',
    JSON.stringify({ points: [{ timeStamp: '2026-01-01T00:00:00-07:00', numericValue1: 5 }] }),
    { sites: ['AQI-MV1 Depth to Water'] },
    'Point 1: "2026-01-01T00:00:00-07:00"',
  ],
])('asks which day the midnights of a file from %s mean: %j', async (source, text, request, place) => {
  await expect(parse(source, text, request)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringMatching(/--midnight start .* or --midnight end/) }),
  );
  await expect(parse(source, text, request)).rejects.toThrow(place);
});

test.each<[source: keyof typeof agencies, text: string, request: SourceRequest]>([
  ['nrcs', 'Date,Snow Water Equivalent (in) Start of Day Values\n2026-03-01 00:00,5\n', { sites: [snotel] }],
  ['usbr', 'DATE,HEII QD\n3/1/2026 0:00,812.4\n', {}],
  ['idwr', `SiteID,HSTDate,Flow (CFS)\n${diversion},3/1/2026 12:00:00 AM,5\n`, {}],
  ['idwr', JSON.stringify([{ SiteID: diversion, HSTDate: '2026-03-01T00:00:00', 'Flow (CFS)': 5 }]), {}],
])(
  'a file of dates, or that says what its midnights mean, is not asked about: %s %j',
  async (source, text, request) => {
    expect(daysOf(await parse(source, text, request))).toEqual([['2026-03-01']]);
  },
);
