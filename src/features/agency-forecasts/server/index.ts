import { sql } from 'drizzle-orm/sql';
import type { Queryable } from '#server/db/queryable.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listOfficialForecasts, OfficialForecast } from '../contract.ts';

export const registerRoutes: RegisterFeature = (app, { reads }) => {
  registerEndpoint(app, listOfficialForecasts, () => readForecasts(reads));
};

const volumeSql = (exceedance: number) =>
  sql`max(f.value_af) filter (where f.exceedance = ${sql.raw(String(exceedance))})`;

/** Reads the newest publication of each forecast point and period. */
function readForecasts(from: Queryable): Promise<OfficialForecast[]> {
  return from.query(
    sql`select f.loc_ndx, l.loc_name, f.station, max(f.point_name) as point_name,
        f.publication_date::text as publication_date, f.period_start, f.period_end, max(f.normal_af) as normal_af,
        ${volumeSql(90)} as exceeded_90, ${volumeSql(70)} as exceeded_70, ${volumeSql(50)} as exceeded_50,
        ${volumeSql(30)} as exceeded_30, ${volumeSql(10)} as exceeded_10
      from official_forecast f
      join location l using (loc_ndx)
      where l.is_shown and f.publication_date = (
        select max(n.publication_date) from official_forecast n
        where (n.loc_ndx, n.station, n.period_start, n.period_end)
          = (f.loc_ndx, f.station, f.period_start, f.period_end))
      group by f.loc_ndx, l.loc_name, f.station, f.publication_date, f.period_start, f.period_end
      order by l.loc_name collate "C", f.station, f.publication_date desc, f.period_start, f.period_end`,
    OfficialForecast,
  );
}
