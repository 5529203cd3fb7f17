import { SourceRefused, type SourceSeries, type SourceTools } from './source.ts';

export type Batches = {
  /** What is asked for, in the agency's own names. */
  readonly names: readonly string[];
  /** So many names fit into one question. */
  readonly size: number;
  readonly read: (batch: readonly string[]) => Promise<readonly SourceSeries[]>;
  /** Another way to what one name stands for, where the service refuses even that. @throws SourceRefused */
  readonly fallback?: (name: string) => Promise<readonly SourceSeries[]>;
};

/**
 * Asks for names batch by batch, and yields what comes before it asks on. A batch that is refused is asked for again
 * name by name, because one bad name spoils them all; a name that is refused does not stop the others.
 */
export async function* inBatches(
  { names, size, read, fallback }: Batches,
  { onProgress }: Pick<SourceTools, 'onProgress'>,
): AsyncGenerator<SourceSeries> {
  for (let at = 0; at < names.length; at += size) {
    const batch = names.slice(at, at + size);
    onProgress(`Fetching ${batch.join(', ')} (${at + batch.length} of ${names.length})`);
    try {
      yield* await read(batch);
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error;
      for (const name of batch) {
        const isSame = batch.length === 1;
        yield* await alone(name, isSame ? () => Promise.reject(error) : () => read([name]), fallback);
      }
    }
  }
}

async function alone(
  name: string,
  read: () => Promise<readonly SourceSeries[]>,
  fallback: Batches['fallback'],
): Promise<readonly SourceSeries[]> {
  let message = '';
  for (const way of [read, ...(fallback ? [() => fallback(name)] : [])]) {
    try {
      return await way();
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error;
      message = message ? `${message} ${error.message}` : error.message;
    }
  }
  return [{ kind: 'refused', name, message }];
}
