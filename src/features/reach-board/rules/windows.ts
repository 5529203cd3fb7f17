import { weekDays } from '#domain/finding/day-values.ts';
import { type FindingPlace, placeOf, yearBeforeOf } from '#domain/finding/place.ts';
import { reportedAcreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { daysOfSeason, latestSeasonOf, type SeasonStart } from '#domain/season/gain-season.ts';
import { yearOf } from '#domain/season/season.ts';
import type { DaySpan, SpanSums } from '#domain/season/span-sums.ts';
import { normalPeriod, statisticOf, type YearValue } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';

/** The parts of a season that a reach is judged by: its last seven days, and month and season to date. */
export const boardWindows = ['week', 'month', 'season'] as const;
export type BoardWindow = (typeof boardWindows)[number];

/**
 * The windows that end on a day. The season is the latest that has begun; one that is over ends on its last day. A month
 * with the same days as the season has no window of its own. `whole` is the season to its last day.
 */
export function windowsOf(
  on: DayNumber,
  start: SeasonStart,
): {
  readonly week: DaySpan;
  readonly month: DaySpan | undefined;
  readonly season: DaySpan;
  readonly whole: DaySpan;
} {
  const { year, month } = dayParts(on);
  const { first, last } = daysOfSeason(latestSeasonOf(on, start), start);
  const whole = { first, last };
  const season = { first, last: Math.min(on, last) };
  const ofMonth = { first: dayFromParts(year, month, 1), last: on };
  const isSeason = ofMonth.first === season.first && ofMonth.last === season.last;
  return {
    week: { first: on - weekDays + 1, last: on },
    month: isSeason ? undefined : ofMonth,
    season,
    whole,
  };
}

/**
 * The same dates in another year; the last day February 29 becomes February 28 where there is none. A week stays seven days
 * long.
 */
function shiftYears({ first, last }: DaySpan, years: number, name: BoardWindow): DaySpan {
  const shift = (day: DayNumber) => {
    const { year, month, day: ofMonth } = dayParts(day);
    const shifted = dayFromParts(year + years, month, ofMonth);
    return dayParts(shifted).day === ofMonth ? shifted : shifted - 1;
  };
  const end = shift(last);
  return { first: name === 'week' ? end - weekDays + 1 : shift(first), last: end };
}

function gainOf(sums: SpanSums, name: BoardWindow, span: DaySpan) {
  const found = sums.of(span);
  if (!found || (name === 'week' && found.estimated > 0)) return undefined;
  const value = name === 'week' ? found.sum / weekDays : found.sum * reportedAcreFeetPerCfsDay;
  // Sums of equal decimals in other years are to be equal.
  return { value: tidyNumber(value), estimated: found.estimated };
}

/** The gains of the same days in all years that have them all. */
function gainsOfYears(sums: SpanSums, name: BoardWindow, span: DaySpan): (YearValue & DaySpan)[] {
  const { year } = dayParts(span.last);
  const from = dayParts(sums.first ?? span.first).year;
  const to = Math.max(year, normalPeriod.to, dayParts(sums.last ?? span.last).year);
  return Array.from({ length: to - from + 1 }, (_, at) => shiftYears(span, from + at - year, name)).flatMap(
    (days) => {
      const found = gainOf(sums, name, days);
      return found ? [{ ...days, year: yearOf(days.last, 'water'), value: found.value }] : [];
    },
  );
}

/** What a reach gained in a window, and where that stands among the same days of other years. */
export type ReachWindow = DaySpan &
  FindingPlace & {
    readonly year_before: ReturnType<typeof yearBeforeOf>;
    /** The mean in cfs of a week, the sum in acre-feet of a month or season. Not rounded. */
    readonly gain: number;
    /** Days of the window that bridge a gap. */
    readonly estimated: number;
  };

/** Below these medians a percentage is one of next to nothing: cfs of a week, acre-feet of a month or season. */
const minMedianForPercent: Record<BoardWindow, number> = { week: 100, month: 5000, season: 5000 };

/**
 * Compares a window with the same days of every other year that has them all; a week is compared only where no day is
 * estimated, as on the page Today. The statistics are those of 1991–2020; with a `whole` season, of those of its years that are
 * complete to their last day, as on the page of a reach. Undefined unless all days of the window have a value.
 */
export function windowGainOf(
  sums: SpanSums,
  name: BoardWindow,
  span: DaySpan,
  whole?: DaySpan,
): ReachWindow | undefined {
  const own = gainOf(sums, name, span);
  if (!own) return undefined;
  const all = gainsOfYears(sums, name, span);
  const { year } = dayParts(span.last);
  const isWhole = ({ last }: DaySpan) =>
    !whole || sums.of(shiftYears(whole, dayParts(last).year - year, 'season')) !== undefined;
  const statistic = statisticOf(all.filter(isWhole));
  const peers = all.filter(({ last }) => last <= span.last);
  const parameter = parameterNdx.reachGain;
  const place = placeOf(own.value, { statistic, peers, parameter });
  const before = peers.find((each) => each.year === yearOf(span.last, 'water') - 1);
  const isRatio = statistic && own.value > 0 && statistic.median >= minMedianForPercent[name];
  return {
    ...span,
    ...place,
    of: place.of && { ...place.of, percent: isRatio ? place.of.percent : null },
    year_before: yearBeforeOf(
      before && { rdate: formatDay(before.last), value: before.value },
      statistic,
      parameter,
    ),
    gain: own.value,
    estimated: own.estimated,
  };
}

/** The gage at an end of a reach, or at several whose flows add up; `sign` is 1 where water leaves and -1 where it enters. */
export type ReachEnd = { readonly sign: 1 | -1; readonly sums: SpanSums };

/**
 * How far the gain of a window may be off if each gage is off by a share of its flow over the whole window: the root of the
 * sum of the squares. In the unit of the window's gain; undefined unless all gages have all days.
 */
export function gageErrorOf(
  ends: readonly ReachEnd[],
  name: BoardWindow,
  span: DaySpan,
  share: number,
): number | undefined {
  let squares = 0;
  for (const { sums } of ends) {
    const found = sums.of(span);
    if (!found) return undefined;
    squares += (share * found.sum) ** 2;
  }
  if (ends.length === 0) return undefined;
  return Math.sqrt(squares) * (name === 'week' ? 1 / weekDays : reportedAcreFeetPerCfsDay);
}

/** The ends of a chain of reaches: a gage that water both leaves and enters is no end. By the gages' ids. */
export function endsOfChain(
  reaches: readonly { readonly from: string; readonly to: string }[],
): readonly { readonly id: string; readonly sign: 1 | -1 }[] {
  const signs = new Map<string, number>();
  for (const { from, to } of reaches) {
    signs.set(from, (signs.get(from) ?? 0) - 1);
    signs.set(to, (signs.get(to) ?? 0) + 1);
  }
  return [...signs].flatMap(([id, sign]) => (sign === 0 ? [] : [{ id, sign: sign > 0 ? 1 : -1 } as const]));
}

/** A line of fewer weeks than this has a point for each day. */
const minWeeks = 8;

/**
 * Means in cfs of the whole weeks of a season, the last up to its last day, or of its days where those are few weeks, and the
 * medians of the same in 1991–2020; null where a day is missing, or where the years are too few.
 */
export function weeksOf(sums: SpanSums, { first, last }: DaySpan) {
  const days = last - first + 1;
  const step = days < minWeeks * weekDays ? 1 : weekDays;
  const count = Math.floor(days / step);
  const spans = Array.from({ length: count }, (_, at) => {
    const end = last - (count - 1 - at) * step;
    return { first: end - step + 1, last: end };
  });
  return {
    weeks: spans.map((span) => {
      const found = sums.of(span);
      return found ? found.sum / step : null;
    }),
    usual: spans.map((span) => {
      if (step === weekDays) return statisticOf(gainsOfYears(sums, 'week', span))?.median ?? null;
      const volume = statisticOf(gainsOfYears(sums, 'season', span))?.median;
      return volume === undefined ? null : volume / reportedAcreFeetPerCfsDay;
    }),
  };
}
