import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql';
import { locationParameter } from './water.ts';

/** 366 numbers by the order of the day, so that `median[153]` is that of March 1; NULL where there is no statistic. */
const integersByDay = () => smallint().array();
const valuesByDay = () => doublePrecision().array();

/**
 * The statistics of a record's days of the year over the normal period, one row per kind of year and measure: `value`,
 * or `volume` for records in cfs. The arrays are NULL where no day has a statistic.
 */
export const statisticDay = pgTable(
  'statistic_day',
  {
    loc_ndx: integer().notNull(),
    parameter_ndx: smallint().notNull(),
    /** `water` or `irrigation`. */
    year_kind: text().notNull(),
    measure: text().notNull(),
    /** The years of the normal period that have values, of volumes those that are complete, ascending. */
    years: smallint().array().notNull(),
    /** `day`, or `month` where all days of a month have the same statistic. */
    period: text().notNull(),
    counts: integersByDay(),
    first_years: integersByDay(),
    last_years: integersByDay(),
    provisional: integersByDay(),
    minimum: valuesByDay(),
    p5: valuesByDay(),
    p10: valuesByDay(),
    p25: valuesByDay(),
    median: valuesByDay(),
    p75: valuesByDay(),
    p90: valuesByDay(),
    p95: valuesByDay(),
    maximum: valuesByDay(),
    /** What change over seven days is usual, of water years and values only: see `weekChangeStatistics`. */
    change_counts: integersByDay(),
    change_median: valuesByDay(),
    change_iqr: valuesByDay(),
    /** The median of the yearly peaks of snow water equivalent, of water years and values only. */
    peak_median: doublePrecision(),
    computed_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.loc_ndx, t.parameter_ndx, t.year_kind, t.measure] }),
    foreignKey({
      name: 'statistic_day_record_fk',
      columns: [t.loc_ndx, t.parameter_ndx],
      foreignColumns: [locationParameter.loc_ndx, locationParameter.parameter_ndx],
    }).onDelete('cascade'),
  ],
);

/** How the rows of `statistic_day` are computed, in one row. */
export const statisticSetting = pgTable(
  'statistic_setting',
  {
    id: smallint().primaryKey().default(1),
    /** The version of the formulas. */
    formulas: smallint().notNull(),
    approved_only: boolean().notNull(),
  },
  (t) => [check('statistic_setting_one_row', sql`${t.id} = 1`)],
);
