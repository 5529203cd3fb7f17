import { addDays, dayNumber } from '#lib/calendar.ts';

type DailyValue = { site: string; date: string; value: string | null; approved?: boolean };

/** Fakes the legacy service's answer to a request for one site's discharge. */
function legacyDailyValues(daily: readonly DailyValue[], url: URL): Response {
  const site = url.searchParams.get('sites') ?? '';
  const rows = daily.filter((row) => row.site === site);
  return Response.json({
    value: {
      timeSeries: [
        {
          sourceInfo: { siteCode: [{ value: site }] },
          variable: {
            variableCode: [{ value: '00060' }],
            unit: { unitCode: 'ft3/s' },
            noDataValue: -999999,
            options: { option: [{ optionCode: '00003' }] },
          },
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
  });
}

/** One value of the fake service, as the Water Data API has it. */
export type FakeRow = {
  site: string;
  code: string;
  date: string;
  value: string | null;
  approved?: boolean;
  qualifier?: string[] | string | null;
  record?: string;
  statistic?: string;
  unit?: string | null;
  datum?: string;
};

/** A time series. Its pages have a place for each of its days, although few of them have values here. */
export type FakeSeries = {
  site: string;
  code: string;
  id: string;
  begin: string;
  end: string;
  statistic?: string;
  primary?: boolean;
  sublocation?: string;
};

export type FakeUsgs = {
  daily: FakeRow[];
  measured: FakeRow[];
  /** Time series; those that only have rows are added. */
  series: FakeSeries[];
  locations: { site: string; altitude: number | null; huc: string | null }[];
  /** Faults of the next requests, in their order. */
  faults: ('429' | '500' | '403' | 'html' | 'truncated' | 'offline' | 'timeout')[];
  /** Answers 500 to requests for more sites than this. */
  maxSites: number;
  pageSize: number;
  /** Requests per hour without a key and with one; undefined for no limit. */
  limits: { readonly anonymous: number; readonly withKey: number } | undefined;
  /** A form of query that the service refuses with status 400. */
  refusedForm: 'list' | 'post' | undefined;
  /** Where the links to next pages lead. */
  nextAddress: string | undefined;
  readonly requestedUrls: string[];
  readonly sleeps: number[];
  readonly fetch: typeof fetch;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The time, which passes only while the importer sleeps. */
  readonly now: () => Date;
};

const hourMs = 3_600_000;
const start = Date.parse('2026-03-09T18:00:00Z');
const maxListedNames = 100;
const maxLimit = 50_000;
const units: Readonly<Record<string, string>> = { '00060': 'ft^3/s', '00054': 'acre-ft' };

/**
 * Fakes the USGS Water Data API: pages of unsorted features with a link to the next page, lists of up to 100 sites and
 * CQL2 by POST, `properties`, an hourly limit that its headers state, and faults on demand.
 */
export function createFakeUsgs(data: Partial<FakeUsgs> = {}): FakeUsgs {
  let elapsedMs = 0;
  const accepted: number[] = [];

  /** Counts a request; undefined if the service permits any number, otherwise how many are left, -1 for none. */
  const countRequest = (hasKey: boolean): { limit: number; left: number } | undefined => {
    if (!service.limits) return undefined;
    const limit = hasKey ? service.limits.withKey : service.limits.anonymous;
    while (accepted[0] !== undefined && accepted[0] <= elapsedMs - hourMs) accepted.shift();
    if (accepted.length >= limit) return { limit, left: -1 };
    accepted.push(elapsedMs);
    return { limit, left: limit - accepted.length };
  };

  const service: FakeUsgs = {
    daily: [],
    measured: [],
    series: [],
    locations: [],
    faults: [],
    maxSites: Infinity,
    pageSize: maxLimit,
    limits: undefined,
    refusedForm: undefined,
    nextAddress: undefined,
    ...data,
    requestedUrls: [],
    sleeps: [],
    now: () => new Date(start + elapsedMs),
    sleep: async (milliseconds) => {
      elapsedMs += milliseconds;
      service.sleeps.push(milliseconds);
    },
    fetch: async (input, init) => {
      const url = new URL(String(input));
      service.requestedUrls.push(url.href);
      const count = countRequest(new Headers(init?.headers).has('x-api-key'));
      const headers = count && {
        'x-ratelimit-limit': String(count.limit),
        'x-ratelimit-remaining': String(Math.max(0, count.left)),
      };
      if (count && count.left < 0) {
        const error = { code: 'OVER_RATE_LIMIT', message: 'You have exceeded your rate limit.' };
        return Response.json({ error }, { status: 429, ...(headers && { headers }) });
      }
      const response = answer(service, url, init);
      for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
      return response;
    },
  };
  return service;
}

function answer(service: FakeUsgs, url: URL, init: RequestInit | undefined): Response {
  const fault = service.faults.shift();
  if (fault === 'offline') throw new TypeError('fetch failed');
  if (fault === 'timeout') throw new DOMException('The operation timed out.', 'TimeoutError');
  if (fault === '429') return new Response('slow down', { status: 429, headers: { 'retry-after': '7' } });
  if (fault === '403') return new Response('blocked', { status: 403 });
  if (fault === '500') return new Response('', { status: 500 });
  if (fault === 'html') return new Response('<html><body><h1>Down for maintenance</h1></body></html>');
  if (url.pathname.includes('/nwis/dv')) return legacyDailyValues(service.daily, url);
  const query = readQuery(url, init);
  const isRefused = query.sites.length > 1 && service.refusedForm === query.form;
  if (query.fault !== undefined || isRefused) {
    return Response.json({ description: query.fault ?? 'not permitted' }, { status: 400 });
  }
  if (query.sites.length > service.maxSites) return new Response('too many', { status: 500 });
  const text = JSON.stringify(respondTo(service, url, query));
  return new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : text);
}

type Query = { form: 'list' | 'post'; sites: string[]; codes: string[]; fault?: string };
type Filter = { op: string; args: [{ property: string }, string[]] };

/** Reads which sites and codes a request names, in its address or in CQL2. */
function readQuery(url: URL, init: RequestInit | undefined): Query {
  const listed = (name: string) => url.searchParams.get(name)?.split(',') ?? [];
  const property = url.pathname.includes('/monitoring-locations/') ? 'id' : 'monitoring_location_id';
  const isTooLarge = Number(url.searchParams.get('limit')) > maxLimit;
  if (init?.method !== 'POST') {
    const sites = listed(property);
    const isTooLong = sites.length > maxListedNames;
    return {
      form: 'list',
      sites,
      codes: listed('parameter_code'),
      ...((isTooLong || isTooLarge) && { fault: 'too many' }),
    };
  }
  const type = new Headers(init.headers).get('content-type');
  const body: Filter | { op: 'and'; args: Filter[] } = JSON.parse(String(init.body));
  const filters = body.op === 'and' ? (body.args as Filter[]) : [body as Filter];
  const named = (name: string) => filters.find(({ args }) => args[0].property === name)?.args[1] ?? [];
  const isWrong = type !== 'application/query-cql-json' || isTooLarge;
  return {
    form: 'post',
    sites: named(property),
    codes: named('parameter_code'),
    ...(isWrong && { fault: 'not CQL2' }),
  };
}

function respondTo(service: FakeUsgs, url: URL, query: Query) {
  const fields = url.searchParams.get('properties')?.split(',');
  const select = (properties: object) => ({
    type: 'Feature',
    geometry: null,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => fields === undefined || fields.includes(name)),
    ),
  });
  if (url.pathname.includes('/time-series-metadata/')) {
    return { features: seriesMetadata(service, query).map(select), links: [] };
  }
  if (url.pathname.includes('/monitoring-locations/')) {
    const found = service.locations.filter(({ site }) => query.sites.includes(`USGS-${site}`));
    return {
      features: found.map(({ site, altitude, huc }) =>
        select({ monitoring_location_number: site, altitude, hydrologic_unit_code: huc }),
      ),
    };
  }
  const isDaily = url.pathname.includes('/daily/');
  const { rows, hasMore, offset } = pageOf(service, url, query);
  const next = new URL(service.nextAddress ?? url);
  next.search = url.search;
  next.searchParams.set('offset', String(offset + service.pageSize));
  return {
    type: 'FeatureCollection',
    features: rows.map((row) => select(isDaily ? toDaily(row) : toMeasured(row))),
    links: [{ rel: 'self', href: url.href }, ...(hasMore ? [{ rel: 'next', href: next.href }] : [])],
  };
}

