import type { ReachGainRecord, ReachGainToDate, StandingRecord } from '#contract/season/water-year.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { reportedAcreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { formatGain, gainUnit, smallMedian } from '#domain/season/gain-units.ts';
import { cfsDaysToAcreFeet, gainTotals, monthPeriods } from '#domain/season/reach-gains.ts';
import { isYear, monthsOf } from '#domain/season/season.ts';
import { seasonStyles } from '#domain/season/season-content.ts';
import { type SeasonSelection, slotsOf } from '#domain/season/season-tool-address.ts';
import {
  minYearsForMedian,
  minYearsOfHalf,
  normalPeriod,
  secondHalfFrom,
} from '#domain/statistics/statistics.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { normalsNote } from '#season/years/chart-data.ts';
import type { Computation } from '#season/years/computation.ts';
import { describeBasis, describeDays, estimatedNote } from '../files/gains-text.ts';

export type Gains = {
  /** The records of the chosen series. */
  readonly chosen: readonly ReachGainRecord[];
  /** The records of the statistics and of every year, with totals. */
  readonly all: readonly ReachGainRecord[];
  /** The latest season, year and month to date; none of a record that has ended. */
  readonly toDate: readonly ReachGainToDate[];
  readonly standing: StandingRecord;
};

/**
 * The graph: a line for each series over the months of the year, the latest year leading. A month with missing days, such
 * as the running one, is no point of a line. Undefined without data.
 */
export function gainsChartContent(
  { chosen }: Pick<Gains, 'chosen'>,
  selection: Pick<SeasonSelection, 'year' | 'series' | 'colors'>,
  theme: 'light' | 'dark',
  source: string,
): ChartContent | undefined {
  const drawn = chosen.filter((each) => each.complete);
  const [first] = drawn;
  if (!first) return undefined;
  const names = monthsOf(selection.year);
  const bySeries = Map.groupBy(drawn, (each) => each.year_num);
  const styles = seasonStyles([...bySeries.keys()], theme, slotsOf(selection));
  const basis = describeBasis(chosen);
  return {
    title: `${first.loc_name}, ${first.parameter_name}`,
    subtitle: normalsNote,
    time: { kind: 'months', names },
    axes: { left: { title: first.parameter_name, unit: gainUnit, format: formatGain } },
    series: [...bySeries].map(([label, all]) => ({
      id: label,
      label,
      side: 'left',
      color: '#5b6b75',
      ...styles.get(label),
      xs: all.map((each) => names.indexOf(each.month_abbrev) + 1),
      ys: all.map((each) => cfsDaysToAcreFeet(each.reach_gain_cfs)),
      maxGap: 1,
      shape: 'dots',
      isMarked: (index) => all[index]?.approval === 'P',
      ...(all.some((each) => each.days_estimated > 0) && {
        isEstimated: (index: number) => (all[index]?.days_estimated ?? 0) > 0,
        noteOf: (index: number) => estimatedText(all[index]),
      }),
    })),
    mark: {
      label: 'Provisional',
      meaning: 'Months with provisional values are subject to revision by the agency.',
    },
    estimatedMark: {
      label: 'Estimated',
      meaning: `Hollow, at a dashed line: ${estimatedNote}`,
    },
    ...(basis !== undefined && { statistics: `Statistics of ${basis}` }),
    source,
  };
}

/**
 * The gain of the latest whole month of the chosen years, in the unit of the graph, with the median of the month where that is
 * chosen: `Heise to Lorenzo: −12,300 AF in September 2026; median −9,800 AF.`
 */
export function describeLatestMonth(
  { chosen }: Pick<Gains, 'chosen'>,
  { year }: Pick<SeasonSelection, 'year'>,
): string | undefined {
  const months = monthsOf(year);
  const placeOf = (each: ReachGainRecord) => months.indexOf(each.month_abbrev);
  const latest = chosen
    .filter((each) => each.complete && isYear(each.year_num) && placeOf(each) >= 0)
    .toSorted((one, other) => Number(one.year_num) - Number(other.year_num) || placeOf(one) - placeOf(other))
    .at(-1);
  if (!latest) return undefined;
  const { loc_name, month_abbrev, year_num, reach_gain_cfs } = latest;
  const median = chosen.find((each) => each.year_num === 'Median' && each.month_abbrev === month_abbrev);
  const inAcreFeet = (gain: number) => `${formatGain(cfsDaysToAcreFeet(gain))} AF`;
  const ofMedian = median ? `; median ${inAcreFeet(median.reach_gain_cfs)}` : '';
  return `${loc_name}: ${inAcreFeet(reach_gain_cfs)} in ${month_abbrev} of ${year} year ${year_num}${ofMedian}.`;
}

function estimatedText(record: ReachGainRecord | undefined): string | undefined {
  const count = record?.days_estimated ?? 0;
  return count > 0 ? `${countOf(count, 'day')} estimated` : undefined;
}

/** How many months without a point are named. */
const maxNamed = 3;

