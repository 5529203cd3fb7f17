import * as z from 'zod/mini';
import { parameterNdx, parameters } from '#domain/vocabulary.ts';
import { readAttributes } from '#ingest/agencies/arcgis.ts';
import { elements, defaultAddress as nrcsAddress } from '#ingest/agencies/nrcs.ts';
import { parametersByCode, statisticsOf } from '#ingest/agencies/usgs/codes.ts';
import {
  isDaily,
  optionalText,
  parsePage,
  parseSeriesMetadata,
  seriesMetadataFields,
  type UsgsPage,
  type UsgsRecordInfo,
} from '#ingest/agencies/usgs/parse.ts';
import { createItemsUrl, fetchPages } from '#ingest/agencies/usgs/requests.ts';
import { toSiteKey } from '#ingest/agencies/usgs/row.ts';
import { defaultAddress as wbdAddress } from '#ingest/agencies/wbd.ts';
import { createRetryingFetch } from '#ingest/reading/http-retry.ts';
import { parseJson, parseResponse, parseServiceFault } from '#ingest/reading/parse-response.ts';
import { SourceRefused, type SourceTools } from '#ingest/source.ts';
import { formatDay } from '#lib/calendar.ts';

type BasinDraft = {
  /** The text of a basin file. */
  readonly text: string;
  readonly siteCount: number;
  /** How many sites are left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
};

/**
 * Drafts the basin file of a HUC4 from the services' own lists of sites.
 * @throws SourceRefused if a service fails, or if there are no sites
 */
export async function draftBasin(huc4: string, tools: SourceTools): Promise<BasinDraft> {
  const [region] = await listUnits(huc4, 4, tools);
  const huc8s = await listUnits(huc4, 8, tools);
  if (!region || huc8s.length === 0) {
    throw new SourceRefused(`The Watershed Boundary Dataset has no HUC4 ${huc4}. Check the code.`);
  }
  const { locations, records } = await listUsgsSites(huc4, tools);
  const stations = await listNrcsStations(huc4, tools);
  const recordsBySite = Map.groupBy(records, ({ site }) => site);
  const codes = new Set(huc8s.map(({ code }) => code));
  const drafted = [
    ...locations.map((each) => draftUsgsSite(each, recordsBySite.get(toSiteKey(each.id)) ?? [], codes)),
    ...stations.map((each) => draftNrcsSite(each, codes)),
  ];
  const sites = new Map<string, DraftSite>();
  const leftOut = new Map<string, number>();
  for (const each of drafted) {
    // A site may be on two pages, because the list can change between them.
    if ('site' in each) sites.set(each.site.id, each.site);
    else leftOut.set(each.leftOut, (leftOut.get(each.leftOut) ?? 0) + 1);
  }
  if (sites.size === 0) {
    const seen = locations.length + stations.length;
    throw new SourceRefused(
      `No site in ${huc4} has daily values that the portal can import (${seen} sites were listed).`,
    );
  }
  const inOrder = [...sites.values()].toSorted(byUnitAndType);
  return {
    text: formatDraft({ huc4, name: region.name, huc8s, sites: inOrder }),
    siteCount: sites.size,
    leftOut,
  };
}

function byUnitAndType(one: DraftSite, other: DraftSite): number {
  return (
    one.huc8.localeCompare(other.huc8) || one.type.localeCompare(other.type) || one.id.localeCompare(other.id)
  );
}

const service = 'the Watershed Boundary Dataset';

/** The layers of the service by the digits of their codes. */
const layers = { 4: 2, 8: 4 } as const;

const Answer = z.object({
  features: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })),
});

type NamedUnit = { readonly code: string; readonly name: string };

/**
 * Lists the hydrologic units with a number of digits within a unit, by code. A name that repeats is followed by its code.
 * @throws SourceRefused
 */
