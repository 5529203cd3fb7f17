import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { OutlookPointRequest } from '#contract/basin-outlook-request.ts';
import { type Outlook, PublishedForecast } from '#contract/outlook.ts';
import { exceedances } from '#domain/exceedances.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';

const volumesSql = sql.join(
  exceedances.map(
    (percent) => sql`max(f.value_af) filter (where f.exceedance = ${sql.raw(String(percent))})`,
  ),
  sql`, `,
);

/** Reads the newest forecast of each station that NRCS had published of the period by the issue day. */
export async function readPublishedForecasts(
  from: Queryable,
  { official, period }: Pick<OutlookPointRequest, 'official' | 'period'>,
  issued: DayNumber,
): Promise<Outlook['official']> {
  if (official === undefined) return [];
  const rows = await from.query(
    sql`
      select f.station, max(f.point_name) as point_name, f.publication_date::text as publication_date,
        json_build_array(${volumesSql}) as volumes_af, max(f.normal_af) as normal_af
      from official_forecast f
      join location l using (loc_ndx)
      where l.loc_id = ${official} and l.is_shown and f.period_start = ${period.from} and f.period_end = ${period.to}
        and f.publication_date = (
          select max(n.publication_date) from official_forecast n
          where (n.loc_ndx, n.station, n.period_start, n.period_end)
            = (f.loc_ndx, f.station, f.period_start, f.period_end)
            and n.publication_date <= ${formatDay(issued)}::text::date)
      group by f.station, f.publication_date
      order by f.station`,
    z.omit(PublishedForecast, { agency: true }),
  );
  return rows.map((row) => ({ agency: 'NRCS', ...row }));
}
