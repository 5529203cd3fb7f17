import { createHash } from 'node:crypto';
import type { CarryOverInput, CarryOverResult } from '#domain/carry-over.ts';
import type { FillInput, FillResult } from '#domain/fill/fill-result.ts';
import type { OutlookResult } from '#domain/outlook/outlook-result.ts';
import type { OutlookCurrent, OutlookTraining } from '#domain/outlook/training.ts';
import { createVersionedCache } from '../../http/query-cache.ts';
import { createWorkerTask } from '../../worker-task.ts';

export type FitInput = { readonly training: OutlookTraining; readonly current: OutlookCurrent };
/** What the worker thread computes. */
export type FitTask =
  | { readonly outlook: FitInput }
  | { readonly fill: FillInput }
  | { readonly carryOver: CarryOverInput };

/** Computes outlooks, fills and carry-overs in a worker thread. */
export type Fits = {
  computeOutlook(input: FitInput): Promise<OutlookResult>;
  computeFill(input: FillInput): Promise<FillResult>;
  computeCarryOver(input: CarryOverInput): Promise<CarryOverResult>;
};

/** Fits of so many issue days; each has about 30 KB. */
const maxFits = 300;

const computeInWorker = createWorkerTask<FitTask, unknown>(new URL('./outlook.worker.ts', import.meta.url));

/** What a fit is computed from, as a short text: the same for the same input. */
export function hashOf(input: FitInput | FillInput | CarryOverInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}

/**
 * Holds fits by what they are computed from, so that an import that changes none of it needs no new fit. Simultaneous calls
 * share one computation.
 */
export function createFits(): Fits {
  const outlooks = createVersionedCache<OutlookResult>(maxFits, () => 1);
  const fills = createVersionedCache<FillResult>(maxFits, () => 1);
  const carryOvers = createVersionedCache<CarryOverResult>(maxFits, () => 1);
  return {
    computeOutlook: (outlook) =>
      outlooks.get('', hashOf(outlook), () => computeInWorker({ outlook }) as Promise<OutlookResult>),
    computeFill: (fill) =>
      fills.get('', hashOf(fill), () => computeInWorker({ fill }) as Promise<FillResult>),
    computeCarryOver: (carryOver) =>
      carryOvers.get('', hashOf(carryOver), () => computeInWorker({ carryOver }) as Promise<CarryOverResult>),
  };
}