async function listUnits(
  unit: string,
  digits: keyof typeof layers,
  tools: SourceTools,
): Promise<NamedUnit[]> {
  const field = `huc${digits}`;
  tools.onProgress(`Fetching the names of ${field.toUpperCase()}s`);
  const url = new URL(`${tools.environment.WBD_URL || wbdAddress}/${layers[digits]}/query`);
  url.search = new URLSearchParams({
    where: `${field} LIKE '${unit}%'`,
    outFields: `${field},name`,
    returnGeometry: 'false',
    orderByFields: field,
    f: 'json',
  }).toString();
  const units = await createRetryingFetch(tools)(url.href, (text) => parseUnits(text, field));
  return nameUniquely(
    units
      .filter(({ code }) => code.length === digits && code.startsWith(unit))
      .toSorted((one, other) => one.code.localeCompare(other.code)),
  );
}

function parseUnits(text: string, field: string): NamedUnit[] {
  const json = parseJson(text, service);
  const fault = parseServiceFault(json, service);
  if (fault) throw fault;
  return parseResponse(Answer, json, service).features.map(({ attributes }) => {
    const values = readAttributes(attributes);
    return { code: values.get(field) ?? '', name: values.get('name') ?? '' };
  });
}

function nameUniquely(units: readonly NamedUnit[]): NamedUnit[] {
  const names = new Set<string>();
  return units.map(({ code, name }) => {
    const unique = name === '' || names.has(name) ? `${name} (${code})`.trim() : name;
    names.add(unique);
    return { code, name: unique };
  });
}

type DraftContent = {
  readonly huc4: string;
  readonly name: string;
  readonly huc8s: readonly NamedUnit[];
  /** At least one. */
  readonly sites: readonly DraftSite[];
};

/** Limits that hold in any basin of the western United States, to begin with. */
const qualityRules: Readonly<Record<string, string>> = {
  // Where water backs up, flow is negative.
  Streamflow: '{ high: 1000000 }',
  'Snow Water Equivalent': '{ low: 0, high: 200, rate: 12 }',
  'Reservoir Storage': '{ low: 0, over_capacity_share: 0.2, spike_share: 0.05 }',
  Precipitation: '{ low: 0, high: 20, flat_days: 10 }',
  'Air Temperature': '{ low: -70, high: 130, rate: 60, flat_days: 10 }',
  Diversion: '{ high: 1000000 }',
  'Depth to Water': '{ low: -200, high: 3000, spike: 50 }',
  'Groundwater Elevation': '{ low: -300, high: 14500 }',
};

/** Formats the basin file of a draft. Every text is quoted as in JSON, which is YAML too. */
function formatDraft({ huc4, name, huc8s, sites }: DraftContent): string {
  const { center, zoom, searchBox } = findView(sites);
  const parameters = new Set(sites.flatMap((site) => site.parameters));
  const rules = Object.entries(qualityRules).filter(([parameter]) => parameters.has(parameter));
  const agencies = [...new Set(sites.map(({ source }) => source))].toSorted();
  return `# A draft of the basin file of hydrologic unit ${huc4}, from the lists of sites of USGS and NRCS.
# Check it before its first import; the guide is in the documentation under Your own basin. Check above all what is
# marked with CHECK.

# CHECK: the name, as the portal shows it.
name: ${quote(`${name} basin`)}

hydrologic_units: [${quote(huc4)}]

# CHECK: the zone of days and clocks, such as America/Boise or America/Los_Angeles. Set it before the first import.
time_zone: America/Denver

# CHECK: the initial view of maps. It is the middle of the sites; search_box is west, north, east, south.
map:
  center: [${center.join(', ')}]
  zoom: ${zoom}
  search_box: [${searchBox.join(', ')}]

# CHECK: add usbr, idwr or aquainfo for sites of those services; they have no list to draft from.
agencies:
${agencies.map((source) => `  ${source}: {}`).join('\n')}

huc8s:
${huc8s.map((unit) => `  - { code: ${quote(unit.code)}, name: ${quote(unit.name)} }`).join('\n')}

# CHECK: add the ground water districts, and each well's district below.
ground_water_districts: []

# CHECK: the limits of values, in the parameters' units. They are wide, for any basin; add low: 0 to Streamflow where no
# water flows backwards, with low: none in the quality of a site where it does.
quality:${rules.length === 0 ? ' {}' : ''}
${rules.map(([parameter, fields]) => `  ${parameter}: ${fields}`).join('\n')}

# CHECK: remove sites that the portal should not show, above all those whose record ended long ago. Wells are
# Non-Sentinel Well; change that to Sentinel Well where it fits. Lakes are Reservoir; add capacity_af where it is known.
# Discharge in canals and ditches is Diversion; it may be Return Flow or Recharge.
sites:
${sites.map(formatSite).join('\n')}
`;
}

