import type { Basin } from '#contract/basin/basin.ts';
import { sourceNames } from '#domain/agencies.ts';
import { noteAnswer } from '#server/db/last-answer.ts';
import type { Store } from '#server/db/store.ts';
import { targetsOf } from '../basin/targets.ts';
import type { HandOverRequest } from '../hand-over.ts';
import { createImportProcess } from '../process/import-process.ts';
import type { IngestReport } from '../report.ts';
import { ingest } from '../run.ts';
import { readingsSource } from './ingest-readings.ts';

type ImportHooks = {
  readonly signal: AbortSignal;
  onProgress(message: string): void;
  /** `total` is undefined where it is not known in advance. */
  onCount(count: { done: number; total: number | undefined }): void;
};

type PortalImport = HandOverRequest & {
  readonly startedBy: string;
  /** Megabytes that the process of the import may use. */
  readonly memoryMb: number;
};

/**
 * Imports in a process of its own, whose statements the portal does.
 * @throws ImportStopped
 * @throws ImportRunning
 * @throws BadIngestRequest
 */
export async function importInPortal(
  store: Store,
  basin: Basin,
  { source, memoryMb, ...request }: PortalImport,
  { signal, onProgress, onCount }: ImportHooks,
): Promise<IngestReport> {
  const total = countExpectedSeries(basin, { source, ...request });
  let done = 0;
  const runSource = createImportProcess({
    memoryMb,
    onSeries: () => {
      done += 1;
      // A site may have more series than the basin file says.
      onCount({ done, total: total === undefined ? undefined : Math.max(done, total) });
    },
    onStatement: () => noteAnswer(store),
  });
  return ingest(store, source, { ...request, basin, signal, runSource, onProgress });
}

/**
 * Counts the series that an import from the network will request, for its progress; undefined for readings, for a file, whose series
 * are not known before it was read, and for sites, whose names depend on the agency.
 */
function countExpectedSeries(
  basin: Basin,
  {
    source,
    file,
    sites,
  }: { source: string; file?: string | undefined; sites?: readonly string[] | undefined },
): number | undefined {
  if (file !== undefined || sites !== undefined || source === readingsSource) return undefined;
  return sourceNames
    .filter((name) => source === 'all' || source === name)
    .reduce((sum, name) => sum + targetsOf(basin, name, 'first').all.length, 0);
}
