import { expect, test } from 'vitest';
import { createRetryingFetch, RequestRefused, ServiceBlocked } from '#ingest/http-retry.ts';
import { describeDuration, estimateDurationMs } from '#ingest/rate-limit.ts';
import { ServiceFailing, ServiceUnavailable } from '#ingest/source.ts';

const url = 'https://service.example/items';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates a fetch over answers in their order; the last one repeats. */
function createTools(...answers: readonly (() => Response)[]) {
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
  return { waits, messages, calls: () => calls, fetchWithRetry: createRetryingFetch(tools) };
}

const identity = (text: string) => text;
const ok =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response('ok', { headers });
const limited =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response('{"error":{"code":"OVER_RATE_LIMIT"}}', { status: 429, headers });
const timedOut = () => {
  throw new DOMException('The operation timed out.', 'TimeoutError');
};

test('waits in growing steps, together an hour, when a limit does not say when it ends', async () => {
  const { waits, fetchWithRetry } = createTools(limited(), limited(), limited(), limited(), limited(), ok());
  expect(await fetchWithRetry(url, identity)).toBe('ok');
  expect(waits).toEqual([1, 4, 10, 20, 25].map((minutes) => minutes * minuteMs));
});

test('waits before a request if the last answer says that none is left', async () => {
  const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '0' };
  const { waits, messages, fetchWithRetry, calls } = createTools(ok(headers), ok());
  await fetchWithRetry(url, identity);
  expect([waits, calls()]).toEqual([[], 1]);
  await fetchWithRetry(url, identity);
  expect([waits, calls()]).toEqual([[minuteMs], 2]);
  expect(messages).toEqual([
    'service.example: the limit of 50 an hour is used up; the import waits 1 min, then goes on by itself',
  ]);
});

test('starts with the shortest wait again after an accepted request', async () => {
  const { waits, fetchWithRetry } = createTools(limited(), limited(), ok(), limited(), ok());
  await fetchWithRetry(url, identity);
  await fetchWithRetry(url, identity);
  expect(waits).toEqual([minuteMs, 4 * minuteMs, minuteMs]);
});

test('calls a service unavailable that accepts no request for a day', async () => {
  const { waits, fetchWithRetry } = createTools(limited({ 'retry-after': '3600' }));
  const refused = fetchWithRetry(url, identity);
  await expect(refused).rejects.toBeInstanceOf(ServiceUnavailable);
  await expect(refused).rejects.toThrow('service.example has accepted no request for 24 hours');
  expect(waits).toEqual(Array.from({ length: 24 }, () => hourMs));
});

test('does not count a limit as a failure of the request', async () => {
  const error = () => new Response('', { status: 500 });
  const { fetchWithRetry } = createTools(error, limited(), error, limited(), error, limited(), error, ok());
  expect(await fetchWithRetry(url, identity)).toBe('ok');
});

test('tries a request that times out twice, and lets a smaller one help', async () => {
  const { fetchWithRetry, calls } = createTools(timedOut);
  const error = await fetchWithRetry(url, identity).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceFailing);
  expect(error).not.toBeInstanceOf(ServiceUnavailable);
  expect(calls()).toBe(2);
});

test.each([
  [403, ServiceBlocked, 'has blocked this address or key (status 403): no. Nothing else was requested'],
  [400, RequestRefused, 'refused the request (status 400): no'],
])('asks once after status %i', async (status, ErrorType, message) => {
  const { fetchWithRetry, calls, waits } = createTools(() => new Response('no', { status }));
  const refused = fetchWithRetry(url, identity);
  await expect(refused).rejects.toBeInstanceOf(ErrorType);
  await expect(refused).rejects.toThrow(message);
  expect([calls(), waits]).toEqual([1, []]);
});

test('estimates the hours that a limit makes requests wait', () => {
  expect(estimateDurationMs(40, 50, 48)).toBe(200_000);
  expect(estimateDurationMs(60, 50, 48)).toBe(hourMs + 300_000);
  expect(estimateDurationMs(160, 50, 0)).toBe(4 * hourMs + 800_000);
  expect(estimateDurationMs(12, undefined)).toBe(60_000);
  expect([7000, 90_000, 5 * hourMs].map(describeDuration)).toEqual(['7 s', '2 min', '5 h']);
});