/**
 * Names the chosen months that are no points, because days are missing: `Nov 2026 (22 of 30 days)`. The month that runs is
 * not one of them: the rest of it is to come.
 */
function missingPointsNote(
  { chosen, toDate }: Pick<Gains, 'chosen' | 'toDate'>,
  { year }: Pick<SeasonSelection, 'year'>,
): string | undefined {
  const isRunning = ({ year_num, month_abbrev }: Gains['chosen'][number]) =>
    toDate.some(
      (each) =>
        each.year_num === year_num && monthAndDay(each.through).slice(0, 3) === month_abbrev.slice(0, 3),
    );
  const missing = chosen.filter((each) => !each.complete && !isRunning(each));
  if (missing.length === 0) return undefined;
  const periods = new Map(monthPeriods(year).map((period) => [period.name, period]));
  const named = missing.slice(0, maxNamed).flatMap((record) => {
    const period = periods.get(record.month_abbrev);
    return period
      ? `${record.month_abbrev} of ${record.year_num} (${describeDays(record, period, year)})`
      : [];
  });
  const others = missing.length > maxNamed ? ` and ${countOf(missing.length - maxNamed, 'other month')}` : '';
  return `Not drawn, because days are missing: ${named.join(', ')}${others}. The table has their sums.`;
}

const period = `${normalPeriod.from} to ${normalPeriod.to}`;
const yearRule = `${minYearsForMedian} complete years from ${period}, at least ${minYearsOfHalf} of them before ${secondHalfFrom} and ${minYearsOfHalf} from then on`;

/** Which of the chosen series have no data, and which rule leaves statistics without enough years. */
export function missingGainsNotes(
  { chosen, toDate }: Pick<Gains, 'chosen' | 'toDate'>,
  { series, year }: Pick<SeasonSelection, 'series' | 'year'>,
): readonly string[] {
  const notDrawn = missingPointsNote({ chosen, toDate }, { year });
  const missing = series.filter((each) => !chosen.some((row) => row.year_num === each));
  const statistics = missing.filter((each) => !isYear(each)).join(', ');
  const years = missing.filter(isYear).join(', ');
  return [
    ...(statistics ? [`There are no statistics (${statistics}): a month needs ${yearRule}.`] : []),
    ...(years ? [`There is no data for ${years} in this reach.`] : []),
    ...(notDrawn === undefined ? [] : [notDrawn]),
  ];
}

/** Describes how the gains were computed, with the numbers of this record. */
export function gainsComputation(
  { all, standing }: Pick<Gains, 'all' | 'standing'>,
  _: unknown,
  source: string,
): Computation {
  const statistics = all.filter(({ count }) => count !== null);
  const yearsOf = (...names: string[]) =>
    describeBasis(statistics.filter(({ month_abbrev }) => names.includes(month_abbrev))) ?? 'none';
  const totals: readonly string[] = Object.values(gainTotals);
  const months = statistics.map(({ month_abbrev }) => month_abbrev).filter((each) => !totals.includes(each));
  const monthsWith = (name: 'days_missing' | 'days_estimated') =>
    all.filter((each) => each[name] > 0 && !totals.includes(each.month_abbrev)).length;
  const provisionalYears = Math.max(0, ...statistics.map(({ provisional }) => provisional ?? 0));
  return {
    section: 'reach-gains',
    entries: [
      {
        term: 'Formula',
        text: `The daily mean gains of the period in cfs, added up and multiplied by ${reportedAcreFeetPerCfsDay} acre-feet, rounded once. Gaps of up to ${maxBridgedDays} days are bridged by a straight line. Statistics are those of the years’ own complete sums, for months as for totals; each needs ${yearRule}.`,
      },
      {
        term: 'Compared with',
        text: 'The same month, season or dates of all other years without longer gaps; of a month, season or year that is not over, the same days',
      },
      {
        term: 'Percent of median',
        text: `A sum divided by the Median of its row. There is none of an incomplete sum, of a median that is not above zero, or ${smallMedian}.`,
      },
      { term: 'Source of the values', text: source },
      {
        term: 'Years of the statistics',
        text: `Months: ${yearsOf(...months)}. ${gainTotals.season}: ${yearsOf(gainTotals.season)}. ${gainTotals.annual}: ${yearsOf(gainTotals.annual)}.`,
      },
      {
        term: 'Incomplete',
        text: `${countOf(monthsWith('days_missing'), 'month')} with missing days; ${countOf(monthsWith('days_estimated'), 'month')} with estimated days`,
      },
      {
        term: 'Flagged',
        text:
          standing.flagged === 0
            ? 'No values'
            : `${countOf(standing.flagged, 'value')} of this record failed a quality rule, left out`,
      },
      { term: 'Provisional', text: describeProvisional(standing.provisional, provisionalYears) },
    ],
  };
}

function describeProvisional(values: number, years: number): string {
  if (values === 0) return 'No values';
  const inStatistics =
    years === 0 ? 'none in the statistics' : `in up to ${countOf(years, 'year')} of a statistic`;
  return `${countOf(values, 'value')} of this record; ${inStatistics}`;
}
