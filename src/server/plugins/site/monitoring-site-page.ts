import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Store } from '../../db/store.ts';
import { fillPageHead } from './page-head.ts';

const siteAddress = /^\/sites\/([1-9]\d{0,8})\/?$/;

/** The built page that is given for the address of every monitoring site. */
export const monitoringSiteShell = 'sites/site/index.html';

/** Reads the `loc_ndx` of a monitoring site from the address of its page; undefined for other addresses. */
export function parseMonitoringSiteAddress(address: string): string | undefined {
  return siteAddress.exec(address)?.[1];
}

const SiteSummary = z.object({ loc_name: z.string(), loc_type_name: z.string(), data_provider: z.string() });
export type SiteSummary = z.output<typeof SiteSummary>;

/** Finds a monitoring site that is on the map, by its `loc_ndx`. */
export type FindMonitoringSite = (location: string) => Promise<SiteSummary | undefined>;

export function createFindMonitoringSite(store: Store): FindMonitoringSite {
  const from = store.reads ?? store;
  return async (location) => {
    const [site] = await from.query(
      sql`select l.loc_name, t.loc_type_name, d.data_provider_name as data_provider
        from location l join location_type t using (loc_type_ndx) join data_provider d using (data_provider_ndx)
        where l.loc_ndx = ${Number(location)}::int and l.is_shown`,
      SiteSummary,
    );
    return site;
  };
}

export function fillMonitoringSiteHead(html: string, location: string, site: SiteSummary): string {
  return fillPageHead(html, {
    title: site.loc_name,
    description: `${site.loc_type_name} of ${site.data_provider}: latest values, completeness of the record, statistics and neighbors.`,
    kind: 'website',
    builtPath: '/sites/site/',
    path: `/sites/${location}`,
  });
}
