import { ServiceUnavailable, type SourceTools } from '../source.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Waits for a limit that does not say when it ends: together an hour, after which an hourly limit is given back. */
const waitsMs = [1, 4, 10, 20, 25].map((minutes) => minutes * minuteMs);
/** A service that answers no request for a day does not limit requests: it is closed to us. */
const maxLimitedMs = 24 * hourMs;

/** What a service permits, as its answers say. */
export type RateLimit = {
  /** Requests per hour; undefined if the answers do not say. */
  readonly limit: () => number | undefined;
  /** Requests left; undefined if the answers do not say. */
  readonly remaining: () => number | undefined;
  /** Reads `X-RateLimit-Limit` and `X-RateLimit-Remaining` of an answer. */
  readonly read: (headers: Headers) => void;
  /** Ends the growth of waits after a request that the service accepted. */
  readonly accept: () => void;
  /** Waits if the last answer said that no request is left. */
  readonly waitForTurn: (host: string) => Promise<void>;
  /** Waits after status 429. @throws ServiceUnavailable if no request was accepted for a day */
  readonly waitAfterRefusal: (host: string, retryAfterMs: number | undefined) => Promise<void>;
};

/** Waits until a service's limit is given back: as long as Retry-After says, otherwise in growing steps. */
export function createRateLimit({ sleep, onProgress }: Pick<SourceTools, 'sleep' | 'onProgress'>): RateLimit {
  let limit: number | undefined;
  let remaining: number | undefined;
  let waits = 0;
  let limitedMs = 0;

  const wait = async (host: string, retryAfterMs: number | undefined) => {
    if (limitedMs >= maxLimitedMs) {
      throw new ServiceUnavailable(`${host} has accepted no request for 24 hours (status 429).`);
    }
    const stepMs = waitsMs[Math.min(waits, waitsMs.length - 1)] ?? hourMs;
    const waitMs = Math.min(Math.max(retryAfterMs ?? stepMs, 1000), hourMs);
    const limitText = limit === undefined ? '' : ` of ${limit} an hour`;
    onProgress(
      `${host}: the limit${limitText} is used up; the import waits ${describeDuration(waitMs)}, then goes on by itself`,
    );
    waits += 1;
    limitedMs += waitMs;
    remaining = undefined;
    await sleep(waitMs);
  };

  return {
    limit: () => limit,
    remaining: () => remaining,
    read: (headers) => {
      limit = countIn(headers.get('x-ratelimit-limit')) ?? limit;
      remaining = countIn(headers.get('x-ratelimit-remaining'));
    },
    accept: () => {
      waits = 0;
      limitedMs = 0;
    },
    waitForTurn: async (host) => {
      if (remaining === 0) await wait(host, undefined);
    },
    waitAfterRefusal: wait,
  };
}

function countIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) : undefined;
}

/** Describes a duration: `7 s`, `25 min`, `2 h`. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds < minuteMs) return `${Math.ceil(milliseconds / 1000)} s`;
  if (milliseconds < 2 * hourMs) return `${Math.ceil(milliseconds / minuteMs)} min`;
  return `${Math.ceil(milliseconds / hourMs)} h`;
}

const secondsPerRequest = 5;

/** Estimates how long requests take in all: the hours that the limit makes them wait, and a few seconds for each. */
export function estimateDurationMs(requests: number, limit: number | undefined, remaining = limit): number {
  const waiting = limit === undefined || limit === 0 ? 0 : Math.max(0, requests - (remaining ?? limit));
  const hours = limit ? Math.ceil(waiting / limit) : 0;
  return hours * hourMs + requests * secondsPerRequest * 1000;
}
