import type { Basin } from '#contract/basin.ts';
import { createRetryingFetch } from '../http-retry.ts';
import { readJsonElements } from '../parse-response.ts';
import { readSourceFile } from '../read-source-file.ts';
import { SourceRefused, type SourceRequest, type SourceText, type SourceTools } from '../source.ts';
import { Boundary, fetchFeatures, type PageSizes, parseCollection, readFeature } from './arcgis.ts';

/** The USGS Watershed Boundary Dataset, generalized to what a map of a basin can show. */
export const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer';
const levels = [
  { field: 'huc8', layer: 4 },
  { field: 'huc10', layer: 5 },
] as const;

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
  for (const { field, layer } of levels) {
    tools.onProgress(`Fetching the areas of ${field.toUpperCase()}s`);
    const layerUrl = `${tools.environment.WBD_URL || defaultAddress}/${layer}`;
    const query = {
      where: basin.hydrologic_units.map((unit) => `${field} LIKE '${unit}%'`).join(' OR '),
      outFields: `${field},name`,
      maxAllowableOffset: '0.002',
      orderByFields: field,
    };
    units.push(
      ...(await fetchFeatures(fetchWithRetry, layerUrl, query, unitsPerRequest, parseHydrologicUnits)),
    );
  }
  return units;
}

const service = 'the Watershed Boundary Dataset';

/** A unit of the Watershed Boundary Dataset; `problem` says why its geometry is invalid. */
export type HydrologicUnit = { readonly code: string; readonly name: string } & (
  | { readonly geometry: Boundary }
  | { readonly problem: string }
);

/**
 * Parses a GeoJSON collection of hydrologic units with a property `huc8` or `huc10`.
 * @throws SourceRefused if it is not one
 */
function parseHydrologicUnits(text: string): { items: HydrologicUnit[]; hasMore: boolean } {
  const { features, hasMore } = parseCollection(text, service, noCollection);
  return { items: features.map(parseUnit), hasMore };
}

/** Parses a saved collection, feature by feature. @throws SourceRefused */
async function parseHydrologicUnitsFile(file: SourceText): Promise<HydrologicUnit[]> {
  const units: HydrologicUnit[] = [];
  const count = await readJsonElements(file, { paths: ['$.features.*'], service }, ({ value }) =>
    units.push(parseUnit(value)),
  );
  return count > 0 ? units : parseHydrologicUnits(await file.text()).items;
}

function noCollection(): SourceRefused {
  return new SourceRefused('This is not a GeoJSON collection of areas with a property huc8 or huc10.');
}

function parseUnit(feature: unknown): HydrologicUnit {
  const { attributes, shape } = readFeature(feature, Boundary, noCollection);
  const code = attributes.get('huc10') ?? attributes.get('huc8') ?? '';
  return { code, name: attributes.get('name') ?? '', ...shape };
}
