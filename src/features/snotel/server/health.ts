import { delivererOf } from '#domain/deliverer.ts';
import { usualInterval } from '#domain/freshness.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import {
  type BasinIndex,
  type BasinShare,
  basinIndex,
  comparedDays,
  comparedOrders,
  createSeasonToDate,
  type SeasonToDate,
} from '#domain/snow/snowpack.ts';
import type { StatisticBasis } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { noValues, readRecords, toRange } from '#server/db/records.ts';
import { readDayMedians } from '#server/db/statistic-day.ts';
import { readSnowSites, type SnowSite } from '#server/findings/snow-sites.ts';
import type { HucHealth, SiteHealth } from '../contract.ts';

/** The day on which a site's water years are compared, and the years. */
type ComparedSite = {
  readonly loc_ndx: number;
  readonly day: DayNumber;
  readonly firstYear: number;
  readonly lastYear: number;
};

/** Reads the values of only the days that are compared, in the order of the sites. Values below zero are left out. */
async function readComparedValues(
  from: Queryable,
  sites: readonly ComparedSite[],
): Promise<readonly SeriesColumns[]> {
  const parts = sites.map(({ loc_ndx, day, firstYear, lastYear }) => ({
    loc_ndx,
    parameter_ndx: parameterNdx.swe,
    ranges: comparedDays(day, firstYear, lastYear).map(toRange),
  }));
  return (await readRecords(from, parts)).map(({ days, values }) => ({
    days: days.filter((_, at) => (values[at] ?? 0) >= 0),
    values: values.filter((value) => value >= 0),
  }));
}

type HydroHealth = {
  readonly years: readonly number[];
  readonly sites: SiteHealth[];
  readonly hucs: HucHealth[];
};

type ComparedSnowSite = SnowSite & { readonly seasonOf: (year: number) => SeasonToDate };

/**
 * Computes both percentages of all sites and HUC8s, sorted by name and year.
 * @param locations the `loc_ndx` of the only sites to read, also for the sums of HUC8s; all by default
 */
export async function readHydroHealth(
  from: Queryable,
  today: DayNumber,
  locations?: readonly number[],
): Promise<HydroHealth> {
  const currentYear = waterYear(today);
  const snowSites = await readSnowSites(from, currentYear, locations);
  const compared = comparedSites(snowSites, currentYear, today);
  const values = await readComparedValues(from, compared);
  const medians = await readDayMedians(
    from,
    compared.map(({ loc_ndx, day }) => ({
      loc_ndx,
      parameter_ndx: parameterNdx.swe,
      orders: comparedOrders(day),
    })),
  );
  const found = snowSites.map((site, at): ComparedSnowSite => {
    const record = values[at] ?? noValues;
    const day = compared[at]?.day ?? today;
    return { ...site, seasonOf: createSeasonToDate(record, day, (order) => medians[at]?.get(order)) };
  });
  const sites = found.flatMap(siteHealthOf);
  const hucs = [...Map.groupBy(found, ({ row }) => row.huc8_ndx).values()]
    .flatMap(hucHealthOf)
    .toSorted((one, other) => {
      if (one.huc8_name !== other.huc8_name) return one.huc8_name < other.huc8_name ? -1 : 1;
      return one.water_year - other.water_year;
    });
  const years = [...new Set(sites.map((site) => site.water_year))].toSorted((one, other) => one - other);
  return { years, sites, hucs };
}

/**
 * Finds the day on which each site's years are compared: that of its last value in the year in progress, or for a site
 * without one the last such day of all sites, or today.
 */
function comparedSites(sites: readonly SnowSite[], currentYear: number, today: DayNumber): ComparedSite[] {
  const lastDayOf = ({ seasons }: SnowSite) => seasons.get(currentYear)?.lastDay;
  const lastDays = sites.flatMap((site) => lastDayOf(site) ?? []);
  const lastDay = lastDays.length > 0 ? Math.max(...lastDays) : today;
  return sites.map((site) => {
    const years = [...site.seasons.keys()];
    return {
      loc_ndx: site.row.loc_ndx,
      day: lastDayOf(site) ?? lastDay,
      firstYear: Math.min(...years),
      lastYear: Math.max(...years),
    };
  });
}

