import type { FastifyInstance } from 'fastify';
import { readProductionMonth, saveProductionMonth } from '#contract/production-months.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { HttpProblem, unauthorized } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readLookupEntries } from '../lookups/queries.ts';
import { readMonth } from './queries.ts';
import { saveMonth } from './save.ts';

/** Registers the calls of the month's grid of Well Production. */
export function registerProductionMonthRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(
    app,
    readProductionMonth,
    async ({ params }) => {
      await checkWell(store, params.well);
      return readMonth(store, params, todayInBasin(new Date()));
    },
    { maxAge: 'never' },
  );
  registerEndpoint(app, saveProductionMonth, async ({ params, body, caller }) => {
    if (!caller) throw unauthorized('none');
    await checkWell(store, params.well);
    await saveMonth(store, caller.subject, params, body);
    return readMonth(store, params, todayInBasin(new Date()));
  });
}

/** @throws HttpProblem 404 */
async function checkWell(from: Queryable, well: string): Promise<void> {
  const wells = await readLookupEntries(from, 'wells');
  if (!wells.some(({ value }) => value === well))
    throw new HttpProblem(404, 'There is no well with this id.');
}
