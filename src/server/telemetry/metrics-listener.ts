import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { isSameSecret } from '../is-same-secret.ts';
import type { Metrics } from './metrics.ts';

/** Creates the server of the port that has nothing but `/metrics`. */
export function createMetricsServer(metrics: Metrics, { token }: Config['metrics']): Server {
  return createServer({ requestTimeout: 10_000 }, (request, response) => {
    respond(request, response).catch(() => send(response, 500, 'The figures could not be read.\n'));
  });

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (request.url?.split('?', 1)[0] !== '/metrics')
      return send(response, 404, 'Figures are at /metrics.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(response, 405, 'This address takes GET, HEAD only.\n', { allow: 'GET, HEAD' });
    }
    if (token !== undefined && !hasToken(request, token)) {
      return send(response, 401, 'This needs the token METRICS_TOKEN.\n', { 'www-authenticate': 'Bearer' });
    }
    const text = await metrics.readText();
    return send(response, 200, text, { 'content-type': metrics.contentType });
  }
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return isSameSecret(given, token);
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body);
}
