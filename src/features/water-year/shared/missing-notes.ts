import type { StandingRecord } from '#contract/water-year.ts';
import { maxBridgedDays } from '#domain/cumulative-volume.ts';
import type { YearKind } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod, secondHalfFrom } from '#domain/statistics.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import type { Comparison } from './comparison-chart.ts';

const halves = {
  early: `${normalPeriod.from}–${secondHalfFrom - 1}`,
  late: `${secondHalfFrom}–${normalPeriod.to}`,
};

type Choice = Pick<SeasonSelection, 'series' | 'year' | 'measure'>;

/** Lists the chosen series without data, and which rule leaves statistics without enough years. */
export function missingNotes(
  { records, standing }: Pick<Comparison, 'records' | 'standing'>,
  { series, year, measure }: Choice,
): readonly string[] {
  const present = new Set(records.map((each) => each.series_desc));
  const missing = series.filter((each) => !present.has(each));
  const statistics = missing.filter((each) => !isYear(each));
  const years = missing.filter(isYear);
  const notes: string[] = [];
  if (statistics.length > 0) {
    notes.push(`There are no statistics (${statistics.join(', ')}): ${failedRule(standing, measure)}`);
  }
  if (years.length > 0) {
    const start = measure === 'volume' ? ', or none at its beginning' : '';
    notes.push(`There is no data for ${nameYearKind(year)} ${years.join(', ')}${start}.`);
  }
  return notes;
}

function failedRule(
  {
    normal_years: all,
    later_normal_years: late,
    parameter_ndx: parameter,
  }: Pick<StandingRecord, 'normal_years' | 'later_normal_years' | 'parameter_ndx'>,
  measure: Choice['measure'],
): string {
  const [years, detail] =
    measure === 'volume'
      ? [`complete years`, ` A year is complete if none of its gaps is longer than ${maxBridgedDays} days.`]
      : ['years', ''];
  const period = `${normalPeriod.from} to ${normalPeriod.to}`;
  if (all < minYearsForMedian) {
    return `they need ${minYearsForMedian} ${years} from ${period}, and this record has ${all}.${detail}`;
  }
  const early = all - late;
  if (early < minYearsOfHalf || late < minYearsOfHalf) {
    return `they need ${minYearsOfHalf} ${years} in each half of ${period}, and this record has ${early} in ${halves.early} and ${late} in ${halves.late}.${detail}`;
  }
  const unit = wellParameters.has(parameter) ? 'month' : 'day';
  return `they need the same ${unit} in ${minYearsForMedian} years from ${period}, ${minYearsOfHalf} of them in each half. This record has values in ${all} years, but too few in any one ${unit}.`;
}

function isYear(series: string): boolean {
  return /^\d{4}$/.test(series);
}

function nameYearKind(kind: YearKind): string {
  return kind === 'water' ? 'water year' : 'irrigation year';
}
