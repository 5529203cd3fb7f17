import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { createRequester, describeFailure, RequestFailed, toRequestPath } from '#contract/request.ts';
import { createQuery } from '#stores/queries.ts';

const readSeries = defineEndpoint({
  name: 'readSeries',
  summary: 'A sample',
  method: 'GET',
  path: '/api/series/:parameter/:locations',
  access: 'open',
  params: z.object({ parameter: z.number(), locations: z.array(z.number()) }),
  query: z.object({ format: z.optional(z.string()) }),
  response: z.object({ rows: z.int() }),
});

const save = defineEndpoint({
  name: 'save',
  summary: 'A sample',
  method: 'PUT',
  path: '/api/save',
  access: 'signed-in',
  body: z.object({ name: z.string() }),
  response: z.object({ rows: z.int() }),
});

const call = { params: { parameter: 1, locations: [2, 3] }, query: {} };

type Sent = { address: string; init: RequestInit };

/** A requester, what it sends, and its lines in the console. */
function requesterFor(answer: (init: RequestInit) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const lines: string[] = [];
  const request = createRequester({
    origin: 'https://api.example.org',
    fetch: async (input, init = {}) => {
      sent.push({ address: String(input), init });
      return answer(init);
    },
    onFailure: (failure, failed) => lines.push(describeFailure(failure, failed)),
  });
  return { request, sent, lines };
}

function pending(init: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
}

async function failureOf(promise: Promise<unknown>): Promise<RequestFailed> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RequestFailed) return error;
  throw new Error('The request was expected to fail as RequestFailed.');
}

describe('a request', () => {
  test('builds the address from its parts and returns the data', async () => {
    const { request, sent, lines } = requesterFor(() => Response.json({ rows: 3 }));
    const answer = await request(readSeries, { ...call, query: { format: 'columns' } });
    expect([answer, lines]).toEqual([{ rows: 3 }, []]);
    expect(sent[0]?.address).toBe('https://api.example.org/api/series/1/2%2C3?format=columns');
    expect(sent[0]?.init.method).toBe('GET');
    expect(new Headers(sent[0]?.init.headers).has('authorization')).toBe(false);
  });

  test('sends the token and the body it was given', async () => {
    const { request, sent } = requesterFor(() => Response.json({ rows: 1 }));
    await request(save, { body: { name: 'é' } }, { token: 'abc' });
    const headers = new Headers(sent[0]?.init.headers);
    expect(headers.get('authorization')).toBe('Bearer abc');
    expect(headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.init.body).toBe('{"name":"é"}');
  });

  test('that is refused has the problem, and its detail as the message', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'Record not found.',
      instance: '/api/series/1/2',
    };
    const { request } = requesterFor(() => Response.json(problem, { status: 404 }));
    const failure = await failureOf(request(readSeries, call));
    expect(failure).toMatchObject({ reason: 'refused', status: 404, message: 'Record not found.', problem });
  });

  test.each([
    [
      'no network',
      () => Promise.reject(new TypeError('fetch failed')),
      'offline',
      'The server cannot be reached.',
    ],
    [
      'an empty failure',
      () => new Response('', { status: 500 }),
      'unreadable',
      'Something went wrong. The server answered 500.',
    ],
    [
      'the page of a proxy',
      () => new Response('<html>Bad Gateway</html>', { status: 502 }),
      'unreadable',
      'Something went wrong. The server answered 502.',
    ],
    ['a page', () => new Response('<!doctype html>'), 'unreadable', 'The server’s answer could not be read.'],
    [
      'no problem',
      () => Response.json({ oops: 1 }, { status: 502 }),
      'unreadable',
      'Something went wrong. The server answered 502.',
    ],
    [
      'another form',
      () => Response.json({ rows: 'many' }),
      'unreadable',
      'The server’s answer does not have the expected form.',
    ],
  ] as const)('that gets %s says so to its caller and in the console', async (_, answer, reason, message) => {
    const { request, lines } = requesterFor(answer);
    expect(await failureOf(request(readSeries, call))).toMatchObject({ reason, message });
    expect(lines).toEqual([`Failed: GET /api/series/1/2%2C3. ${message}`]);
  });

  test('can be cancelled', async () => {
    const { request, lines } = requesterFor(pending);
    const controller = new AbortController();
    const failure = failureOf(request(readSeries, call, { signal: controller.signal }));
    controller.abort();
    expect((await failure).reason).toBe('cancelled');
    expect(lines).toEqual(['Cancelled: GET /api/series/1/2%2C3']);
  });

  test('times out', async () => {
    const failure = failureOf(requesterFor(pending).request(readSeries, call, { timeout: 5 }));
    expect((await failure).reason).toBe('timeout');
  });
});

describe('a busy server', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const refusal = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The portal is very busy. Try again in 5 s.',
    instance: '/api/series/1/2',
  };
  const refuse = () => Response.json(refusal, { status: 503, headers: { 'retry-after': '5' } });

  test('lets a screen load until it answers', async () => {
    vi.useFakeTimers();
    const answers = [refuse, refuse, () => Response.json({ rows: 3 })];
    const { request, sent } = requesterFor(() => answers.shift()?.() ?? Response.error());
    const { $state, load } = createQuery({ fetch: () => request(readSeries, call) });
    const loaded = load();
    await vi.advanceTimersByTimeAsync(5000);
    expect([$state.get().status, sent.length]).toEqual(['loading', 1]);
    await vi.runAllTimersAsync();
    await loaded;
    expect($state.get()).toMatchObject({ status: 'ready', data: { rows: 3 } });
    expect(sent).toHaveLength(3);
  });

  test('is the error in the end, with its own words', async () => {
    vi.useFakeTimers();
    const { request, sent } = requesterFor(refuse);
    const failure = failureOf(request(readSeries, call));
    await vi.runAllTimersAsync();
    expect(await failure).toMatchObject({ reason: 'refused', status: 503, message: refusal.detail });
    expect(sent.length).toBeGreaterThan(2);
  });

  test('gets what is to be saved once', async () => {
    const { request, sent } = requesterFor(refuse);
    expect(await failureOf(request(save, { body: { name: 'x' } }))).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  test('is left when the screen is', async () => {
    const { request } = requesterFor(refuse);
    const screen = new AbortController();
    const failure = failureOf(request(readSeries, call, { signal: screen.signal }));
    setImmediate(() => screen.abort());
    expect((await failure).reason).toBe('cancelled');
  });
});

describe('an address', () => {
  test.each([
    ['/api/a/:id', { id: 'x/y' }, {}, '/api/a/x%2Fy'],
    ['/api/a', {}, { q: 'a b', none: undefined, zero: 0 }, '/api/a?q=a+b&zero=0'],
    ['/api/:a/:b', { a: 1, b: [1, 2] }, {}, '/api/1/1%2C2'],
  ])('%s', (path, params, query, expected) => {
    expect(toRequestPath(path, params, query)).toBe(expected);
  });
});
