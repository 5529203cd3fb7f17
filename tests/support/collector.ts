import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a collector does with what it receives: answers, answers 500, or does not answer until it is released. */
export type CollectorMood = 'well' | 'failing' | 'silent';

export type Collector = {
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

export type Received = { readonly path: string; readonly head: string; readonly body: string };

/** Starts a collector of traces (OTLP over HTTP, as JSON) and of errors (Sentry's envelopes). */
export async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const waiting: ServerResponse[] = [];
  let mood: CollectorMood = 'well';
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    received.push({ path: url, head: JSON.stringify(headers), body: await text(request) });
    if (mood === 'silent') waiting.push(response);
    else response.writeHead(mood === 'well' ? 200 : 500, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address?.port}`;
  return {
    origin: `http://${host}`,
    dsn: `http://publickey@${host}/1`,
    received,
    setMood: (next) => {
      mood = next;
    },
    release: () => {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };

export type ReceivedSpan = {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { code: number };
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
};

/** The spans of all requests to `/v1/traces`. */
export function spansOf({ received }: Collector): readonly ReceivedSpan[] {
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

export type ReceivedEvent = {
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
export function eventsOf({ received }: Collector): readonly ReceivedEvent[] {
  return received
    .filter(({ path }) => path.startsWith('/api/1/envelope/'))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
}
