export type RetryingRequest = RequestInit & {
  /** Milliseconds for each try, its whole body included. */
  timeoutMs: number;
  fetch?: typeof fetch;
};

const maxTries = 4;

/** A try that took long was no early refusal, so another one would only add to the load. */
const maxTotalMs = 20_000;

/**
 * Fetches, and while a busy server answers a GET with 503 and `Retry-After`, waits as long as it asks and up to a third
 * more, so that not all come back at once, and tries again. Gives the last answer after 4 tries or 20 seconds. Rejects as
 * `fetch` does: with the reason of the signal, or a `TimeoutError`.
 */
export async function fetchWithRetry(
  address: string,
  { timeoutMs, fetch: send = globalThis.fetch, ...init }: RetryingRequest,
): Promise<Response> {
  const { method = 'GET', signal } = init;
  const begun = performance.now();
  for (let tries = 1; ; tries += 1) {
    const deadline = AbortSignal.timeout(timeoutMs);
    const response = await send(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const asked = response.status === 503 && method === 'GET' ? retryAfterMs(response) : undefined;
    if (asked === undefined || tries === maxTries) return response;
    const wait = asked * (1 + Math.random() / 3);
    if (performance.now() - begun + wait > maxTotalMs) return response;
    // A body that nobody reads would hold the connection.
    await response.body?.cancel();
    await sleep(wait, signal);
  }
}

/** `Retry-After` in milliseconds, at least a second; undefined without seconds, and for a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Math.max(1, Number(seconds)) * 1000 : undefined;
}

/** @throws the reason of the signal, once it is aborted */
function sleep(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
