import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { parseDay } from '#domain/calendar.ts';
import type { Store } from '#server/db/open.ts';
import { takeLease } from './lease.ts';
import { readSourceFile } from './read-source-file.ts';
import { addReport, addSeries, emptyReport, type IngestReport, reportLines } from './report.ts';
import { type Source, SourceRefused, type SourceRequest, type SourceTools } from './source.ts';
import { ingestBoundaries } from './sources/boundaries.ts';
import { idwr } from './sources/idwr.ts';
import { nrcs } from './sources/nrcs.ts';
import { usbr } from './sources/usbr.ts';
import { usgs } from './sources/usgs.ts';
import { writeSeries } from './write-series.ts';

export { type IngestReport, reportLines } from './report.ts';

/** Agencies by the word on the command line. */
export const sources: Readonly<Record<string, Source>> = { idwr, nrcs, usbr, usgs };

/** The HUC8 areas, which are no series. */
const boundaries = 'boundaries';

/** Every source, one after the other. */
const all = 'all';

/** Every word that the command line takes for a source. */
export const sourceNames: readonly string[] = [...Object.keys(sources), boundaries, all];

/** The request makes no sense; `message` says what would. */
export class BadIngestRequest extends Error {
  override name = 'BadIngestRequest';
}

export type IngestOptions = SourceRequest & Partial<SourceTools>;

/**
 * Brings an agency's daily values into the database, one transaction per series, so that an interruption
 * leaves whole series. The report is kept in `ingest_run`. Series that are refused do not stop the others;
 * the report's `status` is then `failed`.
 * @throws BadIngestRequest
 * @throws ImportRunning while another process imports
 */
export async function ingest(
  store: Store,
  sourceName: string,
  options: IngestOptions = {},
): Promise<IngestReport> {
  if (!sourceNames.includes(sourceName)) {
    throw new BadIngestRequest(`There is no source '${sourceName}'. There are: ${sourceNames.join(', ')}.`);
  }
  if (options.since !== undefined && parseDay(options.since) === undefined) {
    throw new BadIngestRequest(`--since ${options.since} is not a day. Write it as YYYY-MM-DD.`);
  }
  if (sourceName === all && options.file !== undefined) {
    throw new BadIngestRequest('--file belongs to one source; name it instead of all.');
  }
  const tools = withDefaults(options);
  const lease = await takeLease(store);
  try {
    if (sourceName !== all) return await ingestOne(store, sourceName, options, tools);
    const report = emptyReport(all);
    for (const name of sourceNames.filter((each) => each !== all)) {
      addReport(report, await ingestOne(store, name, options, tools));
    }
    return report;
  } finally {
    await lease.release();
  }
}

async function ingestOne(
  store: Store,
  sourceName: string,
  options: IngestOptions,
  tools: SourceTools,
): Promise<IngestReport> {
  const source = sources[sourceName];
  const report = emptyReport(sourceName);
  const run = await begin(store, sourceName);
  try {
    if (!source) await ingestBoundaries(store, options, tools, report);
    else
      for await (const series of await seriesOf(source, options, tools)) {
        if (series.kind === 'unknown') report.unknown_columns.push(series.name);
        else if (series.kind === 'refused')
          report.failures.push({ name: series.name, message: series.message });
        else {
          const written = await store.transaction((transaction) =>
            writeSeries(transaction, source.title, series),
          );
          addSeries(report, written);
          tools.onProgress(`${series.name}: ${written.written} written, ${written.unchanged} unchanged`);
        }
      }
  } catch (error) {
    const expected = error instanceof SourceRefused;
    report.failures.push({
      name: options.file ?? sourceName,
      message: error instanceof Error ? error.message : String(error),
    });
    if (!expected) {
      await end(store, run, { ...report, status: 'failed' });
      throw error;
    }
  }
  if (report.failures.length > 0) report.status = 'failed';
  await end(store, run, report);
  for (const line of reportLines(report)) tools.onProgress(line);
  return report;
}

function withDefaults(options: IngestOptions): SourceTools {
  return {
    fetch: options.fetch ?? fetch,
    sleep: options.sleep ?? ((milliseconds) => setTimeout(milliseconds)),
    now: options.now ?? (() => new Date()),
    onProgress: options.onProgress ?? (() => {}),
    environment: options.environment ?? process.env,
    random: options.random ?? Math.random,
  };
}

async function seriesOf(source: Source, options: IngestOptions, tools: SourceTools) {
  if (options.file === undefined) return source.fetch(options, tools);
  return source.readFile(await readSourceFile(options.file), options);
}

async function begin(store: Store, source: string): Promise<string> {
  const [row] = await store.query<{ ndx: string }>(
    `INSERT INTO ingest_run (source) VALUES ($1) RETURNING ingest_run_ndx::text AS ndx`,
    [source],
  );
  return row?.ndx ?? '0';
}

async function end(store: Store, run: string, report: IngestReport): Promise<void> {
  await store.query(
    `UPDATE ingest_run SET finished_at = now(), status = $2, rows_read = $3, rows_written = $4,
       rows_unchanged = $5, rows_rejected = $6, report = $7::text::jsonb
     WHERE ingest_run_ndx = $1::text::bigint`,
    [
      run,
      report.status,
      report.rows_read,
      report.rows_written,
      report.rows_unchanged,
      report.rows_rejected,
      JSON.stringify(report),
    ],
  );
}
