import { formatUsDate } from '#lib/calendar.ts';
import { formatValue } from '#lib/format-number.ts';

/** The subtitle of every graph with statistics, as the specification words it. */
export const normalsNote =
  '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020';

type Latest = {
  readonly rdate: string;
  readonly value: number;
  readonly approval: string;
  readonly rank: number;
  readonly years: number;
  readonly percent_of_median: number | null;
};

/**
 * Describes the latest value: its date, its rank among the years on record for that day, and its percentage of the
 * median. The highest depth to water is the deepest.
 */
export function describeStanding(latest: Latest | null, units: string): string {
  if (!latest) return 'This record has no values yet.';
  const { rdate, value, approval, rank, years, percent_of_median: percent } = latest;
  const provisional = approval === 'P' ? ', provisional' : '';
  const rankText =
    years === 1
      ? 'the only year on record for that day'
      : `${describeRank(rank, years)} of ${years} years on record for that day`;
  const percentText = percent === null ? '' : `, ${Math.round(percent)} % of the 1991–2020 median`;
  return `Latest: ${formatValue(value)} ${units} on ${formatUsDate(rdate)}${provisional}; ${rankText}${percentText}.`;
}

function describeRank(rank: number, years: number): string {
  if (rank === 1) return 'the highest';
  return rank === years ? 'the lowest' : `${formatOrdinal(rank)} highest`;
}

/** `1st`, `2nd`, `11th` */
export function formatOrdinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}
