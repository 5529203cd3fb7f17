import type { SourceName } from '#domain/agencies.ts';
import { type ParameterNdx, parameters, wellParameters } from '#domain/vocabulary.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts, yesterdayInBasin } from '#lib/calendar.ts';
import { type SeriesTarget, type SourceTargets, targetsOf } from './basin/targets.ts';
import { inBatchesOf, readInBatches } from './engine/batches.ts';
import { inOrderOfDays, joinValues } from './engine/daily-values.ts';
import { createRetryingFetch, type RetryingFetch, ServiceBlocked } from './reading/http-retry.ts';
import type { Midnight } from './reading/parse-day.ts';
import { createRateLimit, type RateLimit } from './reading/rate-limit.ts';
import { describeStart } from './reading/read-source-file.ts';
import {
  type SentReadings,
  type Source,
  SourceRefused,
  type SourceRequest,
  type SourceSeries,
  type SourceText,
  type SourceTools,
  type Target,
  targetId,
} from './source.ts';

/** Agencies have few daily values from before this day. */
const defaultStartDay = '1980-10-01';

/** What an agency needs to query its service. `first` and `last` are included. */
export type FetchContext = {
  readonly targets: SourceTargets;
  readonly first: DayNumber;
  readonly last: DayNumber;
  readonly fetchWithRetry: RetryingFetch;
  readonly rateLimit: RateLimit;
  readonly tools: SourceTools;
};

/** Fetches series by the keys of the basin file. The methods throw SourceRefused. */
export type Service = {
  /** Divides keys into batches for `read`. By default, a batch has up to `batchSize` keys. */
  plan?(keys: readonly string[]): Promise<readonly (readonly string[])[]>;
  read(keys: readonly string[]): Promise<readonly SourceSeries[]>;
  /** Fetches one key from another service, after `read` refused it. */
  fallback?(key: string): Promise<readonly SourceSeries[]>;
};

/** What an agency needs to read a saved response. */
export type FileContext = {
  readonly targets: SourceTargets;
  readonly since: DayNumber | undefined;
  readonly midnight: Midnight | undefined;
  /** The key of the only site that the request names. */
  readonly site: string | undefined;
  /** The sites of the request as they were named. */
  readonly names: readonly string[];
};

/** What differs from agency to agency; `createSource` adds batching, retries and reporting. */
export type Agency = {
  readonly title: string;
  readonly source: SourceName;
  /** Maximum number of keys in one request. */
  readonly batchSize: number;
  /** Milliseconds between requests. */
  readonly pauseMs: number;
  headers?(environment: SourceTools['environment']): Readonly<Record<string, string>>;
  /** Finds the keys for a name from the command line. By default, a name is a key, in any case. */
  keysForName?(name: string, keys: readonly string[]): readonly string[];
  open(context: FetchContext): Service;
  /** Asks for the readings of the last hours, of up to `batchSize` keys at once. @throws SourceRefused */
  readonly latest?: {
    readonly batchSize: number;
    read(keys: readonly string[], context: FetchContext): Promise<readonly SentReadings[]>;
  };
  /** Parses a saved response of any size. `site` is set if the request named exactly one. @throws SourceRefused */
  parseFile(file: SourceText, context: FileContext): AsyncIterable<SourceSeries>;
};

