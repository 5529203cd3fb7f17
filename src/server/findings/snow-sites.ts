import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { siteFields } from '#contract/record-fields.ts';
import { sitePeaks } from '#domain/snow/snowpack.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { intArraySql, type Queryable } from '../db/queryable.ts';
import { readYearPeaks, type YearPeak } from '../db/records.ts';

const SiteRow = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  huc8_ndx: z.nullable(z.int()),
  huc8_name: z.nullable(z.string()),
  lon: z.number(),
  lat: z.number(),
  por_end: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  provider: z.string(),
  source: z.nullable(z.string()),
});

/** A site with snow, and its water years. */
type SnowRecord = { readonly site: z.output<typeof SiteRow>; readonly years: readonly YearPeak[] };

const sitesSql = (locations: readonly number[] | undefined) => sql`
  select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, l.huc8_ndx, h.huc8_name, l.longitude_dd as lon, l.latitude_dd as lat,
    lp.por_end::text as por_end, lp.num_days, lp.total_samples, dp.data_provider_name as provider, lp.source
  from location l
  join location_parameter lp using (loc_ndx)
  join location_type t using (loc_type_ndx)
  join data_provider dp using (data_provider_ndx)
  left join huc8 h using (huc8_ndx)
  where l.is_shown and lp.parameter_ndx = ${parameterNdx.swe}
    ${locations ? sql`and l.loc_ndx = any(${intArraySql(locations)})` : sql``}
  order by l.loc_name, l.loc_ndx`;

/** The embedded database does one thing at a time, and others wait for a few sites only. */
const sitesPerStatement = 6;

/** Reads every site's water years with snow, sorted by name; only of `locations` where they are given. */
async function readSnowRecords(
  from: Queryable,
  locations?: readonly number[],
): Promise<readonly SnowRecord[]> {
  const sites = await from.query(sitesSql(locations), SiteRow);
  const found: SnowRecord[] = [];
  for (let at = 0; at < sites.length; at += sitesPerStatement) {
    const some = sites.slice(at, at + sitesPerStatement);
    const peaks = await readYearPeaks(
      from,
      parameterNdx.swe,
      some.map(({ loc_ndx }) => loc_ndx),
    );
    const bySite = Map.groupBy(peaks, ({ loc_ndx }) => loc_ndx);
    for (const site of some) {
      const years = bySite.get(site.loc_ndx);
      if (years) found.push({ site, years });
    }
  }
  return found;
}

/** A site with its peaks. */
export type SnowSite = ReturnType<typeof sitePeaks> & {
  readonly row: SnowRecord['site'];
  readonly seasons: ReadonlyMap<number, YearPeak>;
};

/**
 * Computes the peaks of all sites and their medians from the daily values, sorted by name.
 * @param locations the `loc_ndx` of the only sites to read; all by default
 */
export async function readSnowSites(
  from: Queryable,
  currentYear: number,
  locations?: readonly number[],
): Promise<SnowSite[]> {
  return (await readSnowRecords(from, locations)).map(({ site, years }) => ({
    row: site,
    seasons: new Map(years.map((each) => [each.year, each])),
    ...sitePeaks(years, currentYear),
  }));
}
