import { describe, expect, test } from 'vitest';
import { createImportRunner, type ImportRequest, type Ingest } from '#server/imports/import-runner.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const secret = 'a-secret-of-this-run';
let ingest: Ingest;

const { store, portal } = sharePortal(openEmbeddedStore, {
  internalIngest: { secret, runner: createImportRunner((...call) => ingest(...call)) },
});

function postIngest(payload: object, { given = secret, remoteAddress = '127.0.0.1', headers = {} } = {}) {
  return portal.send({
    method: 'POST',
    url: '/internal/ingest',
    headers: { 'x-portal-secret': given, ...headers },
    remoteAddress,
    payload,
  });
}

function events(payload: string) {
  return payload
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('an import handed to the running portal', () => {
  test('is run, with its progress and its report', async () => {
    const seen: ImportRequest[] = [];
    ingest = async (request, { onProgress }) => {
      seen.push(request);
      onProgress('HEII: 3 rows');
      return { status: 'succeeded', rows_written: 3 };
    };
    const request = { source: 'usbr', file: '/tmp/a.csv', since: '2020-01-01', sites: ['HEII'] };
    const answer = await postIngest(request);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(seen).toEqual([{ ...request, startedBy: 'command line' }]);
    expect(events(answer.payload)).toEqual([
      { type: 'progress', message: 'HEII: 3 rows' },
      { type: 'done', report: { status: 'succeeded', rows_written: 3 } },
    ]);
  });

  test('that fails says why, and the next one may run', async () => {
    ingest = async () => {
      throw new Error('Line 7: no date.');
    };
    const answer = await postIngest({ source: 'usbr' });
    expect(events(answer.payload)).toEqual([{ type: 'failed', message: 'Line 7: no date.' }]);
    ingest = async () => ({ status: 'succeeded' });
    expect(events((await postIngest({ source: 'usbr' })).payload)).toEqual([
      { type: 'done', report: { status: 'succeeded' } },
    ]);
  });

  test('waits for nobody: a second one at the same time is 409', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    ingest = async () => {
      start();
      await gate;
      return { status: 'succeeded' };
    };
    const first = postIngest({ source: 'usbr' });
    // Injected requests begin when they are first awaited.
    const answered = first.then((answer) => answer.statusCode);
    await started;
    const second = await postIngest({ source: 'nrcs' });
    expect(second.statusCode).toBe(409);
    expect(second.json().detail).toMatch(
      /^An import of usbr has been running since .*, started by command line\./,
    );
    open();
    expect(await answered).toBe(200);
  });

  test.each([
    ['a wrong secret', { given: 'wrong' }],
    ['no secret', { given: '' }],
    ['another computer', { remoteAddress: '10.0.0.7' }],
    [
      'another computer that claims not to be',
      {
        remoteAddress: '10.0.0.7',
        headers: { 'x-forwarded-for': '127.0.0.1' },
      },
    ],
  ])('is refused for %s', async (_, options) => {
    const answer = await postIngest({ source: 'usbr' }, options);
    expect(answer.statusCode).toBe(403);
    expect(answer.payload).not.toContain(secret);
  });

  test('does not exist where there is nothing to run it', async () => {
    await using plain = openTestApp(store);
    const answer = await plain.send({ method: 'POST', url: '/internal/ingest', payload: {} });
    expect(answer.statusCode).toBe(404);
  });
});
