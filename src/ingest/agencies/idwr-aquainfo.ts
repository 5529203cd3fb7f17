import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin/basin.ts';
import { type ParameterNdx, parameterNdx, parameters } from '#domain/vocabulary.ts';
import { clockInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { arcBetween } from '#lib/geometry/coordinates.ts';
import { type Agency, createSource, type FetchContext, mergeSeries, spansOfYears } from '../agency.ts';
import type { SeriesTarget } from '../basin/targets.ts';
import { createSeriesCollector } from '../engine/collect-series.ts';
import { describeShortfall } from '../engine/completeness.ts';
import { splitByDays } from '../engine/daily-values.ts';
import {
  askAboutMidnight,
  type DayCell,
  dayAt,
  type Midnight,
  parseInstantDay,
  readDay,
  readInstant,
} from '../reading/parse-day.ts';
import { ServiceNumber } from '../reading/parse-number.ts';
import { parseJson, parseResponse, readJsonList } from '../reading/parse-response.ts';
import { toSourceText } from '../reading/read-source-file.ts';
import { checkUnit } from '../reading/units.ts';
import {
  type SentReading,
  type SentReadings,
  ServiceUnavailable,
  SourceRefused,
  type SourceSeries,
  type SourceText,
  type Target,
} from '../source.ts';

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
  parseFile: async function* (file, { targets: { all }, since, midnight, site, names }) {
    const [only, ...more] = chooseTargets(all, site, names);
    if (!only || more.length > 0) {
      const example = nameOf(only ?? all[0]);
      throw new SourceRefused(
        `A saved response does not name its location and parameter. Name both, for example --sites "${example}".`,
      );
    }
    const head = { name: nameOf(only), target: only.target, midnight, isFile: true };
    yield await parseAquaPoints(file, head, since);
  },
  // One request lists all locations.
  latest: { batchSize: 100, read: fetchReadings },
  open: (context) => {
    let locations: Promise<readonly AquaLocation[]> | undefined;
    return {
      read: async ([site = '']) => {
        locations ??= fetchLocations(context);
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

function fetchLocations(context: FetchContext): Promise<readonly AquaLocation[]> {
  return context.fetchWithRetry(`${baseUrl(context)}/locations`, parseAquaLocations);
}

/** Fetches the points since yesterday of datasets that are not daily ones. */
async function fetchReadings(keys: readonly string[], context: FetchContext): Promise<SentReadings[]> {
  const locations = await fetchLocations(context);
  const found: SentReadings[] = [];
  for (const wanted of context.targets.all.filter(({ key }) => keys.includes(key))) {
    const { key, target, parameter } = wanted;
    const name = nameOf(wanted);
    const match = matchLocation(key, target.site, locations);
    if ('refusal' in match) {
      found.push({ kind: 'refused', name, message: match.refusal });
      continue;
    }
    const all = match.location.datasets.filter(({ label }) => !/daily|month|year/i.test(label ?? ''));
    const dataset = chooseDataset(all, parameter);
    if (!dataset) continue;
    const url = buildUrl(dataset, context.first, context.last, context);
    const read = (text: string) => parseResponse(ReadingPoints, parseJson(text, service), service).points;
    try {
      const points = await context.fetchWithRetry(url, read);
      const readings = points.map(({ timeStamp, numericValue1 }): SentReading => {
        return { time: readInstant(timeStamp), value: numericValue1, approval: 'P' };
      });
      found.push({ kind: 'readings', name, target, unit: dataset.unit, readings });
    } catch (error) {
      if (!(error instanceof SourceRefused) || error instanceof ServiceUnavailable) throw error;
      found.push({ kind: 'refused', name, message: error.message });
    }
  }
  return found;
}

/** Fetches a parameter. Reports what the location has instead if it lacks the parameter. */
async function fetchDataset(
  wanted: SeriesTarget,
  { location: { datasets }, note }: { location: AquaLocation; note: string | undefined },
  context: FetchContext,
): Promise<SourceSeries[]> {
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
  for (const { first, last } of spansOfYears(context, yearsPerRequest)) {
    const url = buildUrl(dataset, first, last, context);
    const read = (text: string) => parseAquaPoints(toSourceText(text), head, first);
    chunks.push(untilDay(await context.fetchWithRetry(url, read), last));
  }
  const series = mergeSeries(chunks);
  const [begin, end] = [dataset.rawStartTime, dataset.rawEndTime].map((time) => parseInstantDay(time ?? ''));
  const arrived = series.flatMap((each) =>
    each.kind === 'read' ? [...each.readings.days, ...each.missing] : [],
  );
  const message = series.every(({ kind }) => kind === 'read')
    ? describeShortfall({ begin, end }, arrived, context)
    : undefined;
  return message === undefined
    ? series
    : [...series, { kind: 'incomplete', name: head.name, target: wanted.target, message }];
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
  return { ...series, readings: splitByDays(series.readings, -Infinity, end).within };
}

/** A location farther away than this is another one, whatever its name. */
const maxMeters = 300;
const earthRadiusMeters = 6_371_000;

/** Terms that say what a place is rather than which one. */
const commonTerms = new Set(['near', 'at', 'the', 'of', 'nr', 'well', 'observation', 'id', 'idaho', 'and']);

type LocationMatch =
  /** `note` says how a placeholder was matched; it is undefined where the basin file has the identifier. */
  | { readonly location: AquaLocation; readonly note: string | undefined }
  /** Says what is near, so that the basin file can settle it. */
  | { readonly refusal: string };

/**
 * Finds a site in the service's list: by its identifier or, where the basin file has only a placeholder, by a name
 * with a word in common within 300 m. Two such locations are no match.
 */
export function matchLocation(
  key: string,
  site: Pick<BasinSite, 'name' | 'lat' | 'lon'>,
  locations: readonly AquaLocation[],
): LocationMatch {
  const same = locations.find(({ identifier }) => identifier.toLowerCase() === key.toLowerCase());
  if (same) return { location: same, note: undefined };
  if (!key.startsWith(placeholderPrefix))
    return { refusal: 'The service has no location with that identifier.' };
  const near = locations
    .map((location) => ({ location, meters: metersBetween(site, location) }))
    .filter(({ meters }) => meters <= maxMeters)
    .sort((one, other) => one.meters - other.meters);
  const named = near.filter(({ location }) => isSameName(site.name, location.locationName ?? ''));
  const [found, ...more] = named;
  if (found && more.length === 0) {
    return {
      location: found.location,
      note: `Matched ${key} (${site.name}) to ${describeLocation(found)} by its name and distance. Write ${found.location.identifier} into the basin file.`,
    };
  }
  const list = near.map(describeLocation).join('; ') || 'none';
  return {
    refusal: `${key} is a placeholder, and ${found ? 'several locations match' : 'no location matches'} ${site.name} within ${maxMeters} m. Locations there: ${list}. Write the right identifier into the basin file.`,
  };
}

const describeLocation = ({ location, meters }: { location: AquaLocation; meters: number }) =>
  `${location.identifier} (${location.locationName ?? 'without a name'}, ${Math.round(meters)} m)`;

function termsOf(name: string): string[] {
  return (name.toLowerCase().match(/[a-z\d&]+/g) ?? []).filter((term) => !commonTerms.has(term));
}

function isSameName(one: string, other: string): boolean {
  const terms = new Set(termsOf(one));
  return termsOf(other).some((term) => terms.has(term));
}

/** Great-circle distance on a sphere; infinite where a location has no position. */
function metersBetween(
  { lat, lon }: Pick<BasinSite, 'lat' | 'lon'>,
  { latitude, longitude }: Pick<AquaLocation, 'latitude' | 'longitude'>,
): number {
  if (latitude == null || longitude == null) return Infinity;
  return earthRadiusMeters * arcBetween({ lat, lng: lon }, { lat: latitude, lng: longitude });
}

/** How AquaInfo names the portal's parameters. */
export const datasetPatterns: Partial<Record<ParameterNdx, RegExp>> = {
  [parameterNdx.streamflow]: /discharge/i,
  [parameterNdx.diversion]: /discharge|diversion/i,
  [parameterNdx.returnFlow]: /discharge/i,
  [parameterNdx.recharge]: /discharge|recharge/i,
  [parameterNdx.storage]: /storage|volume|contents/i,
  [parameterNdx.depthToWater]: /depth to water|below (land|ground)|dtw/i,
  [parameterNdx.groundwaterElevation]: /elevation/i,
  [parameterNdx.precipitation]: /precip/i,
  [parameterNdx.airTemperature]: /air temp/i,
};

/** Identifiers that begin with it are placeholders: the station is found in the service's list instead. */
const placeholderPrefix = 'AQI-';

const service = 'AquaInfo';

const Dataset = z.object({
  uniqueId: z.string(),
  parameter: z.string(),
  unit: z.string(),
  label: z.optional(z.nullable(z.string())),
  /** When the series begins and ends, in ISO 8601. */
  rawStartTime: z.optional(z.nullable(z.string())),
  rawEndTime: z.optional(z.nullable(z.string())),
});
/** A series at a location; `label` is its interval, such as `Daily`. */
type AquaDataset = z.output<typeof Dataset>;

const Location = z.object({
  locationName: z.optional(z.nullable(z.string())),
  identifier: z.string(),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  datasets: z.array(Dataset),
});
export type AquaLocation = z.output<typeof Location>;

const Point = z.object({
  timeStamp: z.string(),
  numericValue1: ServiceNumber,
});

const Points = z.object({ points: z.array(z.unknown()) });
const ReadingPoints = z.object({ points: z.array(Point) });

/** Parses `telemetry/locations`. @throws SourceRefused */
export function parseAquaLocations(text: string): readonly AquaLocation[] {
  return parseResponse(z.array(Location), parseJson(text, service), service);
}

/** Finds the dataset of a parameter whose unit can be converted: the daily one, or the one in the portal's unit. */
export function chooseDataset(datasets: readonly AquaDataset[], ndx: ParameterNdx): AquaDataset | undefined {
  const rank = (dataset: AquaDataset) => {
    const check = checkUnit(dataset.unit, ndx);
    if (!datasetPatterns[ndx]?.test(dataset.parameter) || check.refusal !== undefined) return undefined;
    return (/daily/i.test(dataset.label ?? '') ? 2 : 0) + (check.notes.length === 0 ? 1 : 0);
  };
  return datasets
    .filter((dataset) => rank(dataset) !== undefined)
    .sort((one, other) => (rank(other) ?? 0) - (rank(one) ?? 0))[0];
}

/** Finds the day of an instant in the basin's time zone, and whether it is midnight there. */
function readStamp(timeStamp: string): Extract<DayCell, { kind: 'day' }> | undefined {
  const written = readDay(timeStamp);
  if (written.kind === 'day' && written.clock === '24:00') return written;
  const day = parseInstantDay(timeStamp);
  if (day === undefined) return undefined;
  const isMidnight = clockInBasin(new Date(timeStamp)).endsWith('T00:00:00');
  return isMidnight ? { kind: 'day', day, clock: '00:00' } : { kind: 'day', day };
}

type AquaSeries = {
  readonly name: string;
  readonly target: Target;
  readonly seriesId?: string | undefined;
  /** The dataset's unit; a saved response does not name it, so it is taken for the parameter's. */
  readonly unit?: string | undefined;
  readonly notes?: readonly string[];
  /** What a stamp at midnight means. */
  readonly midnight?: Midnight | undefined;
  /** Whether somebody can be asked about it. Otherwise it is taken for the beginning of the day. */
  readonly isFile?: boolean;
};

/**
 * Parses the points of a daily dataset, of any number. A day is one of the basin's time zone. The service has no approval status, so every
 * value counts as provisional. Refuses readings within a day: the service has no rule for a mean of them.
 * @throws SourceRefused if the text is not such a response
 */
export async function parseAquaPoints(
  file: SourceText,
  { name, target, seriesId, unit, notes = [], midnight, isFile = false }: AquaSeries,
  since: DayNumber | undefined,
): Promise<SourceSeries> {
  const check = unit === undefined ? undefined : checkUnit(unit, target.parameter);
  const collector = createSeriesCollector();
  const column = collector.column(name, () => ({
    name,
    target,
    conversion: check?.conversion,
    notes: [...notes, ...(check?.notes ?? [])],
  }));
  if (check?.refusal !== undefined) column.refuse(check.refusal);
  const instants = new Map<DayNumber, number>();
  let question: string | undefined;
  let hasOther = false;
  const add = (json: unknown, at: number): void => {
    const { timeStamp, numericValue1: value } = parseResponse(Point, json, service, ['points', at]);
    const read = readStamp(timeStamp);
    if (read === undefined) {
      throw new SourceRefused(
        `Unexpected response from ${service}: point ${at + 1}: "${timeStamp}" is not a time.`,
      );
    }
    if (read.clock === '00:00') question ??= askAboutMidnight(`Point ${at + 1}`, timeStamp, read.day);
    else hasOther = true;
    const day = dayAt(read, midnight);
    if (since !== undefined && day < since) return;
    const instant = Date.parse(timeStamp);
    const before = instants.get(day);
    if (before !== undefined && before !== instant) {
      column.refuse(
        `Point ${at + 1}: ${formatDay(day)} has several readings within the day, not a daily value. Use the location's dataset with the label Daily.`,
      );
    }
    instants.set(day, instant);
    column.addCell(day, at + 1, value);
  };
  const listOf = (json: unknown) => parseResponse(Points, json, service).points;
  try {
    await readJsonList(file, { path: '$.points.*', service, listOf }, add);
    if (question !== undefined && !hasOther && midnight === undefined) {
      if (isFile) throw new SourceRefused(question);
      column.addNote(
        'Each value is stamped with midnight, and was taken for one of the day that begins then.',
      );
    }
    const [series] = collector.series();
    if (!series) throw new SourceRefused(`Unexpected response from ${service}: no points.`);
    return series.kind === 'read' ? { ...series, seriesId } : series;
  } finally {
    collector.close();
  }
}
