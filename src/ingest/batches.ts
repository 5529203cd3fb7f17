import {
  ServiceFailing,
  ServiceUnavailable,
  SourceRefused,
  type SourceSeries,
  type SourceTools,
} from './source.ts';

export type BatchOptions = {
  /** What is asked for, in the agency's own names. */
  readonly names: readonly string[];
  /** So many names fit into one question. */
  readonly size: number;
  readonly read: (batch: readonly string[]) => Promise<readonly SourceSeries[]>;
  /** Another way to what one name stands for, where the service refuses even that. @throws SourceRefused */
  readonly fallback?: (name: string) => Promise<readonly SourceSeries[]>;
};

/** After so many batches in a row that patience did not help with, the rest is not asked for. */
const maxFailedBatches = 2;

/**
 * Asks for names batch by batch, and yields what comes before it asks on. A batch that is refused is asked for again
 * name by name, because one bad name spoils them all; a name that is refused does not stop the others. A service that
 * fails altogether is not asked for every name: with the waits of each they would take days.
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
      yield* refused(batch, 'It was not asked for, since the service failed for what was before it.');
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
