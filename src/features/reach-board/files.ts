import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { formatDischarge } from '#domain/quantity.ts';
import type { SeasonStart } from '#domain/season/gain-season.ts';
import { describeGainPlace } from '#domain/season/gain-units.ts';
import { minYearsForMedian, minYearsOfHalf } from '#domain/statistics/statistics.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { type CsvCell, toCsvFile } from '#lib/csv.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import type { ReachGainSeason } from './contract.ts';

export const seasonNames: Readonly<Record<SeasonStart, string>> = {
  nov: 'Nov 1',
  oct: 'Oct 1',
  may: 'May 1',
};

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

/** A gain to the same date that the season is compared with; null if that year's sum has ended before. */
export type ComparedGain = {
  readonly name: string;
  readonly gain: number | null;
  /** The running season less this, in acre-feet. */
  readonly difference: number | null;
};

/** The figures of a season: its gain and those that it is compared with, then what they rest on, in words. */
export type SeasonFigures = {
  readonly gains: readonly ComparedGain[];
  readonly facts: readonly { readonly term: string; readonly text: string }[];
};

/** Lists the figures of a season that has a sum. Undefined without one. */
export function seasonFigures(season: ReachGainSeason): SeasonFigures | undefined {
  const { sum, reference, from } = season;
  if (!sum) return undefined;
  const compared = (name: string, gain: number | null): ComparedGain => ({
    name,
    gain,
    difference: gain === null ? null : sum.gain - gain,
  });
  const years = `${reference.from}–${reference.to}`;
  return {
    gains: [
      {
        name: `${formatUsDate(from)} to ${formatUsDate(sum.through)}${sum.approval === 'P' ? ', provisional' : ''}`,
        gain: sum.gain,
        difference: null,
      },
      ...(sum.median === null ? [] : [compared(`Median of ${years}`, sum.median)]),
      ...(sum.lowest_year === null ? [] : [compared(`Lowest of ${years}: ${sum.lowest_year}`, sum.minimum)]),
      ...(sum.last_year === null ? [] : [compared(`Last year: ${sum.last_year}`, sum.last_year_gain)]),
    ],
    facts: [
      { term: 'Rank', text: describeGainPlace(sum.rank, sum.low_rank, sum.years) },
      ...(sum.median === null
        ? []
        : [{ term: 'Percent of the median', text: percentText(sum.percent_of_median) }]),
      { term: 'To end at the median', text: describePace(season) },
      { term: 'Days', text: describeDays(season) },
    ],
  };
}

function percentText(percent: number | null): string {
  return percent === null ? 'None: the median is not above zero, or small' : formatPercent(percent);
}

/** `286 AF a day, 144 cfs, on each of 344 days to 10/31/2027 (median 98,400 AF); other years had 151 cfs` */
function describePace({ pace, sum, latest, ends, ground }: ReachGainSeason): string {
  if (!pace) {
    if (latest === ends) return 'The season has ended';
    if (!ground) return 'Unknown without a median';
    return sum && sum.through < latest ? 'Unknown: the sum ends at a gap' : 'Unknown';
  }
  const { acre_feet_per_day, cfs, usual_cfs, days_left, median_at_end } = pace;
  const days =
    days_left === 1 ? 'on the last day' : `on each of ${countOf(days_left, 'day')} to ${formatUsDate(ends)}`;
  return `${formatWhole(acre_feet_per_day)} AF a day (${formatDischarge(cfs)} cfs) ${days}, where the median is ${formatWhole(median_at_end)} AF. Other years had a median of ${formatDischarge(usual_cfs)} cfs on these days.`;
}

function describeDays({ sum, days_missing: missing }: ReachGainSeason): string {
  if (!sum) return '';
  const { days_measured, days_estimated } = sum;
  return [
    `${days_measured} with a value`,
    days_estimated > 0 && `${days_estimated} estimated`,
    missing > 0 ? `${missing} missing` : 'none missing',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Exports the figures. The lines of `comment` come first, each after `# `. */
export function toFiguresCsv(figures: SeasonFigures, comment: readonly string[]): string {
  return toCsvFile(comment, toFiguresTable(figures));
}

/** The cells of the figures, their header first. */
export function toFiguresTable({ gains, facts }: SeasonFigures): readonly (readonly CsvCell[])[] {
  return [
    ['Figure', 'Gain (AF)', 'Difference (AF)', 'Text'],
    ...gains.map(({ name, gain, difference }) => [name, gain, difference, null]),
    ...facts.map(({ term, text }) => [term, null, null, text]),
  ];
}