/** Creates the importer of an agency. */
export function createSource(agency: Agency): Source {
  const { title, source, batchSize, pauseMs, latest } = agency;
  const openRequests = (tools: SourceTools) => {
    const rateLimit = createRateLimit(tools);
    const headers = agency.headers?.(tools.environment) ?? {};
    return { tools, rateLimit, fetchWithRetry: createRetryingFetch(tools, { pauseMs, headers }, rateLimit) };
  };
  const isSame = (name: string) => (key: string) => key.toLowerCase() === name.trim().toLowerCase();
  const keysForName = (name: string, keys: readonly string[]) =>
    agency.keysForName?.(name, keys) ?? keys.filter(isSame(name));
  const unknownNames = (names: readonly string[] = [], keys: readonly string[]): SourceSeries[] =>
    names.filter((name) => keysForName(name, keys).length === 0).map((name) => ({ kind: 'unknown', name }));

  return {
    title,
    async *parseFile(file, { since, sites, midnight }, basin) {
      const targets = targetsOf(basin, source);
      const keys = keysOf(targets);
      yield* unknownNames(sites, keys);
      const wanted = sites && new Set(sites.flatMap((name) => keysForName(name, keys)));
      const site = sites?.length === 1 && wanted?.size === 1 ? [...wanted][0] : undefined;
      const isWanted = (series: SourceSeries) =>
        !wanted ||
        series.kind === 'unknown' ||
        series.kind === 'incomplete' ||
        [...wanted].some((key) => isSeriesOfKey(series, key));
      const context = { targets, since: sinceDay(since), midnight, site, names: sites ?? [] };
      const empty: string[] = [];
      let hasValues = false;
      let hasSeries = false;
      for await (const series of agency.parseFile(file, context)) {
        hasSeries ||= series.kind !== 'incomplete';
        if (!isWanted(series)) continue;
        // Days without a value may withdraw stored ones.
        if (
          series.kind === 'read' &&
          series.readings.days.length + series.rejections.length + series.missing.length === 0
        )
          empty.push(series.name);
        else hasValues ||= series.kind === 'read';
        yield series;
      }
      if (!hasSeries || (empty.length > 0 && !hasValues)) {
        const days = since === undefined ? '' : ` since ${since}`;
        const of = empty.length === 0 ? '' : ` of ${empty.join(', ')}`;
        throw new SourceRefused(
          `Nothing was imported: the file has no value${days}${of}. ${describeStart(file.head)}`,
        );
      }
    },
    async *fetch({ since, sites, stored }: SourceRequest, tools, basin) {
      const targets = targetsOf(basin, source, sites ? 'any' : 'first');
      const keys = keysOf(targets);
      yield* unknownNames(sites, keys);
      const names = sites ? [...new Set(sites.flatMap((name) => keysForName(name, keys)))] : keys;
      const requests = openRequests(tools);
      const last = dayNumber(yesterdayInBasin(tools.now()));
      const fetchSince = async function* (some: readonly string[], since: string | undefined) {
        if (some.length === 0) return;
        const absent = createAbsenceList(targets.all.filter(({ key }) => some.includes(key)));
        const first = dayNumber(since ?? defaultStartDay);
        const service = agency.open({
          targets,
          first,
          last,
          ...requests,
        });
        const batches = (await service.plan?.(some)) ?? inBatchesOf(some, batchSize);
        for await (const series of readInBatches({ batches, ...service }, tools)) {
          absent.note(series);
          yield series.kind === 'read' ? { ...series, asked: [first, last] as const } : series;
        }
        // A record that has ended, or rests in winter, has no recent days.
        if (since === undefined) yield* absent.series();
      };
      const isNew = ({ target: { site, parameter } }: SeriesTarget) =>
        stored !== undefined && !stored.has(targetId(site.id, parameter));
      const isNewKey = (name: string) => targets.all.some((each) => each.key === name && isNew(each));
      try {
        // A series that is not stored yet is fetched from its beginning, whatever `since` says.
        const newKeys = names.filter(isNewKey);
        yield* fetchSince(newKeys, undefined);
        yield* fetchSince(
          names.filter((name) => !newKeys.includes(name)),
          since,
        );
      } catch (error) {
        if (!(error instanceof ServiceBlocked)) throw error;
        const [name = title] = names.length === 1 ? names : [];
        yield { kind: 'refused', name, message: error.message };
      }
    },
    ...(latest && {
      async *fetchReadings(isWanted, tools, basin) {
        const targets = targetsOf(basin, source, 'any', isWanted);
        const today = dayNumber(todayInBasin(tools.now()));
        const context = { targets, first: today - 1, last: today, ...openRequests(tools) };
        const read = (keys: readonly string[]) => latest.read(keys, context);
        const batches = inBatchesOf(keysOf(targets), latest.batchSize);
        try {
          yield* readInBatches<SentReadings>({ batches, read }, tools);
        } catch (error) {
          if (!(error instanceof ServiceBlocked)) throw error;
          yield { kind: 'refused', name: title, message: error.message };
        }
      },
    }),
  };
}

