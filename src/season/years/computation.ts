import type { ComputationSection } from '#config/documentation-links.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import type { YearKind } from '#domain/season/season.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';
import { listEstimatedDays } from '#domain/season/volume-notes.ts';
import {
  describeStatisticYears,
  type StatisticYears,
  statisticYearsOf,
} from '#domain/statistics/statistic-label.ts';
import {
  minYearsForMedian,
  minYearsOfHalf,
  normalPeriod,
  secondHalfFrom,
} from '#domain/statistics/statistics.ts';
import { bridgedParameters } from '#domain/vocabulary.ts';
import { countOf } from '#lib/count-text.ts';
import type { Comparison } from './season-chart.ts';

/** How the numbers of a chart were computed, and the section of the documentation that has the formula. */
export type Computation = {
  readonly entries: readonly { readonly term: string; readonly text: string }[];
  readonly section: ComputationSection;
};

const period = `${normalPeriod.from}–${normalPeriod.to}`;
const yearRule = `A statistic needs ${minYearsForMedian} years, at least ${minYearsOfHalf} of them before ${secondHalfFrom} and ${minYearsOfHalf} from then on.`;

/** Describes how the lines and the standing of a comparison were computed, with the numbers of this record. */
export function computationOf(
  { records, standing }: Pick<Comparison, 'records' | 'standing'>,
  { measure, year }: Pick<SeasonSelection, 'measure' | 'year'>,
  source: string,
): Computation {
  const statistics = records.filter(({ count }) => count !== null);
  // Without a statistic among the series, the day of the latest value stands for the others.
  const years = statisticYearsOf(statistics.length > 0 || !standing.latest ? statistics : [standing.latest]);
  const isVolume = measure === 'volume';
  const isMonthly = standing.latest?.period === 'month' || (years?.isMonthly ?? false);
  const isBridged = !isVolume && !isMonthly && bridgedParameters.has(standing.parameter_ndx);
  const provisional = Math.max(0, ...statistics.map((each) => each.provisional ?? 0));
  return {
    section: isVolume ? 'volumes' : isMonthly ? 'monthly-statistics-of-wells' : 'statistics-of-a-day',
    entries: [
      {
        term: 'Formula',
        text: isVolume ? volumeFormula(year) : isMonthly ? monthFormula(year) : dayFormula(year, isBridged),
      },
      { term: 'Compared with', text: comparedWith(isVolume, isMonthly) },
      { term: 'Source of the values', text: source },
      {
        term: 'Years of the statistics',
        text: describeYearsOf(years, standing.normal_years, isVolume || isBridged),
      },
      { term: 'Flagged', text: describeFlagged(standing.flagged) },
      {
        term: 'Provisional',
        text: isVolume
          ? describeProvisionalYears(provisional)
          : describeProvisionalValues(standing.provisional, provisional),
      },
      ...(isVolume ? [{ term: 'Estimated', text: listEstimatedDays(records) ?? 'No days' }] : []),
      ...(isBridged ? [{ term: 'Estimated', text: describeEstimatedValues(statistics) }] : []),
    ],
  };
}

function dayFormula(kind: YearKind, isBridged: boolean): string {
  const bridge = isBridged
    ? ` Gaps of up to ${maxBridgedDays} days are bridged by a straight line, and all days rest on the same years, those without a longer gap.`
    : '';
  return `For each day of the year, the lowest, the middle and the highest value of that day in the ${kind} years ${period}, not smoothed. February 29 uses the values of February 28, February 29 and March 1 of all years.${bridge} ${yearRule}`;
}

function monthFormula(kind: YearKind): string {
  return `This well is read too seldom, or has too many gaps, for statistics of days. Each month of a year counts with its median reading, and every day of a month shows the lowest, the middle and the highest of those in the ${kind} years ${period}. ${yearRule}`;
}

function volumeFormula(kind: YearKind): string {
  const start = kind === 'water' ? 'Oct 1' : 'Nov 1';
  return `The daily mean discharges in cfs, each times ${acreFeetPerCfsDay} acre-feet, added up from ${start}. Gaps of up to ${maxBridgedDays} days are bridged by a straight line, and a longer gap ends the volume of its year. Statistics use the same years on every day: those of ${period} that are complete to their last day. ${yearRule}`;
}

function comparedWith(isVolume: boolean, isMonthly: boolean): string {
  if (isVolume) return 'The volumes of all other years to the same date';
  return isMonthly
    ? 'The median readings of the same month of all other years on record'
    : 'The values of the same day of all other years on record';
}

function describeYearsOf(years: StatisticYears | undefined, inPeriod: number, isSame: boolean): string {
  const complete = isSame ? 'complete ' : '';
  if (!years)
    return `There are no statistics; the record has ${countOf(inPeriod, `${complete}year`)} of ${period}`;
  const described = describeStatisticYears(years);
  return isSame ? `${described}, all of them complete` : described;
}

function describeFlagged(flagged: number): string {
  if (flagged === 0) return 'No values';
  return `${countOf(flagged, 'value')} of this record failed a quality rule and ${flagged === 1 ? 'is' : 'are'} left out`;
}

function describeProvisionalValues(inRecord: number, inStatistic: number): string {
  if (inRecord === 0) return 'No values';
  const values = `${countOf(inRecord, 'value')} of this record`;
  return inStatistic === 0
    ? `${values}; none in the statistics`
    : `${values}; up to ${inStatistic} in the statistics of a day`;
}

function describeEstimatedValues(statistics: Comparison['records']): string {
  const max = Math.max(0, ...statistics.map((each) => each.estimated_days ?? 0));
  return max === 0
    ? 'No values in the statistics'
    : `Up to ${countOf(max, 'value')} in the statistics of a day`;
}

/** A volume is provisional from the first provisional or estimated day of its year on. */
function describeProvisionalYears(inStatistic: number): string {
  if (inStatistic === 0) return 'No volumes in the statistics';
  return `Up to ${countOf(inStatistic, 'volume')} in the statistics of a day, because of a provisional or estimated day before`;
}
