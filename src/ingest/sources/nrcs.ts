import { dayNumber, yesterdayInDenver } from '#domain/calendar.ts';
import { fetchText } from '../fetch-text.ts';
import { readAwdb } from '../normalise/awdb-json.ts';
import { readNrcsCsv } from '../normalise/nrcs-csv.ts';
import {
  type Source,
  SourceRefused,
  type SourceRequest,
  type SourceSeries,
  type SourceTools,
} from '../source.ts';
import { elements, nrcsTarget, tripletOf, triplets } from './nrcs-elements.ts';

const defaultAddress = 'https://wcc.sc.egov.usda.gov/awdbRestApi/services/v1/data';
const recordsBegin = '1980-10-01';
/** Longer calls end in errors of the server. */
const stationsPerRequest = 10;

/** NRCS SNOTEL: the AWDB service, its saved answers, and the report generator's CSV. */
export const nrcs: Source = {
  title: 'NRCS Snotel',
  readFile,
  fetch: fetchSeries,
};

function* readFile(text: string, { since, sites }: SourceRequest): Generator<SourceSeries> {
  const first = since === undefined ? undefined : dayNumber(since);
  const wanted = sites && new Set(sites.map(tripletOf));
  const isJson = /^\s*[[{]/.test(text.replace(/^\uFEFF/, ''));
  const all = isJson
    ? readAwdb(text, nrcsTarget, first)
    : readNrcsCsv(text, {
        elementOf,
        tripletOf,
        targetOf: nrcsTarget,
        site: sites?.length === 1 ? sites[0] : undefined,
        since: first,
      });
  for (const series of all) {
    const [triplet = ''] = series.name.split(' ');
    if (!wanted || series.kind === 'unknown' || wanted.has(triplet)) yield series;
  }
}

async function* fetchSeries(request: SourceRequest, tools: SourceTools): AsyncGenerator<SourceSeries> {
  const wanted = request.sites ? request.sites.map(tripletOf) : triplets;
  const known = wanted.filter((triplet) => triplets.includes(triplet));
  for (const name of wanted) if (!triplets.includes(name)) yield { kind: 'unknown', name };
  const first = request.since ?? recordsBegin;
  const last = yesterdayInDenver(tools.now());
  for (let at = 0; at < known.length; at += stationsPerRequest) {
    const batch = known.slice(at, at + stationsPerRequest);
    tools.onProgress(
      `Fetching ${batch.join(', ')} (${Math.min(at + stationsPerRequest, known.length)} of ${known.length} sites)`,
    );
    yield* await fetchBatch(batch, first, last, tools);
  }
}

/** A batch that the service refuses is asked for again site by site: one bad station spoils them all. */
async function fetchBatch(
  batch: readonly string[],
  first: string,
  last: string,
  tools: SourceTools,
): Promise<SourceSeries[]> {
  try {
    const text = await fetchText(address(batch, first, last, tools), tools);
    return readAwdb(text, nrcsTarget, dayNumber(first));
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) {
      return [{ kind: 'refused', name: only, message: error.message }];
    }
    const series: SourceSeries[] = [];
    for (const triplet of batch) series.push(...(await fetchBatch([triplet], first, last, tools)));
    return series;
  }
}

function elementOf(head: string): string | undefined {
  return Object.entries(elements).find(([, { head: pattern }]) => pattern.test(head))?.[0];
}

function address(
  batch: readonly string[],
  first: string,
  last: string,
  { environment }: SourceTools,
): string {
  const url = new URL(environment.NRCS_URL || defaultAddress);
  url.searchParams.set('stationTriplets', batch.join(','));
  url.searchParams.set('elements', Object.keys(elements).join(','));
  url.searchParams.set('duration', 'DAILY');
  url.searchParams.set('beginDate', first);
  url.searchParams.set('endDate', last);
  url.searchParams.set('returnFlags', 'true');
  return url.href;
}
