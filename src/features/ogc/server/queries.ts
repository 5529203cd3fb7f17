import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { parameterFields, siteFields } from '#contract/record-fields.ts';
import type { Area } from '#lib/geometry/shapes.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { boundarySql, sitesSql } from '#server/findings/map-sites.ts';

const text = z.nullable(z.string());

const SiteRow = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  data_provider: z.string(),
  huc8_code: text,
  huc8_name: text,
  longitude_dd: z.number(),
  latitude_dd: z.number(),
  elevation_ft: z.nullable(z.number()),
  loc_url: text,
  records: z.array(
    z.object({
      parameter_ndx: z.int(),
      first: z.string(),
      last: z.string(),
      source: z.nullable(z.string()),
    }),
  ),
});
export type OgcSiteRow = z.output<typeof SiteRow>;

const AreaRow = z.object({
  huc8_code: z.string(),
  huc8_name: z.string(),
  geometry: z.nullable(z.custom<Area>()),
  source: z.string(),
});
export type AreaRow = z.output<typeof AreaRow>;

const ParameterRow = z.object(parameterFields);
export type ParameterRow = z.output<typeof ParameterRow>;

/** The sites of the public map, with the period of each of their records that has values. */
export async function readSites(from: Queryable): Promise<readonly OgcSiteRow[]> {
  return from.query(
    sql`
      select s.loc_ndx, s.loc_id, s.loc_name, s.loc_type_name, s.data_provider, h.huc8_code::text as huc8_code,
        s.huc8_name, s.longitude_dd, s.latitude_dd, l.elevation_ft, s.loc_url, coalesce(r.records, '[]') as records
      from (${sitesSql}) s
      join location l using (loc_ndx)
      left join huc8 h using (huc8_ndx)
      left join (
        select loc_ndx, json_agg(json_build_object('parameter_ndx', parameter_ndx, 'first', por_start,
          'last', por_end, 'source', source) order by parameter_ndx) as records
        from location_parameter where por_start is not null and por_end is not null
        group by loc_ndx
      ) r using (loc_ndx)
      order by s.loc_ndx`,
    SiteRow,
  );
}

export async function readAreas(from: Queryable): Promise<readonly AreaRow[]> {
  return from.query(
    sql`select huc8_code::text as huc8_code, huc8_name, boundary as geometry, ${boundarySql} as source
      from huc8 order by huc8_ndx`,
    AreaRow,
  );
}

export async function readParameters(from: Queryable): Promise<readonly ParameterRow[]> {
  return from.query(
    sql`select parameter_ndx, parameter_name, units_name from parameter order by parameter_ndx`,
    ParameterRow,
  );
}
