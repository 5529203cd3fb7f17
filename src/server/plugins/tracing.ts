import type { FastifyInstance } from 'fastify';
import { routeLabels } from '../telemetry/route-labels.ts';
import type { RequestTrace, Tracing } from '../telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: RequestTrace | undefined;
  }
}

/** Traces each request under the pattern of its route, if traces are configured. */
export function addTracing(app: FastifyInstance, tracing: Tracing | undefined) {
  if (!tracing) return;
  app.decorateRequest('trace', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.trace = tracing.startRequest();
    request.trace.run(done);
  });
  // Events of the body's stream belong to the connection, not to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) request.trace.run(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    request.trace?.end(routeLabels(request, reply), reply.statusCode);
  });
}
