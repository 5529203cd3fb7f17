import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';

export type RoundRobin = {
  readonly port: number;
  /** Requests that a server had received when its connection broke: whether it has acted on them is unknown. */
  broken(): number;
  close(): Promise<void>;
};

/**
 * Starts a proxy that sends each request to the next server. It tries another server only if the connection was refused,
 * because then the request has not been sent; a request whose connection broke gets 502.
 */
export async function startRoundRobin(ports: () => readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  let broken = 0;
  const server = await startLocalServer(async (incoming, outgoing) => {
    const body = await readBody(incoming).catch(() => undefined);
    if (!body) return;
    const all = ports();
    turn += 1;
    for (let at = 0; at < all.length; at += 1) {
      const port = all[(turn + at) % all.length];
      if (port === undefined) break;
      const outcome = await pass(incoming, body, port, outgoing);
      if (outcome === 'broken') {
        broken += 1;
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end();
      }
      if (outcome !== 'refused') return;
    }
    outgoing.writeHead(503, { 'retry-after': '1' }).end();
  });
  return {
    port: server.port,
    broken: () => broken,
    close: server.close,
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pass(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  port: number,
  outgoing: ServerResponse,
): Promise<'answered' | 'refused' | 'broken'> {
  const { promise, resolve } = Promise.withResolvers<'answered' | 'refused' | 'broken'>();
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('end', () => resolve('answered')).on('error', () => resolve('broken'));
  });
  let isConnected = false;
  sent.on('socket', (socket) => {
    socket.on('connect', () => {
      isConnected = true;
    });
  });
  sent.on('error', () => resolve(isConnected ? 'broken' : 'refused'));
  sent.end(body);
  return promise;
}
