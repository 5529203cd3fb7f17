import { locations } from '#config/models/locations.ts';
import type { Coordinates, RecordLink } from '#contract/fields.ts';
import { mapPathOfSite } from '#domain/map-path.ts';
import { importAuthor } from '#domain/records/import-author.ts';
import { isVisible } from '#domain/records/status.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { siteComparisonUrl } from '#domain/time-series/address.ts';
import type { Queryable, Store, StoreTransaction } from '../../db/store.ts';
import { lockModel } from './queries.ts';
import { badFields } from './validate-content.ts';

/** What is published of a location is what all other calls answer with; without it the site is not shown. */
export async function projectLocation(
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  if (after && after.parent_id === null && isVisible(after)) return showLocation(tx, after);
  const id = after?.id ?? before?.id;
  await tx.query(
    `update location set is_shown = false, record_id = case when $2::text = 'gone' then null else record_id end
     where record_id = $1::text::uuid`,
    [id, after ? 'there' : 'gone'],
  );
}

async function showLocation(tx: StoreTransaction, { id, content }: StoredRecord): Promise<void> {
  const { latitude_dd, longitude_dd } = content.coordinates as Coordinates;
  const [taken] = await tx.query(`select from location where loc_id = $1 and record_id <> $2::text::uuid`, [
    content.loc_id,
    id,
  ]);
  if (taken) throw badFields([{ path: 'loc_id', message: 'Another location has this id.' }]);
  const values = [
    id,
    content.loc_id,
    content.loc_name,
    content.loc_type,
    content.data_provider,
    content.huc8,
    content.huc10,
    content.gw_district,
    latitude_dd,
    longitude_dd,
    content.elevation_ft,
    content.loc_url,
    content.well_number,
  ].map((value) => (value === null || value === undefined ? null : String(value)));
  const source = `
    select $1::text::uuid as record_id, $2::text as loc_id, $3::text as loc_name,
      (select loc_type_ndx from location_type where loc_type_name = $4::text) as loc_type_ndx,
      (select data_provider_ndx from data_provider where data_provider_name = $5::text) as data_provider_ndx,
      (select huc8_ndx from huc8 where huc8_name = $6::text) as huc8_ndx,
      (select min(huc10_ndx) from huc10 where huc10_name = $7::text) as huc10_ndx,
      (select gw_district_ndx from gw_district where gw_district_name = $8::text) as gw_district_ndx,
      $9::text::float8 as latitude_dd, $10::text::float8 as longitude_dd, $11::text::real as elevation_ft,
      $12::text as loc_url, $13::text as cuwcd_well_number`;
  const columns = `record_id, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, huc10_ndx, gw_district_ndx,
    latitude_dd, longitude_dd, elevation_ft, loc_url, cuwcd_well_number`;
  const changed = await tx.query(
    `update location l set (${columns}, is_shown) = (select s.*, true from (${source}) s)
     where l.record_id = $1::text::uuid or (l.record_id is null and l.loc_id = $2::text) returning loc_ndx`,
    values,
  );
  if (changed.length === 0) {
    await tx.query(`insert into location (${columns}) ${source}`, values);
  }
}

/** Gives every imported location its record, so that it can be looked after like any other. */
export async function createLocationRecords(store: Store): Promise<void> {
  const [unrecorded] = await store.query('select from location where record_id is null and is_shown limit 1');
  if (!unrecorded) return;
  await store.transaction(async (tx) => {
    await lockModel(tx, locations);
    await tx.query('update location set record_id = gen_random_uuid() where record_id is null and is_shown');
    await tx.query(
      `insert into location_record (id, status_id, content, created_at, created_by, updated_at, updated_by)
       select l.record_id, 2, jsonb_build_object('loc_name', l.loc_name, 'loc_id', l.loc_id,
           'loc_type', t.loc_type_name, 'data_provider', d.data_provider_name,
           'coordinates', jsonb_build_object('latitude_dd', l.latitude_dd, 'longitude_dd', l.longitude_dd),
           'elevation_ft', l.elevation_ft, 'huc8', h8.huc8_name, 'huc10', h10.huc10_name,
           'gw_district', g.gw_district_name, 'loc_url', l.loc_url, 'well_number', l.cuwcd_well_number),
         now(), $1, now(), $1
       from location l
       join location_type t using (loc_type_ndx)
       join data_provider d using (data_provider_ndx)
       left join huc8 h8 using (huc8_ndx)
       left join huc10 h10 using (huc10_ndx)
       left join gw_district g using (gw_district_ndx)
       where l.record_id is not null and not exists (select from location_record r where r.id = l.record_id)`,
      [importAuthor],
    );
  });
}

type LocationRow = { record_id: string; loc_ndx: number; parameters: string[]; parameter_ndxs: number[] };

/** The READ_ONLY fields of locations, by record id: their parameters, and where in the portal they are. */
export async function readDerivedLocationFields(from: Queryable): Promise<ReadonlyMap<string, object>> {
  const sites = await from.query<LocationRow>(
    `select l.record_id::text as record_id, l.loc_ndx,
       coalesce(json_agg(p.parameter_name order by p.parameter_ndx) filter (where p.parameter_ndx is not null), '[]')
         as parameters,
       coalesce(json_agg(p.parameter_ndx order by p.parameter_ndx) filter (where p.parameter_ndx is not null), '[]')
         as parameter_ndxs
     from location l
     left join location_parameter lp using (loc_ndx)
     left join parameter p using (parameter_ndx)
     where l.record_id is not null and l.is_shown
     group by l.loc_ndx`,
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
