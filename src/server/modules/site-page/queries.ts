import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinSiteFacts } from '#contract/basin-site-facts.ts';
import { SiteFacts, type SiteNeighbor, type SiteNeighbors } from '#contract/site-page.ts';
import { mainRecordOf } from '#domain/main-parameter.ts';
import { neighborsOf } from '#domain/river-neighbors.ts';
import type { Queryable } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';
import { readLatestValues } from '../time-series/latest-values.ts';

const SiteRow = z.omit(SiteFacts, { capacity_af: true });

/** @throws HttpProblem 404 for a location that is not on the map */
export async function readSiteFacts(
  from: Queryable,
  location: string,
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
      where l.loc_ndx = ${Number(location)}::int and l.is_shown`,
    SiteRow,
  );
  if (!site) throw recordNotFound();
  return { ...site, capacity_af: capacities.get(site.loc_id) ?? null };
}

const NeighborRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  parameters: z.array(
    z.object({
      parameter_ndx: z.int(),
      parameter_name: z.string(),
      units_name: z.string(),
      is_demonstration: z.boolean(),
    }),
  ),
});

/** Reads the sites next to one on its river, with the latest value of the main parameter of each. */
export async function readNeighbors(
  from: Queryable,
  { loc_id }: Pick<SiteFacts, 'loc_id'>,
  { rivers }: BasinSiteFacts,
): Promise<SiteNeighbors> {
  const found = neighborsOf(rivers, loc_id);
  if (!found) return { river: null, upstream: [], downstream: [] };
  const ids = [...found.upstream, ...found.downstream].map(({ id }) => id);
  const rows = await readNeighborRows(from, ids);
  const latest = Map.groupBy(
    rows.length > 0
      ? await readLatestValues(
          from,
          rows.map(({ loc_ndx }) => loc_ndx),
        )
      : [],
    (each) => each.loc_ndx,
  );
  const byId = new Map(rows.map((row) => [row.loc_id, row]));
  const toNeighbors = (side: typeof found.upstream) =>
    side.flatMap(({ id, river }): SiteNeighbor[] => {
      const row = byId.get(id);
      if (!row) return [];
      const { parameters, ...site } = row;
      const main = mainRecordOf(latest.get(row.loc_ndx) ?? []);
      const parameter = parameters.find((each) => each.parameter_ndx === main?.parameter_ndx);
      const record =
        main && parameter ? { ...parameter, rdate: main.rdate, value: main.value, class: main.class } : null;
      return [{ ...site, river, record }];
    });
  return {
    river: found.river,
    upstream: toNeighbors(found.upstream),
    downstream: toNeighbors(found.downstream),
  };
}

async function readNeighborRows(from: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, coalesce((
        select json_agg(json_build_object('parameter_ndx', p.parameter_ndx, 'parameter_name', p.parameter_name,
          'units_name', p.units_name, 'is_demonstration', lp.is_demonstration))
        from location_parameter lp join parameter p using (parameter_ndx) where lp.loc_ndx = l.loc_ndx
      ), '[]') as parameters
      from location l join location_type t using (loc_type_ndx)
      where l.is_shown and l.loc_id in ${[...ids]}`,
    NeighborRow,
  );
}
