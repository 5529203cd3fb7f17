import { describeOmittedValues } from '#domain/flags.ts';
import { minSweForPercent } from '#domain/percent-of.ts';
import type { SnowMeasure } from '#domain/snowpack.ts';
import {
  describeYears,
  minYearsForWholePeriod,
  normalPeriod,
  type StatisticBasis,
} from '#domain/statistics.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { type HealthRow, isWithheld, type MeasuredSnow } from './snow-rows.ts';

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
