import type { FastifyInstance } from 'fastify';
import type { OutlookRequest } from '#contract/basin-requests.ts';
import { readFill } from '#contract/fill.ts';
import { listOutlooks, readOutlook } from '#contract/outlook.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { OutlookReader } from './outlook-reader.ts';

/** Values are daily; an import shows within a minute. */
const maxAge = 60;

/** The outlooks of a basin file without any. */
export const noOutlook: OutlookRequest = { points: [], fill: [] };

export function registerOutlookRoutes(
  app: FastifyInstance,
  outlooks: OutlookReader,
  { points, fill }: OutlookRequest,
) {
  registerEndpoint(
    app,
    listOutlooks,
    async () => ({
      points: points.map(({ id, label }) => ({ id, label })),
      fill: fill.map(({ id, label, point }) => ({ id, label, point })),
    }),
    { maxAge },
  );
  registerEndpoint(
    app,
    readOutlook,
    ({ params, query }) => outlooks.readOutlook(params.point, query.issued),
    { maxAge },
  );
  registerEndpoint(app, readFill, ({ params, query }) => outlooks.readFill(params.id, query), { maxAge });
}
