import { toPlainText } from './parse-response.ts';
import { ServiceFailing, ServiceUnavailable, SourceRefused, type SourceTools } from './source.ts';

const maxAttempts = 5;
const initialBackoffMs = 2_000;
const maxBackoffMs = 120_000;
/** Hourly rate limits ask for waits of up to an hour. One request never waits longer than this in total. */
const maxRetryAfterMs = 3_600_000;
const timeoutMs = 120_000;
/** Each wait is up to this share longer or shorter, so that portals do not retry at the same moment. */
const jitter = 0.2;
const retryableStatuses = [429, 500, 502, 503, 504];

export type RetryOptions<T = never> = {
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds before each request except the first, to go easy on the service. */
  pauseMs?: number;
  /** Returned for a 404, for services that answer 404 when there are no data. */
  valueIfNotFound?: T;
};

/** Fetches a URL and reads the response. @throws SourceRefused, or ServiceFailing if all tries failed */
export type RetryingFetch = <T>(
  url: string,
  read: (text: string) => T,
  settings?: RetryOptions<T>,
) => Promise<T>;

/**
 * Creates a fetch that retries. It makes up to five tries, with waits of about 2, 4, 8 and 16 s (back-off with jitter)
 * or as long as Retry-After says, up to an hour.
 *
 * It retries network errors, the statuses 429 (rate limit), 500, 502, 503 and 504, and responses that `read` refuses,
 * such as truncated JSON or an HTML error page. Any other status is final and throws SourceRefused. After the last try
 * it throws ServiceUnavailable if the service could never be reached or answered 429 every time, and otherwise
 * ServiceFailing, for which a smaller request may help.
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
  /** The response's text without markup. */
  readonly serverMessage?: string;
  /** A retry would not help. */
  readonly isFinal?: boolean;
  /** Any other request to this service would fail, too. */
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

/** Parses Retry-After, a number of seconds or a date, to milliseconds. */
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
