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

/** Calendar days are days in the basin's time zone, as `YYYY-MM-DD`. Coordinates are WGS 84 degrees. */

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
  /** The name of the boundary's source; null if it is approximate, computed from the stations. */
  boundary_source: text(),
  /** `about 1 km accurate`, if the source says so. */
  boundary_accuracy: text(),
  /** An import brought it, and the basin's own file does not replace it. */
  boundary_is_imported: boolean().notNull().default(false),
});

export const huc10 = pgTable('huc10', {
  huc10_ndx: integer().primaryKey(),
  huc10_code: char({ length: 10 }).notNull().unique(),
  huc10_name: text().notNull(),
  /** GeoJSON Polygon or MultiPolygon; null until boundaries are imported. */
  boundary: jsonb(),
});

/** What the map draws beneath the sites. */
export const mapFeature = pgTable(
  'map_feature',
  {
    map_feature_ndx: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** `river`, `waterbody` or `town`. */
    kind: text().notNull(),
    name: text().notNull(),
    /** 1 is drawn first and widest, 3 only when the map is closer. */
    rank: smallint().notNull(),
    /** GeoJSON: a line, an area or a point. */
    geometry: jsonb().notNull(),
    /** The name of its source. */
    source: text().notNull(),
    /** `about 1 km accurate`, if the source says so. */
    accuracy: text(),
    /** An import brought it, and the basin's own file does not replace it. */
    is_imported: boolean().notNull().default(false),
  },
  (t) => [index().on(t.kind)],
);

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
    /** How many values fail a quality rule. */
    flagged: integer().notNull().default(0),
    /** How many of the others may still be revised. */
    provisional: integer().notNull().default(0),
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

/**
 * What an agency publishes about a series, in the portal's units: `median` and the percentiles `p05` to `p95` of a day of
 * the year, and `median_peak`, whose day is the one on which the peak usually falls.
 */
export const officialStatistic = pgTable(
  'official_statistic',
  {
    loc_ndx: integer()
      .notNull()
      .references(() => location.loc_ndx, { onDelete: 'cascade' }),
    parameter_ndx: smallint()
      .notNull()
      .references(() => parameter.parameter_ndx),
    /** The source, as the command line names it. */
    agency: text().notNull(),
    statistic: text().notNull(),
    /** `MM-DD`. */
    month_day: char({ length: 5 }).notNull(),
    value: doublePrecision().notNull(),
    /** The number of years; null if the agency does not say. */
    years: smallint(),
    /** The years that the agency computes it from: `1991–2020`, or `period of record`. */
    period: text().notNull(),
    /** When this value was first fetched. */
    fetched_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.agency, t.statistic, t.month_day] }),
    index().on(t.statistic, t.month_day),
  ],
);

/** An official forecast of the volume that flows past a station in a period of the year, in acre-feet. */
export const officialForecast = pgTable(
  'official_forecast',
  {
    loc_ndx: integer()
      .notNull()
      .references(() => location.loc_ndx, { onDelete: 'cascade' }),
    /** The agency's id, e.g. `13037500:ID:USGS`. */
    station: text().notNull(),
    point_name: text(),
    publication_date: date({ mode: 'string' }).notNull(),
    /** The first day of the period, `MM-DD`. */
    period_start: char({ length: 5 }).notNull(),
    period_end: char({ length: 5 }).notNull(),
    /** The chance in percent that the volume is exceeded. */
    exceedance: smallint().notNull(),
    value_af: doublePrecision().notNull(),
    /** The normal of the period, 1991–2020. */
    normal_af: doublePrecision(),
    fetched_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.loc_ndx, t.station, t.publication_date, t.period_start, t.period_end, t.exceedance],
    }),
  ],
);
