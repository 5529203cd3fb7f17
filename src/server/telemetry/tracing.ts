import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SQL } from 'drizzle-orm/sql';
import type { Config } from '../config.ts';
import { toStatementText } from '../db/statement-text.ts';
import type { Queryable, Store } from '../db/store.ts';
import { packageInfo } from '../package-info.ts';
import { withTimeout } from '../with-timeout.ts';
import { describeError } from './describe-error.ts';
import type { RouteLabels } from './route-labels.ts';

/** One request, and everything that is done for it. */
export type RequestTrace = {
  /** Runs `work`; the statements that it starts belong to the request. */
  run(work: () => void): void;
  end(labels: RouteLabels, statusCode: number): void;
};

/** Sends a share of the requests to a collector, with their statements, and without anything of a person's. */
export type Tracing = {
  startRequest(): RequestTrace;
  /** Wraps a database so that its statements are traced with their request. */
  wrapStore(store: Store): Store;
  /** Sends what is waiting, for a few seconds at most. It never rejects. */
  close(): Promise<void>;
};

/** Spans that wait for a collector that is away; more are dropped. */
const maxWaitingSpans = 2048;
const sendTimeoutMs = 5000;
const closeTimeoutMs = 2000;
/** Statements of one request that are traced, because an import has thousands. */
const maxStatements = 50;

type Request = { readonly root: Span; statementCount: number };
type Active = { readonly request: Request; readonly span: Span };

export function createTracing(
  { endpoint, sample }: NonNullable<Config['traces']>,
  warn: (message: string) => void,
): Tracing {
  const active = new AsyncLocalStorage<Active>();
  const exporter = createTraceExporter({ endpoint, timeoutMs: sendTimeoutMs }, warn);
  const { name, version } = packageInfo;
  const provider = new TracerProvider({
    // Callers cannot decide that they are traced: their header `traceparent` is not read.
    sampler: new TraceIdRatioBasedSampler(sample),
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: maxWaitingSpans,
        maxExportBatchSize: 256,
        exportTimeoutMillis: 2 * sendTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer(name, version);

  const traceWork: TraceWork = async (nameOf, work) => {
    const current = active.getStore();
    if (!current?.request.root.isRecording() || current.request.statementCount >= maxStatements) {
      return work();
    }
    const { request, span: parent } = current;
    request.statementCount += 1;
    const statement = nameOf();
    const span = tracer.startSpan(
      statement.table ? `${statement.operation} ${statement.table}` : statement.operation,
      { kind: SpanKind.CLIENT, attributes: statementAttributes(statement) },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    try {
      return await active.run({ request, span }, work);
    } catch (error) {
      const [described] = describeError(error);
      span.setAttribute('error.type', described?.code || described?.type || 'Error');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    startRequest: () => {
      const root = tracer.startSpan('request', { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      const first = { request: { root, statementCount: 0 }, span: root };
      return {
        run: (work) => active.run(first, work),
        end: (labels, statusCode) => endRequest(root, labels, statusCode),
      };
    },
    wrapStore: (store) => traceStore(store, traceWork),
    close: () => withTimeout(provider.shutdown(), closeTimeoutMs, () => new Error('late')).catch(() => {}),
  };
}

function statementAttributes({ operation, table }: StatementName) {
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
  };
}

function endRequest(span: Span, { method, route }: RouteLabels, statusCode: number): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': statusCode,
  });
  if (statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

const warnEveryMs = 600_000;

/** Creates the exporter to a collector. It says when the collector refuses or is away, but not each time. */
function createTraceExporter(
  { endpoint, timeoutMs }: { readonly endpoint: string; readonly timeoutMs: number },
  warn: (message: string) => void,
): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: timeoutMs });
  let warnedAt = -Infinity;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > warnEveryMs) {
          warnedAt = performance.now();
          warn(`Traces cannot be sent (${result.error.message}). Check OTEL_EXPORTER_OTLP_ENDPOINT.`);
        }
        onResult(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** What a trace says of a statement: neither its text nor its values. */
type StatementName = { readonly operation: string; readonly table: string | undefined };

/** Runs `work` as a part of the request that is under way; `nameOf` is only called if that one is traced. */
type TraceWork = <T>(nameOf: () => StatementName, work: () => Promise<T>) => Promise<T>;

/** Wraps a store so that its statements and transactions are traced. */
function traceStore(store: Store, traceWork: TraceWork): Store {
  return {
    ...store,
    ...traceQueryable(store, traceWork),
    ...(store.reads && { reads: traceQueryable(store.reads, traceWork) }),
    transaction: (work) =>
      traceWork(
        () => ({ operation: 'TRANSACTION', table: undefined }),
        () =>
          store.transaction((transaction) =>
            work({ ...transaction, ...traceQueryable(transaction, traceWork) }),
          ),
      ),
  };
}

function traceQueryable(queryable: Queryable, traceWork: TraceWork): Queryable {
  const query = (...input: Parameters<Queryable['query']>) =>
    traceWork(
      () => nameStatement(input[0]),
      () => queryable.query(...input),
    );
  return { query: query as Queryable['query'] };
}

const operations = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'TRUNCATE', 'COPY']);

/** Finds the first word and the first table of a statement: `SELECT`, `daily_value`. */
function nameStatement(statement: SQL | string): StatementName {
  const text = typeof statement === 'string' ? statement : toStatementText(statement).text;
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  return {
    operation: operations.has(word) ? word : 'OTHER',
    table: /\b(?:from|into|update|join)\s+"?([a-z_][a-z\d_]*)/i.exec(text)?.[1],
  };
}
