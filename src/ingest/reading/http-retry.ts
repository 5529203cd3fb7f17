import { ServiceFailing, ServiceUnavailable, SourceRefused, type SourceTools } from '../source.ts';
import { toPlainText } from './parse-response.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

const maxAttempts = 5;
/** A request that takes too long mostly does so again; a smaller one may help. */
const maxTimeouts = 2;
const initialBackoffMs = 2_000;
const maxBackoffMs = 120_000;
/** The waits between the tries of one request are never longer than this in total. */
const maxRetryAfterMs = 3_600_000;
const timeoutMs = 120_000;
/** Each wait is up to this share longer or shorter, so that portals do not retry at the same moment. */
const jitter = 0.2;
const retryableStatuses = [408, 500, 502, 503, 504];
const tooManyRequests = 429;
const forbidden = 403;

export type RetryOptions<T = never> = {
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds before each request except the first, to go easy on the service. */
  pauseMs?: number;
  /** Returned for a 404, for services that answer 404 when there are no data. */
  valueIfNotFound?: T;
  /** Sent by POST. */
  body?: string | undefined;
};

/** Fetches a URL and reads the response. @throws SourceRefused, or ServiceFailing if all tries failed */
export type RetryingFetch = <T>(
  url: string,
  read: (text: string) => T | Promise<T>,
  settings?: RetryOptions<T>,
) => Promise<T>;

/** The service refused the request with a status that another try would not change. */
export class RequestRefused extends SourceRefused {
  override name = 'RequestRefused';
  readonly status: number | undefined;
  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

/** The service has blocked this address or key (status 403). It is asked nothing else. */
export class ServiceBlocked extends ServiceUnavailable {
  override name = 'ServiceBlocked';
  readonly status = forbidden;
}

/** A list that is too long, and a query by POST, which some gateways forbid. */
const refusedForms = [400, forbidden, 405, 413, 414, 415, 501];

/** Whether a service may answer the same question in another form; even 403 may be about the form only. */
export function isRefusedForm(error: unknown): error is RequestRefused | ServiceBlocked {
  const isRefusal = error instanceof RequestRefused || error instanceof ServiceBlocked;
  return isRefusal && refusedForms.includes(error.status ?? 0);
}

/**
 * Creates a fetch that retries. It makes up to five tries, with waits of about 2, 4, 8 and 16 s (back-off with jitter)
 * or as long as Retry-After says, up to an hour.
 *
 * It retries network errors, the statuses 408, 500, 502, 503 and 504, and responses that `read` refuses, such as
 * truncated JSON or an HTML error page. Status 429 and an answer that no request is left are no failures: it waits
 * until the limit is given back. Status 403 throws ServiceBlocked, and any other status RequestRefused. After the last
 * try it throws ServiceUnavailable if the service could never be reached, and otherwise ServiceFailing, for which a
 * smaller request may help; so it does after two tries that took too long.
 */
export function createRetryingFetch(
  tools: SourceTools,
  common: RetryOptions = {},
  rateLimit: RateLimit = createRateLimit(tools),
): RetryingFetch {
  let requestCount = 0;
  return async (url, read, settings) => {
    const { pauseMs = 0, valueIfNotFound, body } = { ...common, ...settings };
    const request = { url, body, headers: { ...common.headers, ...settings?.headers } };
    if (requestCount > 0 && pauseMs > 0) await tools.sleep(pauseMs);
    requestCount += 1;
    const failures: Failure[] = [];
    let waitedMs = 0;
    for (;;) {
      await rateLimit.waitForTurn(hostOf(url));
      const result = await fetchOnce(request, tools, rateLimit);
      if ('limitedMs' in result) {
        await rateLimit.waitAfterRefusal(hostOf(url), result.limitedMs);
        continue;
      }
      const outcome = 'text' in result ? await tryReading(result.text, read) : result;
      if ('value' in outcome) return outcome.value;
      if (outcome.status === 404 && valueIfNotFound !== undefined) return valueIfNotFound;
      if (outcome.isFinal) throw refusal(url, outcome);
      failures.push(outcome);
      const timeouts = failures.filter(({ isTimeout }) => isTimeout).length;
      if (failures.length >= maxAttempts || timeouts >= maxTimeouts || waitedMs >= maxRetryAfterMs) {
        throw finalFailure(url, failures, outcome);
      }
      waitedMs += await backOff(outcome, failures.length, url, tools);
    }
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
  readonly isTimeout?: boolean;
  /** Milliseconds the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
};

type HttpRequest = {
  readonly url: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** The service limits requests; `limitedMs` is how long it asks to wait, if it says. */
type Limited = { readonly limitedMs: number | undefined };

async function fetchOnce(
  { url, body, headers }: HttpRequest,
  { fetch, now }: SourceTools,
  rateLimit: RateLimit,
): Promise<{ readonly text: string } | Limited | Failure> {
  try {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: {
        'user-agent': 'monitoring-dashboard importer',
        accept: 'text/csv, text/plain, */*',
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    rateLimit.read(response.headers);
    const text = await response.text();
    const { status, ok } = response;
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now());
    if (status === tooManyRequests) return { limitedMs: retryAfterMs };
    rateLimit.accept();
    if (ok) return { text };
    return {
      reason: `status ${status}`,
      status,
      serverMessage: toPlainText(text, 160),
      isFinal: !retryableStatuses.includes(status),
      retryAfterMs,
    };
  } catch (error) {
    const isTimeout = hasTimedOut(error);
    return { reason: reasonOf(error), isTimeout, isUnavailable: !isTimeout, cause: error };
  }
}

async function tryReading<T>(
  text: string,
  read: (text: string) => T | Promise<T>,
): Promise<{ readonly value: T } | Failure> {
  try {
    return { value: await read(text) };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { reason: error.message, cause: error };
  }
}

/** A connection that was never made is no time-out of the answer: a smaller request would not help. */
function hasTimedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'HeadersTimeoutError') return true;
  return error.name === 'BodyTimeoutError' || hasTimedOut(error.cause);
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

function refusal(url: string, { reason, status, serverMessage }: Failure): SourceRefused {
  const details = serverMessage ? `: ${serverMessage}` : '';
  if (status === forbidden) {
    return new ServiceBlocked(
      `${hostOf(url)} has blocked this address or key (${reason})${details}. Nothing else was requested from it.`,
    );
  }
  return new RequestRefused(`${hostOf(url)} refused the request (${reason})${details}`, status);
}

function finalFailure(url: string, failures: readonly Failure[], { reason, cause }: Failure): ServiceFailing {
  if (cause instanceof SourceRefused) return new ServiceFailing(reason, { cause });
  const ErrorType = failures.every(({ isUnavailable }) => isUnavailable)
    ? ServiceUnavailable
    : ServiceFailing;
  return new ErrorType(
    `${hostOf(url)} could not be reached in ${failures.length} tries (${reason}). Try again later.`,
    { cause },
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
