import {
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

/** Calendar days are days in America/Denver, as `YYYY-MM-DD`. Coordinates are WGS 84 degrees. */

export const locationType = pgTable('location_type', {
  loc_type_ndx: integer().primaryKey(),
  loc_type_name: text().notNull().unique(),
});

export const dataProvider = pgTable('data_provider', {
  data_provider_ndx: integer().primaryKey(),
  data_provider_name: text().notNull().unique(),
  /** Shown with the provider's values, e.g. that they are synthetic. */
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
  /** GeoJSON Polygon or MultiPolygon; null until boundaries are imported. */
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
  /** Its content record, created when the records are first read. */
  record_id: uuid().unique(),
  /** False while its record is unpublished, disabled or deleted; its values stay. */
  is_shown: boolean().notNull().default(true),
});

/** The parameters of each location, with the record summaries that `summarizeSeries` computes. */
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
    /** The source that the values were imported from, as the command line names it; null before the first import. */
    source: text(),
    /** The series at the source, by the agency's own id. */
    source_series: text(),
    /** The values are synthetic. */
    is_demonstration: boolean().notNull().default(false),
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
    /** The quality rule of domain/flags.ts that the value fails. A flagged value is in no line and no statistic. */
    flag: text(),
  },
  (t) => [primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.rdate] })],
);

const knownFrom = () => timestamp({ withTimezone: true, mode: 'string' }).notNull();

/** What a day held before an import changed or removed its value at `known_from`. */
export const dailyValueRevision = pgTable(
  'daily_value_revision',
  {
    loc_ndx: integer().notNull(),
    parameter_ndx: smallint().notNull(),
    rdate: date({ mode: 'string' }).notNull(),
    value: real().notNull(),
    approval: char({ length: 1 }).notNull(),
    qualifier: text(),
    flag: text(),
    known_from: knownFrom(),
    /** The `ingest_run` that made the change. */
    run: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.rdate, t.known_from] })],
);

/** Days whose first values an import added at `known_from`: no day of the range had a value before. */
export const dailyValueAddition = pgTable(
  'daily_value_addition',
  {
    loc_ndx: integer().notNull(),
    parameter_ndx: smallint().notNull(),
    first_day: date({ mode: 'string' }).notNull(),
    last_day: date({ mode: 'string' }).notNull(),
    known_from: knownFrom(),
    run: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.known_from, t.first_day] })],
);
