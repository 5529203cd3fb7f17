/** A site of USGS, e.g. `location('13185000', { site_type_code: 'GW' })`. */
export const usgsLocation = (
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
export const usgsRecord = (
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
export const snotelStation = (triplet: string, fields: Readonly<Record<string, unknown>> = {}) => ({
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

export type SiteLists = {
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
export function fakeSiteLists(lists: SiteLists, pageSize = 2) {
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
