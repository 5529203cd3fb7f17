import { createHash } from 'node:crypto';
import { createVersionedCache } from '../../http/query-cache.ts';
import { createWorkerTask } from '../../worker-task.ts';
import type { FitTask, methods } from './outlook.worker.ts';

type Methods = typeof methods;
type Input<Kind extends keyof Methods> = Parameters<Methods[Kind]>[0];
export type OutlookInput = Input<'outlook'>;

/** Computes an outlook, a fill or a carry-over in a worker thread. */
export type ComputeFit = <Kind extends keyof Methods>(
  kind: Kind,
  input: Input<Kind>,
) => Promise<ReturnType<Methods[Kind]>>;

/** Fits of so many issue days; each has about 30 KB. */
const maxFits = 900;

const computeInWorker = createWorkerTask<FitTask, unknown>(new URL('./outlook.worker.ts', import.meta.url));

/** What a fit is computed from, as a short text: the same for the same input. */
export function hashOf(input: FitTask['input']): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}

/**
 * Holds fits by what they are computed from, so that an import that changes none of it needs no new fit. Simultaneous calls
 * share one computation.
 */
export function createFits(): ComputeFit {
  const fits = createVersionedCache<unknown>(maxFits, () => 1);
  return (kind, input) =>
    fits.get('', `${kind} ${hashOf(input)}`, () => computeInWorker({ kind, input })) as Promise<
      ReturnType<Methods[typeof kind]>
    >;
}
