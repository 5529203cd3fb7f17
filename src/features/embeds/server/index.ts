import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { cacheAnswers } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import * as calls from '../contract.ts';
import { readBriefFigure } from './brief-figure.ts';
import type { FigureContext } from './figure-context.ts';
import { registerEmbedPage } from './frame-route.ts';
import { readSeasonFigure } from './season-figure.ts';
import { readSnowFigure } from './snow-figure.ts';
import { readStorageFigure } from './storage-figure.ts';

const maxCachedBytes = 16 * 1024 * 1024;

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, basin, scopeOf } = services;
  const { brief } = basin;
  const reversedParameters = new Set(basin.reversedParameters);
  const answer = cacheAnswers(reads, maxCachedBytes, weights.computed);
  /** Names are found in capital and small letters, and a figure is of its day. */
  async function read(
    name: calls.FigureName,
    query: object,
    compute: (context: FigureContext) => Promise<calls.Figure>,
  ) {
    const on = dayNumber(todayInBasin(new Date()));
    const scope = await scopeOf(undefined);
    return answer(`${name} ${JSON.stringify(query).toLowerCase()} ${on}`, (from: Queryable) =>
      compute({ from, brief, reversedParameters, scope, on }),
    );
  }

  registerEmbedPage(app, services);
  app.register(async (figures) => {
    // A page in the frame of another site has no origin, and reads what everybody may read.
    figures.addHook('onRequest', async (_, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': demonstrationHeader.name,
        'cross-origin-resource-policy': 'cross-origin',
      });
    });
    registerEndpoint(figures, calls.readSeasonFigure, ({ query }) =>
      read('season', query, (context) => readSeasonFigure(context, query)),
    );
    registerEndpoint(figures, calls.readStorageFigure, ({ query }) =>
      read('storage', query, (context) => readStorageFigure(context, query)),
    );
    registerEndpoint(figures, calls.readSnowFigure, ({ query }) =>
      read('snow', query, (context) => readSnowFigure(context, query.group)),
    );
    registerEndpoint(figures, calls.readBriefFigure, () => read('brief', {}, readBriefFigure));
  });
};
