import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchText, retryAfter } from '#ingest/fetch-text.ts';
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

function patience() {
  const waits: number[] = [];
  const tools = {
    fetch,
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    now: () => new Date('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    onProgress: () => {},
    environment: {},
  };
  return { waits, tools };
}

test('An answer 500 is tried again, later each time', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    response.writeHead(calls < 4 ? 500 : 200).end(calls < 4 ? 'out of order' : 'DateTime\n');
  });
  const { waits, tools } = patience();
  expect(await fetchText(url, tools)).toBe('DateTime\n');
  expect(waits).toEqual([2000, 4000, 8000]);
});

test('Retry-After is honoured, in seconds and as a date', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    if (calls === 1) response.writeHead(429, { 'retry-after': '7' }).end();
    else if (calls === 2) response.writeHead(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }).end();
    else response.end('ok');
  });
  const { waits, tools } = patience();
  expect(await fetchText(url, tools)).toBe('ok');
  expect(waits).toEqual([7000, 30_000]);
  expect(retryAfter('soon', new Date())).toBeUndefined();
});

test('It gives up after five tries, naming the server', async () => {
  const url = await serve((_, response) => response.writeHead(502).end());
  const { waits, tools } = patience();
  await expect(fetchText(url, tools)).rejects.toThrow(
    /127\.0\.0\.1:\d+ could not be reached in 5 tries \(status 502\)/,
  );
  expect(waits).toHaveLength(4);
});

test('A refusal is not tried again, and says what the server said', async () => {
  const url = await serve((_, response) => response.writeHead(400).end('<p>Error: no such <b>list</b></p>'));
  const { waits, tools } = patience();
  const refused = fetchText(url, tools);
  await expect(refused).rejects.toBeInstanceOf(SourceRefused);
  await expect(refused).rejects.toThrow('status 400): Error: no such list');
  expect(waits).toEqual([]);
});
