import { expect, test } from 'vitest';
import {
  createRetryingFetch,
  parseRetryAfter,
  RequestRefused,
  type RetryOptions,
  ServiceBlocked,
} from '#ingest/reading/http-retry.ts';
import { parseJson } from '#ingest/reading/parse-response.ts';
import { describeDuration, estimateDurationMs } from '#ingest/reading/rate-limit.ts';
import { ServiceFailing, ServiceUnavailable, SourceRefused } from '#ingest/source.ts';

const url = 'https://service.example/items';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates a fetch over answers in their order; the last one repeats. */
function createTools(answers: readonly (() => Response)[], settings?: RetryOptions) {
  const waits: number[] = [];
  const messages: string[] = [];
  let calls = 0;
  const tools = {
    fetch: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)];
      calls += 1;
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    now: () => new Date('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    onProgress: (message: string) => void messages.push(message),
    environment: {},
  };
  return { waits, messages, calls: () => calls, fetchWithRetry: createRetryingFetch(tools, settings) };
}

const identity = (text: string) => text;
const asJson = (text: string) => parseJson(text, 'a test');
const answer =
  (text: string, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(text, { status, headers });
const ok = answer('ok');
const broken = answer('out of order', 500);
const limited = (retryAfter?: string) =>
  answer('{"error":{}}', 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const timedOut = () => {
  throw new DOMException('The operation timed out.', 'TimeoutError');
};
const inMinutes = (...minutes: readonly number[]) => minutes.map((each) => each * minuteMs);

test.each<[what: string, answers: (() => Response)[], waits: number[]]>([
  ['status 500, after waits that double', [broken, broken, broken, ok], [2000, 4000, 8000]],
  [
    'as long as Retry-After says, in seconds or as a date',
    [limited('7'), answer('', 503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), ok],
    [7000, 30_000],
  ],
  [
    'for an hourly rate limit, but never longer than an hour',
    [limited('1800'), limited('86400'), ok],
    inMinutes(30, 60),
  ],
  [
    'in growing steps, together an hour, when a limit does not say when it ends',
    [limited(), limited(), limited(), limited(), limited(), ok],
    inMinutes(1, 4, 10, 20, 25),
  ],
  [
    'without counting a limit as a failure of the request',
    [broken, limited(), broken, limited(), broken, limited(), broken, ok],
    [2000, minuteMs, 4000, minuteMs, 8000, minuteMs, 16_000],
  ],
])('waits and tries again: %s', async (_, answers, expected) => {
  const { waits, fetchWithRetry } = createTools(answers);
  expect(await fetchWithRetry(url, identity)).toBe('ok');
  expect(waits).toEqual(expected);
});

test('waits before a request if the last answer says that none is left', async () => {
  const none = answer('ok', 200, { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '0' });
  const { waits, messages, fetchWithRetry, calls } = createTools([none, ok]);
  await fetchWithRetry(url, identity);
  expect([waits, calls()]).toEqual([[], 1]);
  await fetchWithRetry(url, identity);
  expect([waits, calls()]).toEqual([[minuteMs], 2]);
  expect(messages).toEqual([
    'service.example: the limit of 50 an hour is used up; the import waits 1 min, then goes on by itself',
  ]);
});

test('starts with the shortest wait again after an accepted request', async () => {
  const { waits, fetchWithRetry } = createTools([limited(), limited(), ok, limited(), ok]);
  await fetchWithRetry(url, identity);
  await fetchWithRetry(url, identity);
  expect(waits).toEqual(inMinutes(1, 4, 1));
});

test('calls a service unavailable that accepts no request for a day', async () => {
  const { waits, fetchWithRetry } = createTools([limited('3600')]);
  const refused = fetchWithRetry(url, identity);
  await expect(refused).rejects.toBeInstanceOf(ServiceUnavailable);
  await expect(refused).rejects.toThrow('service.example has accepted no request for 24 hours');
  expect(waits).toEqual(Array.from({ length: 24 }, () => hourMs));
});

test('tries a request that times out twice, and lets a smaller one help', async () => {
  const { fetchWithRetry, calls } = createTools([timedOut]);
  const error = await fetchWithRetry(url, identity).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceFailing);
  expect(error).not.toBeInstanceOf(ServiceUnavailable);
  expect(calls()).toBe(2);
});

test.each([
  [403, ServiceBlocked, 'has blocked this address or key (status 403): no. Nothing else was requested'],
  [400, RequestRefused, 'refused the request (status 400): no'],
])('asks once after status %i, and reports the server’s message', async (status, ErrorType, message) => {
  const { fetchWithRetry, calls, waits } = createTools([answer('<p><b>no</b></p>', status)]);
  const refused = fetchWithRetry(url, identity);
  await expect(refused).rejects.toBeInstanceOf(ErrorType);
  await expect(refused).rejects.toBeInstanceOf(SourceRefused);
  await expect(refused).rejects.toThrow(message);
  expect([calls(), waits]).toEqual([1, []]);
});

test.each([
  ['names the server', answer('', 502), /service\.example could not be reached in 5 tries \(status 502\)/],
  ['reports the text of an error page', answer('<h1>Down for maintenance</h1>'), /Down for maintenance/],
])('gives up after five tries, and %s', async (_, last, message) => {
  const { waits, fetchWithRetry } = createTools([last]);
  await expect(fetchWithRetry(url, asJson)).rejects.toThrow(message);
  expect(waits).toHaveLength(4);
});

test('retries a response that cannot be parsed, such as truncated JSON', async () => {
  const { waits, fetchWithRetry } = createTools([answer('[1, 2'), answer('[1, 2'), answer('[1, 2]')]);
  expect(await fetchWithRetry(url, asJson)).toEqual([1, 2]);
  expect(waits).toEqual([2000, 4000]);
});

test('returns `valueIfNotFound` for status 404, and pauses between requests', async () => {
  const { waits, fetchWithRetry } = createTools([answer('No sites found', 404)], { pauseMs: 300 });
  expect(await fetchWithRetry(url, identity, { valueIfNotFound: '' })).toBe('');
  await expect(fetchWithRetry(url, identity)).rejects.toThrow('status 404): No sites found');
  expect(waits).toEqual([300]);
});

test('estimates the hours that a limit makes requests wait', () => {
  expect(estimateDurationMs(40, 50, 48)).toBe(200_000);
  expect(estimateDurationMs(60, 50, 48)).toBe(hourMs + 300_000);
  expect(estimateDurationMs(160, 50, 0)).toBe(4 * hourMs + 800_000);
  expect(estimateDurationMs(12, undefined)).toBe(60_000);
  expect([7000, 90_000, 5 * hourMs].map(describeDuration)).toEqual(['7 s', '2 min', '5 h']);
  expect(parseRetryAfter('soon', new Date())).toBeUndefined();
});
