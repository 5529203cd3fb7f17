import { type SQL, sql } from 'drizzle-orm/sql';
import type { CachedQuery } from '#server/http/query-cache.ts';
import { jsonArraySql } from '#server/site-lists.ts';

/** `shown` is a condition on the locations `l`. */
export const huc8sQuery = (shown: SQL): CachedQuery => ({
  json: jsonArraySql(sql`
    select h.huc8_ndx, h.huc8_name as huc8 from huc8 h
    where exists (select from location l where l.huc8_ndx = h.huc8_ndx and ${shown})
    order by h.huc8_name collate "C"`),
});
