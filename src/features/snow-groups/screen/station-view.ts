import { maxGapOf } from '#domain/bridge-gaps.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { flagNote } from '#domain/qualifiers.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { dayOfOrder, dayOrderOf, firstMonthOf, leapDayOrder } from '#domain/season/season.ts';
import { seasonPaint, styleYears } from '#domain/season/season-colors.ts';
import { groundMedian } from '#domain/season/season-content.ts';
import {
  isMeltOutSeen,
  type MeltOut,
  minWinterDays,
  type SnowSeason,
  sameDayOf,
} from '#domain/snow/snowpack.ts';
import { normalBands } from '#domain/statistics/normals.ts';
import { minSweForPercent, percentOf } from '#domain/statistics/percent-of.ts';
import { describeStatisticYears, statisticYearsOf } from '#domain/statistics/statistic-label.ts';
import { normalPeriod } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { lastDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import type { ChartContent, ChartSeries, ExcludedValues } from '#kits/chart/index.ts';
import { type DayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { formatPercent } from '#lib/format-number.ts';
import { describeBasis, formatInches, formatMonthDay } from '../../snotel/index.ts';
import type { SnowFact } from './SnowCurve.tsx';
import type { SnowStation } from './station.ts';

const period = `${normalPeriod.from}–${normalPeriod.to}`;
const usDate = (day: DayNumber) => formatUsDate(formatDay(day));

/** The day in the basin, `YYYY-MM-DD`, and its water year. */
export type Present = { readonly today: string; readonly currentYear: number };

/**
 * Lists what a manager asks of a station: the latest value, that of the same date in the chosen year, the peak and the
 * melt-out of the chosen year. Inches come first; a percentage is given only where the median is an inch or more.
 */
export function stationFacts(
  station: SnowStation,
  year: number,
  { today, currentYear }: Present,
): readonly SnowFact[] {
  const season = station.seasons.find((each) => each.year === year);
  return [
    ...latestFact(station, today),
    ...sameDateFact(station, year),
    peakFact(station, season, year, currentYear),
    meltOutFact(station, season, year, currentYear),
  ];
}

/** The latest value by its finding. */
function latestFact({ finding, days, values }: SnowStation, today: string): SnowFact[] {
  const [day, value] = [days.at(-1), values.at(-1)];
  if (day === undefined || value === undefined) return [];
  const term = 'Latest';
  if (!finding) return [{ term, text: `${formatInches(value)} on ${usDate(day)}` }];
  const described = describeFinding(finding, { today });
  const when = [described.date && `on ${described.date}`, described.isProvisional && 'provisional'];
  return [
    {
      term,
      text: [described.value, when.filter(Boolean).join(', ')].filter(Boolean).join(' '),
      note: [described.standing, described.comparison].filter(Boolean).join(', '),
    },
  ];
}

/** The value on the day of the latest one in another water year than that. */
function sameDateFact(station: SnowStation, year: number): SnowFact[] {
  const latest = station.days.at(-1);
  if (latest === undefined || waterYear(latest) === year) return [];
  const day = sameDayOf(year, latest);
  const value = station.values[station.days.indexOf(day)];
  const term = `Same date, water year ${year}`;
  if (value === undefined) return [{ term, text: `No value on ${usDate(day)}` }];
  return [{ term, text: `${formatInches(value)} on ${usDate(day)}`, note: noteOfDay(station, day, value) }];
}

function noteOfDay({ normals }: SnowStation, day: DayNumber, value: number): string {
  const order = dayOrderOf(day, 'water');
  const median = normals.find((each) => each.series_desc === 'Median' && each.day_order === order)?.rvalue;
  return compared(value, median, 'the median for the date');
}

/** `106 % of the median peak, 24.0 in`, or why there is no percentage. */
function compared(value: number, median: number | undefined, what: string): string {
  if (median === undefined) return `no percentage: too few years from ${period} for a median`;
  const percent = percentOf(value, median, parameterNdx.swe);
  if (percent !== undefined) return `${formatPercent(percent)} of ${what}, ${formatInches(median)}`;
  return `${what} is ${formatInches(median)}; a percentage is given from ${minSweForPercent} in on`;
}

function peakFact(
  { peaks: { medianPeak } }: SnowStation,
  season: SnowSeason | undefined,
  year: number,
  currentYear: number,
): SnowFact {
  if (!season) return { term: 'Peak', text: `No values in water year ${year}` };
  const text =
    season.peak === 0 ? 'No snow recorded' : `${formatInches(season.peak)} on ${usDate(season.peakDay)}`;
  if (year !== currentYear && season.winterDays < minWinterDays) {
    const note = `not a peak: values on only ${season.winterDays} of the days from November to April`;
    return { term: 'Highest value', text, note };
  }
  const usual = medianPeak ? `, usually about ${formatMonthDay(`2000-${medianPeak.monthDay}`)}` : '';
  const note = `${compared(season.peak, medianPeak?.median, 'the median peak')}${usual}`;
  return { term: year === currentYear ? 'Peak to date' : 'Peak', text, note };
}

function meltOutFact(
  station: SnowStation,
  season: SnowSeason | undefined,
  year: number,
  currentYear: number,
): SnowFact {
  const { meltOut: median } = station;
  const usual =
    median &&
    `${formatMonthDay(formatDay(dayOfOrder(median.order, 2000, 'water')))} (median of ${describeBasis(median, false)})`;
  const noMedian = 'no median melt-out: too few years in which it was seen';
  const term = 'Melt-out';
  const note = usual === undefined ? noMedian : `usually ${usual}`;
  if (!season?.meltOut) return { term, text: describeNoMeltOut(station, season, year, currentYear), note };
  const text = describeMeltOut(season.meltOut);
  if (!median || !isMeltOutSeen(season.meltOut)) return { term, text, note };
  const difference = dayOrderOf(season.meltOut.day, 'water') - median.order;
  return { term, text, note: `${describeDifference(difference)} ${usual}` };
}

function describeMeltOut(meltOut: MeltOut): string {
  const day = usDate(meltOut.day);
  return isMeltOutSeen(meltOut) ? day : `Between ${usDate(meltOut.dayBefore)} and ${day}, without values`;
}

function describeDifference(days: number): string {
  if (days === 0) return 'the same day as';
  const size = Math.abs(days);
  return `${size} ${size === 1 ? 'day' : 'days'} ${days > 0 ? 'after' : 'before'}`;
}

function describeNoMeltOut(
  { days, values }: SnowStation,
  season: SnowSeason | undefined,
  year: number,
  currentYear: number,
): string {
  if (!season) return 'No values';
  if (year === currentYear) return 'Not yet';
  if (season.peak === 0) return 'No snow recorded';
  const end = days.findLastIndex((day) => day <= lastDayOfWaterYear(year));
  const last = `${formatInches(values[end] ?? 0)} on ${usDate(days[end] ?? 0)}`;
  return `Not seen; the last value of the year is ${last}`;
}

type Theme = 'light' | 'dark';

/** Draws a water year of a station over its normals, and the year before for comparison. */
export function stationChart(station: SnowStation, year: number, theme: Theme): ChartContent {
  const { name, parameterName, unit, provider, source, normals } = station;
  const years = statisticYearsOf(normals);
  const median = groundMedian(normals, 'water', theme);
  const statistics = years && `Normals: ${describeStatisticYears(years)}`;
  return {
    title: `${parameterName} at ${name}, water year ${year}`,
    ...(statistics !== undefined && { subtitle: statistics, statistics }),
    time: { kind: 'season', firstMonth: firstMonthOf.water },
    axes: { left: { title: parameterName, unit, format: (value) => formatQuantity(value, unit) } },
    bands: normalBands(normals, theme),
    series: [
      ...(median ? [median] : []),
      ...yearLine(station, year - 1, { running: year, theme }),
      ...yearLine(station, year, { running: year, theme }),
    ],
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    excludedMark: {
      label: 'Flagged',
      meaning: 'Values that fail a quality rule. They are not part of any line or statistic.',
    },
    source: delivererOf({ provider, source }),
  };
}

/** The values of a water year; none without any. */
function yearLine(
  { days, values, approval, flagged, unit }: SnowStation,
  year: number,
  { running, theme }: { readonly running: number; readonly theme: Theme },
): ChartSeries[] {
  const places = [...days.keys()].filter((at) => waterYear(days[at] ?? 0) === year);
  const ofYear = flagged.filter(({ day }) => waterYear(day) === year);
  if (places.length === 0 && ofYear.length === 0) return [];
  const xs = places.map((at) => dayOrderOf(days[at] ?? 0, 'water'));
  const last = values[places.at(-1) ?? -1];
  const excluded: ExcludedValues = {
    xs: ofYear.map(({ day }) => dayOrderOf(day, 'water')),
    ys: ofYear.map(({ value }) => value),
    noteOf: (index) => {
      const found = ofYear[index];
      return found ? flagNote(found.flag) : '';
    },
  };
  return [
    {
      id: String(year),
      label: String(year),
      side: 'left',
      color: seasonPaint[theme].other,
      ...styleYears([year], { running, theme }).get(year),
      xs,
      ys: places.map((at) => values[at] ?? 0),
      maxGap: maxGapOf(xs),
      skippedX: leapDayOrder('water'),
      isMarked: (index) => approval[places[index] ?? -1] === 'P',
      ...(ofYear.length > 0 && { excluded }),
      ...(year === running &&
        last !== undefined && { endLabel: `${year} · ${formatQuantity(last, unit)} ${unit}` }),
    },
  ];
}
