import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../http/problems.ts';
import { timeLimit } from '../limits/time-limit.ts';

/** A megabyte, the largest body of JSON, over a slow connection. Uploads have the server's own, longer limit. */
const usualMs = 15_000;

/** Refuses a body of JSON that arrives too slowly with 408: what was asked with the headers would wait for it. */
export function addBodyDeadline(app: FastifyInstance, limitMs = timeLimit(usualMs)): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const isRead = request.routeOptions.config.endpoint !== undefined && !/^(GET|HEAD)$/.test(request.method);
    if (!isRead || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return payload;
    // Whoever has answered without reading to the end, as for a body that is too large, listens to no error of it any more.
    const body = new PassThrough().on('error', () => {});
    const timer = setTimeout(() => {
      reply.header('connection', 'close');
      body.destroy(
        new HttpProblem(408, `The body did not arrive within ${limitMs / 1000} s. Send it again.`),
      );
    }, limitMs);
    const clear = () => clearTimeout(timer);
    body.once('close', clear);
    // A body that nobody reads is never closed: the answer came before it, or the route has none.
    reply.raw.once('finish', clear).once('close', clear);
    payload.once('error', (error) => body.destroy(error));
    return payload.pipe(body);
  });
}
