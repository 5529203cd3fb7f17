import { toPlainText } from './parse-response.ts';
import { ServiceFailing, ServiceUnavailable, SourceRefused, type SourceTools } from './source.ts';

const maxAttempts = 5;
const initialBackoffMs = 2_000;
const maxBackoffMs = 120_000;
/** Limits by the hour ask for waits of up to one; no question waits for longer altogether. */
const maxRetryAfterMs = 3_600_000;
const timeoutMs = 120_000;
const jitter = 0.2;
const retryableStatuses = [429, 500, 502, 503, 504];

export type RetryOptions<T = never> = {
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds before each request but the first, so that a service is never pressed. */
  pauseMs?: number;
  /** What an answer 404 means, where it means that there is nothing. */
  valueIfNotFound?: T;
};

/** Asks for an address and reads the answer. @throws SourceRefused, ServiceFailing where patience did not help */
export type RetryingFetch = <T>(
  url: string,
  read: (text: string) => T,
  settings?: RetryOptions<T>,
) => Promise<T>;

/**
 * Asks a service with patience: failures of the network, answers 429, 500, 502, 503 and 504, and answers that cannot
 * be read, because they are cut off or a page of apology, are tried again after about 2, 4, 8 and 16 s, or after what
 * Retry-After asks for.
 */
export function createRetryingFetch(tools: SourceTools, common: RetryOptions = {}): RetryingFetch {
  let requestCount = 0;
  return async (url, read, settings) => {
    const { headers, pauseMs = 0, valueIfNotFound } = { ...common, ...settings };
    if (requestCount > 0 && pauseMs > 0) await tools.sleep(pauseMs);
    requestCount += 1;
    let lastFailure: Failure | undefined;
    let waitedMs = 0;
    let isUnavailable = true;
    for (let attempt = 1; attempt <= maxAttempts && waitedMs < maxRetryAfterMs; attempt += 1) {
      if (lastFailure) waitedMs += await backOff(lastFailure, attempt - 1, url, tools);
      const result = await fetchOnce(url, headers, tools);
      if ('reason' in result) {
        if (result.status === 404 && valueIfNotFound !== undefined) return valueIfNotFound;
        if (result.isFinal) throw refusal(url, result);
        lastFailure = result;
        isUnavailable &&= result.isUnavailable === true;
        continue;
      }
      try {
        return read(result.text);
      } catch (error) {
        if (!(error instanceof SourceRefused)) throw error;
        lastFailure = { reason: error.message, cause: error };
        isUnavailable = false;
      }
    }
    if (lastFailure?.cause instanceof SourceRefused)
      throw new ServiceFailing(lastFailure.reason, { cause: lastFailure.cause });
    // An error among the failures may mean that too much was asked for.
    const ErrorType = isUnavailable ? ServiceUnavailable : ServiceFailing;
    throw new ErrorType(
      `${hostOf(url)} could not be reached in ${maxAttempts} tries (${lastFailure?.reason}). Try again later.`,
      { cause: lastFailure?.cause },
    );
  };
}

type Failure = {
  readonly reason: string;
  readonly status?: number;
  /** What the server said, in plain words. */
  readonly serverMessage?: string;
  /** Asking again would bring the same. */
  readonly isFinal?: boolean;
  /** It would be the same for any other question. */
  readonly isUnavailable?: boolean;
  /** Milliseconds the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
};

async function fetchOnce(
  url: string,
  headers: RetryOptions['headers'],
  { fetch, now }: SourceTools,
): Promise<{ readonly text: string } | Failure> {
  try {
    const response = await fetch(url, {
      headers: {
        'user-agent': 'monitoring-dashboard importer',
        accept: 'text/csv, text/plain, */*',
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.ok) return { text };
    return {
      reason: `status ${response.status}`,
      status: response.status,
      serverMessage: toPlainText(text, 160),
      isFinal: !retryableStatuses.includes(response.status),
      isUnavailable: response.status === 429,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), now()),
    };
  } catch (error) {
    return { reason: reasonOf(error), isUnavailable: true, cause: error };
  }
}

async function backOff(
  { reason, retryAfterMs }: Failure,
  attempt: number,
  url: string,
  { sleep, random, onProgress }: SourceTools,
) {
  const backoffMs = Math.round(initialBackoffMs * 2 ** (attempt - 1) * (1 + jitter * (2 * random() - 1)));
  const waitMs = Math.min(Math.max(Math.min(backoffMs, maxBackoffMs), retryAfterMs ?? 0), maxRetryAfterMs);
  onProgress(`${hostOf(url)} did not answer (${reason}); next try in ${Math.ceil(waitMs / 1000)} s`);
  await sleep(waitMs);
  return waitMs;
}

function refusal(url: string, { reason, serverMessage }: Failure): SourceRefused {
  return new SourceRefused(
    `${hostOf(url)} refused the request (${reason})${serverMessage ? `: ${serverMessage}` : ''}`,
  );
}

/** Milliseconds from a number of seconds or a date. */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

function hostOf(url: string) {
  return URL.parse(url)?.host ?? url;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
