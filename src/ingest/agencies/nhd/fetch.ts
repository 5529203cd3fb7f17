import type { Basin } from '#contract/basin.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { SourceRefused, type SourceTools } from '../../source.ts';
import { fetchPages, type PageSizes } from '../arcgis/fetch-pages.ts';
import { type NamedWater, toRivers, toWaterbodies } from './join-parts.ts';
import { parseFlowlines, parseLayers, parseWaterbodies } from './parse.ts';

/** The USGS National Hydrography Dataset, generalized to what a map of a basin can show. */
const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/nhd/MapServer';

/**
 * The layers by name, because the service has renumbered them before. `ftype` 334 is a connector, 378 ice, 460 a stream
 * and 558 the path of a river through a wide water; canals (336) are left out, and ponds, which would shrink to nothing.
 */
const flowlines = { name: 'Flowline - Small Scale', condition: 'ftype IN (334, 460, 558)' };
const waterbodies = { name: 'Waterbody - Small Scale', condition: 'ftype <> 378 AND areasqkm >= 0.2' };

const featuresPerRequest: PageSizes = [500, 100];

/** The named rivers and waterbodies of a basin. */
export type Hydrography = { readonly river: NamedWater; readonly waterbody: NamedWater };

/**
 * Fetches the named rivers and waterbodies of the basin.
 * @throws SourceRefused
 */
export async function readHydrography(basin: Basin, tools: SourceTools): Promise<Hydrography> {
  const address = tools.environment.NHD_URL || defaultAddress;
  const fetchWithRetry = createRetryingFetch(tools, { pauseMs: 500 });
  tools.onProgress('Fetching the rivers and waterbodies');
  const ids = await fetchWithRetry(`${address}?f=json`, parseLayers);
  const fetchLayer = <T>(layer: typeof flowlines, parse: Parse<T>): Promise<T[]> => {
    const id = ids.get(layer.name);
    if (id === undefined) {
      throw new SourceRefused(
        `The National Hydrography Dataset has no layer "${layer.name}". Its rivers and waterbodies were not imported.`,
      );
    }
    const toUrl = (offset: number, size: number) =>
      buildUrl(`${address}/${id}/query`, layer.condition, basin, offset, size);
    return fetchPages(fetchWithRetry, featuresPerRequest, toUrl, parse);
  };
  return {
    river: toRivers(await fetchLayer(flowlines, parseFlowlines)),
    waterbody: toWaterbodies(await fetchLayer(waterbodies, parseWaterbodies)),
  };
}

type Parse<T> = (text: string) => { readonly items: readonly T[]; readonly hasMore: boolean };

/** A reach code begins with the code of its HUC8. */
function buildUrl(
  layerUrl: string,
  condition: string,
  { hydrologic_units }: Basin,
  offset: number,
  size: number,
): string {
  const url = new URL(layerUrl);
  const units = hydrologic_units.map((unit) => `reachcode LIKE '${unit}%'`).join(' OR ');
  url.search = new URLSearchParams({
    where: `gnis_name IS NOT NULL AND ${condition} AND (${units})`,
    outFields: 'gnis_id,gnis_name',
    outSR: '4326',
    geometryPrecision: '4',
    maxAllowableOffset: '0.001',
    orderByFields: 'permanent_identifier',
    resultOffset: String(offset),
    resultRecordCount: String(size),
    f: 'geojson',
  }).toString();
  return url.href;
}
