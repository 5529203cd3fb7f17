import { todayInBasin } from '#lib/basin-clock.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { createVersionedCache, readDataVersion, withComputeLimit } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { readConditionSeason } from '../contract.ts';
import { computeSeason, isSeason, readableSeason, type WholeSeason } from './season.ts';

export const registerRoutes: RegisterFeature = (app, { reads, scopeOf }) => {
  const seasons = createVersionedCache<WholeSeason>(16 * 1024 * 1024, bytesOfSeason, weights.computed);
  registerEndpoint(app, readConditionSeason, async ({ params, caller }) => {
    const year = Number(params.year);
    const today = todayInBasin(new Date());
    if (!isSeason(year, today)) throw recordNotFound();
    const scope = await scopeOf(caller);
    const season = await seasons.get(await readDataVersion(reads), `${year} ${today}`, () =>
      computeSeason(withComputeLimit(reads), year, today, scope.capacities),
    );
    return readableSeason(season, scope);
  });
};

const bytesOfSeason = ({ sites }: WholeSeason) =>
  sites.reduce((sum, { percentiles }) => sum + percentiles.length, 0);
