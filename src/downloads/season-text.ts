import type { ReachGainSeason } from '#contract/reach-gain-season.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import type { SeasonStart } from '#domain/gain-season.ts';
import { minYearsForMedian, minYearsOfHalf } from '#domain/statistics.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf, formatRank } from '#lib/count-text.ts';
import { formatWhole } from '#lib/format-number.ts';

export const seasonNames: Readonly<Record<SeasonStart, string>> = {
  nov: 'November 1',
  oct: 'October 1',
  may: 'May 1',
};

/** `3rd lowest of 41 years with all of these days`, from the nearer end. */
export function describePlace(rank: number, lowRank: number, years: number): string {
  if (years === 1) return 'the only year with all of these days';
  const place = formatRank(rank, lowRank);
  return `${/^\d/.test(place) ? place : `the ${place}`} of ${years} years with all of these days`;
}

/** With its sign: `+1,234`, `−1,234`, `0`. */
export function formatDifference(difference: number): string {
  return difference >= 0.5 ? `+${formatWhole(difference)}` : formatWhole(difference);
}

/** The period and the number of the seasons that are compared with: `1991–2020, 30 complete seasons`. */
export function describeReference({
  reference: { from, to, count },
}: Pick<ReachGainSeason, 'reference'>): string {
  return `${from}–${to}, ${count === 0 ? 'no complete season' : countOf(count, 'complete season')}`;
}

/** What the sum of the season leaves out, and what there is nothing to compare with. */
export function seasonNotes(season: ReachGainSeason): readonly string[] {
  const { sum, latest, from, reference, ground, days_missing: missing } = season;
  const notes: string[] = [];
  if (!sum) {
    notes.push(`There is no sum from ${formatUsDate(from)} on: its first days have no value. ${bridgeNote}`);
  } else if (sum.through < latest) {
    notes.push(
      `The sum ends on ${formatUsDate(sum.through)}, before a gap of more than ${maxBridgedDays} days: of the days up to ${formatUsDate(latest)}, ${missing} have no value. Others are compared to ${formatUsDate(sum.through)} too.`,
    );
  }
  if (!ground) {
    notes.push(
      `There is no median of ${reference.from}–${reference.to}: ${countOf(reference.count, 'season')} ${reference.count === 1 ? 'is' : 'are'} complete, and it needs ${minYearsForMedian}, at least ${minYearsOfHalf} of them in each half of the period.`,
    );
  }
  if (sum && sum.last_year !== null && sum.last_year_gain === null)
    notes.push(
      `The sum of ${sum.last_year} ended before this date, at a gap of more than ${maxBridgedDays} days.`,
    );
  return notes;
}

const bridgeNote = `Gaps of up to ${maxBridgedDays} days are bridged by a straight line, longer ones are not.`;

/** How the sums and their comparison are computed. */
export function seasonFormula(start: SeasonStart): string {
  return `The daily mean gains in cfs from ${seasonNames[start]} on, added up and multiplied by 1.983 acre-feet. ${bridgeNote} A longer gap ends the sum of its season. Other seasons are summed to the same date; February 29 counts in leap years. Bands and median rest on the same seasons every day: those that are complete to their last day.`;
}

/** What the needed pace is. */
export const paceFormula =
  'The median of the complete seasons at their end less the gain so far, divided by the days that are left. Beside it is the median of what these seasons gained on the same days.';
