import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createRetryingFetch, parseRetryAfter } from '#ingest/http-retry.ts';
import { parseJson } from '#ingest/parse-response.ts';
import { SourceRefused } from '#ingest/source.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function createTools() {
  const waits: number[] = [];
  const tools = {
    fetch,
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    now: () => new Date('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    onProgress: () => {},
    environment: {},
  };
  return { waits, tools, fetchWithRetry: createRetryingFetch(tools) };
}

const identity = (text: string) => text;

test('Retries status 500 after waits that double', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    response.writeHead(calls < 4 ? 500 : 200).end(calls < 4 ? 'out of order' : 'DateTime\n');
  });
  const { waits, fetchWithRetry } = createTools();
  expect(await fetchWithRetry(url, identity)).toBe('DateTime\n');
  expect(waits).toEqual([2000, 4000, 8000]);
});

test('Waits as long as Retry-After says, in seconds or as a date', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    if (calls === 1) response.writeHead(429, { 'retry-after': '7' }).end();
    else if (calls === 2) response.writeHead(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }).end();
    else response.end('ok');
  });
  const { waits, fetchWithRetry } = createTools();
  expect(await fetchWithRetry(url, identity)).toBe('ok');
  expect(waits).toEqual([7000, 30_000]);
  expect(parseRetryAfter('soon', new Date())).toBeUndefined();
});

test('Gives up after five tries, and names the server', async () => {
  const url = await serve((_, response) => response.writeHead(502).end());
  const { waits, fetchWithRetry } = createTools();
  await expect(fetchWithRetry(url, identity)).rejects.toThrow(
    /127\.0\.0\.1:\d+ could not be reached in 5 tries \(status 502\)/,
  );
  expect(waits).toHaveLength(4);
});

test('Does not retry status 400, and reports the server’s message', async () => {
  const url = await serve((_, response) => response.writeHead(400).end('<p>Error: no such <b>list</b></p>'));
  const { waits, fetchWithRetry } = createTools();
  const refused = fetchWithRetry(url, identity);
  await expect(refused).rejects.toBeInstanceOf(SourceRefused);
  await expect(refused).rejects.toThrow('status 400): Error: no such list');
  expect(waits).toEqual([]);
});

test('Retries a response that cannot be parsed, such as truncated JSON', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    response.end(calls < 3 ? '[1, 2' : '[1, 2]');
  });
  const { waits, fetchWithRetry } = createTools();
  expect(await fetchWithRetry(url, (text) => parseJson(text, 'a test'))).toEqual([1, 2]);
  expect(waits).toEqual([2000, 4000]);
});

test('Reports the text of an error page if every try returns it', async () => {
  const url = await serve((_, response) => response.end('<h1>Down for maintenance</h1>'));
  const { waits, fetchWithRetry } = createTools();
  await expect(fetchWithRetry(url, (text) => parseJson(text, 'a test'))).rejects.toThrow(
    'Down for maintenance',
  );
  expect(waits).toHaveLength(4);
});

test('Waits for an hourly rate limit, but never longer than an hour', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    if (calls < 3) response.writeHead(429, { 'retry-after': calls === 1 ? '1800' : '86400' }).end();
    else response.end('ok');
  });
  const { waits, fetchWithRetry } = createTools();
  expect(await fetchWithRetry(url, identity)).toBe('ok');
  expect(waits).toEqual([1_800_000, 3_600_000]);
});

test('Returns `valueIfNotFound` for status 404, and pauses between requests', async () => {
  const url = await serve((_, response) => response.writeHead(404).end('No sites found'));
  const { waits, tools } = createTools();
  const fetchWithRetry = createRetryingFetch(tools, { pauseMs: 300 });
  expect(await fetchWithRetry(url, identity, { valueIfNotFound: '' })).toBe('');
  await expect(fetchWithRetry(url, identity)).rejects.toThrow('status 404): No sites found');
  expect(waits).toEqual([300]);
});
