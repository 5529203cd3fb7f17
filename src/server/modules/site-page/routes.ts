import type { FastifyInstance } from 'fastify';
import type { BasinSiteFacts } from '#contract/basin-requests.ts';
import {
  readSitePage,
  readSiteSeason,
  type SiteFacts,
  type SiteNeighbors,
  type SiteRecord,
} from '#contract/site-page.ts';
import { lettersOfYear } from '#domain/completeness.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear } from '#domain/water-year.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { ValueAccess } from '../../access/value-access.ts';
import { findSite } from '../../db/find-site.ts';
import type { FindingScope, ScopeOf } from '../../db/findings.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';
import { cacheAnswers, readDataVersion, withComputeLimit } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { weights } from '../../limits/account.ts';
import { readMentions } from './mentions.ts';
import { readNeighbors, readSiteFacts } from './queries.ts';
import { type ReadRecord, readDayStates, readSiteRecords } from './records.ts';
import { readSeason } from './season.ts';

/** Held answers are objects, which take about so much more memory than their JSON. */
const maxBytes = 8 * 1024 * 1024;
const bytesPerRecord = 8 * 1024;

/** What a page says of a site's own data. */
type SiteData = {
  readonly site: SiteFacts;
  readonly records: readonly ReadRecord[];
  readonly neighbors: SiteNeighbors;
};

export type SitePageServices = {
  readonly store: Store;
  /** Where values are read. */
  readonly from: Queryable;
  readonly facts: BasinSiteFacts;
  readonly valueAccess: ValueAccess;
  readonly scopeOf: ScopeOf;
};

export function registerSitePageRoutes(
  app: FastifyInstance,
  { store, from, facts, valueAccess, scopeOf }: SitePageServices,
) {
  const pages = createVersionedCache<SiteData>(
    maxBytes,
    ({ records }) => (records.length + 1) * bytesPerRecord,
    weights.computed,
  );
  const seasons = cacheAnswers(from, maxBytes, weights.computed);

  async function readData(location: number, today: string, scope: FindingScope): Promise<SiteData> {
    const limited = withComputeLimit(from);
    const site = await readSiteFacts(limited, location, facts);
    const [records, neighbors] = await Promise.all([
      readSiteRecords(limited, location, today, scope),
      readNeighbors(limited, site, facts, scope),
    ]);
    return { site, records, neighbors };
  }

  async function requireSite(id: string): Promise<number> {
    const site = await findSite(from, id, facts.otherIds);
    if (!site) throw recordNotFound();
    return site.loc_ndx;
  }

  registerEndpoint(
    app,
    readSitePage,
    async ({ params, query, caller }) => {
      const today = todayInBasin(new Date());
      const version = await readDataVersion(from);
      const location = await requireSite(params.location);
      const scope = await scopeOf(caller);
      const key = `${scope.reader} ${location} ${today}`;
      const data = await pages.get(version, key, () => readData(location, today, scope));
      const { site, records, neighbors } = data;
      const year = query.year === undefined ? null : Number(query.year);
      return {
        site,
        year,
        records:
          year === null ? records.map(({ record }) => record) : await withDays(from, site, records, year),
        neighbors,
        ...(await readMentions(store, site, caller)),
      };
    },
    { variesByCaller: true },
  );

  registerEndpoint(app, readSiteSeason, async ({ params, query, caller }) => {
    const location = await requireSite(params.location);
    await valueAccess.requireReadable(caller, [location]);
    const { parameter } = query;
    const wanted = parameter === undefined ? undefined : Number(parameter);
    return seasons(`${location} ${parameter ?? ''}`, (limited) => readSeason(limited, location, wanted));
  });
}

async function withDays(
  from: Queryable,
  { loc_ndx }: SiteFacts,
  records: readonly ReadRecord[],
  year: number,
): Promise<SiteRecord[]> {
  const parameters = records.map(({ record }) => record.parameter_ndx);
  const days = [firstDayOfWaterYear(year), lastDayOfWaterYear(year)] as const;
  const states = await readDayStates(from, loc_ndx, parameters, days);
  return records.map(({ record, extent }, at) => ({
    ...record,
    days: extent ? lettersOfYear(states[at] ?? [], year, extent) : null,
  }));
}
