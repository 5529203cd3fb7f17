import type { HucHealth, SiteHealth } from '#contract/hydro-health.ts';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { usualInterval } from '#domain/freshness.ts';
import { createSeasonToDate, type SeasonToDate } from '#domain/snow-to-date.ts';
import { type BasinIndex, type BasinShare, basinIndex, sitePeaks } from '#domain/snowpack.ts';
import type { StatisticBasis } from '#domain/statistics.ts';
import { waterYear } from '#domain/water-year.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/store.ts';
import { type ComparedSite, readComparedValues, readYears, type YearRow } from './queries.ts';

export type HydroHealth = {
  readonly years: readonly number[];
  readonly sites: SiteHealth[];
  readonly hucs: HucHealth[];
};

/** A site with its peaks. */
export type SnowSite = ReturnType<typeof sitePeaks> & {
  readonly row: YearRow;
  readonly rowOf: ReadonlyMap<number, YearRow>;
};
type ComparedSnowSite = SnowSite & { readonly seasonOf: (year: number) => SeasonToDate };

/**
 * Computes the peaks of all sites and their medians from the daily values, sorted by name.
 * @param locations the `loc_ndx` of the only sites to read; all by default
 */
export async function readSnowSites(
  from: Queryable,
  currentYear: number,
  locations?: readonly number[],
): Promise<SnowSite[]> {
  const bySite = Map.groupBy(await readYears(from, locations), (row) => row.loc_ndx);
  return [...bySite.values()].flatMap((rows) => {
    const row = rows.at(-1);
    if (!row) return [];
    const years = rows.map(({ water_year, peak, peak_day, winter_days }) => ({
      year: water_year,
      peak,
      peakDay: peak_day,
      winterDays: winter_days,
    }));
    return {
      row,
      rowOf: new Map(rows.map((each) => [each.water_year, each])),
      ...sitePeaks(years, currentYear),
    };
  });
}

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
  const found = snowSites.map((site, at): ComparedSnowSite => {
    const record: DailyRecordColumns = values.get(site.row.loc_ndx) ?? { days: [], values: [] };
    return { ...site, seasonOf: createSeasonToDate(record, compared[at]?.day ?? today) };
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
  const lastDayOf = ({ rowOf }: SnowSite) => rowOf.get(currentYear)?.last_day;
  const lastDays = sites.flatMap((site) => lastDayOf(site) ?? []);
  const lastDay = lastDays.length > 0 ? Math.max(...lastDays) : today;
  return sites.map((site) => {
    const years = [...site.rowOf.keys()];
    return {
      loc_ndx: site.row.loc_ndx,
      day: lastDayOf(site) ?? lastDay,
      firstYear: Math.min(...years),
      lastYear: Math.max(...years),
    };
  });
}

const tidy = (value: number | undefined) => (value === undefined ? null : tidyNumber(value));

function siteHealthOf({ row, rowOf, medianPeak, years, seasonOf }: ComparedSnowSite): SiteHealth[] {
  return years.map(({ year, peak, percent, toDate }) => {
    const season = seasonOf(year);
    return {
      loc_name: row.loc_name,
      loc_ndx: row.loc_ndx,
      loc_type_name: row.loc_type_name,
      huc8_name: row.huc8_name,
      location_geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
      por_end: row.por_end,
      interval_days: usualInterval(row),
      is_demonstration: row.is_demonstration,
      flagged: rowOf.get(year)?.flagged ?? 0,
      indicator: peak,
      median_indicator: tidy(medianPeak?.median),
      hydro_health_pct: tidy(percent),
      water_year: year,
      to_date: toDate,
      ...basisOf(medianPeak, season.median),
      median_peak_day: medianPeak?.monthDay ?? null,
      as_of: formatDay(season.asOf),
      indicator_to_date: season.value ?? null,
      median_to_date: tidy(season.median?.median),
      pct_to_date: tidy(season.percent),
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
      hydro_health_pct: tidy(peak.percent),
      water_year: year,
      to_date: peaks.some((byYear) => byYear.get(year)?.toDate),
      site_count: peak.siteCount,
      few_sites: peak.isFewSites,
      as_of: days.length > 0 ? formatDay(Math.max(...days)) : null,
      indicator_to_date: date.siteCount > 0 ? tidyNumber(date.value) : null,
      median_to_date: medianOf(date),
      pct_to_date: tidy(date.percent),
      site_count_to_date: date.siteCount,
      few_sites_to_date: date.isFewSites,
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
