import { describeOmittedValues } from '#domain/flags.ts';
import type { HealthRow } from './columns.ts';

const inches = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** Describes a year in a popup: `106 % of median peak, 25.4 in peak`. */
export function describeHealth(row: HealthRow | undefined, year: number): string {
  const found = row?.byYear.get(year);
  if (!found) return 'No SNOTEL data available';
  const peak = `${inches.format(found.inches)} in peak${found.toDate ? ' to date' : ''}`;
  const summary =
    found.percent === null
      ? `${peak}; fewer than 10 years from 1991 to 2020, so no percentage`
      : `${Math.round(found.percent)} % of median peak, ${peak}`;
  return [summary, describeOmittedValues(found.flagged)].filter(Boolean).join('; ');
}
