import { parameters } from '#domain/vocabulary.ts';
import { type DayNumber, dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../../agency.ts';
import type { SeriesTarget } from '../../basin/targets.ts';
import { SourceRefused, type SourceSeries } from '../../source.ts';
import { matchLocation } from './match-location.ts';
import {
  type AquaDataset,
  type AquaLocation,
  chooseDataset,
  parseAquaLocations,
  parseAquaPoints,
  parseAquaPointsFile,
} from './parse.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/hydrologic/aquainfo/api/telemetry';
/** The daily points of 100 years are no large response. */
const yearsPerRequest = 100;

/**
 * IDWR's telemetry of wells and small streams. Keys are location identifiers, or placeholders that begin with AQI- and
 * are found in the service's own list.
 */
const telemetry: Agency = {
  title: 'IDWR AquaInfo',
  source: 'aquainfo',
  batchSize: 1,
  pauseMs: 500,
  // `AQI-MV1 Depth to Water` selects the location, too.
  keysForName: (name, keys) => {
    const wanted = name.trim().toLowerCase();
    return keys.filter((key) => wanted === key.toLowerCase() || wanted.startsWith(`${key.toLowerCase()} `));
  },
  parseFile: async function* (file, { targets: { all }, since, site, names }) {
    const [only, ...more] = chooseTargets(all, site, names);
    if (!only || more.length > 0) {
      const example = nameOf(only ?? all[0]);
      throw new SourceRefused(
        `A saved response does not name its location and parameter. Name both, for example --sites "${example}".`,
      );
    }
    yield await parseAquaPointsFile(file, { name: nameOf(only), target: only.target }, since);
  },
  open: (context) => {
    let locations: Promise<readonly AquaLocation[]> | undefined;
    return {
      read: async ([site = '']) => {
        locations ??= context.fetchWithRetry(`${baseUrl(context)}/locations`, parseAquaLocations);
        const wanted = context.targets.all.filter(({ key }) => key === site);
        const [first] = wanted;
        if (!first) return [];
        const match = matchLocation(site, first.target.site, await locations);
        if ('refusal' in match) throw new SourceRefused(match.refusal);
        if (match.note !== undefined) context.tools.onProgress(match.note);
        const series: SourceSeries[] = [];
        for (const each of wanted) series.push(...(await fetchDataset(each, match, context)));
        return series;
      },
    };
  },
};

export const aquainfo = createSource(telemetry);

/** Finds the series that a request for one location means: all of the location's, or the one that it names. */
function chooseTargets(all: readonly SeriesTarget[], site: string | undefined, names: readonly string[]) {
  const ofSite = all.filter(({ key }) => key === site);
  const named = ofSite.filter((each) =>
    names.some((name) => name.trim().toLowerCase() === nameOf(each).toLowerCase()),
  );
  return named.length > 0 ? named : ofSite;
}

function nameOf(series: SeriesTarget | undefined): string {
  return `${series?.key} ${parameters.find(({ ndx }) => ndx === series?.parameter)?.name}`;
}
const baseUrl = ({ tools: { environment } }: FetchContext) => environment.AQUAINFO_URL || defaultAddress;

/** Fetches a parameter. Reports what the location has instead if it lacks the parameter. */
async function fetchDataset(
  wanted: SeriesTarget,
  { location: { datasets }, note }: { location: AquaLocation; note: string | undefined },
  context: FetchContext,
): Promise<SourceSeries[]> {
  const { first, last, fetchWithRetry } = context;
  const dataset = chooseDataset(datasets, wanted.parameter);
  if (!dataset) {
    const available = datasets.map((each) => `${each.parameter} (${each.unit})`).join(', ');
    context.tools.onProgress(`Not found: ${nameOf(wanted)}. The location has: ${available || 'no data'}`);
    return [];
  }
  const { uniqueId: seriesId, unit } = dataset;
  const notes = note === undefined ? [] : [note];
  const head = { name: nameOf(wanted), target: wanted.target, seriesId, unit, notes };
  const chunks: SourceSeries[] = [];
  for (let start = first; start <= last; ) {
    const next = Math.min(dayFromParts(dayParts(start).year + yearsPerRequest, 1, 1), last + 1);
    const url = buildUrl(dataset, start, next - 1, context);
    const chunk = await fetchWithRetry(url, (text) => parseAquaPoints(text, head, start));
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
