import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Store } from '#server/db/store.ts';
import { createErrorReports } from '#server/telemetry/error-reports.ts';
import { closeTelemetry, openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { createTracing } from '#server/telemetry/tracing.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { startLocalServer } from '../support/local-server.ts';
import { openTestApp, testConfig } from '../support/test-app.ts';

/** What a collector does with what it receives: answers, answers 500, or does not answer until it is released. */
type CollectorMood = 'well' | 'failing' | 'silent';

type Collector = {
  /** Origin such as `http://127.0.0.1:4318`. */
  readonly origin: string;
  /** A setting for error reports. */
  readonly dsn: string;
  /** Everything that has arrived, with headers. */
  readonly received: readonly Received[];
  setMood(mood: CollectorMood): void;
  /** Answers what has been waiting. */
  release(): void;
  close(): Promise<void>;
};

type Received = { readonly path: string; readonly head: string; readonly body: string };

/** Starts a collector of traces (OTLP over HTTP, as JSON) and of errors (Sentry's envelopes). */
async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const waiting: ServerResponse[] = [];
  let mood: CollectorMood = 'well';
  const server = await startLocalServer(async (request, response) => {
    const { url = '', headers } = request;
    received.push({ path: url, head: JSON.stringify(headers), body: await text(request) });
    if (mood === 'silent') waiting.push(response);
    else response.writeHead(mood === 'well' ? 200 : 500, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    origin: server.origin,
    dsn: `http://publickey@127.0.0.1:${server.port}/1`,
    received,
    setMood: (next) => {
      mood = next;
    },
    release: () => {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }
    },
    close: server.close,
  };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };

type ReceivedSpan = {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { code: number };
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
};

/** The spans of all requests to `/v1/traces`. */
function spansOf({ received }: Collector): readonly ReceivedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, attributes: toRecord(span.attributes) }));
}

function toRecord(attributes: readonly Attribute[]) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue] as const),
  );
}

type ReceivedEvent = {
  readonly transaction: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly exception: {
    readonly values: readonly {
      readonly type: string;
      readonly value: string;
      readonly stacktrace: {
        readonly frames: readonly { readonly filename: string; readonly in_app: boolean }[];
      };
    }[];
  };
};

/** The events of all envelopes: each is a line about the envelope, one about the event, and the event. */
function eventsOf({ received }: Collector): readonly ReceivedEvent[] {
  return received
    .filter(({ path }) => path.startsWith('/api/1/envelope/'))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
}

let store: Store;
let collector: Collector;

beforeAll(async () => {
  store = await openEmbeddedStore();
  await insertFixture(store);
});

afterAll(() => store?.close());

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(() => collector.close());

const filter = {
  user_uuid: 'auth0|secret-subject',
  huc8s: [2],
  parameter_left: 1,
  parameter_right: 7,
  locations_left: [1],
  locations_right: [2],
  start_date: '2020-01-01',
  end_date: null,
};

/** An error as a database throws it: message, detail and cause repeat values. */
class DatabaseError extends Error {
  override name = 'DatabaseError';
  code = '23505';
  detail = 'Key (email)=(secret-detail@example.org) already exists.';
}

