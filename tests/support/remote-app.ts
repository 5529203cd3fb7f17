import { request } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';

type Sent = Pick<InjectOptions, 'method' | 'headers' | 'payload'> & { url: string };

/** Sends what a test would inject into the server over the network, to a port of this computer. */
export function connectRemoteApp(port: number): FastifyInstance {
  const inject = async (options: Sent | string) =>
    send(port, typeof options === 'string' ? { url: options } : options);
  return { inject } as unknown as FastifyInstance;
}

async function send(port: number, { url, method = 'GET', headers = {}, payload }: Sent) {
  const body = payload === undefined ? undefined : Buffer.from(String(payload));
  const lengths = body ? { 'content-length': String(body.length) } : {};
  const { promise, resolve, reject } = Promise.withResolvers<{
    answer: Buffer;
    status: number;
    headers: object;
  }>();
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path: url,
      method,
      headers: { ...headers, ...lengths },
      agent: false,
      timeout: 30_000,
    },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ answer: Buffer.concat(chunks), status: answer.statusCode ?? 0, headers: answer.headers }),
      );
    },
  );
  sent.on('timeout', () => sent.destroy(new Error('The request took more than 30 s.'))).on('error', reject);
  sent.end(body);
  const { answer, status, headers: received } = await promise;
  return {
    statusCode: status,
    headers: received,
    body: answer.toString(),
    rawPayload: answer,
    json: () => JSON.parse(answer.toString()),
  };
}
