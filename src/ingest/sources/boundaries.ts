import type { Basin } from '#contract/basin.ts';
import type { Store } from '#server/db/open.ts';
import { type Ask, createAsk } from '../ask.ts';
import { writeAreas } from '../basin/write-areas.ts';
import { type Area, readAreas } from '../normalise/areas.ts';
import { readSourceFile } from '../read-source-file.ts';
import type { IngestReport } from '../report.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../source.ts';

/** The USGS Watershed Boundary Dataset, generalised to what a map of a basin can show. */
const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer';
const levels = [
  { field: 'huc8', layer: 4 },
  { field: 'huc10', layer: 5 },
] as const;
type Level = (typeof levels)[number];

/** Large answers end in errors of the server; smaller ones are tried then. */
const areasPerRequest = [50, 10] as const;
const mostRequests = 200;

/**
 * Replaces the approximate areas of the portal's HUC8s by real ones and brings its HUC10s with their names, all or none
 * of them in one transaction. A HUC8 that the portal does not have is named and left out, one whose shape is none is
 * refused alone.
 * @throws SourceRefused where the file or an answer is no collection of areas
 */
export async function ingestBoundaries(
  store: Store,
  basin: Basin,
  request: SourceRequest,
  tools: SourceTools,
  report: IngestReport,
): Promise<void> {
  const areas = request.file
    ? readAreas(await readSourceFile(request.file)).areas
    : await fetchAll(basin, tools);
  const wanted = request.sites && new Set(request.sites);
  const chosen = wanted ? areas.filter(({ code }) => wanted.has(code)) : areas;
  await store.transaction((transaction) => writeAreas(transaction, basin, chosen, report));
  tools.onProgress(`${report.rows_written} boundaries written, ${report.rows_unchanged} unchanged`);
}

async function fetchAll(basin: Basin, tools: SourceTools): Promise<Area[]> {
  const ask = createAsk(tools, { pause: 500 });
  const areas: Area[] = [];
  for (const level of levels) {
    tools.onProgress(`Fetching the areas of ${level.field.toUpperCase()}s`);
    areas.push(...(await fetchLevel(level, basin, ask, tools)));
  }
  return areas;
}

/** All areas of a level in the basin's units, page by page. */
async function fetchLevel(level: Level, basin: Basin, ask: Ask, tools: SourceTools): Promise<Area[]> {
  const areas: Area[] = [];
  let [size]: readonly number[] = areasPerRequest;
  for (let page = 0; page < mostRequests; page += 1) {
    try {
      const answer = await ask(address(level, basin, areas.length, size ?? 1, tools), readAreas);
      areas.push(...answer.areas);
      if (!answer.isMore || answer.areas.length === 0) return areas;
    } catch (error) {
      const smaller = areasPerRequest.find((each) => each < (size ?? 1));
      if (!(error instanceof SourceRefused) || smaller === undefined) throw error;
      size = smaller;
    }
  }
  throw new SourceRefused('The service has more and more areas; something is wrong with its pages.');
}

function address(
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
