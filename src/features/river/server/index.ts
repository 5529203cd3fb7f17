import { formatDay } from '#lib/calendar.ts';
import { initialState } from '#lib/table/state.ts';
import { toTableFile } from '#server/data-links/data-file.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { FeatureServices, RegisterFeature } from '#server/feature-services.ts';
import type { CachedBody } from '#server/http/cached-body.ts';
import { cacheAnswers, cacheComputed } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { River, readRiver, readRiverLink } from '../contract.ts';
import { riverColumns, riverRemarks, sourceOfRiver, toRiverRows } from '../files.ts';
import { readCompleteDay, readRiverOf } from './river.ts';

/** A day takes some 150 KB. */
const maxBytes = 16 * 1024 * 1024;

/** Reads the rivers of a day `YYYY-MM-DD`, by default of the latest complete one. Throws what `parseDay` throws. */
type ReadRiver = (on: string | undefined, scope: FindingScope) => Promise<CachedBody>;

/** Creates what reads rivers, each day once until the published data change. */
function createRiverReader({ reads, basin, parseDay }: FeatureServices): ReadRiver {
  const readNewest = cacheComputed(reads, () => readCompleteDay(reads, basin.rivers));
  const answers = cacheAnswers(reads, maxBytes, weights.computed);
  return async (text, scope) => {
    const newest = await readNewest();
    const on = (text === undefined ? newest : undefined) ?? (await parseDay(text, 'The river'));
    return answers(`${scope.reader} ${formatDay(on)}`, (limited) =>
      readRiverOf(limited, basin.rivers, { on, newest }, scope),
    );
  };
}

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, config, scopeOf } = services;
  const read = createRiverReader(services);
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, readRiver, async ({ query, caller }) => read(query.on, await scopeOf(caller)));

  registerEndpoint(app, readRiverLink, async ({ params, query: { on, notes, bom }, caller }, request) => {
    const body = await read(on, await scopeOf(caller));
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const river = River.parse(await body.readJson());
      return {
        name: `Rivers ${river.on}`,
        notes: {
          title: `Rivers of ${river.on}`,
          source: sourceOfRiver(river),
          units: 'in the column Unit',
          remarks: riverRemarks,
        },
        ...toTableFile(toRiverRows(river), riverColumns, initialState(riverColumns)),
      };
    });
  });
};
