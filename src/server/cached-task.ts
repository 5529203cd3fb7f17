import { createHash } from 'node:crypto';
import { createVersionedCache } from './http/query-cache.ts';
import { createWorkerTask } from './worker-task.ts';

/** What an input is, as a short text: the same for the same input. */
export function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}

/**
 * Computes in a worker thread, whose file is `entry`, and holds so many results by what they are computed from, so that an
 * import that changes none of it needs no new one. Simultaneous calls share one computation.
 */
export function cacheTask<Input, Output>(
  entry: URL,
  maxResults: number,
): () => (input: Input) => Promise<Output> {
  const compute = createWorkerTask<Input, Output>(entry);
  return () => {
    const results = createVersionedCache<Output>(maxResults, () => 1);
    return (input) => results.get('', hashOf(input), () => compute(input));
  };
}
