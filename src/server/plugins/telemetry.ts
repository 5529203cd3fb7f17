import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../access/access-control.ts';
import type { Config } from '../config.ts';
import { HttpProblem, unauthorized } from '../http/problems.ts';
import { isSameSecret } from '../is-same-secret.ts';
import type { ErrorReports } from '../telemetry/error-reports.ts';
import type { Metrics } from '../telemetry/metrics.ts';
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

/** Measures requests, and serves the figures at `/metrics` if a token is set for it. */
export function addMetrics(app: FastifyInstance, config: Config, metrics: Metrics | undefined) {
  const { token } = config.metrics;
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, async (request, reply) => {
    if (!metrics || token === undefined) throw new HttpProblem(404, 'There are no figures here.');
    const given = bearerToken(request);
    if (given === undefined) throw unauthorized('none');
    if (!isSameSecret(given, token)) throw unauthorized('invalid');
    return reply
      .headers({ 'cache-control': 'no-store' })
      .type(metrics.contentType)
      .send(await metrics.readText());
  });
  if (!metrics) return;
  app.addHook('onResponse', async (request, reply) => {
    const labels = { ...routeLabels(request, reply), status: `${Math.floor(reply.statusCode / 100)}xx` };
    metrics.observeRequest(labels, reply.elapsedTime / 1000);
    const { statusCode } = reply;
    if (request.isRefused || (statusCode >= 400 && statusCode < 500)) metrics.countRefusal(statusCode);
  });
}

/** Called with an error that the request did not cause. */
export type OnFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Creates what passes faults of the portal to the configured collector. */
export function createFaultReporter(reports: ErrorReports | undefined): OnFault {
  return (error, request, reply) =>
    reports?.report(error, { ...routeLabels(request, reply), requestId: ownRequestId(request) });
}

/** The id that the portal made; one that the client sent may say who they are. */
function ownRequestId({ id, headers }: FastifyRequest): string | undefined {
  return headers['x-request-id'] === id ? undefined : id;
}
