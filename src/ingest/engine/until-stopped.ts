import { throwIfStopped, toImportStopped } from '#domain/import-stopped.ts';

/** Waits for work until the signal is aborted, whatever the work is waiting for. @throws ImportStopped */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  // If the signal comes first, nobody waits for the work any more.
  work.catch(() => {});
  throwIfStopped(signal);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(toImportStopped(signal));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Passes on what is read until the signal is aborted. @throws ImportStopped */
export async function* eachUntilStopped<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      throwIfStopped(signal);
      const next = await untilStopped(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ended = iterator.return?.();
    // What waits for a service ends when that answers.
    if (signal?.aborted) ended?.catch(() => {});
    else await ended;
  }
}