function siteHealthOf({ row, seasons, medianPeak, years, seasonOf }: ComparedSnowSite): SiteHealth[] {
  return years.map(({ year, peak, percent, toDate }) => {
    const season = seasonOf(year);
    return {
      loc_ndx: row.loc_ndx,
      loc_id: row.loc_id,
      loc_name: row.loc_name,
      loc_type_name: row.loc_type_name,
      huc8_name: row.huc8_name,
      location_geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
      por_end: row.por_end,
      interval_days: usualInterval(row),
      delivered_by: delivererOf(row),
      flagged: seasons.get(year)?.flagged ?? 0,
      indicator: peak,
      median_indicator: tidyOrNull(medianPeak?.median),
      hydro_health_pct: tidyOrNull(percent),
      water_year: year,
      to_date: toDate,
      ...basisOf(medianPeak, season.median),
      median_peak_day: medianPeak?.monthDay ?? null,
      as_of: formatDay(season.asOf),
      indicator_to_date: season.value ?? null,
      median_to_date: tidyOrNull(season.median?.median),
      pct_to_date: tidyOrNull(season.percent),
    };
  });
}

function basisOf(peak: StatisticBasis | undefined, date: StatisticBasis | undefined) {
  return {
    count: peak?.count ?? null,
    first_year: peak?.firstYear ?? null,
    last_year: peak?.lastYear ?? null,
    count_to_date: date?.count ?? null,
    first_year_to_date: date?.firstYear ?? null,
    last_year_to_date: date?.lastYear ?? null,
  };
}

/** A HUC8's years; none for sites outside of all HUC8s. */
function hucHealthOf(sites: readonly ComparedSnowSite[]): HucHealth[] {
  const [first] = sites;
  const huc8_ndx = first?.row.huc8_ndx;
  if (!first || huc8_ndx === null || huc8_ndx === undefined) return [];
  const rows = sites.map(({ row }) => row);
  const peaks = sites.map((site) => new Map(site.years.map((each) => [each.year, each])));
  const years = [...new Set(peaks.flatMap((byYear) => [...byYear.keys()]))];
  return years.map((year) => {
    const peakShares = sites.map(({ medianPeak }, at) => ({
      value: peaks[at]?.get(year)?.peak,
      basis: medianPeak,
      median: medianPeak?.median,
    }));
    // A year whose peak is unknown has no row among the sites, and so no share here.
    const dateShares = sites.map(({ seasonOf }, at) => {
      const { asOf, value, median } = seasonOf(year);
      return { asOf, value: peaks[at]?.has(year) ? value : undefined, basis: median, median: median?.median };
    });
    const [peak, date] = [basinIndex(peakShares), basinIndex(dateShares)];
    const days = dateShares.filter(isSummed).map(({ asOf }) => asOf);
    return {
      huc8_ndx,
      huc8_name: first.row.huc8_name ?? '',
      indicator: tidyNumber(peak.value),
      median_indicator: medianOf(peak),
      hydro_health_pct: tidyOrNull(peak.percent),
      water_year: year,
      to_date: peaks.some((byYear) => byYear.get(year)?.toDate),
      site_count: peak.siteCount,
      few_sites: peak.isFewSites,
      as_of: days.length > 0 ? formatDay(Math.max(...days)) : null,
      indicator_to_date: date.siteCount > 0 ? tidyNumber(date.value) : null,
      median_to_date: medianOf(date),
      pct_to_date: tidyOrNull(date.percent),
      site_count_to_date: date.siteCount,
      few_sites_to_date: date.isFewSites,
      delivered_by: [...new Set(rows.map(delivererOf))].toSorted(),
      ...basisOf(basisOfBasin(peakShares), basisOfBasin(dateShares)),
    };
  });
}

type Share = BasinShare & { readonly basis: StatisticBasis | undefined };

const isSummed = ({ value, median }: BasinShare) => value !== undefined && median !== undefined;

/** The fewest years of one of the medians in a sum, and the first and the last year of all. */
function basisOfBasin(shares: readonly Share[]): StatisticBasis | undefined {
  const all = shares.filter(isSummed).flatMap(({ basis }) => basis ?? []);
  if (all.length === 0) return undefined;
  return {
    count: Math.min(...all.map(({ count }) => count)),
    firstYear: Math.min(...all.map(({ firstYear }) => firstYear)),
    lastYear: Math.max(...all.map(({ lastYear }) => lastYear)),
  };
}

function medianOf({ siteCount, median }: BasinIndex): number | null {
  return siteCount > 0 ? tidyNumber(median) : null;
}
