import { dayNumber, yesterdayInDenver } from '#domain/calendar.ts';
import { fetchText } from '../fetch-text.ts';
import { readNwisJson, readNwisRdb } from '../normalise/usgs-nwis.ts';
import { readOgcPage } from '../normalise/usgs-ogc.ts';
import { type UsgsRow, usgsSeries } from '../normalise/usgs-rows.ts';
import {
  type Source,
  SourceRefused,
  type SourceRequest,
  type SourceSeries,
  type SourceTools,
} from '../source.ts';
import { dischargeCodes, gageNumbers, siteNumber, usgsTarget, wellCodes, wellNumbers } from './usgs-sites.ts';

const defaultAddress = 'https://api.waterdata.usgs.gov/ogcapi/v0';
const legacyAddress = 'https://waterservices.usgs.gov/nwis';
const recordsBegin = '1980-10-01';
const sitesPerRequest = 5;
const rowsPerPage = 50_000;
/** More pages than any batch can have; a service that leads in circles is left. */
const mostPages = 200;

type Question = { readonly collection: 'daily' | 'field-measurements'; readonly codes: readonly string[] };

/** Gages have daily means; a well's record is what its recorder kept and what people measured at it. */
const questions = {
  gages: [{ collection: 'daily', codes: dischargeCodes }],
  wells: [
    { collection: 'daily', codes: wellCodes },
    { collection: 'field-measurements', codes: wellCodes },
  ],
} as const satisfies Record<string, readonly Question[]>;

/**
 * USGS: the Water Data API, with the legacy service where it cannot be had, and saved answers of either. Series are
 * read whole before they are given, so that a fault in their midst leaves what was there.
 */
export const usgs: Source = {
  title: 'USGS',
  readFile,
  fetch: fetchSeries,
};

function* readFile(text: string, { since, sites }: SourceRequest): Generator<SourceSeries> {
  const wanted = sites && new Set(sites.map(siteNumber));
  const rows = rowsOf(text).filter(({ site }) => !wanted || wanted.has(site));
  yield* usgsSeries(rows, usgsTarget, since === undefined ? undefined : dayNumber(since));
}

/** A saved answer of either service. */
function rowsOf(text: string): UsgsRow[] {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('{')) return readNwisRdb(text);
  return /"timeSeries"\s*:/.test(text) ? readNwisJson(text) : readOgcPage(text).rows;
}

async function* fetchSeries(request: SourceRequest, tools: SourceTools): AsyncGenerator<SourceSeries> {
  const wanted = request.sites?.map(siteNumber);
  for (const name of wanted ?? []) {
    if (!gageNumbers.includes(name) && !wellNumbers.includes(name)) yield { kind: 'unknown', name };
  }
  const chosen = (all: readonly string[]) => (wanted ? all.filter((site) => wanted.includes(site)) : all);
  const groups = [
    { sites: chosen(gageNumbers), ask: questions.gages },
    { sites: chosen(wellNumbers), ask: questions.wells },
  ];
  const count = groups.reduce((sum, { sites }) => sum + sites.length, 0);
  let done = 0;
  for (const { sites, ask } of groups) {
    for (let at = 0; at < sites.length; at += sitesPerRequest) {
      const batch = sites.slice(at, at + sitesPerRequest);
      done += batch.length;
      tools.onProgress(`Fetching ${batch.join(', ')} (${done} of ${count} sites)`);
      yield* await fetchBatch(batch, ask, request.since ?? recordsBegin, tools);
    }
  }
}

/** A batch that is refused is asked for again site by site: one bad station spoils them all. */
async function fetchBatch(
  batch: readonly string[],
  ask: readonly Question[],
  first: string,
  tools: SourceTools,
): Promise<SourceSeries[]> {
  try {
    const rows = await fetchRows(batch, ask, first, tools);
    return usgsSeries(rows, usgsTarget, dayNumber(first));
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0)
      return [await fetchLegacy(only, first, tools, error)].flat();
    const series: SourceSeries[] = [];
    for (const site of batch) series.push(...(await fetchBatch([site], ask, first, tools)));
    return series;
  }
}

async function fetchRows(
  batch: readonly string[],
  ask: readonly Question[],
  first: string,
  tools: SourceTools,
): Promise<UsgsRow[]> {
  const rows: UsgsRow[] = [];
  for (const question of ask) {
    let next: string | undefined = address(batch, question, first, tools);
    for (let page = 0; next !== undefined; page += 1) {
      if (page === mostPages)
        throw new SourceRefused(`There are more than ${mostPages} pages of ${batch.join(', ')}.`);
      const read = readOgcPage(await fetchText(next, tools, keyHeader(tools)));
      const isMeasured = question.collection === 'field-measurements';
      for (const row of read.rows) rows.push(isMeasured ? { ...row, record: 'measured', isMeasured } : row);
      next = read.next;
    }
  }
  return rows;
}

/** The service that is being switched off: asked only for a site that the other one does not give. */
async function fetchLegacy(
  site: string,
  first: string,
  tools: SourceTools,
  cause: SourceRefused,
): Promise<SourceSeries[]> {
  try {
    const url = new URL(`${tools.environment.USGS_LEGACY_URL || legacyAddress}/dv/`);
    url.search = new URLSearchParams({
      format: 'json',
      sites: site,
      parameterCd: (gageNumbers.includes(site) ? dischargeCodes : wellCodes).join(','),
      statCd: '00003',
      startDT: first,
      endDT: yesterdayInDenver(tools.now()),
      siteStatus: 'all',
    }).toString();
    return usgsSeries(readNwisJson(await fetchText(url.href, tools)), usgsTarget, dayNumber(first));
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return [{ kind: 'refused', name: site, message: `${cause.message} Legacy service: ${error.message}` }];
  }
}

function address(
  batch: readonly string[],
  { collection, codes }: Question,
  first: string,
  { environment, now }: SourceTools,
): string {
  const url = new URL(`${environment.USGS_URL || defaultAddress}/collections/${collection}/items`);
  const last = yesterdayInDenver(now());
  url.searchParams.set('f', 'json');
  url.searchParams.set('monitoring_location_id', batch.map((site) => `USGS-${site}`).join(','));
  url.searchParams.set('parameter_code', codes.join(','));
  if (collection === 'daily') url.searchParams.set('statistic_id', '00003');
  url.searchParams.set('time', collection === 'daily' ? `${first}/${last}` : `${first}T00:00:00Z/..`);
  url.searchParams.set('skipGeometry', 'true');
  url.searchParams.set('limit', String(rowsPerPage));
  return url.href;
}

/** With a key of its own a portal may ask more often. */
function keyHeader({ environment }: SourceTools): Record<string, string> {
  return environment.USGS_API_KEY ? { 'x-api-key': environment.USGS_API_KEY } : {};
}
