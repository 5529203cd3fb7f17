import type { Basin } from '#contract/basin.ts';
import { createRetryingFetch, type RetryingFetch } from '../../http-retry.ts';
import { readSourceFile } from '../../read-source-file.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../../source.ts';
import { type HydrologicUnit, parseHydrologicUnits, parseHydrologicUnitsFile } from './parse.ts';

/** The USGS Watershed Boundary Dataset, generalized to what a map of a basin can show. */
export const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer';
const levels = [
  { field: 'huc8', layer: 4 },
  { field: 'huc10', layer: 5 },
] as const;
type Level = (typeof levels)[number];

/** Large requests can end in server errors. The next size is tried then. */
const unitsPerRequest = [50, 10] as const;
const maxRequests = 200;

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
    units.push(...(await fetchLevel(level, basin, fetchWithRetry, tools)));
  }
  return units;
}

/** Fetches the basin's units of a level, page by page. */
async function fetchLevel(
  level: Level,
  basin: Basin,
  fetchWithRetry: RetryingFetch,
  tools: SourceTools,
): Promise<HydrologicUnit[]> {
  const units: HydrologicUnit[] = [];
  let [size]: readonly number[] = unitsPerRequest;
  for (let page = 0; page < maxRequests; page += 1) {
    try {
      const batch = await fetchWithRetry(
        buildUrl(level, basin, units.length, size ?? 1, tools),
        parseHydrologicUnits,
      );
      units.push(...batch.units);
      if (!batch.hasMore || batch.units.length === 0) return units;
    } catch (error) {
      const smaller = unitsPerRequest.find((each) => each < (size ?? 1));
      if (!(error instanceof SourceRefused) || smaller === undefined) throw error;
      size = smaller;
    }
  }
  throw new SourceRefused(
    `The service still has more areas after ${maxRequests} requests; its paging does not work.`,
  );
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
