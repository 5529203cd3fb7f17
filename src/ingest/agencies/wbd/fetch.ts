import type { Basin } from '#contract/basin.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { readSourceFile } from '../../read-source-file.ts';
import type { SourceRequest, SourceTools } from '../../source.ts';
import { fetchPages, type PageSizes } from '../arcgis/fetch-pages.ts';
import { type HydrologicUnit, parseHydrologicUnits, parseHydrologicUnitsFile } from './parse.ts';

/** The USGS Watershed Boundary Dataset, generalized to what a map of a basin can show. */
export const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer';
const levels = [
  { field: 'huc8', layer: 4 },
  { field: 'huc10', layer: 5 },
] as const;
type Level = (typeof levels)[number];

const unitsPerRequest: PageSizes = [50, 10];

/**
 * Reads the HUC8s and HUC10s of the basin with their names and areas, or those of a file.
 * @throws SourceRefused if the file or a response is not a collection of hydrologic units
 */
export async function readBoundaries(
  basin: Basin,
  request: SourceRequest,
  tools: SourceTools,
): Promise<readonly HydrologicUnit[]> {
  const units = request.file
    ? await parseHydrologicUnitsFile(await readSourceFile(request.file))
    : await fetchUnits(basin, tools);
  const wanted = request.sites && new Set(request.sites);
  return wanted ? units.filter(({ code }) => wanted.has(code)) : units;
}

async function fetchUnits(basin: Basin, tools: SourceTools): Promise<HydrologicUnit[]> {
  const fetchWithRetry = createRetryingFetch(tools, { pauseMs: 500 });
  const units: HydrologicUnit[] = [];
  for (const level of levels) {
    tools.onProgress(`Fetching the areas of ${level.field.toUpperCase()}s`);
    const toUrl = (offset: number, size: number) => buildUrl(level, basin, offset, size, tools);
    units.push(...(await fetchPages(fetchWithRetry, unitsPerRequest, toUrl, parseHydrologicUnits)));
  }
  return units;
}

function buildUrl(
  { field, layer }: Level,
  { hydrologic_units }: Basin,
  offset: number,
  size: number,
  { environment }: SourceTools,
): string {
  const url = new URL(`${environment.WBD_URL || defaultAddress}/${layer}/query`);
  url.search = new URLSearchParams({
    where: hydrologic_units.map((unit) => `${field} LIKE '${unit}%'`).join(' OR '),
    outFields: `${field},name`,
    outSR: '4326',
    geometryPrecision: '4',
    maxAllowableOffset: '0.002',
    orderByFields: field,
    resultOffset: String(offset),
    resultRecordCount: String(size),
    f: 'geojson',
  }).toString();
  return url.href;
}