function formatSite(site: DraftSite): string {
  const series = site.parameters.map((parameter) => `${parameter}: { ${site.source}: ${quote(site.id)} }`);
  return [
    ...site.records.map((record) => `  # ${record}`),
    `  - id: ${quote(site.id)}`,
    `    name: ${quote(site.name)}`,
    `    type: ${site.type}`,
    `    provider: ${site.provider}`,
    `    lat: ${site.lat}`,
    `    lon: ${site.lon}`,
    ...(site.elevationFt === undefined ? [] : [`    elevation_ft: ${site.elevationFt}`]),
    `    huc8: ${quote(site.huc8)}`,
    ...(site.huc10 === undefined ? [] : [`    huc10: ${quote(site.huc10)}`]),
    `    series: { ${series.join(', ')} }`,
  ].join('\n');
}

const quote = (text: string) => JSON.stringify(text);

/** Degrees around the outermost sites. */
const margin = 0.1;

/** Finds the initial view of maps and the box around all sites, west, north, east, south. */
function findView(sites: readonly DraftSite[]) {
  const lats = sites.map(({ lat }) => lat);
  const lons = sites.map(({ lon }) => lon);
  const [south, north] = [Math.min(...lats) - margin, Math.max(...lats) + margin];
  const [west, east] = [Math.min(...lons) - margin, Math.max(...lons) + margin];
  const span = Math.max(north - south, east - west);
  return {
    center: [(south + north) / 2, (west + east) / 2].map(round),
    zoom: span > 4 ? 6 : span > 2 ? 7 : 8,
    searchBox: [west, north, east, south].map(round),
  };
}

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

/** A site of a drafted basin file. */
type DraftSite = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly provider: 'USGS' | 'NRCS Snotel';
  readonly lat: number;
  readonly lon: number;
  readonly elevationFt: number | undefined;
  readonly huc8: string;
  readonly huc10: string | undefined;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  readonly source: 'usgs' | 'nrcs';
  /** E.g. `Streamflow 1910-10-01 to 2026-03-08`. */
  readonly records: readonly string[];
};

/** A site, or the reason why it is left out. */
type Drafted = { readonly site: DraftSite } | { readonly leftOut: string };

/** The portal's types by the beginning of the USGS code of a site; the first that fits counts. */
const typesByCode: readonly (readonly [code: string, type: string])[] = [
  ['ST-CA', 'Diversion'],
  ['ST-DCH', 'Diversion'],
  ['FA-DV', 'Diversion'],
  ['ST', 'Stream Gage'],
  ['LK', 'Reservoir'],
  ['SP', 'Spring'],
  ['GW', 'Non-Sentinel Well'],
  ['AT', 'Weather Station'],
];

/** Converts a monitoring location with its records. `huc8s` are the codes of the basin. */
function draftUsgsSite(
  location: UsgsLocation,
  records: readonly UsgsRecordInfo[],
  huc8s: ReadonlySet<string>,
): Drafted {
  const { id, name, elevationFt, hydrologicUnit, lat, lon } = location;
  if (records.length === 0) return { leftOut: 'USGS locations without daily means of these parameters' };
  const number = /^USGS-(\d{8,15})$/.exec(id)?.[1];
  if (number === undefined) return { leftOut: 'locations of other agencies in the USGS service' };
  const type = typesByCode.find(([code]) => location.type.startsWith(code))?.[1];
  if (type === undefined) return { leftOut: `USGS locations of type ${location.type || 'unknown'}` };
  const place = toPlace(lat, lon, hydrologicUnit, huc8s);
  if (place === undefined) return { leftOut: 'USGS locations without coordinates or HUC8' };
  const byParameter = Map.groupBy(records, ({ code }) => parameterOf(code, type));
  return {
    site: {
      ...place,
      id: number,
      name,
      type,
      provider: 'USGS',
      elevationFt,
      parameters: [...byParameter.keys()],
      source: 'usgs',
      records: [...byParameter].map(([parameter, same]) => `${parameter} ${describePeriod(same)}`),
    },
  };
}

