import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  char,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Calendar days everywhere are days in America/Denver, as `YYYY-MM-DD`. Coordinates are WGS 84 degrees. */

export const locationType = pgTable('location_type', {
  loc_type_ndx: integer().primaryKey(),
  loc_type_name: text().notNull().unique(),
});

export const dataProvider = pgTable('data_provider', {
  data_provider_ndx: integer().primaryKey(),
  data_provider_name: text().notNull().unique(),
  /** What the interface says of the provider's values, e.g. that they are synthetic. */
  note: text(),
});

export const parameter = pgTable('parameter', {
  parameter_ndx: smallint().primaryKey(),
  parameter_name: text().notNull().unique(),
  units_name: text().notNull(),
});

export const huc8 = pgTable('huc8', {
  huc8_ndx: integer().primaryKey(),
  huc8_code: char({ length: 8 }).notNull().unique(),
  huc8_name: text().notNull().unique(),
  /** GeoJSON Polygon or MultiPolygon. */
  boundary: jsonb(),
  boundary_is_approximate: boolean().notNull().default(true),
});

export const huc10 = pgTable('huc10', {
  huc10_ndx: integer().primaryKey(),
  huc10_code: char({ length: 10 }).notNull().unique(),
  huc10_name: text().notNull(),
  /** GeoJSON Polygon or MultiPolygon, once the importer of boundaries has brought it. */
  boundary: jsonb(),
});

export const gwDistrict = pgTable('gw_district', {
  gw_district_ndx: integer().primaryKey(),
  gw_district_name: text().notNull().unique(),
});

export const location = pgTable('location', {
  loc_ndx: integer().primaryKey().generatedByDefaultAsIdentity(),
  /** The agency's own id, unique in the portal; upper case. */
  loc_id: text().notNull().unique(),
  loc_name: text().notNull(),
  loc_type_ndx: integer()
    .notNull()
    .references(() => locationType.loc_type_ndx),
  data_provider_ndx: integer()
    .notNull()
    .references(() => dataProvider.data_provider_ndx),
  huc8_ndx: integer().references(() => huc8.huc8_ndx),
  huc10_ndx: integer().references(() => huc10.huc10_ndx),
  gw_district_ndx: integer().references(() => gwDistrict.gw_district_ndx),
  latitude_dd: doublePrecision().notNull(),
  longitude_dd: doublePrecision().notNull(),
  elevation_ft: real(),
  loc_url: text(),
  cuwcd_well_number: text(),
  count_wqdata: integer().notNull().default(0),
  /** GeoJSON LineString of a stream reach. */
  reach_geometry: jsonb(),
  /** Its content record, which is made when the records are first asked for. */
  record_id: uuid().unique(),
  /** False while its record is unpublished, disabled or deleted; its values are kept. */
  is_shown: boolean().notNull().default(true),
});

/** Which parameters a location has, and the summary of each record, kept by the importers. */
export const locationParameter = pgTable(
  'location_parameter',
  {
    loc_ndx: integer()
      .notNull()
      .references(() => location.loc_ndx, { onDelete: 'cascade' }),
    parameter_ndx: smallint()
      .notNull()
      .references(() => parameter.parameter_ndx),
    por_start: date({ mode: 'string' }),
    por_end: date({ mode: 'string' }),
    num_days: integer().notNull().default(0),
    num_years: integer().notNull().default(0),
    total_samples: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.loc_ndx, t.parameter_ndx] }), index().on(t.parameter_ndx)],
);

export const dailyValue = pgTable(
  'daily_value',
  {
    loc_ndx: integer().notNull(),
    parameter_ndx: smallint().notNull(),
    rdate: date({ mode: 'string' }).notNull(),
    result_value_daily: real().notNull(),
    /** A approved, P provisional. */
    approval: char({ length: 1 }).notNull().default('A'),
    /** The agency's own qualifier: e estimated, Ice, … */
    qualifier: text(),
    /** The quality rule that the value fails, of domain/flags.ts; such a value is kept, and no part of any line or statistic. */
    flag: text(),
  },
  (t) => [primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.rdate] })],
);

