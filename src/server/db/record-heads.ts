import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { originFields, recordFields } from '#contract/record-fields.ts';
import { dayZero } from './queryable.ts';

/** What is known of a record without its values. */
export const RecordHead = z.object({
  ...recordFields,
  provider: z.string(),
  ...originFields,
  num_days: z.int(),
  total_samples: z.int(),
  /** The first day of the record; null without values. */
  first: z.nullable(z.int()),
});
export type RecordHead = z.output<typeof RecordHead>;

/** The columns of `RecordHead` in `recordTablesSql`. */
export const recordHeadSql = sql`l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
  dp.data_provider_name as provider, lp.source, coalesce(lp.is_demonstration, false) as is_demonstration,
  coalesce(lp.num_days, 0) as num_days, coalesce(lp.total_samples, 0) as total_samples,
  lp.por_start - ${dayZero} as first`;

/** The tables of the wanted records `w` of shown sites, which are named by their number or their agency's id. */
export const recordTablesSql = (key: 'loc_ndx' | 'loc_id') => sql`
  join location l on l.${sql.identifier(key)} = w.${sql.identifier(key)} and l.is_shown
  join data_provider dp using (data_provider_ndx)
  join parameter p on p.parameter_ndx = w.parameter_ndx
  left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = p.parameter_ndx`;

/** A location `l` with the names of what it belongs to. */
export const siteTablesSql = sql`
  location l
  join location_type t using (loc_type_ndx)
  join data_provider d using (data_provider_ndx)
  left join huc8 h8 using (huc8_ndx)
  left join huc10 h10 using (huc10_ndx)
  left join gw_district g using (gw_district_ndx)`;

/** The stored statistics `s` of the values of the water year, to be joined with the records of a table. */
export const statisticsOfSql = (
  table: 'w' | 'o',
) => sql`statistic_day s on s.loc_ndx = ${sql.identifier(table)}.loc_ndx
  and s.parameter_ndx = ${sql.identifier(table)}.parameter_ndx and s.year_kind = 'water' and s.measure = 'value'`;
