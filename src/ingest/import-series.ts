import type { Basin } from '#contract/basin.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import type { Store } from '#server/db/store.ts';
import { completeLocation } from './basin/complete-location.ts';
import { writeMapLayers } from './basin/map-layers.ts';
import { writeLookupTables } from './basin/write-lookup-tables.ts';
import { writeShapes } from './basin/write-shapes.ts';
import { describeNothingImported } from './describe-nothing-imported.ts';
import { addSeriesReport, type IngestReport, type SeriesReport } from './report.ts';
import type { SeriesReader } from './series-reader.ts';
import { SourceRefused, type SourceRequest, type SourceSeries, type SourceTools } from './source.ts';
import { createWriteQueue } from './write-queue.ts';
import { type WriteOptions, writeSeries } from './write-series.ts';

export type Import = {
  readonly sourceName: string;
  /** Its id in `ingest_run`. */
  readonly run: number;
  readonly request: SourceRequest;
  readonly basin: Basin;
  readonly tools: SourceTools;
  readonly reader: SeriesReader;
  readonly signal: AbortSignal | undefined;
};

/** Reads the series of a source and writes each in a transaction of its own. Adds the results to the report. */
export async function importSeries(store: Store, work: Import, report: IngestReport): Promise<void> {
  const { sourceName, run, request, basin, tools } = work;
  const places = await store.transaction(async (transaction) => {
    await writeMapLayers(transaction);
    const ids = await writeLookupTables(transaction, basin);
    await writeShapes(transaction, basin);
    return ids;
  });
  const options = { source: sourceName, run, places, replaceSource: request.replaceSource ?? false };
  // The embedded database writes one series at a time anyway.
  const writes = createWriteQueue<WriteOutcome | undefined>(
    store.engine === 'postgresql' ? 2 : 1,
    (outcome) => {
      if (!outcome) return;
      if ('message' in outcome) report.failures.push(outcome);
      else {
        addSeriesReport(report, outcome);
        tools.onProgress(`${outcome.name}: ${outcome.written} written, ${outcome.unchanged} unchanged`);
      }
    },
  );
  try {
    await readAll(work, report, (series) =>
      // A site's details are written after its series, which may add the location.
      series.kind === 'place'
        ? writes.add(series.site.id, async () => {
            await store.transaction((transaction) => completeLocation(transaction, series.site, series));
            return undefined;
          })
        : writes.add(series.target.site.id, () => writeOrRefuse(store, options, series)),
    );
  } finally {
    await writes.finish();
  }
  const isNothing = report.rows_read === 0 && report.failures.length === 0 && report.series.length === 0;
  if (request.file !== undefined && isNothing) {
    report.failures.push({ name: request.file, message: describeNothingImported(report, basin) });
  }
}

type ReadSeries = Extract<SourceSeries, { kind: 'read' }>;
type PlaceSeries = Extract<SourceSeries, { kind: 'place' }>;

async function readAll(
  { sourceName, request, basin, tools, reader, signal }: Import,
  report: IngestReport,
  write: (series: ReadSeries | PlaceSeries) => Promise<void>,
): Promise<void> {
  const written = new Set<string>();
  for await (const series of reader.series(sourceName, basin, request, tools)) {
    throwIfStopped(signal);
    switch (series.kind) {
      case 'unknown':
        report.unknown_columns.push(series.name);
        break;
      case 'refused':
        report.failures.push({ name: series.name, message: series.message });
        break;
      case 'place':
        await write(series);
        break;
      case 'read': {
        const record = `${series.target.site.id} ${series.target.parameter}`;
        if (written.has(record)) {
          // The two would overwrite each other in every import.
          report.failures.push({
            name: series.name,
            message: 'Another series was already stored as this record.',
          });
          break;
        }
        written.add(record);
        await write(series);
      }
    }
  }
}

/** What was written, or why the series was refused. */
type WriteOutcome = SeriesReport | IngestReport['failures'][number];

async function writeOrRefuse(store: Store, options: WriteOptions, series: ReadSeries): Promise<WriteOutcome> {
  try {
    return await store.transaction((transaction) => writeSeries(transaction, options, series));
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { name: series.name, message: error.message };
  }
}
