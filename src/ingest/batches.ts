import {
  ServiceFailing,
  ServiceUnavailable,
  SourceRefused,
  type SourceSeries,
  type SourceTools,
} from './source.ts';

export type BatchOptions = {
  /** What to fetch, in the agency's own names. */
  readonly names: readonly string[];
  /** Maximum number of names in one request. */
  readonly size: number;
  readonly read: (batch: readonly string[]) => Promise<readonly SourceSeries[]>;
  /** Fetches one name from another service, after `read` refused it. @throws SourceRefused */
  readonly fallback?: (name: string) => Promise<readonly SourceSeries[]>;
};

/** After this many batches in a row have failed in spite of retries, the rest is skipped. */
const maxFailedBatches = 2;

/**
 * Fetches names batch by batch and yields each batch before it fetches the next. A refused batch is fetched again name
 * by name, because one bad name can spoil it; a refused name does not stop the others. If the service itself is
 * failing, the remaining names are skipped: with the retries of each, they could take days.
 */
export async function* readInBatches(
  batches: BatchOptions,
  { onProgress }: Progress,
): AsyncGenerator<SourceSeries> {
  const { names, size } = batches;
  let failedBatches = 0;
  for (let at = 0; at < names.length; at += size) {
    const batch = names.slice(at, at + size);
    if (failedBatches >= maxFailedBatches) {
      yield* refused(batch, 'Skipped: the service was failing.');
      continue;
    }
    onProgress(`Fetching ${batch.join(', ')} (${at + batch.length} of ${names.length})`);
    const { series, isFailing } = await readBatch(batch, batches);
    yield* series;
    failedBatches = isFailing ? failedBatches + 1 : 0;
  }
}

type Progress = Pick<SourceTools, 'onProgress'>;
type Outcome = { readonly series: readonly SourceSeries[]; readonly isFailing: boolean };

async function readBatch(batch: readonly string[], { read, fallback }: BatchOptions): Promise<Outcome> {
  try {
    return { series: await read(batch), isFailing: false };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    if (error instanceof ServiceUnavailable)
      return { series: refused(batch, error.message), isFailing: true };
    const isOne = batch.length === 1;
    const outcomes: Outcome[] = [];
    for (const name of batch) {
      const readAgain = isOne ? () => Promise.reject(error) : () => read([name]);
      outcomes.push(await readSingle(name, fallback ? [readAgain, () => fallback(name)] : [readAgain]));
    }
    return {
      series: outcomes.flatMap(({ series }) => series),
      isFailing: outcomes.every(({ isFailing }) => isFailing),
    };
  }
}

async function readSingle(
  name: string,
  attempts: readonly (() => Promise<readonly SourceSeries[]>)[],
): Promise<Outcome> {
  const messages: string[] = [];
  let isFailing = true;
  for (const attempt of attempts) {
    try {
      return { series: await attempt(), isFailing: false };
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error;
      messages.push(error.message);
      isFailing &&= error instanceof ServiceFailing;
    }
  }
  return { series: refused([name], messages.join(' ')), isFailing };
}

function refused(names: readonly string[], message: string): SourceSeries[] {
  return names.map((name) => ({ kind: 'refused', name, message }));
}
