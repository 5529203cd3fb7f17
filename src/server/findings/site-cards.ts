import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listSiteCards, SiteCard } from '#contract/site-cards.ts';
import { type FindingScope, readMainFindings, type ScopeOf } from '../db/findings.ts';
import { intArraySql, type Queryable } from '../db/queryable.ts';
import { cacheAnswers, readReadingVersion } from '../http/query-cache.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';

const maxCachedBytes = 4 * 1024 * 1024;

export function registerSiteCardRoutes(app: FastifyInstance, reads: Queryable, scopeOf: ScopeOf) {
  const cards = cacheAnswers(reads, maxCachedBytes, 0, readReadingVersion);
  registerEndpoint(app, listSiteCards, async ({ query: { sites }, caller }) => {
    const scope = await scopeOf(caller);
    return cards(`${scope.reader} ${sites}`, (limited) =>
      readSiteCards(limited, sites.split(',').map(Number), scope),
    );
  });
}

/** The days before the latest value that a card's line shows. */
const recentDays = 30;

/** Reads the cards of sites in the order asked for; sites that are not on the map have none. */
async function readSiteCards(
  from: Queryable,
  sites: readonly number[],
  scope: FindingScope,
): Promise<SiteCard[]> {
  const rows = await from.query(
    sql`
      select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, coalesce((
        select json_agg(json_build_object('parameter_ndx', m.parameter_ndx, 'parameter_name', m.parameter_name)
          order by m.parameter_ndx)
        from location_parameter lp join parameter m using (parameter_ndx) where lp.loc_ndx = l.loc_ndx
      ), '[]') as parameters
      from location l
      join location_type t using (loc_type_ndx)
      where l.is_shown and l.loc_ndx = any(${intArraySql(sites)})`,
    z.omit(SiteCard, { record: true }),
  );
  const findings = await readMainFindings(from, sites, { ...scope, recentDays, withReadings: true });
  const findingOf = new Map(findings.map((finding) => [finding.loc_ndx, finding]));
  const rowOf = new Map(rows.map((row) => [row.loc_ndx, row]));
  return sites.flatMap((site) => {
    const row = rowOf.get(site);
    return row ? [{ ...row, record: findingOf.get(site) ?? null }] : [];
  });
}
