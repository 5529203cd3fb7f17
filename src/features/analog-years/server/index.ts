import type { RegisterFeature } from '#server/feature-services.ts';
import { cacheAnswers } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights as requestWeights } from '#server/limits/request-budget.ts';
import { readAnalogYears } from '../contract.ts';
import { equalWeights, formatAnalogWeights, parseAnalogWeights } from '../rules.ts';
import { createAnalogReader } from './analog-reader.ts';

const maxCachedBytes = 4 * 1024 * 1024;

export const registerRoutes: RegisterFeature = (app, { reads, basin, parseDay, scopeOf }) => {
  /** Answers that many people ask for; the address says all that they depend on. */
  const answers = cacheAnswers(reads, maxCachedBytes, requestWeights.computed);
  const read = createAnalogReader(reads, basin);
  registerEndpoint(app, readAnalogYears, async ({ query, caller }) => {
    const on = query.on === undefined ? undefined : await parseDay(query.on, 'The list of analog years');
    const weights = parseAnalogWeights(query.weights ?? '') ?? equalWeights;
    const scope = await scopeOf(caller);
    return answers(`${scope.reader} ${on} ${formatAnalogWeights(weights)}`, (limited) =>
      read(limited, { on, weights }, scope),
    );
  });
};
