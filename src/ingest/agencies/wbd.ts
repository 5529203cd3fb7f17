import type { Basin } from '#contract/basin/basin.ts';
import { createRetryingFetch } from '../reading/http-retry.ts';
import { readJsonElements } from '../reading/parse-response.ts';
import { readSourceFile } from '../reading/read-source-file.ts';
import type { SourceRequest, SourceText, SourceTools } from '../source.ts';
import { type ArcgisShape, Boundary, createFeatureParser, fetchFeatures, type PageSizes } from './arcgis.ts';

/** The USGS Watershed Boundary Dataset, generalized to what a map of a basin can show. */
export const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer';
const levels = [
  { field: 'huc8', layer: 4 },
  { field: 'huc10', layer: 5 },
] as const;

const unitsPerRequest: PageSizes = [50, 10];

/**
 * Reads the HUC8s and HUC10s of the basin with their names and areas, or those of a file. `isPage` is true for a file
 * that says that the service has more of them.
 * @throws SourceRefused if the file or a response is not a collection of hydrologic units
 */
export async function readBoundaries(
  basin: Basin,
  request: SourceRequest,
  tools: SourceTools,
): Promise<SavedUnits> {
  const { units, isPage } = request.file
    ? await parseHydrologicUnitsFile(await readSourceFile(request.file))
    : { units: await fetchUnits(basin, tools), isPage: false };
  const wanted = request.sites && new Set(request.sites);
  return { units: wanted ? units.filter(({ code }) => wanted.has(code)) : units, isPage };
}

type SavedUnits = { readonly units: readonly HydrologicUnit[]; readonly isPage: boolean };

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
      ...(await fetchFeatures(fetchWithRetry, layerUrl, query, unitsPerRequest, hydrologicUnits.parsePage)),
    );
  }
  return units;
}

/** A unit of the Watershed Boundary Dataset; `problem` says why its geometry is invalid. */
export type HydrologicUnit = { readonly code: string; readonly name: string } & ArcgisShape<Boundary>;

const service = 'the Watershed Boundary Dataset';
const hydrologicUnits = createFeatureParser<Boundary, HydrologicUnit>({
  service,
  geometry: Boundary,
  refusal: 'This is not a GeoJSON collection of areas with a property huc8 or huc10.',
  toItem: (attributes, shape) => {
    const code = attributes.get('huc10') ?? attributes.get('huc8') ?? '';
    return { code, name: attributes.get('name') ?? '', ...shape };
  },
});

/** Parses a saved collection, feature by feature. @throws SourceRefused */
async function parseHydrologicUnitsFile(file: SourceText): Promise<SavedUnits> {
  const units: HydrologicUnit[] = [];
  let isPage = false;
  const limits = ['$.exceededTransferLimit', '$.properties.exceededTransferLimit'];
  const onMember = (name: string, value: unknown) => {
    isPage ||= name === 'exceededTransferLimit' && value === true;
  };
  const count = await readJsonElements(
    file,
    { paths: ['$.features.*', ...limits], service, onMember },
    ({ value }) => units.push(hydrologicUnits.parseFeature(value)),
  );
  return { units: count > 0 ? units : hydrologicUnits.parsePage(await file.text()).items, isPage };
}
