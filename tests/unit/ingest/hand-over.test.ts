import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hand-over-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writePortalFile = () =>
  writeFileSync(path.join(folder, 'portal.json'), JSON.stringify({ port: 4321, secret: 'open sesame' }));

/** Creates a response whose chunks end in the middle of lines. */
function responseOf(text: string, status = 200): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < bytes.length; i += 7) controller.enqueue(bytes.slice(i, i + 7));
      controller.close();
    },
  });
  return new Response(body, { status });
}

test('Passes on progress as it arrives, and returns the report', async () => {
  writePortalFile();
  const messages: string[] = [];
  const calls: [string, RequestInit | undefined][] = [];
  const report = await handOver(
    folder,
    { source: 'usbr', file: '/tmp/x.csv' },
    {
      onProgress: (message) => messages.push(message),
      send: async (url, init) => {
        calls.push([String(url), init]);
        return responseOf(
          '{"type":"progress","message":"heii_qd: 5 read ✓"}\n{"type":"done","report":{"status":"succeeded","rows_read":5}}\n',
        );
      },
    },
  );
  expect(report).toEqual({ status: 'succeeded', rows_read: 5 });
  expect(messages).toEqual(['The portal has the database open, so it runs the import.', 'heii_qd: 5 read ✓']);
  expect(calls[0]?.[0]).toBe('http://127.0.0.1:4321/internal/ingest');
  expect(calls[0]?.[1]?.headers).toMatchObject({ 'x-portal-secret': 'open sesame' });
  expect(calls[0]?.[1]?.body).toBe('{"source":"usbr","file":"/tmp/x.csv"}');
});

const quiet = { onProgress: () => {} };

test.each([
  ['{"type":"failed","message":"no such source"}\n', 200, 'The import failed: no such source'],
  ['{"type":"progress","message":"half"}\n', 200, 'stopped before the import finished'],
  ['{"detail":"Another import is running."}', 409, 'did not accept the import: Another import is running.'],
  ['bad gateway', 502, 'did not accept the import: bad gateway'],
])('%j with status %i fails with a message', async (text, status, message) => {
  writePortalFile();
  const failed = handOver(
    folder,
    { source: 'usbr' },
    { ...quiet, send: async () => responseOf(text, status) },
  );
  await expect(failed).rejects.toBeInstanceOf(HandOverFailed);
  await expect(failed).rejects.toThrow(message);
});

test('Says what to do if there is no portal.json, or the portal does not answer', async () => {
  await expect(handOver(folder, { source: 'usbr' }, quiet)).rejects.toThrow('no portal is ready in it');
  writePortalFile();
  const send = async () => {
    throw new TypeError('fetch failed');
  };
  await expect(handOver(folder, { source: 'usbr' }, { ...quiet, send })).rejects.toThrow('does not answer');
});
