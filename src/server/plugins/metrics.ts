import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem, unauthorized } from '../http/problems.ts';
import { isSameSecret } from '../is-same-secret.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { routeLabels } from '../telemetry/route-labels.ts';
import { bearerToken } from './access.ts';

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
  });
}
