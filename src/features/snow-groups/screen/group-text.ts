import { percentOf } from '#domain/statistics/percent-of.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { addDays, dayNumber, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay, weekdayAndDate } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed, formatPercent, formatWhole } from '#lib/format-number.ts';
import { formatInches, formatMonthDay } from '../../snotel/index.ts';
import type { SnowBand, SnowBoard, SnowBoardGroup, SnowChange, SnowGroup } from '../contract.ts';
import type { SnowFact } from './SnowCurve.tsx';

/** Most snow for the date first; groups without a percentage last, in their own order. */
export function rankGroups(groups: readonly SnowBoardGroup[]): readonly SnowBoardGroup[] {
  const percentOf = ({ percent_of_median: percent }: SnowBoardGroup) => percent ?? Number.NEGATIVE_INFINITY;
  return groups.toSorted((one, other) => {
    const [first, second] = [percentOf(one), percentOf(other)];
    return first === second ? 0 : second - first;
  });
}

/** `+0.4 in`, `−1.2 in`, `0.0 in` */
export function describeInches(change: number): string {
  const text = formatFixed(Math.abs(change), 1);
  if (Number(text) === 0) return `${text} in`;
  return `${change > 0 ? '+' : '−'}${text} in`;
}

/** `usually +0.8 in`, and over how many sites where some lack a day. */
export function describeUsual({ usual, count }: SnowChange, sites: number): string {
  const usually = usual === null ? '' : `usually ${describeInches(usual)}`;
  return [usually, count < sites && countOf(count, 'site')].filter(Boolean).join(', ');
}

/** `since Tue, Nov 17` */
export function describeSince(on: string, days: number): string {
  const day = addDays(on, -days);
  return `since ${weekdayAndDate(day).slice(0, 3)}, ${monthAndDay(day)}`;
}

/** Where most and least snow is for the date, and what the last week did. */
export function describeGroups({ groups }: Pick<SnowBoard, 'groups'>): string {
  const ranked = rankGroups(groups).filter((each) => each.percent_of_median !== null);
  const [first, last] = [ranked[0], ranked.at(-1)];
  if (!first || !last) return 'There is too little snow for a percentage of the median.';
  const say = ({ label, percent_of_median: percent }: SnowBoardGroup) =>
    `${label}, ${formatPercent(percent ?? 0)}`;
  const standing =
    first === last
      ? `${say(first)} of the median.`
      : `Most snow for the date: ${say(first)} of the median. Least: ${say(last)}.`;
  const changes = groups.flatMap(({ changes: all }) => all.find(({ days }) => days === 7)?.change ?? []);
  if (changes.length === 0) return standing;
  const [low, high] = [Math.min(...changes), Math.max(...changes)].map(describeInches);
  return `${standing} In 7 days ${low === high ? low : `${low} to ${high}`}.`;
}

/** `8,000 ft and above`, `7,000 to 8,000 ft`, `Below 7,000 ft`, `All elevations` */
export function describeBand({ from_ft: from, to_ft: to }: Pick<SnowBand, 'from_ft' | 'to_ft'>): string {
  if (from === null) return to === null ? 'All elevations' : `Below ${formatWhole(to)} ft`;
  return to === null ? `${formatWhole(from)} ft and above` : `${formatWhole(from)} to ${formatWhole(to)} ft`;
}

/** `119 %`, or why there is none. */
export function describeBandPercent({ percent_of_median: percent, count, few_sites }: SnowBand): string {
  if (count === 0) return 'no site';
  if (percent === null) return 'too little snow';
  return `${formatPercent(percent)}${few_sites ? ', few sites' : ''}`;
}

/** What a manager asks of a group: the snow now, its peak, where past years would lead, and the melt-out. */
export function groupFacts(group: SnowGroup, now: SnowBoardGroup): readonly SnowFact[] {
  const { records, on, peak, usual_peak, melt_out, usual_melt_out, ways } = group;
  const year = String(waterYear(dayNumber(on)));
  const value = records.findLast(({ series_desc }) => series_desc === year)?.rvalue;
  const share = peak && percentOf(peak.value, usual_peak?.value, parameterNdx.swe);
  const usualPeak =
    usual_peak &&
    `${share ? `${formatPercent(share)} of the usual` : 'usually'} ${formatInches(usual_peak.value)} about ${formatMonthDay(`2000-${usual_peak.month_day}`)}`;
  const range = ({ low, high }: { low: string; high: string }) => (low === high ? low : `${low}–${high}`);
  return [
    {
      term: 'Mean of the sites',
      text: value === undefined ? 'No value' : `${formatInches(value)} on ${formatUsDate(on)}`,
      note: `${now.percent_of_median === null ? 'no percentage' : `${formatPercent(now.percent_of_median)} of the median`}, ${countOf(group.sites, 'site')}`,
    },
    {
      term: 'Peak to date',
      text: peak ? `${formatInches(peak.value)} on ${formatUsDate(peak.rdate)}` : 'No value',
      note: usualPeak ?? 'no usual peak: too few years',
    },
    ...(ways
      ? [
          {
            term: 'Peak, if past years came again',
            text: `${formatInches(ways.peak.middle)} (${range({ low: formatFixed(ways.peak.low, 1), high: formatInches(ways.peak.high) })})`,
            note: `about ${formatMonthDay(ways.peak_day.middle)} (${range({ low: formatMonthDay(ways.peak_day.low), high: formatMonthDay(ways.peak_day.high) })}), 8 of 10 years`,
          },
        ]
      : []),
    {
      term: 'Melt-out',
      text: melt_out ? formatUsDate(melt_out) : 'Not yet',
      note: usual_melt_out
        ? `usually ${formatMonthDay(`2000-${usual_melt_out.month_day}`)}`
        : 'no usual melt-out: too few years',
    },
  ];
}

/** What the ways of past years are and how well they did; why there are none. */
export function describeWays({ ways, no_ways, on, usual_peak }: SnowGroup): string {
  if (ways) {
    const { years, held, error, usual_error, is_skilled } = ways;
    return `The fan is no forecast: it adds to the snow of ${monthAndDay(on)} what each of ${years} past years gained from that day on. Done for each past year from the others, its range held the peak ${held} of ${years} times, and its middle missed it by ${formatInches(error)} on average; the usual peak missed it by ${formatInches(usual_error)}.${is_skilled ? '' : ' On this date that is not surely better than the usual peak.'}`;
  }
  if (no_ways === 'past peak' && usual_peak)
    return `The usual day of the peak, ${formatMonthDay(`2000-${usual_peak.month_day}`)}, is past: past years show no way to a peak.`;
  if (no_ways === 'no value') return 'Too few sites have a value: past years show no way to a peak.';
  return `Past years show no way to a peak: ${minYearsForMedian} are needed that have all days from this date to June 30, and a usual peak.`;
}

/** Why the normals are missing; nothing where they are there. */
export function describeNoNormals({ records }: SnowGroup): readonly string[] {
  if (records.some(({ series_desc }) => series_desc === 'Median')) return [];
  const { from, to } = normalPeriod;
  return [
    `There are no bands and no median: they need ${minYearsForMedian} years from ${from} to ${to} whose days all have a value, ${minYearsOfHalf} in each half.`,
  ];
}
