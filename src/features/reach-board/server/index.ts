import { defaultReference, parseReference } from '#domain/season/gain-season.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { toPlainFile } from '#server/data-links/data-file.ts';
import { findSite } from '#server/data-links/find-sites.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import { withSignal } from '#server/db/queryable.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { cacheAnswers } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { readReach } from '#server/water-year/measured-record.ts';
import { defaultGageError, readReachBoard, readReachGainSeason, readSeasonGainLink } from '../contract.ts';
import { describeReference, seasonFigures, seasonFormula, seasonNotes, toFiguresTable } from '../files.ts';
import { readReachBoardOf } from './board.ts';
import { gainSeasonOf } from './season.ts';

const maxBytes = 16 * 1024 * 1024;

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, basin, config, valueAccess, scopeOf, parseDay } = services;
  const answers = cacheAnswers(reads, maxBytes, weights.computed);
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, readReachBoard, async ({ query, caller }, request) => {
    const on = query.on === undefined ? undefined : await parseDay(query.on, 'The reach board');
    const { start = 'nov', reference = '', error = String(defaultGageError) } = query;
    const choice = {
      on,
      start,
      reference: parseReference(reference) ?? defaultReference,
      errorPercent: Number(error),
    };
    const scope = await scopeOf(caller);
    return answers(`${scope.reader} ${request.url}`, (limited) =>
      readReachBoardOf(limited, basin.rivers, choice, scope),
    );
  });

  registerEndpoint(app, readReachGainSeason, async ({ params, query, caller }, request) => {
    await valueAccess.requireReadable(caller, [Number(params.location)]);
    const { start = 'nov', reference = '' } = query;
    const choice = parseReference(reference) ?? defaultReference;
    return answers(request.url, async (limited) =>
      gainSeasonOf(await readReach(limited, params.location), start, choice),
    );
  });

  registerEndpoint(app, readSeasonGainLink, async ({ params, query, caller, signal }, request) => {
    const { since = 'nov', reference = '', notes, bom } = query;
    const asked = { number: query.site, parameter: parameterNdx.reachGain };
    const site = await findSite(reads, asked, (some) => valueAccess.requireReadable(caller, some));
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const reach = await readReach(withSignal(reads, signal), site.location);
      const season = gainSeasonOf(reach, since, parseReference(reference) ?? defaultReference);
      const figures = season ? seasonFigures(season) : undefined;
      const table = toFiguresTable(figures ?? { gains: [], facts: [] });
      return {
        name: `Cumulative gain ${site.loc_id}`,
        notes: {
          title: `Cumulative gain, ${site.loc_name}`,
          site: site.loc_id,
          source: site.source,
          units: 'acre-feet',
          remarks: season
            ? [
                `Compared with the same days of ${describeReference(season)}`,
                seasonFormula(season.start),
                ...seasonNotes(season),
              ]
            : ['This reach has no values.'],
        },
        ...toPlainFile(table),
      };
    });
  });
};
