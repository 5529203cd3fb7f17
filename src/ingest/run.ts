import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Basin } from '#contract/basin/basin.ts';
import { sourceNames } from '#domain/agencies.ts';
import { ImportStopped, throwIfStopped } from '#domain/import-stopped.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays, parseDay } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Store } from '#server/db/store.ts';
import { agencies } from './agencies/index.ts';
import { describeUnusedSource, isUsed, withBasinAddresses } from './basin/agencies.ts';
import { ingestBoundaries } from './basin/ingest-boundaries.ts';
import { announceFirstImport } from './engine/first-import.ts';
import { type Import, type ImportStore, importSeries } from './engine/import-series.ts';
import { ingestReadings, readingsSource } from './engine/ingest-readings.ts';
import {
  beginRun,
  closeInterruptedRuns,
  endRun,
  hadFullImportWithin,
  withImportLock,
} from './engine/ingest-runs.ts';
import { readImportedSeries } from './engine/series-source.ts';
import { findFeatureSource, loadFeatureSources } from './feature-sources.ts';
import { ingestOfficial } from './official/ingest-official.ts';
import {
  describeFailure,
  describeReport,
  emptyReport,
  type IngestReport,
  mergeReport,
  statusOf,
} from './report.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from './source.ts';

/** The HUC8 and HUC10 areas, the rivers and waterbodies. They are not a `Source`, because they have no series. */
const boundaries = 'boundaries';

/** The statistics and forecasts that agencies publish, which are no series either. */
const official = 'official';

/** Runs every source of daily values, one after the other. */
const all = 'all';

/** The sources that the command line accepts. */
export const sourceArguments: readonly string[] = [
  ...Object.keys(agencies),
  boundaries,
  official,
  readingsSource,
  all,
];

/** The request is invalid; `message` says how to correct it. */
export class BadIngestRequest extends Error {
  override name = 'BadIngestRequest';
}

/** Imports a source and adds the results to the report. */
export type RunSource = (store: ImportStore, work: Import, report: IngestReport) => Promise<void>;

type IngestOptions = SourceRequest &
  Partial<SourceTools> & {
    basin: Basin;
    /** Import only the last days of each record, and the whole record the first time and once a week. */
    keepCurrent?: boolean | undefined;
    /** Who or what starts the import, for the history of runs. */
    startedBy?: string | undefined;
    /** Ends the import after the series that is being written. */
    signal?: AbortSignal | undefined;
    /** Imports in a process of its own instead of this one. */
    runSource?: RunSource | undefined;
  };

/**
 * Imports an agency's daily values, one transaction per series, so that an interruption never leaves part of a series.
 * Stores the report in `ingest_run`. A refused series or an unknown site does not stop the others, but makes the report's
 * `status` `failed`. If less arrived than was asked for, it is `partial`; so it is if nothing was read.
 * @throws BadIngestRequest
 * @throws ImportRunning if another process is importing
 * @throws ImportStopped if its signal ended it
 */
export async function ingest(
  store: Store,
  sourceName: string,
  options: IngestOptions,
): Promise<IngestReport> {
  await validateRequest(sourceName, options);
  const tools = withDefaults(options);
  return withImportLock(store, async (locked) => {
    await closeInterruptedRuns(locked.store);
    if (sourceName !== boundaries && sourceName !== readingsSource)
      await announceFirstImport(locked.store, tools);
    const signal = options.signal ? AbortSignal.any([options.signal, locked.lost]) : locked.lost;
    if (sourceName !== all) return await ingestOne(locked.store, sourceName, { ...options, signal }, tools);
    return await ingestAll(locked.store, { ...options, signal }, tools);
  });
}

