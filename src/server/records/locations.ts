import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { locations } from '#config/models/locations.ts';
import { Coordinates, type RecordLink } from '#contract/records/fields.ts';
import { mapPathOfSite } from '#domain/page-paths.ts';
import { importAuthor, isVisible, recordStatus, type StoredRecord } from '#domain/records/versions.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { siteTablesSql } from '../db/record-heads.ts';
import type { Queryable, Store, StoreTransaction } from '../db/store.ts';
import { lockModel } from './queries.ts';
import { badFields } from './validate-content.ts';

/** Copies the published content of a location to its site, which is hidden while nothing is published. */
export async function projectLocation(
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  if (after && after.parent_id === null && isVisible(after)) return showLocation(tx, after);
  const id = after?.id ?? before?.id ?? null;
  await tx.query(
    after
      ? sql`update location set is_shown = false where record_id = ${id}::uuid`
      : sql`update location set is_shown = false, record_id = null where record_id = ${id}::uuid`,
  );
}

async function showLocation(tx: StoreTransaction, { id, content }: StoredRecord): Promise<void> {
  const { latitude_dd, longitude_dd } = Coordinates.parse(content.coordinates);
  const [taken] = await tx.query(
    sql`select from location where loc_id = ${content.loc_id} and record_id <> ${id}::uuid`,
  );
  if (taken) throw badFields([{ path: 'loc_id', message: 'Another location has this id.' }]);
  const source = sql`
    select ${id}::uuid as record_id, ${content.loc_id}::text as loc_id, ${content.loc_name}::text as loc_name,
      (select loc_type_ndx from location_type where loc_type_name = ${content.loc_type}) as loc_type_ndx,
      (select data_provider_ndx from data_provider where data_provider_name = ${content.data_provider})
        as data_provider_ndx,
      (select huc8_ndx from huc8 where huc8_name = ${content.huc8 ?? null}) as huc8_ndx,
      (select min(huc10_ndx) from huc10 where huc10_name = ${content.huc10 ?? null}) as huc10_ndx,
      (select gw_district_ndx from gw_district where gw_district_name = ${content.gw_district ?? null})
        as gw_district_ndx,
      ${latitude_dd}::float8 as latitude_dd, ${longitude_dd}::float8 as longitude_dd,
      ${content.elevation_ft ?? null}::real as elevation_ft, ${content.loc_url ?? null}::text as loc_url,
      ${content.well_number ?? null}::text as cuwcd_well_number`;
  const columns = sql`record_id, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, huc10_ndx,
    gw_district_ndx, latitude_dd, longitude_dd, elevation_ft, loc_url, cuwcd_well_number`;
  const changed = await tx.query(
    sql`update location l set (${columns}, is_shown) = (select s.*, true from (${source}) s)
      where l.record_id = ${id}::uuid or (l.record_id is null and l.loc_id = ${content.loc_id}) returning loc_ndx`,
  );
  if (changed.length === 0) await tx.query(sql`insert into location (${columns}) ${source}`);
}

/** Gives every imported location a record, so that it can be edited like any other. */
export async function createLocationRecords(store: Store): Promise<void> {
  const [unrecorded] = await store.query(
    sql`select from location where record_id is null and is_shown limit 1`,
  );
  if (!unrecorded) return;
  await store.transaction(async (tx) => {
    await lockModel(tx, locations);
    await tx.query(
      sql`update location set record_id = gen_random_uuid() where record_id is null and is_shown`,
    );
    await tx.query(
      sql`insert into location_record (id, status_id, content, created_at, created_by, updated_at, updated_by)
       select l.record_id, ${recordStatus.published}, jsonb_build_object('loc_name', l.loc_name, 'loc_id', l.loc_id,
           'loc_type', t.loc_type_name, 'data_provider', d.data_provider_name,
           'coordinates', jsonb_build_object('latitude_dd', l.latitude_dd, 'longitude_dd', l.longitude_dd),
           'elevation_ft', l.elevation_ft, 'huc8', h8.huc8_name, 'huc10', h10.huc10_name,
           'gw_district', g.gw_district_name, 'loc_url', l.loc_url, 'well_number', l.cuwcd_well_number),
         now(), ${importAuthor}::text, now(), ${importAuthor}::text
       from ${siteTablesSql}
       where l.record_id is not null and not exists (select from location_record r where r.id = l.record_id)`,
    );
  });
}

const LocationRow = z.object({
  record_id: z.string(),
  loc_ndx: z.int(),
  parameters: z.array(z.string()),
  parameter_ndxs: z.array(z.int()),
});

/** Reads the READ_ONLY fields of locations by record id: their parameters, and links to their pages. */
export async function readDerivedLocationFields(from: Queryable): Promise<ReadonlyMap<string, object>> {
  const sites = await from.query(
    sql`select l.record_id, l.loc_ndx,
       coalesce(json_agg(p.parameter_name order by p.parameter_ndx) filter (where p.parameter_ndx is not null), '[]')
         as parameters,
       coalesce(json_agg(p.parameter_ndx order by p.parameter_ndx) filter (where p.parameter_ndx is not null), '[]')
         as parameter_ndxs
     from location l
     left join location_parameter lp using (loc_ndx)
     left join parameter p using (parameter_ndx)
     where l.record_id is not null and l.is_shown
     group by l.loc_ndx`,
    LocationRow,
  );
  return new Map(
    sites.map(({ record_id, parameters, parameter_ndxs, loc_ndx }) => [
      record_id,
      { parameters, links: linksOf(loc_ndx, parameters, parameter_ndxs) },
    ]),
  );
}

function linksOf(
  locNdx: number,
  parameters: readonly string[],
  parameterNdxs: readonly number[],
): RecordLink[] {
  return [
    { label: 'Map of Sites', href: mapPathOfSite(locNdx) },
    ...parameterNdxs.map((ndx, at) => ({
      label: `Time series: ${parameters[at] ?? ''}`,
      href: siteComparisonUrl(locNdx, ndx),
    })),
  ];
}

export const emptyLocationFields = { parameters: [], links: [] };