/** Converts a SNOTEL station. */
function draftNrcsSite(station: NrcsStation, huc8s: ReadonlySet<string>): Drafted {
  const { stationTriplet, name, latitude, longitude, huc, elevation } = station;
  const known = (station.stationElements ?? []).flatMap(({ elementCode, beginDate }) => {
    const { ndx, mayIncludeDeadStorage } = elements[elementCode] ?? {};
    return ndx === undefined || mayIncludeDeadStorage
      ? []
      : [{ parameter: nameOf(ndx), begin: beginDate?.slice(0, 10) }];
  });
  const byParameter = Map.groupBy(known, ({ parameter }) => parameter);
  if (byParameter.size === 0) return { leftOut: 'SNOTEL stations without daily values of these parameters' };
  const place = toPlace(latitude ?? undefined, longitude ?? undefined, huc ?? '', huc8s);
  if (place === undefined) return { leftOut: 'SNOTEL stations without coordinates or HUC8' };
  return {
    site: {
      ...place,
      id: stationTriplet,
      name: name.trim() || stationTriplet,
      type: 'SNOTEL',
      provider: 'NRCS Snotel',
      elevationFt: elevation ?? undefined,
      parameters: [...byParameter.keys()],
      source: 'nrcs',
      records: [...byParameter].map(
        ([parameter, [first]]) => `${parameter} since ${first?.begin ?? 'an unknown day'}`,
      ),
    },
  };
}

function toPlace(
  lat: number | undefined,
  lon: number | undefined,
  unit: string,
  huc8s: ReadonlySet<string>,
): Pick<DraftSite, 'lat' | 'lon' | 'huc8' | 'huc10'> | undefined {
  const huc8 = unit.slice(0, 8);
  const isOnGlobe = Math.abs(lat ?? 999) <= 90 && Math.abs(lon ?? 999) <= 180;
  if (lat === undefined || lon === undefined || !isOnGlobe || !huc8s.has(huc8)) return undefined;
  return { lat: roundPlace(lat), lon: roundPlace(lon), huc8, huc10: /^\d{10}/.exec(unit)?.[0] };
}

const nameOf = (ndx: number) => parameters.find((each) => each.ndx === ndx)?.name ?? '';

/** The discharge of a canal or ditch is a diversion. */
function parameterOf(code: string, type: string): string {
  const among = parametersByCode[code] ?? [];
  const isDiversion = type === 'Diversion' && among.includes(parameterNdx.diversion);
  return nameOf(isDiversion ? parameterNdx.diversion : (among[0] ?? 0));
}

/** Describes the days from the first to the last of some records. */
function describePeriod(records: readonly UsgsRecordInfo[]): string {
  const formatOrUnknown = (day: number) => (Number.isFinite(day) ? formatDay(day) : 'an unknown day');
  const begin = Math.min(...records.flatMap((each) => each.begin ?? []));
  const end = Math.max(...records.flatMap((each) => each.end ?? []));
  return `${formatOrUnknown(begin)} to ${formatOrUnknown(end)}`;
}

/** About 1 m. */
const roundPlace = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

const awdb = 'AWDB';

