import * as z from 'zod/mini';
import { parseServiceFault, readAttributes } from '../../agencies/arcgis.ts';
import { defaultAddress } from '../../agencies/wbd.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { SourceRefused, type SourceTools } from '../../source.ts';
import { type DraftSite, draftNrcsSite, draftUsgsSite, listNrcsStations } from './draft-sites.ts';
import { listUsgsSites } from './usgs-sites.ts';

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
  const recordsByLocation = Map.groupBy(records, ({ location }) => location);
  const codes = new Set(huc8s.map(({ code }) => code));
  const drafted = [
    ...locations.map((each) => draftUsgsSite(each, recordsByLocation.get(each.id) ?? [], codes)),
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
  const url = new URL(`${tools.environment.WBD_URL || defaultAddress}/${layers[digits]}/query`);
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
  Streamflow: '{ low: 0, high: 1000000 }',
  'Snow Water Equivalent': '{ low: 0, high: 200, rate: 12 }',
  'Reservoir Storage': '{ low: 0, over_capacity_share: 0.05, spike_share: 0.05 }',
  Precipitation: '{ low: 0, high: 20, flat_days: 10 }',
  'Air Temperature': '{ low: -70, high: 130, rate: 60, flat_days: 10 }',
  Diversion: '{ low: 0, high: 1000000 }',
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

# CHECK: the limits of values, in the parameters' units. They are wide, for any basin.
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
