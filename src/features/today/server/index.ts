import { describeShare } from '#domain/finding/group-text.ts';
import { basinTimeZone, todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { toPlainFile } from '#server/data-links/data-file.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { FeatureServices, RegisterFeature } from '#server/feature-services.ts';
import { type CachedBody, jsonBody } from '#server/http/cached-body.ts';
import { createVersionedCache, readReadingVersion } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { Brief, readBrief, readBriefLink } from '../contract.ts';
import { toBriefTable } from '../files/brief-csv.ts';
import { provisionalShare, sourceOfBrief } from '../files/brief-share.ts';
import { describeDay } from '../rules/sentence.ts';
import { readBriefOf } from './brief.ts';

/** Somebody who steps through a year gets each day from memory again. */
const maxCachedDays = 400;

/** Creates what reads briefs, each once until the published data change. */
export function createBriefReader({ reads, basin }: FeatureServices) {
  const bodies = createVersionedCache<CachedBody>(maxCachedDays, () => 1, weights.computed);
  return async (on: DayNumber, scope: FindingScope): Promise<CachedBody> => {
    // Readings are of now, and no part of a past day.
    const withReadings = on === dayNumber(todayInBasin(new Date()));
    const key = `${scope.reader} ${formatDay(on)} ${withReadings}`;
    return bodies.get(await readReadingVersion(reads), key, async () =>
      jsonBody(await readBriefOf(reads, basin.brief, on, scope, { withReadings })),
    );
  };
}

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, config, parseDay, scopeOf } = services;
  const read = createBriefReader(services);
  const files = createFileServer(reads, config.portalOrigin);

  registerEndpoint(app, readBrief, async ({ query, caller }) =>
    read(await parseDay(query.on, 'The brief'), await scopeOf(caller)),
  );

  registerEndpoint(app, readBriefLink, async ({ params, query: { on, notes, bom }, caller }, request) => {
    const day = await parseDay(on, 'The brief');
    const scope = await scopeOf(caller);
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const brief = Brief.parse(await (await read(day, scope)).readJson());
      return {
        name: `Brief ${brief.on}`,
        notes: {
          title: `Brief of ${brief.on}`,
          source: sourceOfBrief(brief),
          units: 'in the column Unit',
          remarks: [
            describeDay(brief, todayInBasin(new Date())),
            describeShare(provisionalShare(brief)) ?? 'All values are approved.',
            `Days are calendar days in ${basinTimeZone()}.`,
          ],
        },
        ...toPlainFile(toBriefTable(brief)),
      };
    });
  });
};
