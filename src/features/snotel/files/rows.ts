import { type DescribedFreshness, judgeFreshness, toDescribedFreshness } from '#domain/freshness.ts';
import { describeOmittedValues } from '#domain/qualifiers.ts';
import { bandColor, type SnowMeasure, withheldColor } from '#domain/snow/snowpack.ts';
import { minSweForPercent } from '#domain/statistics/percent-of.ts';
import {
  describeYears,
  minYearsForWholePeriod,
  normalPeriod,
  type StatisticBasis,
} from '#domain/statistics/statistics.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import type { HucHealth, SiteHealth } from '../contract.ts';

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
  /** The agency's number of a site; undefined for a HUC8. */
  readonly number?: string;
  readonly name: string;
  readonly huc8: string | null;
  readonly byYear: ReadonlyMap<number, YearHealth>;
  /** Undefined for a HUC8. */
  readonly freshness?: DescribedFreshness;
  /** Whose values they are. */
  readonly deliverers: readonly string[];
};

export function siteRows(sites: readonly SiteHealth[], today: string): readonly HealthRow[] {
  return rowsOf(sites, (site) => {
    const found = judgeFreshness(site.por_end, site.interval_days, today);
    return {
      id: site.loc_ndx,
      number: site.loc_id,
      name: site.loc_name,
      huc8: site.huc8_name,
      freshness: toDescribedFreshness(found, site.por_end),
      deliverers: [site.delivered_by],
    };
  });
}

export function hucRows(hucs: readonly HucHealth[]): readonly HealthRow[] {
  return rowsOf(hucs, (huc) => ({
    id: huc.huc8_ndx,
    name: huc.huc8_name,
    huc8: huc.huc8_name,
    deliverers: huc.delivered_by,
  }));
}

type Health = Omit<HucHealth, 'huc8_ndx' | 'huc8_name' | 'delivered_by' | keyof SiteCounts> &
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
export function colorOf(
  snow: MeasuredSnow | undefined,
  measure: SnowMeasure,
  theme: 'light' | 'dark',
): string {
  return isWithheld(snow) ? withheldColor : bandColor(snow?.percent, measure, theme);
}

const inchesFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export function formatInches(inches: number): string {
  return `${inchesFormat.format(inches)} in`;
}

/** `percent of median peak` */
export const percentageNames: Readonly<Record<SnowMeasure, string>> = {
  date: 'percent of median for the date',
  peak: 'percent of median peak',
};

/** The titles of the legend; that of the peak as the specification words it. */
export const legendTitles: Readonly<Record<SnowMeasure, string>> = {
  date: 'Percent of Median for the Date',
  peak: 'Percent of Median Peak',
};

/** `Nov 22`, of a day `YYYY-MM-DD`. */
export function formatMonthDay(day: string): string {
  return formatWallTime(day, dateFormats.monthAndDayNumber);
}

/**
 * Describes a year in a popup: `106 % of median peak, 25.4 in peak; median 24.0 in (1991–2020, 30 years)`. Inches of a
 * HUC8 are means of its sites.
 */
export function describeHealth(row: HealthRow | undefined, year: number, measure: SnowMeasure): string {
  const found = row?.byYear.get(year);
  if (!found) return 'No SNOTEL data available';
  const summary =
    measure === 'peak' ? describePeak(found.peak, found.toDate) : describeDate(found.date, found.asOf);
  return [summary, describeOmittedValues(found.flagged)].filter(Boolean).join('; ');
}

function describePeak(snow: MeasuredSnow, toDate: boolean): string {
  if (snow.inches === null) return describeAbsence(snow, 'No peak');
  const peak = `${formatInches(snow.inches)} peak${toDate ? ' to date' : ''}${describeMean(snow)}`;
  if (snow.median === null) return `${peak}; ${tooFewYears}`;
  if (snow.percent === null) return describeWithheld(peak, 'the median peak', snow.median);
  return `${Math.round(snow.percent)} % of median peak, ${peak}; ${describeMedian(snow.median, snow)}`;
}

function describeDate(snow: MeasuredSnow, asOf: string | null): string {
  const day = asOf === null ? 'that date' : formatMonthDay(asOf);
  if (snow.inches === null) return describeAbsence(snow, `No value on ${day}`);
  const inches = `${formatInches(snow.inches)}${describeMean(snow)}`;
  if (snow.median === null) return `${inches} on ${day}; ${tooFewYears}`;
  if (snow.percent === null) return describeWithheld(inches, `the median for ${day}`, snow.median);
  return `${Math.round(snow.percent)} % of median for the date, ${inches} on ${day}; ${describeMedian(snow.median, snow)}`;
}

const tooFewYears = 'too few years from 1991 to 2020 for a median, so no percentage';

function describeAbsence({ sites }: MeasuredSnow, text: string): string {
  return sites ? 'No site has both a value and a median' : text;
}

function describeMean({ sites }: MeasuredSnow): string {
  if (!sites) return '';
  return sites.count === 1 ? ' at 1 site' : ` on average over ${sites.count} sites`;
}

function describeWithheld(inches: string, what: string, median: number): string {
  const from = `a percentage is given from ${minSweForPercent} in on`;
  return `${inches}; ${what} is ${formatInches(median)}; ${from}`;
}

function describeMedian(median: number, { basis, sites }: MeasuredSnow): string {
  const years = basis && describeBasis(basis, sites !== undefined && sites.count > 1);
  return `median ${formatInches(median)}${years === undefined ? '' : ` (${years})`}`;
}

const allYears = normalPeriod.to - normalPeriod.from + 1;

/** `1991–2020, 30 years`, or `12 years, 2000–2020`; of several medians `at least 12 years each, 2000–2020`. */
export function describeBasis(basis: StatisticBasis, isOfSeveral: boolean): string {
  const { count, firstYear, lastYear } = basis;
  if (isOfSeveral)
    return `${firstYear}–${lastYear}, ${count < allYears ? 'at least ' : ''}${count} years each`;
  return count >= minYearsForWholePeriod ? `${describeYears(basis)}, ${count} years` : describeYears(basis);
}

/** Says why a HUC8 is marked: `Few sites: rests on 1 site`. Undefined if it is not. */
export function describeFewSites(snow: MeasuredSnow | undefined): string | undefined {
  if (!snow?.sites?.isFew || snow.sites.count === 0) return undefined;
  if (snow.sites.count === 1) return 'Few sites: rests on 1 site';
  return `Few sites: the ${snow.sites.count} sites have less than a third of the subbasin’s median`;
}

/** The mark of a site whose median rests on less than nearly the whole period, and its explanation. */
export function markOfBasis(snow: MeasuredSnow | undefined): { mark: string; note: string } | undefined {
  if (!snow) return undefined;
  if (!snow.basis) return { mark: 'no median', note: `No median: ${tooFewYears}` };
  if (snow.basis.count >= minYearsForWholePeriod) return undefined;
  return { mark: `${snow.basis.count} years`, note: `Median of ${describeYears(snow.basis)}` };
}

/** The inches of a year whose percentage is withheld, and why. */
export function describeWithheldYear(row: HealthRow, year: number, measure: SnowMeasure) {
  const snow = row.byYear.get(year)?.[measure];
  if (!snow || snow.inches === null || !isWithheld(snow)) return undefined;
  return { inches: formatInches(snow.inches), note: describeHealth(row, year, measure) };
}