const Station = z.object({
  stationTriplet: z.string(),
  name: z.string(),
  huc: z.optional(z.nullable(z.string())),
  elevation: z.optional(z.nullable(z.number())),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  stationElements: z.optional(
    z.nullable(
      z.array(
        z.object({
          elementCode: z.string(),
          durationName: z.optional(z.nullable(z.string())),
          beginDate: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
});

/** A SNOTEL station with its elements that have daily values. */
type NrcsStation = z.output<typeof Station>;

const snotel = 'SNTL';

/** Lists the SNOTEL stations of a hydrologic unit with their daily elements. @throws SourceRefused */
async function listNrcsStations(unit: string, tools: SourceTools): Promise<NrcsStation[]> {
  tools.onProgress('Fetching the SNOTEL stations of NRCS');
  const data = new URL(tools.environment.NRCS_URL || nrcsAddress);
  const url = new URL(data.pathname.replace(/[^/]*\/?$/, 'stations'), data);
  url.search = new URLSearchParams({
    stationTriplets: `*:*:${snotel}`,
    hucs: `${unit}*`,
    durations: 'DAILY',
    returnStationElements: 'true',
    activeOnly: 'true',
  }).toString();
  const stations = await createRetryingFetch(tools)(url.href, (text) =>
    parseResponse(z.array(Station), parseJson(text, awdb), awdb),
  );
  // The service silently ignores filters that it does not know, and then lists every station.
  return stations
    .filter(({ huc, stationTriplet }) => huc?.startsWith(unit) && stationTriplet.endsWith(`:${snotel}`))
    .map((station) => ({
      ...station,
      stationElements: (station.stationElements ?? []).filter(
        ({ durationName }) => (durationName ?? 'DAILY') === 'DAILY',
      ),
    }));
}

/** A monitoring location as the service lists it. */
type UsgsLocation = {
  /** E.g. `USGS-13037500`. */
  readonly id: string;
  readonly name: string;
  /** The code of the kind of site, e.g. `ST` or `ST-CA`. */
  readonly type: string;
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  readonly elevationFt: number | undefined;
  /** Up to 12 digits. */
  readonly hydrologicUnit: string;
};

const LocationFields = z.object({
  monitoring_location_name: optionalText,
  site_type_code: optionalText,
  hydrologic_unit_code: optionalText,
  altitude: z.optional(z.nullable(z.number())),
});

const Location = z.object({
  id: z.string(),
  properties: LocationFields,
  geometry: z.optional(z.nullable(z.object({ coordinates: z.array(z.number()) }))),
});

/**
 * Lists the monitoring locations of a hydrologic unit, and the records of daily means of the portal's parameters there.
 * @throws SourceRefused
 */
async function listUsgsSites(
  unit: string,
  tools: SourceTools,
): Promise<{ locations: UsgsLocation[]; records: UsgsRecordInfo[] }> {
  const headers: Record<string, string> = tools.environment.USGS_API_KEY
    ? { 'x-api-key': tools.environment.USGS_API_KEY }
    : {};
  const context = { fetchWithRetry: createRetryingFetch(tools, { headers, pauseMs: 200 }) };
  const isWithinUnit = { op: 'like', args: [{ property: 'hydrologic_unit_code' }, `${unit}%`] };
  const isKnownCode = { op: 'in', args: [{ property: 'parameter_code' }, Object.keys(parametersByCode)] };

  tools.onProgress('Fetching the daily records of USGS');
  const records: UsgsRecordInfo[] = [];
  const statistics = Object.keys(parametersByCode).flatMap(statisticsOf);
  const isStored = { op: 'in', args: [{ property: 'statistic_id' }, [...new Set(statistics)]] };
  const body = JSON.stringify({ op: 'and', args: [isWithinUnit, isKnownCode, isStored] });
  const recordsUrl = createItemsUrl(tools, {
    collection: 'time-series-metadata',
    fields: seriesMetadataFields,
  });
  for await (const page of fetchPages({ url: recordsUrl, body }, parseSeriesMetadata, context)) {
    records.push(...page.items.filter((each) => isDaily(each) && each.code in parametersByCode));
  }

  tools.onProgress('Fetching the monitoring locations of USGS');
  const locations: UsgsLocation[] = [];
  const locationsUrl = createItemsUrl(tools, {
    collection: 'monitoring-locations',
    fields: Object.keys(LocationFields.shape),
    filters: { skipGeometry: 'false' },
  });
  const request = { url: locationsUrl, body: JSON.stringify(isWithinUnit) };
  for await (const page of fetchPages(request, parseLocations, context)) locations.push(...page.items);
  return { locations, records };
}

function parseLocations(text: string): UsgsPage<UsgsLocation> {
  return parsePage(text, Location, ({ id, properties, geometry }) => {
    const [lon, lat] = geometry?.coordinates ?? [];
    return {
      id,
      name: properties.monitoring_location_name?.trim() || id,
      type: properties.site_type_code ?? '',
      lat,
      lon,
      elevationFt: properties.altitude ?? undefined,
      hydrologicUnit: properties.hydrologic_unit_code ?? '',
    };
  });
}
