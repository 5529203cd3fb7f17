/** One value of the fake service, as the Water Data API has it. */
export type FakeRow = {
  site: string;
  code: string;
  date: string;
  value: string | null;
  approved?: boolean;
  qualifier?: string[] | null;
  record?: string;
};

export type FakeUsgs = {
  daily: FakeRow[];
  measured: FakeRow[];
  locations: { site: string; altitude: number | null; huc: string | null }[];
  /** Faults of the next requests, in their order. */
  faults: ('429' | '500' | 'html' | 'truncated' | 'offline')[];
  /** Answers 500 to requests for more sites than this. */
  maxSites: number;
  pageSize: number;
  readonly requestedUrls: string[];
  readonly sleeps: number[];
  readonly fetch: typeof fetch;
  readonly sleep: (milliseconds: number) => Promise<void>;
};

/** Fakes the USGS Water Data API: pages of unsorted features with a link to the next page, and faults on demand. */
export function createFakeUsgs(
  data: Partial<Pick<FakeUsgs, 'daily' | 'measured' | 'locations' | 'pageSize' | 'maxSites'>> = {},
): FakeUsgs {
  const service: FakeUsgs = {
    daily: data.daily ?? [],
    measured: data.measured ?? [],
    locations: data.locations ?? [],
    faults: [],
    maxSites: data.maxSites ?? Infinity,
    pageSize: data.pageSize ?? 50_000,
    requestedUrls: [],
    sleeps: [],
    sleep: async (milliseconds) => {
      service.sleeps.push(milliseconds);
    },
    fetch: async (input) => {
      const url = new URL(String(input));
      service.requestedUrls.push(url.href);
      const fault = service.faults.shift();
      if (fault === 'offline') throw new TypeError('fetch failed');
      if (fault === '429') return new Response('slow down', { status: 429, headers: { 'retry-after': '7' } });
      if (fault === '500') return new Response('', { status: 500 });
      if (fault === 'html') return new Response('<html><body><h1>Down for maintenance</h1></body></html>');
      if (url.pathname.includes('/nwis/dv')) return legacyDailyValues(service, url);
      const sites = url.searchParams.get('monitoring_location_id')?.split(',').length ?? 0;
      if (sites > service.maxSites) return new Response('too many', { status: 500 });
      const answer = JSON.stringify(respondTo(service, url));
      return new Response(fault === 'truncated' ? answer.slice(0, answer.length / 2) : answer);
    },
  };
  return service;
}

function respondTo(service: FakeUsgs, url: URL) {
  if (url.pathname.includes('/time-series-metadata/')) return seriesMetadata(service, url);
  return url.pathname.includes('/monitoring-locations/')
    ? monitoringLocations(service, url)
    : page(service, url);
}

/** Lists the daily records of the requested sites. */
function seriesMetadata({ daily }: FakeUsgs, url: URL) {
  const sites = (url.searchParams.get('monitoring_location_id') ?? '').split(',');
  const requestedRows = daily.filter(({ site }) => sites.includes(`USGS-${site}`));
  const records = Map.groupBy(requestedRows, ({ site, code, record = 'one' }) => `${site} ${code} ${record}`);
  return {
    features: [...records].map(([name, rows]) => {
      const [site, parameter_code, id] = name.split(' ');
      const days = rows.map(({ date }) => date).toSorted();
      return {
        properties: {
          monitoring_location_id: `USGS-${site}`,
          id,
          parameter_code,
          statistic_id: '00003',
          begin: `${days[0]}T00:00:00`,
          end: `${days.at(-1)}T00:00:00`,
        },
      };
    }),
    links: [],
  };
}

function monitoringLocations({ locations }: FakeUsgs, url: URL) {
  const sites = (url.searchParams.get('id') ?? '').split(',');
  return {
    features: locations
      .filter(({ site }) => sites.includes(`USGS-${site}`))
      .map(({ site, altitude, huc }) => ({
        properties: { monitoring_location_number: site, altitude, hydrologic_unit_code: huc },
      })),
  };
}

function page(service: FakeUsgs, url: URL) {
  const isDaily = url.pathname.includes('/daily/');
  const sites = (url.searchParams.get('monitoring_location_id') ?? '').split(',');
  const codes = (url.searchParams.get('parameter_code') ?? '').split(',');
  const from = (url.searchParams.get('time') ?? '').slice(0, 10);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const rows = (isDaily ? service.daily : service.measured).filter(
    ({ site, code, date }) =>
      sites.includes(`USGS-${site}`) && codes.includes(code) && date.slice(0, 10) >= from,
  );
  const shown = rows.slice(offset, offset + service.pageSize);
  const next = new URL(url);
  next.searchParams.set('offset', String(offset + service.pageSize));
  return {
    type: 'FeatureCollection',
    features: shown.map(
      ({ site, code, date, value, approved = false, qualifier = null, record = 'one' }) => ({
        type: 'Feature',
        geometry: null,
        properties: {
          monitoring_location_id: `USGS-${site}`,
          parameter_code: code,
          statistic_id: '00003',
          time_series_id: record,
          time: date,
          value,
          approval_status: approved ? 'Approved' : 'Provisional',
          qualifier,
        },
      }),
    ),
    links: [
      { rel: 'self', href: url.href },
      ...(offset + service.pageSize < rows.length ? [{ rel: 'next', href: next.href }] : []),
    ],
  };
}

function legacyDailyValues(service: FakeUsgs, url: URL): Response {
  const site = url.searchParams.get('sites') ?? '';
  const rows = service.daily.filter((row) => row.site === site);
  const json = {
    value: {
      timeSeries: [
        {
          sourceInfo: { siteCode: [{ value: site }] },
          variable: { variableCode: [{ value: '00060' }], options: { option: [{ optionCode: '00003' }] } },
          values: [
            {
              method: [{ methodID: 1 }],
              value: rows.map(({ value, date, approved = false }) => ({
                value: value ?? '-999999',
                qualifiers: [approved ? 'A' : 'P'],
                dateTime: `${date}T00:00:00.000`,
              })),
            },
          ],
        },
      ],
    },
  };
  return Response.json(json);
}
