import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';

const busy = (retryAfter: string | undefined, status = 503) =>
  new Response('busy', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

/** Answers with each response in turn, the last one for ever, and notes when it was asked. */
function createServer(...answers: (() => Response)[]) {
  const times: number[] = [];
  const server: typeof fetch = async () => {
    times.push(performance.now());
    const answer = answers[Math.min(times.length, answers.length) - 1];
    if (!answer) throw new Error('There is no answer.');
    return answer();
  };
  return { times, fetch: server };
}

const request = { timeoutMs: 1000 };

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The status in the end, and the seconds after the first try at which each further one began. */
async function triesOf(server: ReturnType<typeof createServer>, init: RequestInit = {}) {
  const answer = fetchWithRetry('/api', { ...request, ...init, fetch: server.fetch });
  await vi.runAllTimersAsync();
  const [first = 0, ...later] = server.times;
  return { status: (await answer).status, later: later.map((time) => Math.round((time - first) / 100) / 10) };
}

const ok = () => new Response('ok');

describe('a read', () => {
  test.each<[what: string, answers: (() => Response)[], status: number, later: number[]]>([
    ['that is answered at once', [ok], 200, []],
    ['that is refused once', [() => busy('5'), ok], 200, [5]],
    ['that is refused three times', [() => busy('2'), () => busy('3'), () => busy('1'), ok], 200, [2, 5, 6]],
    ['that is always refused', [() => busy('5')], 503, [5, 10, 15]],
    ['that may come at once', [() => busy('0'), ok], 200, [1]],
    ['that shall wait longer than people do', [() => busy('30')], 503, []],
    ['that shall wait until later than people do', [() => busy('12')], 503, [12]],
    ['that is refused without Retry-After', [() => busy(undefined)], 503, []],
    ['that shall wait until a date', [() => busy('Wed, 21 Oct 2026 07:28:00 GMT')], 503, []],
    ['with a Retry-After that is none', [() => busy('soon')], 503, []],
    ['with a negative Retry-After', [() => busy('-1')], 503, []],
    ['of which there are too many', [() => busy('5', 429)], 429, []],
    ['that fails', [() => busy('5', 500)], 500, []],
  ])('%s', async (_, answers, status, later) => {
    expect(await triesOf(createServer(...answers))).toEqual({ status, later });
  });

  test('waits up to a third longer', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
    expect((await triesOf(createServer(() => busy('3')))).later).toEqual([4, 8, 12]);
  });

  test('is not tried again after a try that took long', async () => {
    const slow: typeof fetch = () => new Promise((resolve) => setTimeout(() => resolve(busy('5')), 16_000));
    let tries = 0;
    const answer = fetchWithRetry('/api', {
      timeoutMs: 30_000,
      fetch: (...call) => {
        tries += 1;
        return slow(...call);
      },
    });
    await vi.runAllTimersAsync();
    expect([(await answer).status, tries]).toEqual([503, 1]);
  });

  test('ends with its screen, also while it waits', async () => {
    const server = createServer(() => busy('5'));
    const screen = new AbortController();
    const answer = fetchWithRetry('/api', { ...request, signal: screen.signal, fetch: server.fetch });
    const ended = expect(answer).rejects.toBe('left');
    await vi.advanceTimersByTimeAsync(2000);
    screen.abort('left');
    await ended;
    expect(server.times).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each(['POST', 'PUT', 'DELETE'])('%s is never tried again', async (method) => {
  expect(
    await triesOf(
      createServer(() => busy('5'), ok),
      { method },
    ),
  ).toEqual({ status: 503, later: [] });
});
