import { ServiceBlocked } from '../reading/http-retry.ts';
import {
  ServiceFailing,
  ServiceUnavailable,
  SourceRefused,
  type SourceSeries,
  type SourceTools,
} from '../source.ts';

export type BatchOptions<S = SourceSeries> = {
  /** What to fetch, in the agency's own names; each batch with one call of `read`. */
  readonly batches: readonly (readonly string[])[];
  readonly read: (batch: readonly string[]) => Promise<readonly S[]>;
  /** Fetches one name from another service, after `read` refused it. @throws SourceRefused */
  readonly fallback?: ((name: string) => Promise<readonly S[]>) | undefined;
};

type RefusedSeries = Extract<SourceSeries, { kind: 'refused' }>;

/** After this many batches in a row have failed in spite of retries, the rest is skipped. */
const maxFailedBatches = 2;
/** After this many names in a row have failed one by one, the rest of the batch is skipped. */
const maxFailedNames = 5;
const skipped = 'Skipped: the service was failing.';
const namesShown = 5;

/** Divides a list into batches of up to `size`. */
export function inBatchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}

/**
 * Fetches names batch by batch and yields each batch before it fetches the next. A batch that is refused or times out
 * is halved and fetched again, down to one name, because one bad name can spoil it; a refused name does not stop the
 * others. If the service itself is failing, the remaining names are skipped: with the retries of each, they could take
 * days.
 * @throws ServiceBlocked
 */
export async function* readInBatches<S = SourceSeries>(
  options: BatchOptions<S>,
  { onProgress }: Progress,
): AsyncGenerator<S | RefusedSeries> {
  const count = options.batches.reduce((sum, { length }) => sum + length, 0);
  let failedBatches = 0;
  let done = 0;
  for (const batch of options.batches) {
    done += batch.length;
    if (failedBatches >= maxFailedBatches) {
      yield* refused(batch, skipped);
      continue;
    }
    onProgress(`Fetching ${listNames(batch)} (${done} of ${count})`);
    const state: BatchState = { failedNames: 0, hasAnswer: false };
    yield* readOrHalve(batch, options, state);
    failedBatches = state.hasAnswer ? 0 : failedBatches + 1;
  }
}

type Progress = Pick<SourceTools, 'onProgress'>;

type BatchState = {
  /** Names in a row for which the service failed. */
  failedNames: number;
  /** The service has answered for some name, or refused it, which is an answer, too. */
  hasAnswer: boolean;
};

async function* readOrHalve<S>(
  batch: readonly string[],
  options: BatchOptions<S>,
  state: BatchState,
): AsyncGenerator<S | RefusedSeries> {
  if (state.failedNames >= maxFailedNames) {
    yield* refused(batch, skipped);
    return;
  }
  const [name = ''] = batch;
  const series = await readOrRefusal(batch, options);
  if (!(series instanceof SourceRefused)) {
    note(state, true);
    yield* series;
  } else if (series instanceof ServiceUnavailable) {
    note(state, false);
    yield* refused(batch, series.message);
  } else if (batch.length > 1) {
    const middle = Math.ceil(batch.length / 2);
    yield* readOrHalve(batch.slice(0, middle), options, state);
    yield* readOrHalve(batch.slice(middle), options, state);
  } else {
    const last = await readFallback(name, series, options);
    note(state, last.hasAnswer);
    yield* last.series;
  }
}

async function readOrRefusal<S>(
  batch: readonly string[],
  { read }: BatchOptions<S>,
): Promise<readonly S[] | SourceRefused> {
  try {
    return await read(batch);
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceBlocked) throw error;
    return error;
  }
}

function note(state: BatchState, hasAnswer: boolean): void {
  state.hasAnswer ||= hasAnswer;
  state.failedNames = hasAnswer ? 0 : state.failedNames + 1;
}

/** Fetches a refused name from the other service, if there is one. */
async function readFallback<S>(
  name: string,
  refusal: SourceRefused,
  { fallback }: BatchOptions<S>,
): Promise<{ readonly series: readonly (S | RefusedSeries)[]; readonly hasAnswer: boolean }> {
  const isRefusal = !(refusal instanceof ServiceFailing);
  if (!fallback) return { series: refused([name], refusal.message), hasAnswer: isRefusal };
  try {
    return { series: await fallback(name), hasAnswer: true };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    const hasAnswer = isRefusal || !(error instanceof ServiceFailing);
    return { series: refused([name], `${refusal.message} ${error.message}`), hasAnswer };
  }
}

function refused(names: readonly string[], message: string): RefusedSeries[] {
  return names.map((name) => ({ kind: 'refused', name, message }));
}

/** Lists names, the first few of many: `a, b, c, d, e and 95 more`. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ');
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown;
}
