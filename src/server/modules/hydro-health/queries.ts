import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { HucHealth, SiteHealth } from '#contract/hydro-health.ts';
import { usualInterval } from '#domain/freshness.ts';
import { basinPercent, sitePeaks } from '#domain/snowpack.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Store } from '../../db/store.ts';

export type HydroHealth = {
  readonly years: readonly number[];
  readonly sites: SiteHealth[];
  readonly hucs: HucHealth[];
};

const PeakRow = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  huc8_ndx: z.nullable(z.int()),
  huc8_name: z.nullable(z.string()),
  lon: z.number(),
  lat: z.number(),
  water_year: z.int(),
  peak: z.number(),
  winter_days: z.int(),
  flagged: z.int(),
  por_end: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  is_demonstration: z.boolean(),
});

/** The largest daily SWE of every site and water year. */
const peaksSql = sql`
  select l.loc_ndx, l.loc_name, t.loc_type_name, l.huc8_ndx, h.huc8_name, l.longitude_dd as lon,
    l.latitude_dd as lat, p.water_year, p.peak, p.winter_days, p.flagged, lp.por_end::text as por_end, lp.num_days,
    lp.total_samples, lp.is_demonstration
  from location_parameter lp
  join location l using (loc_ndx)
  join location_type t using (loc_type_ndx)
  left join huc8 h using (huc8_ndx)
  cross join lateral (
    select extract(year from v.rdate + interval '3 months')::int as water_year,
      (max(v.result_value_daily) filter (where v.flag is null))::float8 as peak,
      (count(*) filter (where v.flag is null and extract(month from v.rdate) in (11, 12, 1, 2, 3, 4)))::int
        as winter_days,
      count(v.flag)::int as flagged
    from daily_value v
    where v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx
      and (v.flag is not null or v.result_value_daily between 0 and 3e38)
    group by 1
  ) p
  where lp.parameter_ndx = ${parameterNdx.swe} and l.is_shown and p.peak is not null
  order by l.loc_name, l.loc_ndx, p.water_year`;

/** Computes peaks and percentages of all sites and HUC8s from the daily values, sorted by name and year. */
export async function readHydroHealth(store: Store, currentYear: number): Promise<HydroHealth> {
  const rows = await store.query(peaksSql, PeakRow);
  const bySite = Map.groupBy(rows, (row) => row.loc_ndx);
  const found = [...bySite.values()].flatMap((years) => {
    const [first] = years;
    if (!first) return [];
    const all = years.map((row) => ({ year: row.water_year, peak: row.peak, winterDays: row.winter_days }));
    const flagged = new Map(years.map((row) => [row.water_year, row.flagged]));
    return sitePeaks(all, currentYear).map((peak) => ({
      siteRow: first,
      peak,
      flagged: flagged.get(peak.year) ?? 0,
    }));
  });
  const sites = found.map(
    ({ siteRow, peak, flagged }): SiteHealth => ({
      loc_name: siteRow.loc_name,
      loc_ndx: siteRow.loc_ndx,
      loc_type_name: siteRow.loc_type_name,
      huc8_name: siteRow.huc8_name,
      location_geometry: { type: 'Point', coordinates: [siteRow.lon, siteRow.lat] },
      por_end: siteRow.por_end,
      interval_days: usualInterval(siteRow),
      is_demonstration: siteRow.is_demonstration,
      indicator: peak.peak,
      median_indicator: peak.medianPeak ?? null,
      hydro_health_pct: peak.percent ?? null,
      water_year: peak.year,
      to_date: peak.toDate,
      flagged,
    }),
  );
  const sitesInHuc8s = found.filter(({ siteRow }) => siteRow.huc8_ndx !== null);
  const byHuc8 = Map.groupBy(sitesInHuc8s, ({ siteRow, peak }) => `${siteRow.huc8_ndx} ${peak.year}`);
  const hucs = [...byHuc8.values()].flatMap((all): HucHealth[] => {
    const [first] = all;
    const huc8_ndx = first?.siteRow.huc8_ndx;
    if (!first || huc8_ndx === null || huc8_ndx === undefined) return [];
    const withMedian = all.map(({ peak }) => peak).filter((peak) => peak.medianPeak !== undefined);
    const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
    return [
      {
        huc8_ndx,
        huc8_name: first.siteRow.huc8_name ?? '',
        indicator: sum(withMedian.map((peak) => peak.peak)),
        median_indicator: withMedian.length > 0 ? sum(withMedian.map((peak) => peak.medianPeak ?? 0)) : null,
        hydro_health_pct: basinPercent(withMedian) ?? null,
        water_year: first.peak.year,
        to_date: first.peak.toDate,
      },
    ];
  });
  hucs.sort((one, other) => {
    if (one.huc8_name !== other.huc8_name) return one.huc8_name < other.huc8_name ? -1 : 1;
    return one.water_year - other.water_year;
  });
  const years = [...new Set(sites.map((site) => site.water_year))].toSorted((one, other) => one - other);
  return { years, sites, hucs };
}
