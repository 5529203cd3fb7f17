import type { HucHealth, SiteHealth } from '#contract/hydro-health.ts';
import { type Origin, originOf } from '#domain/demonstration.ts';
import { type DescribedFreshness, judgeFreshness, toDescribedFreshness } from '#domain/freshness.ts';
import { bandColor, withheldColor } from '#domain/snow-bands.ts';
import type { SnowMeasure } from '#domain/snowpack.ts';
import type { StatisticBasis } from '#domain/statistics.ts';

/** A year's snow water equivalent in inches against its median; of a HUC8 both are means of the sites summed. */
export type MeasuredSnow = {
  readonly percent: number | null;
  readonly inches: number | null;
  readonly median: number | null;
  /** The years that the median rests on; of a HUC8 the fewest of its sites. */
  readonly basis: StatisticBasis | undefined;
  /** Of a HUC8: how many sites are summed, and whether they are too few. */
  readonly sites: { readonly count: number; readonly isFew: boolean } | undefined;
};

type YearHealth = Readonly<Record<SnowMeasure, MeasuredSnow>> & {
  /** The peak is the peak so far. */
  readonly toDate: boolean;
  /** The day of the percentage for the date, `YYYY-MM-DD`. */
  readonly asOf: string | null;
  /** The number of flagged values, which are not used. */
  readonly flagged: number;
};

/** A site or a HUC8 with its percentages by water year. */
export type HealthRow = {
  readonly id: number;
  readonly name: string;
  readonly huc8: string | null;
  readonly byYear: ReadonlyMap<number, YearHealth>;
  /** Undefined for a HUC8. */
  readonly freshness?: DescribedFreshness;
  /** How many of its sites have synthetic values. */
  readonly origin: Origin;
  /** Whose values they are. */
  readonly deliverers: readonly string[];
};

export function siteRows(sites: readonly SiteHealth[], today: string): readonly HealthRow[] {
  return rowsOf(sites, (site) => {
    const found = judgeFreshness(site.por_end, site.interval_days, today);
    return {
      id: site.loc_ndx,
      name: site.loc_name,
      huc8: site.huc8_name,
      freshness: toDescribedFreshness(found, site.por_end),
      origin: originOf([site]),
      deliverers: [site.delivered_by],
    };
  });
}

export function hucRows(hucs: readonly HucHealth[]): readonly HealthRow[] {
  return rowsOf(hucs, (huc) => ({
    id: huc.huc8_ndx,
    name: huc.huc8_name,
    huc8: huc.huc8_name,
    origin: huc.demonstration,
    deliverers: huc.delivered_by,
  }));
}

type Health = Omit<
  HucHealth,
  'huc8_ndx' | 'huc8_name' | 'demonstration' | 'delivered_by' | keyof SiteCounts
> &
  Partial<SiteCounts & Pick<SiteHealth, 'flagged'>>;
type SiteCounts = Pick<HucHealth, 'site_count' | 'few_sites' | 'site_count_to_date' | 'few_sites_to_date'>;

function rowsOf<H extends Health>(
  all: readonly H[],
  headOf: (health: H) => Omit<HealthRow, 'byYear'>,
): readonly HealthRow[] {
  const byId = Map.groupBy(all, (each) => headOf(each).id);
  return [...byId.values()].flatMap((years) => {
    const [first] = years;
    if (!first) return [];
    const byYear = new Map(years.map((each) => [each.water_year, yearHealthOf(each)]));
    return [{ ...headOf(first), byYear }];
  });
}

function yearHealthOf(health: Health): YearHealth {
  return {
    peak: {
      percent: health.hydro_health_pct,
      ...meansOf(health.indicator, health.median_indicator, health.site_count),
      basis: basisOf(health.count, health.first_year, health.last_year),
      sites: sitesOf(health.site_count, health.few_sites),
    },
    date: {
      percent: health.pct_to_date,
      ...meansOf(health.indicator_to_date, health.median_to_date, health.site_count_to_date),
      basis: basisOf(health.count_to_date, health.first_year_to_date, health.last_year_to_date),
      sites: sitesOf(health.site_count_to_date, health.few_sites_to_date),
    },
    toDate: health.to_date,
    asOf: health.as_of,
    flagged: health.flagged ?? 0,
  };
}

/** Divides the sums of a HUC8 by its sites; a site's inches stay. */
function meansOf(inches: number | null, median: number | null, siteCount = 1) {
  if (siteCount === 0) return { inches: null, median: null };
  const meanOf = (sum: number | null) => (sum === null ? null : sum / siteCount);
  return { inches: meanOf(inches), median: meanOf(median) };
}

function basisOf(count: number | null, firstYear: number | null, lastYear: number | null) {
  return count === null || firstYear === null || lastYear === null
    ? undefined
    : { count, firstYear, lastYear };
}

function sitesOf(count: number | undefined, isFew: boolean | undefined) {
  return count === undefined ? undefined : { count, isFew: isFew ?? false };
}

/** Whether there are inches and a median, but too little snow for a percentage. */
export function isWithheld(snow: MeasuredSnow | undefined): boolean {
  return snow !== undefined && snow.percent === null && snow.inches !== null && snow.median !== null;
}

/** Whether there is neither a percentage nor too little snow for one. */
export function hasNoData(snow: MeasuredSnow | undefined): boolean {
  return !isWithheld(snow) && (snow === undefined || snow.percent === null);
}

/** The color on the map: that of the percentage's band, neutral if it is withheld, gray without data. */
export function colorOf(snow: MeasuredSnow | undefined): string {
  return isWithheld(snow) ? withheldColor : bandColor(snow?.percent);
}
