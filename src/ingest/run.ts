import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Basin } from '#contract/basin.ts';
import { ImportStopped, throwIfStopped } from '#domain/import-stopped.ts';
import { parseDay } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Store } from '#server/db/store.ts';
import { describeUnusedSource, isUsed, withBasinAddresses } from './basin/agencies.ts';
import { ingestBoundaries } from './basin/ingest-boundaries.ts';
import { withImportLock } from './import-lock.ts';
import { type Import, importSeries } from './import-series.ts';
import { beginRun, closeInterruptedRuns, endRun } from './ingest-runs.ts';
import { ingestOfficial } from './official/ingest-official.ts';
import { planRequest } from './plan-request.ts';
import { describeFailure, describeReport, emptyReport, type IngestReport, mergeReport } from './report.ts';
import { localReader, type SeriesReader, sources } from './series-reader.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from './source.ts';
import { describeUnknownSites } from './unknown-sites.ts';

export { ImportRunning } from './import-lock.ts';
export { describeReport, type IngestReport } from './report.ts';

/** The HUC8 and HUC10 areas, the rivers and waterbodies. They are not a `Source`, because they have no series. */
const boundaries = 'boundaries';

/** The statistics and forecasts that agencies publish, which are no series either. */
const official = 'official';

/** Runs every source, one after the other. */
const all = 'all';

/** The sources that the command line accepts. */
export const sourceArguments: readonly string[] = [...Object.keys(sources), boundaries, official, all];

/** The request is invalid; `message` says how to correct it. */
export class BadIngestRequest extends Error {
  override name = 'BadIngestRequest';
}

export type IngestOptions = SourceRequest &
  Partial<SourceTools> & {
    basin: Basin;
    /** Import only the last days of each record, and the whole record the first time and once a week. */
    keepCurrent?: boolean | undefined;
    /** Who or what starts the import, for the history of runs. */
    startedBy?: string | undefined;
    /** Ends the import after the series that is being written. */
    signal?: AbortSignal | undefined;
    /** Reads in another thread instead of this one. */
    reader?: SeriesReader | undefined;
  };

/**
 * Imports an agency's daily values, one transaction per series, so that an interruption never leaves part of a series.
 * Stores the report in `ingest_run`. A refused series or an unknown site does not stop the others, but makes the report's
 * `status` `failed`.
 * @throws BadIngestRequest
 * @throws ImportRunning if another process is importing
 * @throws ImportStopped if its signal ended it
 */
export async function ingest(
  store: Store,
  sourceName: string,
  options: IngestOptions,
): Promise<IngestReport> {
  validateRequest(sourceName, options);
  const tools = withDefaults(options);
  return withImportLock(store, async (locked) => {
    await closeInterruptedRuns(locked.store);
    const signal = options.signal ? AbortSignal.any([options.signal, locked.lost]) : locked.lost;
    if (sourceName !== all) return await ingestOne(locked.store, sourceName, { ...options, signal }, tools);
    return await ingestAll(locked.store, { ...options, signal }, tools);
  });
}

function validateRequest(sourceName: string, { since, file, basin }: IngestOptions): void {
  if (!sourceArguments.includes(sourceName)) {
    throw new BadIngestRequest(
      `There is no source '${sourceName}'. Choose one of: ${sourceArguments.join(', ')}.`,
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
  if (sourceName === official && file !== undefined) {
    throw new BadIngestRequest('Official statistics are read from the services only. Leave --file out.');
  }
}

/** Runs every source. Each reports the others' sites as unknown; a named site is unknown only if all of them do. */
async function ingestAll(store: Store, options: IngestOptions, tools: SourceTools): Promise<IngestReport> {
  const { sites = [], basin } = options;
  const report = emptyReport(all);
  const unknown: ReadonlySet<string>[] = [];
  for (const name of sourcesForSites(options)) {
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
  if (failures.length > 0) report.status = 'failed';
  return report;
}

/**
 * Leaves out agencies that the basin does not use, and the boundaries if sites are named, unless all of them are
 * hydrologic unit codes.
 */
function sourcesForSites({ sites, basin }: IngestOptions): readonly string[] {
  const isArea = sites?.every((site) => /^(\d{8}|\d{10})$/.test(site)) ?? true;
  return sourceArguments.filter(
    (name) => name !== all && isUsed(name, basin) && (isArea || name !== boundaries),
  );
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
  const run = await beginRun(store, sourceName, options.startedBy ?? 'command line');
  const { basin, signal, reader = localReader } = options;
  const work: Import = { sourceName, run: Number(run), request, basin, tools, reader, signal };
  try {
    if (sourceName === boundaries) await ingestBoundaries(store, work, report);
    else if (sourceName === official) await ingestOfficial(store, work, report);
    else await importSeries(store, work, report);
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
  if (report.failures.length > 0) report.status = 'failed';
  await endRun(store, run, report);
  for (const line of describeReport(report)) tools.onProgress(line);
  return report;
}

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
