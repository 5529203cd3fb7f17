import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql';

export const ingestRun = pgTable('ingest_run', {
  ingest_run_ndx: bigserial({ mode: 'number' }).primaryKey(),
  source: text().notNull(),
  started_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  finished_at: timestamp({ withTimezone: true, mode: 'string' }),
  /** running, succeeded, failed, cancelled, or interrupted if its process ended before it did */
  status: text().notNull().default('running'),
  /** The `sub` claim of a person's token, `schedule` or `command line`; null for runs of earlier versions. */
  started_by: text(),
  rows_read: integer().notNull().default(0),
  rows_written: integer().notNull().default(0),
  rows_unchanged: integer().notNull().default(0),
  rows_rejected: integer().notNull().default(0),
  report: jsonb(),
});

/** When the portal imports by itself, in one row. */
export const importSchedule = pgTable(
  'import_schedule',
  {
    id: smallint().primaryKey().default(1),
    /** An interval of contract/imports.ts, e.g. `6h`; `off` for none. */
    every: text().notNull().default('off'),
    source: text().notNull().default('all'),
    /** Only these sites, in the agency's names; null for all. */
    sites: text().array(),
    next_at: timestamp({ withTimezone: true, mode: 'string' }),
    changed_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
    /** The `sub` claim of who changed it last. */
    changed_by: text().notNull(),
  },
  (t) => [check('import_schedule_one_row', sql`${t.id} = 1`)],
);

/** The state of the demonstration data, in one row. */
export const demoState = pgTable(
  'demo_state',
  {
    id: smallint().primaryKey().default(1),
    has_data: boolean().notNull().default(false),
    /** The last day of the demo data. */
    seeded_through: date({ mode: 'string' }),
    has_content: boolean().notNull().default(false),
  },
  (t) => [check('demo_state_one_row', sql`${t.id} = 1`)],
);

/** Which shapes of the basin's map file the last start wrote, in one row. */
export const basinShapesState = pgTable(
  'basin_shapes_state',
  {
    id: smallint().primaryKey().default(1),
    /** SHA-256 of the shapes, in hexadecimal. */
    digest: text().notNull(),
  },
  (t) => [check('basin_shapes_state_one_row', sql`${t.id} = 1`)],
);

export const timeseriesUserFilter = pgTable('timeseries_user_filter', {
  /** The `sub` claim of the token, or `default`. */
  user_uuid: text().primaryKey(),
  huc8s: integer().array().notNull(),
  parameter_left: smallint(),
  parameter_right: smallint(),
  locations_left: integer().array().notNull(),
  locations_right: integer().array().notNull(),
  start_date: date({ mode: 'string' }),
  end_date: date({ mode: 'string' }),
  updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
});

/** The named views that people keep of Time Series Comparisons. */
export const timeseriesView = pgTable(
  'timeseries_view',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The `sub` claim of the token. */
    user_uuid: text().notNull(),
    name: text().notNull(),
    /** The address of the view, without `?`. */
    query: text().notNull(),
    updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('timeseries_view_name').on(t.user_uuid, sql`lower(${t.name})`)],
);

/** The sites that people keep, by `loc_ndx`, in their order. */
export const userBasket = pgTable('user_basket', {
  /** The `sub` claim of the token. */
  user_uuid: text().primaryKey(),
  /** Rises by one with every change, so that two windows do not overwrite each other. */
  version: integer().notNull(),
  sites: integer().array().notNull(),
  updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
});

/** The personal access tokens of scripts. The token is not stored, only its hash; it has no roles and may only read. */
export const accessToken = pgTable(
  'access_token',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The `sub` claim of the person who created it. */
    subject: text().notNull(),
    name: text().notNull(),
    /** SHA-256 in hexadecimal. */
    token_hash: text().notNull(),
    /** The first characters of the token, for its owner. */
    starts_with: text().notNull(),
    /** The last day on which it is valid, in the basin's time zone. */
    ends_on: date({ mode: 'string' }).notNull(),
    created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
    /** Noted once an hour. */
    last_used_at: timestamp({ withTimezone: true, mode: 'string' }),
  },
  (t) => [uniqueIndex('access_token_hash').on(t.token_hash), index().on(t.subject)],
);

/** `access` is `open`, or `signed-in` for sources that only signed-in callers may see. */
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
 * Sessions, grants, codes and refresh tokens of the built-in identity provider. Only the hash of an id is stored,
 * because the id is the secret that the browser holds.
 */
export const identityRecord = pgTable(
  'identity_record',
  {
    kind: text().notNull(),
    id_hash: text().notNull(),
    payload: jsonb().notNull(),
    grant_id: text(),
    /** The id of a session in tokens. */
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

/**
 * Which state of the published data the database holds, in one row. Triggers raise `version` by one at the end of
 * every transaction that writes to a table that readers see, whoever makes it.
 */
export const dataVersion = pgTable(
  'data_version',
  {
    id: smallint().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
    changed_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  },
  (t) => [check('data_version_one_row', sql`${t.id} = 1`)],
);

/** The running transactions that have changed published data. A row is deleted as its transaction is committed. */
export const dataChange = pgTable('data_change', { transaction: text().primaryKey() });

/**
 * Locks that all processes on one database share. A holder extends its row while it works, and another process may
 * take it over once it has expired by the database's clock.
 */
export const lease = pgTable('lease', {
  key: integer().primaryKey(),
  /** A random id of whoever holds it. */
  holder: text().notNull(),
  expires_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
});

/**
 * What the limits of requests and sign-ins have counted, shared by all processes. The table is unlogged: a count is
 * not worth a wait for the disk, and may be lost in a crash.
 */
export const rateCounter = pgTable(
  'rate_counter',
  {
    key_hash: text().primaryKey(),
    count: integer().notNull(),
    window_ends_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [index().on(t.window_ends_at)],
);