async function validateRequest(
  sourceName: string,
  { since, file, sites, midnight, basin }: IngestOptions,
): Promise<void> {
  if (!sourceArguments.includes(sourceName) && !(await findFeatureSource(sourceName))) {
    const more = (await loadFeatureSources()).map(({ usage }) => usage);
    throw new BadIngestRequest(
      `There is no source '${sourceName}'. Choose one of: ${[...sourceArguments, ...more].join(', ')}.`,
    );
  }
  if (!isUsed(sourceName, basin)) {
    throw new BadIngestRequest(describeUnusedSource(sourceName, basin));
  }
  if (since !== undefined && parseDay(since) === undefined) {
    throw new BadIngestRequest(`--since ${since} is not a date. Write it as YYYY-MM-DD.`);
  }
  if (sourceName === all && file !== undefined) {
    throw new BadIngestRequest('--file needs the name of one source instead of all.');
  }
  if (midnight !== undefined && file === undefined) {
    throw new BadIngestRequest('--midnight says what 00:00 means in a file. Add --file.');
  }
  if (sourceName === readingsSource && [since, file, sites].some((each) => each !== undefined)) {
    throw new BadIngestRequest(
      'The readings of now are those of the last hours of all series. Leave --since, --file and --sites out.',
    );
  }
  if (sourceName === official && file !== undefined) {
    throw new BadIngestRequest('Official statistics are read from the services only. Leave --file out.');
  }
}

/** Runs every source. Each reports the others' sites as unknown; a named site is unknown only if all of them do. */
async function ingestAll(store: Store, options: IngestOptions, tools: SourceTools): Promise<IngestReport> {
  const { sites = [], basin } = options;
  const report = emptyReport(all);
  const unknown: ReadonlySet<string>[] = [];
  for (const name of await sourcesForSites(options)) {
    const one = await ingestOne(store, name, options, tools, all);
    unknown.push(new Set(one.unknown_columns));
    mergeReport(report, one);
  }
  report.unknown_columns = [...new Set(report.unknown_columns)].filter(
    (name) => !sites.includes(name) || unknown.every((names) => names.has(name)),
  );
  const failures = describeUnknownSites(report, sites, basin);
  for (const failure of failures) tools.onProgress(describeFailure(failure));
  report.failures.push(...failures);
  report.status = statusOf(report);
  return report;
}

/**
 * Leaves out agencies that the basin does not use, and the boundaries if sites are named, unless all of them are
 * hydrologic unit codes.
 */
async function sourcesForSites({ sites, basin }: IngestOptions): Promise<readonly string[]> {
  const isArea = sites?.every((site) => /^(\d{8}|\d{10})$/.test(site)) ?? true;
  // Sites are named as an agency names them.
  const own = sites ? [] : (await loadFeatureSources()).flatMap(({ namesOf }) => namesOf(basin));
  return [
    ...sourceArguments.filter(
      (name) =>
        name !== all && name !== readingsSource && isUsed(name, basin) && (isArea || name !== boundaries),
    ),
    ...own,
  ];
}

async function ingestOne(
  store: Store,
  sourceName: string,
  options: IngestOptions,
  tools: SourceTools,
  partOf?: typeof all,
): Promise<IngestReport> {
  throwIfStopped(options.signal);
  const request = await planRequest(store, sourceName, options, tools);
  const report = emptyReport(sourceName);
  report.is_whole = request.since === undefined && request.file === undefined;
  report.sites = request.sites ?? null;
  const featureSource = await findFeatureSource(sourceName);
  const runName = featureSource?.nameOfRun(sourceName) ?? sourceName;
  const run = await beginRun(store, runName, options.startedBy ?? 'command line');
  const { basin, signal, runSource = importSource } = options;
  const work: Import = { sourceName, run: Number(run), request, basin, tools, signal };
  try {
    await runSource(store, work, report);
  } catch (error) {
    if (error instanceof ImportStopped) report.status = error.status;
    report.failures.push({
      name: options.file ?? sourceName,
      message: toErrorMessage(error),
    });
    if (!(error instanceof SourceRefused)) {
      await endRun(store, run, error instanceof ImportStopped ? report : { ...report, status: 'failed' });
      throw error;
    }
  }
  if (partOf !== all) report.failures.push(...describeUnknownSites(report, request.sites ?? [], basin));
  const isForOthers = request.sites?.every((site) => report.unknown_columns.includes(site)) ?? false;
  // A withdrawn day has arrived as well.
  const arrived = report.rows_read + report.rows_removed;
  if (arrived === 0 && statusOf(report) === 'succeeded' && !isForOthers) {
    report.incomplete.push({ name: sourceName, message: 'Nothing arrived: 0 values were read.' });
  }
  report.status = statusOf(report);
  await endRun(store, run, report);
  for (const line of describeReport(report)) tools.onProgress(line);
  return report;
}

