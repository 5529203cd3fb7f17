import { type BarMarks, barOf, noNormal } from '#domain/finding/finding.ts';
import { comparedGains, compareGain, type Placed, type StandingText } from '#domain/finding/group-text.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { toneOf } from '#domain/statistics/percentile-class.ts';
import { monthName } from '#lib/calendar-names.ts';
import { countOf, formatRank } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';

/** What a reach gained in a week in cfs, or in a month or season in acre-feet, as the API has it. */
export type WindowFigures = Placed & { readonly gain: number; readonly error: number | null };

/** The windows of a reach, or of a sum of reaches. */
type WindowsFigures = {
  readonly week: WindowFigures | null;
  readonly month: WindowFigures | null;
  readonly season: WindowFigures | null;
};
type WindowName = keyof WindowsFigures;

export type WindowText = {
  /** `+2,190 cfs`, `−10.6 KAF` */
  readonly value: string;
  /** `± 420 cfs`, of the gages' errors. */
  readonly error: string | undefined;
  /** `96 % of the median, 7th lowest of 46 years`; why there is no normal. */
  readonly place: string;
  readonly bar: BarMarks | undefined;
};

const quantityOf = (gain: number, window: WindowName) =>
  describeQuantity(gain, window === 'week' ? 'cfs' : 'AF');

/** A gain with its sign: `+2,190 cfs`. */
export function describeGain(gain: number, window: WindowName): string {
  return `${gain > 0 ? '+' : ''}${quantityOf(gain, window)}`;
}

/** Describes the gain of a window, and where it stands. */
export function describeWindow(figures: WindowFigures, window: WindowName): WindowText {
  const { gain, error, of, rank } = figures;
  const years = rank && `${formatRank(rank.rank, rank.low_rank)} of ${countOf(rank.years, 'year')}`;
  const difference = of && quantityOf(Math.abs(gain - of.median), window);
  const comparison =
    of === null
      ? noNormal({ rank, interval_days: 1 })
      : of.percent === null
        ? `${difference} ${gain < of.median ? 'under' : 'over'} the median`
        : `${formatPercent(of.percent)} of the median`;
  return {
    value: describeGain(gain, window),
    error: error === null ? undefined : `± ${quantityOf(error, window)}`,
    place: [comparison, of && years].filter(Boolean).join(', '),
    bar: barOf(figures, false),
  };
}

/** Whether a reach gains or loses, and whether that is usual, by its week: `losing more than usual`. */
export function describeGaining({ week }: Pick<WindowsFigures, 'week'>): StandingText['class'] {
  if (week === null) return undefined;
  const { gain, class: name, of } = week;
  if (name === null || of === null) return { text: gain >= 0 ? 'gaining' : 'losing', tone: 'normal' };
  return { text: compareGain(gain, name, of.median), tone: toneOf(name) };
}

type NeedFigures = {
  readonly season: WindowFigures;
  readonly reference_gain?: number | null | undefined;
  readonly pace?:
    | { readonly days_left: number; readonly cfs: number; readonly usual: number }
    | null
    | undefined;
};

/**
 * `to end at the median: +45 cfs for 108 days, usually +30 cfs`; undefined where there is no pace, or where it leads to
 * another median than that beside it: of other years.
 */
export function describeNeed({ season, reference_gain: reference, pace }: NeedFigures): string | undefined {
  const isSameMedian =
    reference != null &&
    season.of !== null &&
    Math.abs(reference - season.of.median) <= Math.abs(reference) * 1e-6;
  if (!pace || !isSameMedian) return undefined;
  const [needed, usual] = [describeGain(pace.cfs, 'week'), describeGain(pace.usual, 'week')];
  return `to end at the median: ${needed} for ${countOf(pace.days_left, 'day')}, usually ${usual}`;
}

/** The reaches of a day, as the API has them. */
export type BoardFigures = {
  readonly on: string;
  readonly reaches: readonly (WindowsFigures & { readonly loc_name: string })[];
  readonly sum: (WindowsFigures & { readonly names: readonly string[] }) | null;
};

const numerals = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `five`, `11` */
export function countWord(count: number): string {
  return numerals[count] ?? String(count);
}

/** The sum of the reaches, then the window that is furthest from its median. */
export function describeBoard({ on, reaches, sum }: BoardFigures): string {
  const sentences: string[] = [];
  if (sum?.week) {
    const { gain, class: name } = sum.week;
    const [verb, side] = gain >= 0 ? (['gain', 0] as const) : (['lose', 1] as const);
    const compared = name === null ? '' : `, ${comparedGains[name][side]}`;
    sentences.push(
      `The ${countWord(sum.names.length)} reaches ${verb} ${quantityOf(Math.abs(gain), 'week')}${compared}.`,
    );
  }
  const windows = reaches.flatMap(({ loc_name, ...all }) =>
    (['week', 'month', 'season'] as const).flatMap((window) => {
      const { percentile = null, rank = null } = all[window] ?? {};
      if (percentile === null || rank === null) return [];
      return [{ loc_name, window, rank, distance: Math.abs(percentile - 50) }];
    }),
  );
  const [first] = windows.toSorted((one, other) => other.distance - one.distance);
  if (first && first.distance > 25) {
    const { loc_name, window, rank } = first;
    const time = { week: 'the week', month: `${monthName(on)} so far`, season: 'the season so far' }[window];
    const place = formatRank(rank.rank, rank.low_rank);
    sentences.push(`${loc_name}: ${time} is the ${place} of ${countOf(rank.years, 'year')}.`);
  }
  return sentences.join(' ');
}