/** Waits longer than a second, because other tests run beside this one. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

function failingStore(error: unknown): Store {
  return { ...store, query: (() => Promise.reject(error)) as Store['query'] };
}

async function openWith(from: Store, environment: Record<string, string> = {}) {
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    TRACE_SAMPLE: '1',
    SENTRY_DSN: collector.dsn,
    ...environment,
  };
  const warnings: string[] = [];
  const opened = await openTelemetry(testConfig(all), from, (message) => warnings.push(message));
  const portal = openTestApp(opened.store, {
    environment: all,
    telemetry: opened.telemetry,
    verifier: { verify: async () => ({ subject: 'auth0|secret-subject', roles: new Set() }) },
  });
  return {
    ...portal,
    warnings,
    close: async () => {
      await portal.close();
      await closeTelemetry(opened.telemetry);
    },
  };
}

describe('traces', () => {
  test('have a span per request, named by its pattern, with one per statement below it', async () => {
    const portal = await openWith(store);
    await portal.send('/api/public-map/geo/huc8?x=1');
    await portal.close();
    const spans = spansOf(collector);
    const request = spans.find(({ name }) => name.startsWith('GET'));
    expect(request).toMatchObject({
      name: 'GET /api/public-map/geo/:id',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/public-map/geo/:id',
        'http.response.status_code': 200,
      },
    });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.map(({ attributes }) => attributes['db.operation.name'])).toContain('SELECT');
    expect(spans).toHaveLength(1 + statements.length);
  });

  test('also follow a request with a body into its transaction', async () => {
    const portal = await openWith(store);
    const answer = await portal.send(
      { method: 'PUT', url: '/api/timeseries-user-filters', payload: filter },
      'x',
    );
    await portal.close();
    expect(answer.statusCode).toBe(200);
    const spans = spansOf(collector);
    const below = (parent: string) => {
      const id = spans.find(({ name }) => name === parent)?.spanId;
      return spans.filter(({ parentSpanId }) => id && parentSpanId === id).map(({ name }) => name);
    };
    const own = below('PUT /api/timeseries-user-filters').filter((name) => !name.endsWith(' person'));
    // Beside the question whether the portal is a demonstration, whose answer is held for a while.
    expect(own.filter((name) => !/data_version|demo_state/.test(name))).toEqual(['TRANSACTION']);
    expect(below('TRANSACTION')).toContain('INSERT audit_log');
  });

  test('say which service they are of, and nothing of the machine', async () => {
    const portal = await openWith(store);
    await portal.send('/api/version');
    await portal.close();
    const [{ resourceSpans }] = collector.received.map(({ body }) => JSON.parse(body));
    const keys = resourceSpans[0].resource.attributes.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(['service.name', 'service.version']);
  });

  test('mark failed statements by their code', async () => {
    const portal = await openWith(failingStore(new DatabaseError('secret')));
    expect((await portal.send('/api/version')).statusCode).toBe(500);
    await portal.close();
    const spans = spansOf(collector);
    expect(spans.map(({ status }) => status.code)).toEqual([2, 2]);
    expect(spans.map(({ attributes }) => attributes['error.type']).sort()).toEqual(['23505', '500']);
  });

  test.each([
    ['0', 0, 0],
    ['0.1', 40, 160],
    ['1', 1000, 1000],
  ])('are of the share %s of the requests', async (sample, min, max) => {
    const tracing = createTracing({ endpoint: collector.origin, sample: Number(sample) }, () => {});
    for (let count = 0; count < 1000; count += 1) {
      tracing.startRequest().end({ route: '/x', method: 'GET' }, 200);
    }
    await tracing.close();
    expect(spansOf(collector).length).toBeGreaterThanOrEqual(min);
    expect(spansOf(collector).length).toBeLessThanOrEqual(max);
  });

  test('are not started by a caller’s header', async () => {
    const portal = await openWith(store, { TRACE_SAMPLE: '0' });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await portal.send({ url: '/api/version', headers: { traceparent } });
    await portal.close();
    expect(collector.received).toEqual([]);
  });

  test('of an import have a limited number of statements', async () => {
    const tracing = createTracing({ endpoint: collector.origin, sample: 1 }, () => {});
    const traced = tracing.wrapStore(store);
    const request = tracing.startRequest();
    await new Promise<void>((resolve, reject) => {
      request.run(() => {
        Promise.all(Array.from({ length: 80 }, () => traced.query('select 1'))).then(() => resolve(), reject);
      });
    });
    request.end({ route: '/x', method: 'POST' }, 200);
    await tracing.close();
    expect(spansOf(collector)).toHaveLength(51);
  });
});

describe('error reports', () => {
  test('name type, code, route, and the calls within the project', async () => {
    const cause = new RangeError('secret cause');
    const portal = await openWith(failingStore(new DatabaseError('secret', { cause })), {
      TRACE_SAMPLE: '0',
    });
    const answer = await portal.send('/api/version?secret=1');
    await portal.close();
    const [event] = eventsOf(collector);
    expect(event).toMatchObject({
      transaction: 'GET /api/version',
      tags: { method: 'GET', route: '/api/version', request_id: answer.headers['x-request-id'] },
    });
    const values = event?.exception.values ?? [];
    expect(values.map(({ type, value }) => [type, value])).toEqual([
      ['RangeError', ''],
      ['DatabaseError', '23505'],
    ]);
    const frames = values[1]?.stacktrace.frames ?? [];
    expect(frames.at(-1)?.filename).toBe('tests/api/telemetry.full.test.ts');
  });

  test.each([
    ['a request of its own fault', '/api/timeseries-daily-data/x/1/2020-01-01/2020-01-02'],
    ['a page that is not there', '/secret'],
    ['a call that is not there', '/api/secret'],
  ])('are not sent for %s', async (_, url) => {
    const portal = await openWith(store, { TRACE_SAMPLE: '0' });
    await portal.send(url, 'x');
    await portal.close();
    expect(collector.received).toEqual([]);
  });

  test('are not sent for a database that is away', async () => {
    const unreachable = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const portal = await openWith(failingStore(unreachable), { TRACE_SAMPLE: '0' });
    expect((await portal.send('/api/version')).statusCode).toBe(503);
    await portal.close();
    expect(collector.received).toEqual([]);
  });

  test('are at most 20 a minute', async () => {
    let time = 0;
    const reports = createErrorReports(collector.dsn, () => time);
    const place = { route: '/x', method: 'GET', requestId: undefined };
    for (let count = 0; count < 1000; count += 1) reports.report(new Error('x'), place);
    await poll(() => eventsOf(collector).length).toBe(20);
    time = 60_000;
    reports.report(new Error('x'), place);
    await poll(() => eventsOf(collector).length).toBe(21);
    await reports.close();
  });

  test.each([
    [
      'a message with lines like calls',
      new Error('x\n    at secret (/secret/place.ts:1:1)\n    at secret (/s.ts:1:1)'),
    ],
    ['a message that was changed later', Object.assign(new Error('secret'), { message: 'other' })],
    [
      'an error of many values',
      new z.core.$ZodError([{ code: 'custom', path: ['secret'], message: 'secret', input: 'secret' }]),
    ],
    ['a text', 'secret'],
    ['nothing', undefined],
    [
      'a name with a value',
      Object.assign(new Error('x'), { name: 'Error of secret@example.org', code: 'secret code!' }),
    ],
    ['a circle of causes', circular()],
    ['a stack that is no text', Object.assign(new Error('x'), { stack: undefined })],
  ])('repeat nothing of %s', async (_, error) => {
    const reports = createErrorReports(collector.dsn);
    reports.report(error, { route: '/x', method: 'GET', requestId: undefined });
    await reports.close();
    expect(eventsOf(collector)).toHaveLength(1);
    expect(JSON.stringify(collector.received)).not.toContain('secret');
  });
});

function circular(): Error {
  const error = new Error('secret');
  error.cause = error;
  return error;
}

describe('nothing of a person', () => {
  test('leaves the portal, whatever they send', async () => {
    const error = new DatabaseError('duplicate (email)=(secret-message@example.org), params: secret-value', {
      cause: new Error('secret-cause'),
    });
    const everything = {
      headers: {
        authorization: 'Bearer secret-token',
        cookie: 'session=secret-cookie',
        'x-request-id': 'secret-request-id',
        'x-forwarded-for': '203.0.113.77',
        'user-agent': 'secret-agent',
        referer: 'https://secret-referrer.example.org/',
        baggage: 'user=secret-baggage',
        traceparent: '00-5ec2e7000000000000000000000000aa-5ec2e700000000aa-01',
      },
      remoteAddress: '203.0.113.77',
    };
    for (const from of [store, failingStore(error)]) {
      const portal = await openWith(from, { TRUST_PROXY: 'on' });
      for (const url of [
        '/api/version?email=secret-query@example.org&token=secret-query',
        '/api/public-map/wells#secret-hash',
        '/api/timeseries-daily-data/1/1/secret-path/2020-01-01',
        '/api/documents/secret-id@example.org',
        '/secret-page@example.org',
        '/api/secret-call',
        '/%61pi/secret-call',
        '/api/%zz-secret',
      ]) {
        await portal.send({ ...everything, url });
      }
      for (const url of ['/api/auth/sign-in', '/api/documents', '/api/secret-call']) {
        await portal.send({
          ...everything,
          method: 'POST',
          url,
          payload: { email: 'secret-body@example.org', password: 'secret-password' },
        });
      }
      await portal.send({
        ...everything,
        method: 'PUT',
        url: '/api/timeseries-user-filters',
        payload: filter,
      });
      await portal.close();
    }
    expect(spansOf(collector).length).toBeGreaterThan(20);
    expect(eventsOf(collector).length).toBeGreaterThan(1);
    const all = JSON.stringify(collector.received);
    expect(all).not.toMatch(/secret|5ec2e7|203\.0\.113/i);
    expect(all).not.toContain('example.org');
    expect(all).not.toContain(path.resolve(import.meta.dirname, '../..'));
  });
});

describe('a collector that is in trouble', () => {
  async function sendMany(from: Store) {
    const portal = await openWith(from);
    const codes = new Set<number>();
    for (let count = 0; count < 30; count += 1) codes.add((await portal.send('/api/version')).statusCode);
    return { portal, codes: [...codes] };
  }

  test('away, does not touch the portal', async () => {
    const { origin, dsn } = collector;
    await collector.close();
    const portal = await openWith(store, { OTEL_EXPORTER_OTLP_ENDPOINT: origin, SENTRY_DSN: dsn });
    expect((await portal.send('/api/version')).statusCode).toBe(200);
    await portal.close();
    collector = await startCollector();
  });

  test.each(['failing', 'silent'] as const)('%s, does not touch the portal', async (mood) => {
    collector.setMood(mood);
    expect((await sendMany(store)).codes).toEqual([200]);
    const { portal, codes } = await sendMany(failingStore(new Error('x')));
    expect(codes).toEqual([500]);
    await poll(() => eventsOf(collector).length).toBe(20);
    // A silent one is given up after two seconds.
    await portal.close();
  });

  test('gets no more spans than the buffer holds', async () => {
    collector.setMood('silent');
    const tracing = createTracing({ endpoint: collector.origin, sample: 1 }, () => {});
    const spanCount = 20_000;
    for (let count = 0; count < spanCount; count += 1) {
      tracing.startRequest().end({ route: '/x', method: 'GET' }, 200);
    }
    await poll(() => collector.received.length).toBeGreaterThan(0);
    collector.setMood('well');
    collector.release();
    // What the buffer holds, and the first batch.
    const held = 2048 + 256;
    await poll(() => spansOf(collector).length).toBeGreaterThanOrEqual(held);
    await tracing.close();
    expect(spansOf(collector)).toHaveLength(held);
  });

  test('is said to be once, without what was sent', async () => {
    collector.setMood('failing');
    const warnings: string[] = [];
    const tracing = createTracing({ endpoint: collector.origin, sample: 1 }, (text) => warnings.push(text));
    for (let count = 0; count < 600; count += 1) {
      tracing.startRequest().end({ route: '/x', method: 'GET' }, 200);
    }
    await tracing.close();
    await poll(() => warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Traces cannot be sent \(.*\)\. Check OTEL_EXPORTER_OTLP_ENDPOINT\.$/);
  });
});

test('no library of it is loaded unless it is configured', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const module = (name: string) => JSON.stringify(pathToFileURL(path.join(root, 'src/server', name)).href);
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context);
      const [, library] = /node_modules\\/(prom-client|@opentelemetry\\/sdk-trace|@sentry\\/core)\\//.exec(found.url) ?? [];
      if (library) loaded.add(library);
      return found;
    } });
    const { createApp } = await import(${module('app.ts')});
    await import(${module('main.ts')});
    const { parseConfig } = await import(${module('config.ts')});
    const { openTelemetry } = await import(${module('telemetry/open-telemetry.ts')});
    const store = { engine: 'pglite', stats: () => ({}) };
    for (const environment of [{}, {
      METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', SENTRY_DSN: 'http://key@127.0.0.1:1/1',
    }]) {
      const config = parseConfig({ LOG_LEVEL: 'silent', ...environment });
      const { telemetry } = await openTelemetry(config, store);
      createApp({ store, config, telemetry });
      console.log([...loaded].sort().join(' '));
    }
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  });
  expect(stdout.split('\n')).toEqual(['', '@opentelemetry/sdk-trace @sentry/core prom-client', '']);
});
