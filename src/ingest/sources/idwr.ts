import { dayNumber, dayParts, yesterdayInDenver } from '#domain/calendar.ts';
import { fetchText } from '../fetch-text.ts';
import { readAccounting } from '../normalise/idwr-accounting.ts';
import {
  type Source,
  SourceRefused,
  type SourceRequest,
  type SourceSeries,
  type SourceTools,
} from '../source.ts';
import { accountedSites, idwrTarget, reachGages } from './idwr-sites.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/Shared/WaterServices/Accounting';
const recordsBegin = '1980-10-01';
/** The service answers a few years of a site quickly, many slowly. */
const yearsPerRequest = 10;

/** IDWR Accounting: diversions and pumps out of its history, reach gains out of its model. */
export const idwr: Source = {
  title: 'IDWR Accounting',
  readFile,
  fetch: fetchSeries,
};

function* readFile(text: string, { since, sites }: SourceRequest): Generator<SourceSeries> {
  const all = readAccounting(text, idwrTarget, since === undefined ? undefined : dayNumber(since));
  for (const series of all) {
    const [site = ''] = series.name.split(' ');
    if (!sites || sites.includes(site)) yield series;
  }
}

async function* fetchSeries(request: SourceRequest, tools: SourceTools): AsyncGenerator<SourceSeries> {
  const first = request.since ?? recordsBegin;
  const all = [
    ...accountedSites.map((site) => ({ site, what: 'history' })),
    ...reachGages.map((site) => ({ site, what: 'model' })),
  ];
  const known = new Set(all.map(({ site }) => site));
  for (const name of request.sites ?? []) if (!known.has(name)) yield { kind: 'unknown', name };
  const wanted = all.filter(({ site }) => !request.sites || request.sites.includes(site));
  for (const [at, { site, what }] of wanted.entries()) {
    tools.onProgress(`Fetching the ${what} of ${site} (${at + 1} of ${wanted.length})`);
    yield* await fetchSite(site, what, first, tools);
  }
}

/** A site's years, a few at a time; a site that is refused does not stop the others. */
async function fetchSite(
  site: string,
  what: string,
  first: string,
  tools: SourceTools,
): Promise<SourceSeries[]> {
  const last = dayParts(dayNumber(yesterdayInDenver(tools.now()))).year;
  const years = Array.from({ length: last - Number(first.slice(0, 4)) + 1 }, (_, at) => last - at).reverse();
  const parts: SourceSeries[] = [];
  try {
    for (let at = 0; at < years.length; at += yearsPerRequest) {
      const text = await fetchText(address(site, what, years.slice(at, at + yearsPerRequest), tools), tools);
      parts.push(...readAccounting(text, idwrTarget, dayNumber(first)));
    }
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return [{ kind: 'refused', name: site, message: error.message }];
  }
  // Of the model only the gain is wanted; the history has the flow.
  const kept = parts.filter(({ name }) => (what === 'model') === name.endsWith('Reach Gain (CFS)'));
  return [...Map.groupBy(kept, ({ name }) => name).values()].map(joined);
}

/** The same series out of several answers. */
function joined(parts: readonly SourceSeries[]): SourceSeries {
  const [first] = parts;
  const odd = parts.find(({ kind }) => kind !== 'read') ?? first;
  if (odd?.kind !== 'read') return odd ?? { kind: 'unknown', name: '' };
  const read = parts.filter((part) => part.kind === 'read');
  return {
    ...odd,
    readings: read.flatMap(({ readings }) => readings).sort((one, other) => one.day - other.day),
    rejections: read.flatMap(({ rejections }) => rejections),
    missing: read.reduce((sum, { missing }) => sum + missing, 0),
  };
}

function address(site: string, what: string, years: readonly number[], { environment }: SourceTools): string {
  const url = new URL(`${environment.IDWR_URL || defaultAddress}/${what}`);
  url.searchParams.set('siteid', site);
  url.searchParams.set('yearlist', years.join(','));
  url.searchParams.set('yeartype', 'CY');
  url.searchParams.set('f', 'json');
  return url.href;
}
