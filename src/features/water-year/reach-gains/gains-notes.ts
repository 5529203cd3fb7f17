import { reportedAcreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { smallMedian } from '#domain/gain-units.ts';
import { gainTotals } from '#domain/reach-gains.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod, secondHalfFrom } from '#domain/statistics.ts';
import { describeBasis } from '#downloads/gains-text.ts';
import { isYear } from '#downloads/shades.ts';
import type { Computation } from '../shared/computation.ts';
import { countOf } from '../shared/labels.ts';
import type { Gains } from './gains-chart.ts';

const period = `${normalPeriod.from} to ${normalPeriod.to}`;
const yearRule = `${minYearsForMedian} complete years from ${period}, at least ${minYearsOfHalf} of them before ${secondHalfFrom} and ${minYearsOfHalf} from then on`;

/** Which of the chosen series have no data, and which rule leaves statistics without enough years. */
export function missingGainsNotes(
  { chosen }: Pick<Gains, 'chosen'>,
  { series }: Pick<SeasonSelection, 'series'>,
): readonly string[] {
  const missing = series.filter((each) => !chosen.some((row) => row.year_num === each));
  const statistics = missing.filter((each) => !isYear(each)).join(', ');
  const years = missing.filter(isYear).join(', ');
  return [
    ...(statistics ? [`There are no statistics (${statistics}): a month needs ${yearRule}.`] : []),
    ...(years ? [`There is no data for ${years} in this reach.`] : []),
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
  const incomplete = all.filter(
    ({ days_missing, month_abbrev }) => days_missing > 0 && !totals.includes(month_abbrev),
  );
  const provisionalYears = Math.max(0, ...statistics.map(({ provisional }) => provisional ?? 0));
  return {
    section: 'reach-gains',
    entries: [
      {
        term: 'Formula',
        text: `The daily mean gains of the period in cfs, added up and multiplied by ${reportedAcreFeetPerCfsDay} acre-feet, rounded once. Statistics are those of the years’ own complete sums, for months as for totals; each needs ${yearRule}.`,
      },
      {
        term: 'Compared with',
        text: 'The same month, season or dates of all other years without missing days',
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
      { term: 'Incomplete', text: `${countOf(incomplete.length, 'month')} with missing days` },
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
