import type { ReachGainSeason } from '#contract/reach-gain-season.ts';
import { formatDischarge } from '#domain/quantity.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { type CsvCell, toCsvFile } from '#lib/csv.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import { describePlace } from './season-text.ts';

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
      { term: 'Rank', text: describePlace(sum.rank, sum.low_rank, sum.years) },
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
