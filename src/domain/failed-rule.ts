import {
  areEnoughYears,
  minYearsForMedian,
  minYearsOfHalf,
  normalPeriod,
  secondHalfFrom,
} from './statistics/statistics.ts';
import { wellParameters } from './vocabulary.ts';

/** The years of 1991–2020 in which a record has values, and those of them from 2006 on. */
type NormalYears = {
  readonly normal_years: number;
  readonly later_normal_years: number;
  readonly parameter_ndx: number;
};

const halves = {
  early: `${normalPeriod.from}–${secondHalfFrom - 1}`,
  late: `${secondHalfFrom}–${normalPeriod.to}`,
};

/** Whether a record has the years that statistics need; those of a single day or month may still be too few. */
export function hasEnoughYears({
  normal_years: all,
  later_normal_years: late,
}: Omit<NormalYears, 'parameter_ndx'>): boolean {
  return areEnoughYears(all - late, late);
}

/**
 * Says which rule leaves a record without statistics: `they need 10 years from 1991 to 2020, and this record has 4.` Volumes
 * count `complete years`, and `detail` says what these are.
 */
export function describeFailedRule(
  years: NormalYears,
  { noun, detail }: { readonly noun: string; readonly detail: string } = { noun: 'years', detail: '' },
): string {
  const { normal_years: all, later_normal_years: late, parameter_ndx: parameter } = years;
  const period = `${normalPeriod.from} to ${normalPeriod.to}`;
  if (all < minYearsForMedian) {
    return `they need ${minYearsForMedian} ${noun} from ${period}, and this record has ${all}.${detail}`;
  }
  if (!hasEnoughYears(years)) {
    return `they need ${minYearsOfHalf} ${noun} in each half of ${period}, and this record has ${all - late} in ${halves.early} and ${late} in ${halves.late}.${detail}`;
  }
  const unit = wellParameters.has(parameter) ? 'month' : 'day';
  return `they need the same ${unit} in ${minYearsForMedian} years from ${period}, ${minYearsOfHalf} of them in each half. This record has values in ${all} years, but too few in any one ${unit}.`;
}
