import { type SQL, sql } from 'drizzle-orm/sql';
import type { CachedQuery } from '#server/http/query-cache.ts';
import { jsonArraySql, locationColumns, locationsSql, orderByNameSql } from '#server/site-lists.ts';

/** `shown` is a condition on the locations `l`. */
export const siteSummariesQuery = (shown: SQL): CachedQuery => ({
  json: jsonArraySql(sql`
    select ${locationColumns}, m.parameter_ndx, m.parameter_name, m.units_name, lp.por_start, lp.por_end, lp.num_days,
      lp.num_years, lp.total_samples, lp.source
    from (${locationsSql(shown)}) p
    join location_parameter lp using (loc_ndx)
    join parameter m using (parameter_ndx)
    order by ${orderByNameSql}, m.parameter_name`),
});
