import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createWorkQueue } from '../db/work-queue.ts';
import { attachmentHeader } from './cached-body.ts';
import { isNotModified, sendNotModified, varyByEncoding } from './etag.ts';

export type StreamedBodyOptions = {
  readonly type: string;
  /** Weak, because a part such as the time of the export may differ. */
  readonly etag: string;
  /** The name under which a browser saves the body. */
  readonly fileName?: string | undefined;
  /** How the parts are compressed already; without one they are compressed while they are sent. */
  readonly encoding?: 'gzip' | undefined;
  /** Yields the parts as the client takes them. It ends when the signal is aborted: the client has left. */
  readonly chunks: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Called once, when the body has been sent, or will not be. */
  readonly onEnd?: () => void;
};

/** A response body that is computed while it is sent, so that its size takes no memory. */
export class StreamedBody {
  readonly options: StreamedBodyOptions;

  constructor(options: StreamedBodyOptions) {
    this.options = options;
  }
}

/** For a client that has the body already. */
export function unchangedBody(etag: string): StreamedBody {
  return new StreamedBody({ type: '', etag, chunks: async function* () {} });
}

const turns = createWorkQueue(1);

/** All bodies together send one part in each turn of the event loop, so that many of them do not hold up a request. */
async function* oneAtATime(parts: AsyncIterable<string | Uint8Array>) {
  for await (const part of parts) {
    if (part.length === 0) continue;
    await turns.run(() => setImmediate());
    yield part;
  }
}

/** Has the parts computed for the caller of now: the stream asks for them in events of the connection. */
function forThisCaller<T>(parts: AsyncGenerator<T>): AsyncIterable<T> {
  const run = AsyncLocalStorage.snapshot();
  const iterator: AsyncIterator<T> = {
    next: () => run(() => parts.next()),
    return: () => run(() => parts.return(undefined)),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Sends a streamed body, or 304. A failure amid the body closes the connection, so that a client notices. */
export function sendStreamedBody(request: FastifyRequest, reply: FastifyReply, { options }: StreamedBody) {
  const { type, etag, fileName, encoding, chunks, onEnd } = options;
  reply.header('etag', etag);
  varyByEncoding(reply);
  if (isNotModified(request, etag)) {
    onEnd?.();
    return sendNotModified(reply);
  }
  reply.type(type);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  if (fileName !== undefined) reply.header('content-disposition', attachmentHeader(fileName));
  if (request.method === 'HEAD') {
    onEnd?.();
    return reply.send();
  }
  const left = new AbortController();
  // Strings and bytes may follow each other, and a larger buffer would only hold more of them in memory.
  const stream = Readable.from(forThisCaller(oneAtATime(chunks(left.signal))), {
    objectMode: true,
    highWaterMark: 1,
  });
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    // The stream itself closes only when the part that is being computed is there.
    left.abort(new Error('The client has left.'));
    stream.destroy();
    onEnd?.();
  };
  reply.raw.once('close', end);
  stream.once('close', end);
  return reply.send(stream);
}