/** Lists the series that were asked for and of which nothing arrived, not even a reason. */
function createAbsenceList(asked: readonly SeriesTarget[]) {
  // A well's depth and elevation are one quantity, of which most services have either.
  const quantityOf = (parameter: ParameterNdx) => (wellParameters.has(parameter) ? 'level' : parameter);
  const idOf = ({ site, parameter }: Target) => `${site.id} ${quantityOf(parameter)}`;
  const absent = new Map(asked.map((each) => [idOf(each.target), each]));
  const isSaid = (series: SourceSeries) =>
    series.kind === 'read'
      ? series.readings.days.length + series.rejections.length > 0
      : series.kind === 'incomplete';
  return {
    note: (series: SourceSeries) => {
      if ('target' in series && series.target && isSaid(series)) absent.delete(idOf(series.target));
      if (series.kind !== 'refused') return;
      for (const [id, { key }] of absent) if (isSeriesOfKey(series, key)) absent.delete(id);
    },
    series: (): SourceSeries[] =>
      [...absent.values()].map(({ key, parameter, target }) => {
        const quantity = parameters.find(({ ndx }) => ndx === parameter)?.name ?? 'value';
        return { kind: 'incomplete', name: key, target, message: `Nothing arrived: 0 days of ${quantity}.` };
      }),
  };
}

/** A series is named by its key, optionally followed by a space and a code: `13037500 00060`. */
function isSeriesOfKey({ name }: SourceSeries, key: string): boolean {
  const [whole, start] = [name.toLowerCase(), key.toLowerCase()];
  return whole === start || whole.startsWith(`${start} `);
}

function keysOf({ all }: SourceTargets): readonly string[] {
  return [...new Set(all.map(({ key }) => key))];
}

const sinceDay = (since: string | undefined) => (since === undefined ? undefined : dayNumber(since));

/** Divides days into spans of a number of calendar years, the first and the last of which may be shorter. */
export function* spansOfYears(
  { first, last }: Pick<FetchContext, 'first' | 'last'>,
  years: number,
): Generator<{ readonly first: DayNumber; readonly last: DayNumber }> {
  for (let start = first; start <= last; ) {
    const next = Math.min(dayFromParts(dayParts(start).year + years, 1, 1), last + 1);
    yield { first: start, last: next - 1 };
    start = next;
  }
}

/**
 * Merges the parts of each series from several responses, such as one for each decade. If two parts have different
 * values for a day, the day is rejected.
 */
export function mergeSeries(chunks: readonly SourceSeries[]): SourceSeries[] {
  return [...Map.groupBy(chunks, ({ name }) => name).values()].flatMap((same): SourceSeries[] => {
    const unreadable = same.find(({ kind }) => kind !== 'read');
    const read = same.filter((part) => part.kind === 'read');
    const [first, ...others] = read;
    if (unreadable) return [unreadable];
    if (!first) return [];
    if (others.length === 0) return [first];
    const found = read.map((part) => part.readings);
    const lines = ([] as number[]).concat(...found.map((part) => part.lines));
    const { readings, repeated } = inOrderOfDays({ ...joinValues(found), lines });
    const rejections = [...read.flatMap((part) => part.rejections), ...repeated];
    const notes = [...new Set(read.flatMap((part) => part.notes ?? []))];
    const missing = read.flatMap((part) => part.missing);
    return [{ ...first, readings, rejections, missing, notes }];
  });
}