/** Lists the time series of the requested sites, with those that are only known by their rows. */
function seriesMetadata({ daily, series }: FakeUsgs, { sites, codes }: Query) {
  const known = new Set(series.map(({ id }) => id));
  const records = Map.groupBy(
    daily.filter(({ record = 'one' }) => !known.has(record)),
    ({ site, code, record = 'one', statistic = '00003' }) => `${site} ${code} ${record} ${statistic}`,
  );
  const derived = [...records].map(([name, rows]): FakeSeries => {
    const [site = '', code = '', id = '', statistic = ''] = name.split(' ');
    const days = rows.map(({ date }) => date.slice(0, 10)).toSorted();
    return { site, code, id, statistic, begin: days[0] ?? '', end: days.at(-1) ?? '' };
  });
  return [...series, ...derived]
    .filter(({ site, code }) => sites.includes(`USGS-${site}`) && codes.includes(code))
    .map((each) => ({
      monitoring_location_id: `USGS-${each.site}`,
      id: each.id,
      parameter_code: each.code,
      statistic_id: each.statistic ?? '00003',
      unit_of_measure: units[each.code] ?? 'ft',
      primary: each.primary ? 'Primary' : null,
      sublocation_identifier: each.sublocation ?? null,
      begin: `${each.begin}T00:00:00.000001`,
      end: `${each.end}T00:00:00.000001`,
    }));
}

