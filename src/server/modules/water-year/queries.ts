import { type SQL, sql } from 'drizzle-orm/sql';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { CachedQuery } from '../../http/query-cache.ts';
import { seriesLocationsQuery } from '../time-series/queries.ts';

/** `shown` is a condition on the locations `l`. */
export const reachLocationsQuery = (shown: SQL): CachedQuery =>
  seriesLocationsQuery(
    shown,
    sql`where exists (select from location_parameter r
      where r.loc_ndx = p.loc_ndx and r.parameter_ndx = ${parameterNdx.reachGain})`,
  );

/**
 * The statistics, then every water or irrigation year with data, newest first. A day from October on belongs to the year
 * that ends in the next calendar year.
 */
export const analysisSeriesQuery = (shown: SQL): CachedQuery => ({
  json: sql`(select json_agg(json_build_object('series_desc', s.series_desc))::text from (
    select unnest(array['Minimum', 'Median', 'Maximum']) as series_desc
    union all
    select y::text from (
      select generate_series(
        max(extract(year from por_end + interval '3 months'))::int,
        min(extract(year from por_start + interval '2 months'))::int, -1) as y
      from location_parameter join location l using (loc_ndx) where ${shown}
    ) years
  ) s)`,
});
