import type { Basin } from '#contract/basin.ts';
import type { Store } from '#server/db/store.ts';
import { countExpectedSeries } from './count-series.ts';
import type { HandOverRequest } from './hand-over.ts';
import type { IngestReport } from './report.ts';
import { ingest } from './run.ts';
import type { SeriesReader } from './series-reader.ts';
import { createWorkerReader } from './worker/worker-reader.ts';
import { createYieldingStore } from './yielding-store.ts';

type ImportHooks = {
  readonly signal: AbortSignal;
  onProgress(message: string): void;
  /** `total` is undefined where it is not known in advance. */
  onCount(count: { done: number; total: number | undefined }): void;
};

type PortalImport = HandOverRequest & { readonly startedBy: string };

/**
 * Imports inside a portal: reads in a worker thread, and writes here, because only one process can have the embedded
 * database open.
 * @throws ImportStopped
 * @throws ImportRunning
 * @throws BadIngestRequest
 */
export async function importInPortal(
  store: Store,
  basin: Basin,
  { source, ...request }: PortalImport,
  { signal, onProgress, onCount }: ImportHooks,
): Promise<IngestReport> {
  const total = countExpectedSeries(basin, { source, ...request });
  const reader = countSeries(createWorkerReader(signal), (done) =>
    // A site may have more series than the basin file says.
    onCount({ done, total: total === undefined ? undefined : Math.max(done, total) }),
  );
  return ingest(createYieldingStore(store), source, { ...request, basin, signal, reader, onProgress });
}

/** Calls back after each series that was written or refused. */
function countSeries(reader: SeriesReader, onCount: (done: number) => void): SeriesReader {
  let done = 0;
  return {
    ...reader,
    async *series(...request) {
      for await (const series of reader.series(...request)) {
        yield series;
        if (series.kind !== 'read' && series.kind !== 'refused') continue;
        done += 1;
        onCount(done);
      }
    },
  };
}
