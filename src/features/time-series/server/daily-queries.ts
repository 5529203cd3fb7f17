import { type SQL, sql } from 'drizzle-orm/sql';
import { intArraySql } from '#server/db/queryable.ts';
import { siteTablesSql } from '#server/db/record-heads.ts';
import { type KnownDays, knownSourceSql, recordCountSql, recordTextSql } from '#server/db/records.ts';

export type DailyQuery = KnownDays & { readonly parameter: number; readonly locations: readonly number[] };

const recordOfLocation = ({ parameter }: DailyQuery) => ({ location: sql`l.loc_ndx`, parameter });

/** The daily series of a parameter, one row per location that has values in the days. */
export function dailySeriesSql(query: DailyQuery): SQL {
  const record = recordOfLocation(query);
  return sql`
    select l.loc_ndx, l.loc_id, l.loc_name, d.data_provider_name, t.loc_type_name, h8.huc8_name as huc8,
      h10.huc10_name as huc10, v.start::text as start, v.count, v.dates, v.values, v.approval,
      v.qualifiers, v.flagged, ${knownSourceSql(record, query.asOf)} as source, v.changes
    from ${siteTablesSql}
    left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = ${query.parameter}::int
    cross join lateral ${recordTextSql(record, query)} v
    where l.loc_ndx = any(${intArraySql(query.locations)}) and l.is_shown and v.count > 0
    order by l.loc_ndx`;
}

/** The locations that have values in the days, with how many. */
export function dailyHeadsSql(query: DailyQuery): SQL {
  const record = recordOfLocation(query);
  return sql`
    select l.loc_ndx, l.loc_name, d.data_provider_name, ${knownSourceSql(record, query.asOf)} as source, v.count
    from location l
    join data_provider d using (data_provider_ndx)
    left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = ${query.parameter}::int
    cross join lateral ${recordCountSql(record, query)} v
    where l.loc_ndx = any(${intArraySql(query.locations)}) and l.is_shown and v.count > 0
    order by l.loc_ndx`;
}
