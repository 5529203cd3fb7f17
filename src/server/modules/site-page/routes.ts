import type { FastifyInstance } from 'fastify';
import type { BasinSiteFacts } from '#contract/basin-site-facts.ts';
import { readSitePage, type SiteFacts, type SiteNeighbors, type SiteRecord } from '#contract/site-page.ts';
import { lettersOfYear } from '#domain/completeness.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear } from '#domain/water-year.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { withSignal } from '../../db/queryable.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { readMentions } from './mentions.ts';
import { readNeighbors, readSiteFacts } from './queries.ts';
import { type ReadRecord, readDayStates, readSiteRecords } from './records.ts';

/** Several visitors may wait for one computation, so it ends by its own limit and not when one of them leaves. */
const computeTimeoutMs = 20_000;

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
};

export function registerSitePageRoutes(app: FastifyInstance, { store, from, facts }: SitePageServices) {
  const cache = createVersionedCache<SiteData>(
    maxBytes,
    ({ records }) => (records.length + 1) * bytesPerRecord,
  );

  async function readData(location: string, today: string): Promise<SiteData> {
    const limited = withSignal(from, AbortSignal.timeout(computeTimeoutMs));
    const site = await readSiteFacts(limited, location, facts);
    const [records, neighbors] = await Promise.all([
      readSiteRecords(limited, location, today),
      readNeighbors(limited, site, facts),
    ]);
    return { site, records, neighbors };
  }

  registerEndpoint(
    app,
    readSitePage,
    async ({ params: { location }, query, caller }) => {
      const today = todayInBasin(new Date());
      const { site, records, neighbors } = await cache.get(
        await readDataVersion(from),
        `${location} ${today}`,
        () => readData(location, today),
      );
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
}

async function withDays(
  from: Queryable,
  { loc_ndx }: SiteFacts,
  records: readonly ReadRecord[],
  year: number,
): Promise<SiteRecord[]> {
  const states = Map.groupBy(
    await readDayStates(from, String(loc_ndx), firstDayOfWaterYear(year), lastDayOfWaterYear(year)),
    (each) => each.parameter_ndx,
  );
  return records.map(({ record, extent }) => ({
    ...record,
    days: extent ? lettersOfYear(states.get(record.parameter_ndx) ?? [], year, extent) : null,
  }));
}
