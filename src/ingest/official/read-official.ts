import type { Basin } from '#contract/basin.ts';
import { targetsOf } from '../basin/targets.ts';
import { inBatchesOf, readInBatches } from '../batches.ts';
import { createRetryingFetch, ServiceBlocked } from '../http-retry.ts';
import type { SourceRequest, SourceTools } from '../source.ts';
import { fetchForecasts, fetchMedians, fetchNormals } from './fetch.ts';
import type { OfficialSite } from './official-site.ts';

const pauseMs = 500;
/** Larger requests to AWDB end in server errors. */
const stationsPerRequest = 10;
/** Statistics have 366 days; more sites are more pages, not fewer requests. */
const sitesPerRequest = 20;
const pointsPerRequest = 50;

/**
 * Fetches what NRCS and USGS publish about the basin's sites: medians and percentiles of the days of the year, median
 * peaks, and volume forecasts. With `since`, only forecasts published from that day on, because statistics have none.
 */
export async function* readOfficial(
  basin: Basin,
  { sites, since }: SourceRequest,
  tools: SourceTools,
): AsyncGenerator<OfficialSite> {
  const nrcsTargets = targetsOf(basin, 'nrcs');
  const usgsTargets = targetsOf(basin, 'usgs');
  const allTriplets = [...new Set(nrcsTargets.all.map(({ key }) => key))];
  const allGages = [...new Set(usgsTargets.all.map(({ key }) => key))];
  const names = sites?.map((name) =>
    name
      .trim()
      .toUpperCase()
      .replace(/^USGS-/, ''),
  );
  const isTriplet = (name: string, key: string) => key.toUpperCase() === name || key.split(':')[0] === name;
  const triplets = names
    ? allTriplets.filter((key) => names.some((name) => isTriplet(name, key)))
    : allTriplets;
  const gages = names ? allGages.filter((key) => names.includes(key.toUpperCase())) : allGages;
  for (const name of names ?? []) {
    const isKnown = gages.includes(name) || triplets.some((key) => isTriplet(name, key));
    if (!isKnown) yield { kind: 'unknown', name: sites?.[names?.indexOf(name) ?? 0] ?? name };
  }

  const awdb = { fetchWithRetry: createRetryingFetch(tools, { pauseMs }), tools };
  const apiKey = tools.environment.USGS_API_KEY;
  const usgs = {
    fetchWithRetry: createRetryingFetch(tools, { pauseMs, headers: apiKey ? { 'x-api-key': apiKey } : {} }),
    tools,
  };
  if (since === undefined) {
    yield* readUnlessBlocked('NRCS medians', tools, inBatchesOf(triplets, stationsPerRequest), (batch) =>
      fetchMedians(batch, { ...awdb, targets: nrcsTargets }),
    );
    yield* readUnlessBlocked('USGS statistics', tools, inBatchesOf(gages, sitesPerRequest), (batch) =>
      fetchNormals(batch, { ...usgs, targets: usgsTargets }),
    );
  }
  const siteOf = (key: string) =>
    [...nrcsTargets.all, ...usgsTargets.all].find((each) => each.key === key)?.target.site;
  yield* readUnlessBlocked(
    'NRCS forecasts',
    tools,
    inBatchesOf([...gages, ...triplets.filter(isForecastPoint)], pointsPerRequest),
    (batch) => fetchForecasts(batch, siteOf, since, awdb),
  );
}

/** SNOTEL stations have no river to forecast. */
const isForecastPoint = (triplet: string) => !triplet.toUpperCase().endsWith(':SNTL');

async function* readUnlessBlocked(
  title: string,
  tools: SourceTools,
  batches: readonly (readonly string[])[],
  read: (batch: readonly string[]) => Promise<readonly OfficialSite[]>,
): AsyncGenerator<OfficialSite> {
  tools.onProgress(`Fetching ${title}`);
  try {
    yield* readInBatches({ batches, read }, tools);
  } catch (error) {
    if (!(error instanceof ServiceBlocked)) throw error;
    yield { kind: 'refused', name: title, message: error.message };
  }
}