export const ingestRun = pgTable('ingest_run', {
  ingest_run_ndx: bigserial({ mode: 'number' }).primaryKey(),
  source: text().notNull(),
  started_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  finished_at: timestamp({ withTimezone: true, mode: 'string' }),
  /** running, succeeded, failed */
  status: text().notNull().default('running'),
  rows_read: integer().notNull().default(0),
  rows_written: integer().notNull().default(0),
  rows_unchanged: integer().notNull().default(0),
  rows_rejected: integer().notNull().default(0),
  report: jsonb(),
});

export const timeseriesUserFilter = pgTable('timeseries_user_filter', {
  /** The token's `sub`, or `default`. */
  user_uuid: text().primaryKey(),
  huc8s: jsonb().notNull(),
  parameter_left: smallint(),
  parameter_right: smallint(),
  locations_left: jsonb().notNull(),
  locations_right: jsonb().notNull(),
  start_date: date({ mode: 'string' }),
  end_date: date({ mode: 'string' }),
  updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
});

/** `access`: `open`, or `signed-in` for what only signed-in callers get. */
export const mapSource = pgTable('map_source', {
  id: text().primaryKey(),
  source: jsonb().notNull(),
  access: text().notNull().default('open'),
});

export const mapLayer = pgTable('map_layer', {
  id: text().primaryKey(),
  name: text().notNull(),
  type: text().notNull(),
  source: text()
    .notNull()
    .references(() => mapSource.id),
  paint: jsonb().notNull(),
  layout: jsonb().notNull(),
  filter: jsonb(),
  minzoom: real(),
  maxzoom: real(),
  draw_order: integer().notNull(),
  legend_order: integer().notNull(),
  lre_properties: jsonb().notNull(),
  access: text().notNull().default('open'),
});

/**
 * The table of a content model: one for each in config/models. A main record has no parent; a version is a row
 * whose `parent_id` is the main record's id, which is no foreign key, because a publish gives the id to another row.
 */
function recordTable(name: string) {
  return pgTable(
    name,
    {
      id: uuid().primaryKey(),
      /** 1 draft, 2 published, 3 updated. */
      status_id: smallint().notNull(),
      parent_id: uuid(),
      former_parent_id: uuid(),
      is_enabled: boolean().notNull().default(true),
      /** The values of the fields, by name. */
      content: jsonb().notNull(),
      created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
      created_by: text().notNull(),
      updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
      updated_by: text().notNull(),
    },
    (t) => [index().on(t.parent_id), index().on(t.former_parent_id)],
  );
}

export const dataset = recordTable('dataset');
export const publicDocument = recordTable('public_document');
export const announcement = recordTable('announcement');
export const locationRecord = recordTable('location_record');
export const wellProduction = recordTable('well_production');

/** Files that were uploaded. Their bytes are in the file storage under `storage_key`. */
export const storedFile = pgTable('stored_file', {
  id: uuid().primaryKey(),
  storage_key: text().notNull(),
  name: text().notNull(),
  type: text().notNull(),
  size: integer().notNull(),
  sha256: char({ length: 64 }).notNull(),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  created_by: text().notNull(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    audit_ndx: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [index().on(t.entity, t.entity_id)],
);

/** What the database holds and since when: `demo_data`, `seeded_through`, … */
export const portalState = pgTable('portal_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
});

/**
 * What the built-in identity provider keeps: sessions, grants, codes, refresh tokens. Of an id only its hash
 * is stored, since it is the secret that the browser holds.
 */
export const identityRecord = pgTable(
  'identity_record',
  {
    kind: text().notNull(),
    id_hash: text().notNull(),
    payload: jsonb().notNull(),
    grant_id: text(),
    /** Of a session: the name that tokens know it by. */
    uid: text(),
    consumed_at: timestamp({ withTimezone: true, mode: 'string' }),
    expires_at: timestamp({ withTimezone: true, mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id_hash] }),
    index().on(t.grant_id),
    index().on(t.uid),
    index().on(t.expires_at),
  ],
);