function pageOf(service: FakeUsgs, url: URL, { sites, codes }: Query) {
  const isDaily = url.pathname.includes('/daily/');
  const [from = '', to = ''] = (url.searchParams.get('time') ?? '/')
    .split('/')
    .map((each) => each.slice(0, 10));
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const statistic = url.searchParams.get('statistic_id');
  const isRequested = ({ site, code }: { site: string; code: string }) =>
    sites.includes(`USGS-${site}`) && codes.includes(code);
  const rows = (isDaily ? service.daily : service.measured).filter(
    (row) =>
      isRequested(row) &&
      row.date.slice(0, 10) >= from &&
      (!isDaily || statistic === null || (row.statistic ?? '00003') === statistic),
  );
  const days = isDaily
    ? service.series
        .filter((each) => isRequested(each) && (statistic ?? '00003') === (each.statistic ?? '00003'))
        .reduce((sum, each) => sum + countDays(each, from, to), 0)
    : 0;
  const total = Math.max(rows.length, days);
  // The rows are spread over the pages, so that a page that is not requested would be missed.
  const placeOf = (at: number) => Math.floor((at * total) / rows.length);
  const onPage = rows.filter((_, at) => placeOf(at) >= offset && placeOf(at) < offset + service.pageSize);
  return { rows: onPage, hasMore: offset + service.pageSize < total, offset };
}

function countDays({ begin, end }: FakeSeries, from: string, to: string): number {
  const last = to === '' || end < to ? end : to;
  const first = begin > from ? begin : from;
  return last < first ? 0 : dayNumber(last) - dayNumber(first) + 1;
}

function toDaily(row: FakeRow) {
  return {
    ...common(row),
    statistic_id: row.statistic ?? '00003',
    time_series_id: row.record ?? 'one',
  };
}

/** Field measurements belong to no time series and have no statistic. */
function toMeasured(row: FakeRow) {
  return { ...common(row), vertical_datum: row.datum ?? 'None', field_visit_id: 'a-visit' };
}

function common({ site, code, date, value, approved = false, qualifier = null, unit }: FakeRow) {
  return {
    monitoring_location_id: `USGS-${site}`,
    parameter_code: code,
    time: date,
    value,
    unit_of_measure: unit === undefined ? (units[code] ?? 'ft') : unit,
    approval_status: approved ? 'Approved' : 'Provisional',
    qualifier,
  };
}

/** Consecutive daily values of a gage. */
export function createFlow(
  site: string,
  first: string,
  values: readonly (string | null)[],
  changes: Partial<FakeRow> = {},
): FakeRow[] {
  return values.map((value, at) => ({
    site,
    code: '00060',
    date: addDays(first, at),
    value,
    approved: true,
    ...changes,
  }));
}
