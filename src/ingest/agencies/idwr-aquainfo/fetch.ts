import { parameters } from '#domain/vocabulary.ts';
import { type DayNumber, dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../../agency.ts';
import type { SeriesTarget } from '../../basin/targets.ts';
import { SourceRefused, type SourceSeries } from '../../source.ts';
import { type AquaDataset, chooseDataset, isDaily, parseAquaLocations, parseAquaPoints } from './parse.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/hydrologic/aquainfo/api/telemetry';
/** A year of 15-minute points is a large response; 100 years of daily ones are not. */
const yearsPerRequest = { daily: 100, points: 1 };

/** IDWR's telemetry of wells and small streams. Keys are location identifiers. */
const telemetry: Agency = {
  title: 'IDWR AquaInfo',
  source: 'aquainfo',
  batchSize: 1,
  pauseMs: 500,
  parseText: (text, { all }, since, site) => {
    const wanted = all.filter(({ key }) => key === site);
    const [only, ...more] = wanted;
    if (!only || more.length > 0) {
      throw new SourceRefused(
        'A saved response does not name its location. Use --sites to name a location with a single parameter.',
      );
    }
    return [parseAquaPoints(text, nameOf(only), only.target, since)];
  },
  open: (context) => {
    let locations: Promise<ReadonlyMap<string, readonly AquaDataset[]>> | undefined;
    return {
      read: async ([site = '']) => {
        locations ??= context.fetchWithRetry(`${baseUrl(context)}/locations`, parseAquaLocations);
        const datasets = (await locations).get(site);
        if (!datasets) throw new SourceRefused('The service has no location with that identifier.');
        const wanted = context.targets.all.filter(({ key }) => key === site);
        const series: SourceSeries[] = [];
        for (const each of wanted) series.push(...(await fetchDataset(each, datasets, context)));
        return series;
      },
    };
  },
};

export const aquainfo = createSource(telemetry);

const nameOf = ({ key, target }: SeriesTarget) =>
  `${key} ${parameters.find(({ ndx }) => ndx === target.parameter)?.name}`;
const baseUrl = ({ tools: { environment } }: FetchContext) => environment.AQUAINFO_URL || defaultAddress;

/** Fetches a parameter, some years at a time. Reports what the location has instead if it lacks the parameter. */
async function fetchDataset(
  wanted: SeriesTarget,
  datasets: readonly AquaDataset[],
  context: FetchContext,
): Promise<SourceSeries[]> {
  const { first, last, fetchWithRetry } = context;
  const dataset = chooseDataset(datasets, wanted.parameter);
  if (!dataset) {
    const available = datasets.map((each) => `${each.parameter} (${each.unit})`).join(', ');
    context.tools.onProgress(`Not found: ${nameOf(wanted)}. The location has: ${available || 'no data'}`);
    return [];
  }
  const years = yearsPerRequest[isDaily(dataset) ? 'daily' : 'points'];
  const chunks: SourceSeries[] = [];
  for (let start = first; start <= last; ) {
    const next = Math.min(dayFromParts(dayParts(start).year + years, 1, 1), last + 1);
    const url = buildUrl(dataset, start, next - 1, context);
    const chunk = await fetchWithRetry(url, (text) =>
      parseAquaPoints(text, nameOf(wanted), wanted.target, start),
    );
    chunks.push(untilDay(chunk, next - 1));
    start = next;
  }
  return mergeSeries(chunks);
}

/** Builds the URL for days in Denver. The service's days are in UTC, hence the extra day at the end. */
function buildUrl(
  { uniqueId }: AquaDataset,
  start: DayNumber,
  end: DayNumber,
  context: FetchContext,
): string {
  const url = new URL(`${baseUrl(context)}/${uniqueId}`);
  url.searchParams.set('fromDate', `${formatDay(start)}T00:00:00.000Z`);
  url.searchParams.set('toDate', `${formatDay(end + 2)}T00:00:00.000Z`);
  return url.href;
}

function untilDay(series: SourceSeries, end: DayNumber): SourceSeries {
  if (series.kind !== 'read') return series;
  return { ...series, readings: series.readings.filter(({ day }) => day <= end) };
}
