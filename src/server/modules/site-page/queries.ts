import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinSiteFacts } from '#contract/basin-requests.ts';
import { siteFields } from '#contract/record-fields.ts';
import { SiteFacts, type SiteNeighbor, type SiteNeighbors } from '#contract/site-page.ts';
import { neighborsOf } from '#domain/river-neighbors.ts';
import type { locationTypes } from '#domain/vocabulary.ts';
import { type FindingScope, readMainFindings } from '../../db/findings.ts';
import type { Queryable } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';

const SiteRow = z.omit(SiteFacts, { capacity_af: true });

/** @throws HttpProblem 404 for a location that is not on the map */
export async function readSiteFacts(
  from: Queryable,
  location: number,
  { capacities }: BasinSiteFacts,
): Promise<SiteFacts> {
  const [site] = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name as data_provider, h8.huc8_code,
        h8.huc8_name, h10.huc10_code, h10.huc10_name, g.gw_district_name as gw_district, l.latitude_dd, l.longitude_dd,
        l.elevation_ft, l.loc_url
      from location l
      join location_type t using (loc_type_ndx)
      join data_provider d using (data_provider_ndx)
      left join huc8 h8 using (huc8_ndx)
      left join huc10 h10 using (huc10_ndx)
      left join gw_district g using (gw_district_ndx)
      where l.loc_ndx = ${location}::int and l.is_shown`,
    SiteRow,
  );
  if (!site) throw recordNotFound();
  return { ...site, capacity_af: capacities.get(site.loc_id) ?? null };
}

/** Gains between two gages, which are no place on the river. */
const reachType: (typeof locationTypes)[number] = 'Stream Reach';

/** The days of a neighbor's small line. */
const recentDays = 30;

/** Reads the sites next to one on its river, with the finding of the main parameter of each. */
export async function readNeighbors(
  from: Queryable,
  { loc_id }: Pick<SiteFacts, 'loc_id'>,
  { rivers, capacities }: BasinSiteFacts,
  scope: FindingScope,
): Promise<SiteNeighbors> {
  const reaches = await from.query(
    sql`select l.loc_id from location l join location_type t using (loc_type_ndx)
      where t.loc_type_name = ${reachType} and l.loc_id <> ${loc_id}`,
    z.object({ loc_id: z.string() }),
  );
  const computed = new Set(reaches.map((each) => each.loc_id));
  const found = neighborsOf(
    rivers.map((river) => ({ ...river, sites: river.sites.filter((id) => !computed.has(id)) })),
    loc_id,
  );
  if (!found) return { river: null, upstream: [], downstream: [] };
  const ids = [...found.upstream, ...found.downstream].map(({ id }) => id);
  const rows = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name
      from location l join location_type t using (loc_type_ndx)
      where l.is_shown and l.loc_id in ${ids.length > 0 ? ids : ['']}`,
    z.object({ ...siteFields, loc_type_name: z.string() }),
  );
  const findings = await readMainFindings(
    from,
    rows.map(({ loc_ndx }) => loc_ndx),
    { ...scope, recentDays },
  );
  const findingOf = new Map(findings.map((finding) => [finding.loc_ndx, finding]));
  const byId = new Map(rows.map((row) => [row.loc_id, row]));
  const toNeighbors = (side: typeof found.upstream) =>
    side.flatMap(({ id, river }): SiteNeighbor[] => {
      const row = byId.get(id);
      if (!row) return [];
      const finding = findingOf.get(row.loc_ndx) ?? null;
      const is_withheld = !scope.isReadable(row.loc_ndx);
      const record = is_withheld ? null : finding;
      return [{ ...row, river, capacity_af: capacities.get(id) ?? null, is_withheld, record }];
    });
  return {
    river: found.river,
    upstream: toNeighbors(found.upstream),
    downstream: toNeighbors(found.downstream),
  };
}
