import { createHash } from 'node:crypto';
import type { OutlookResult } from '#domain/outlook/outlook-result.ts';
import type { OutlookCurrent, OutlookTraining } from '#domain/outlook/training.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { createWorkerTask } from '../../worker-task.ts';

export type FitInput = { readonly training: OutlookTraining; readonly current: OutlookCurrent };
export type ComputeFit = (input: FitInput) => Promise<OutlookResult>;

/** Fits of so many issue days; each has about 30 KB. */
const maxFits = 300;

const computeInWorker = createWorkerTask<FitInput, OutlookResult>(
  new URL('./outlook.worker.ts', import.meta.url),
);

/**
 * Holds fits by what they are computed from, so that an import that changes none of it needs no new fit. Simultaneous calls
 * share one computation.
 */
export function createFits(): ComputeFit {
  const cache = createVersionedCache<OutlookResult>(maxFits, () => 1);
  return (input) => {
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    return cache.get('', hash, () => computeInWorker(input));
  };
}