/** Imports a source in this process. */
export const importSource: RunSource = async (store, work, report) => {
  if (work.sourceName === boundaries) await ingestBoundaries(store, work, report);
  else if (work.sourceName === official) await ingestOfficial(store, work, report);
  else if (work.sourceName === readingsSource) await ingestReadings(store, work, report);
  else {
    const featureSource = await findFeatureSource(work.sourceName);
    await (featureSource?.run ?? importSeries)(store, work, report);
  }
};

function withDefaults(options: IngestOptions): SourceTools {
  return {
    fetch: options.fetch ?? fetch,
    sleep: options.sleep ?? ((milliseconds) => setTimeout(milliseconds)),
    now: options.now ?? (() => new Date()),
    onProgress: options.onProgress ?? (() => {}),
    environment: withBasinAddresses(options.environment ?? process.env, options.basin),
    random: options.random ?? Math.random,
  };
}

/** Agencies revise recent months. Older revisions arrive with the weekly full import. */
const recentDays = 90;
const fullImportEveryDays = 7;

/**
 * Decides what to request. With `keepCurrent`, that is the last 90 days of stored records and all days of the others,
 * and once a week all days of every record.
 */
async function planRequest(
  store: Store,
  sourceName: string,
  {
    file,
    since,
    sites,
    replaceSource,
    acceptMagnitude,
    midnight,
    keepCurrent = false,
  }: SourceRequest & { keepCurrent?: boolean | undefined },
  { now }: Pick<SourceTools, 'now'>,
): Promise<SourceRequest> {
  const request = { file, sites, since, replaceSource, acceptMagnitude, midnight };
  if (!keepCurrent || since !== undefined || file !== undefined) return request;
  if (!(await hadFullImportWithin(store, { source: sourceName, sites, days: fullImportEveryDays }, now())))
    return request;
  const since90 = addDays(todayInBasin(now()), -recentDays);
  return { ...request, since: since90, stored: await readImportedSeries(store) };
}

const suggestionCount = 3;

/**
 * Describes each of `names` that the report lists as unknown, with the names that are spelled most like it. Such a name
 * fails an import even if other sites were imported, because not all that was asked for was done.
 */
function describeUnknownSites(
  { source, unknown_columns }: Pick<IngestReport, 'source' | 'unknown_columns'>,
  names: readonly string[],
  basin: Basin,
): IngestReport['failures'] {
  return [...new Set(names)]
    .filter((name) => unknown_columns.includes(name))
    .map((name) => {
      const unknown = `The name is unknown to ${source === 'all' ? 'every source' : `the source ${source}`}.`;
      const nearest = nearestNames(name, source, basin);
      return {
        name,
        message: nearest.length > 0 ? `${unknown} The nearest names are ${nearest.join(', ')}.` : unknown,
      };
    });
}

/** Finds the source's names that begin most like a name, or whose site's id or name does. */
function nearestNames(name: string, source: string, basin: Basin): string[] {
  const ranks = new Map<string, number>();
  for (const { key, aliases } of listNames(source, basin)) {
    const rank = Math.max(...[key, ...aliases].map((each) => countSameStart(each, name)));
    ranks.set(key, Math.max(rank, ranks.get(key) ?? 0));
  }
  return [...ranks]
    .sort(([, one], [, other]) => other - one)
    .slice(0, suggestionCount)
    .map(([key]) => key);
}

type ListedName = { readonly key: string; readonly aliases: readonly string[] };

function listNames(source: string, { sites, huc8s }: Basin): ListedName[] {
  if (source === 'boundaries') return huc8s.map(({ code, name }) => ({ key: code, aliases: [name] }));
  const agencies = agenciesOf(source);
  return sites.flatMap(({ id, name, series }) =>
    Object.values(series).flatMap((keys) =>
      agencies.flatMap((agency) => {
        const key = keys[agency];
        return key === undefined ? [] : [{ key, aliases: [id, name] }];
      }),
    ),
  );
}

/** Official statistics are those of NRCS and USGS. */
function agenciesOf(source: string) {
  const isOne = (name: string) =>
    source === 'all' || source === name || (source === 'official' && (name === 'nrcs' || name === 'usgs'));
  return sourceNames.filter(isOne);
}

function countSameStart(one: string, other: string): number {
  const [text, wanted] = [one.toLowerCase(), other.trim().toLowerCase()];
  let count = 0;
  while (count < wanted.length && text[count] === wanted[count]) count += 1;
  return count;
}
