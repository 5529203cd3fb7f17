import { formatUsDate } from '#lib/calendar.ts';
import { countOf, formatRank } from '#lib/count-text.ts';
import { formatPercent, formatSignificant } from '#lib/format-number.ts';
import { judgeFreshness } from '../freshness.ts';
import {
  aboveCapacity,
  describeChange,
  describeFullness,
  describeQuantity,
  isAboveCapacity,
} from '../quantity.ts';
import { minSweForPercent } from '../statistics/percent-of.ts';
import { type StandingClass, type StandingTone, toneOf } from '../statistics/percentile-class.ts';
import { parameterNdx } from '../vocabulary.ts';
import { type BarMarks, barOf, describePlace, type Finding, noNormal, withheldFinding } from './finding.ts';

/** Where a sum or a mean stands, as the API has it. */
export type Placed = Pick<Finding, 'class' | 'percentile' | 'of' | 'rank' | 'year_before'>;

/** The storage of a system on a day, in a unit such as `AF`; `capacity` is null where it is not known. */
export type StorageFigures = {
  readonly is_withheld: boolean;
  readonly units_name: string;
  readonly capacity: number | null;
  readonly newest: string | null;
  readonly missing: readonly string[];
  /** What each reservoir holds; the figures of a past season have none. */
  readonly members?: readonly (Pick<Finding, 'value' | 'capacity'> & { readonly loc_name: string })[];
  readonly total:
    | (Placed & {
        readonly rdate: string;
        readonly value: number;
        readonly changes: readonly { readonly days: number; readonly change: number | null }[];
        readonly provisional: number;
      })
    | null;
};

/** What stands beside a bar, or in its place: class and place, or why there are none. */
export type StandingText = {
  readonly class: { readonly text: string; readonly tone: StandingTone } | undefined;
  readonly standing: string;
  readonly bar: BarMarks | undefined;
};

/** The standing without its class, which has a color of its own: `16th percentile of 30 years`. Undefined where nothing follows it. */
export function standingAfterClass({ class: name, standing }: StandingText): string | undefined {
  if (name === undefined || !standing.startsWith(name.text)) return standing;
  return standing.slice(name.text.length).replace(/^, /, '') || undefined;
}

export type StorageText = StandingText & {
  /** `1.58 MAF`; `no total` while it is withheld. */
  readonly value: string;
  /** `39 % full`; undefined without a capacity. */
  readonly fullness: string | undefined;
  /** `+48 KAF in 7 days`, for 1, 7 and 30 days; empty without a total. */
  readonly changes: readonly string[];
  /** `249 KAF under the median` */
  readonly comparison: string | undefined;
  /** `323 KAF less than a year before` */
  readonly yearChange: string | undefined;
  /** `9th lowest of 46 years`; undefined where the class says it. */
  readonly rank: string | undefined;
  /** Why there is no total, or that of an older day, and which reservoirs are above their capacity. */
  readonly remark: string | undefined;
};

/** The one figure that leads a page is in millions of acre-feet where it is one: `1.38 MAF`. */
function describeHeadline(value: number, unit: string): string {
  return unit === 'AF' && Math.abs(value) >= 999_500
    ? `${formatSignificant(value / 1e6, 3)} MAF`
    : describeQuantity(value, unit);
}

/** Describes the storage of a system. */
export function describeStorage(storage: StorageFigures): StorageText {
  const { total, units_name: unit, capacity } = storage;
  const remark =
    [describeMissing(storage), describeAboveCapacity(storage)].filter(Boolean).join(' ') || undefined;
  if (!total) {
    return {
      value: 'no total',
      fullness: undefined,
      changes: [],
      comparison: undefined,
      yearChange: undefined,
      rank: undefined,
      remark,
      class: undefined,
      standing: storage.is_withheld ? withheldFinding.standing : 'no total of all reservoirs',
      bar: undefined,
    };
  }
  const { value, changes, of, year_before, rank } = total;
  return {
    value: describeHeadline(value, unit),
    fullness: capacity === null ? undefined : describeFullness(value, capacity),
    changes: changes.map(({ days, change }) =>
      describeChange(change ?? undefined, days, { unit, isDepth: false }),
    ),
    comparison: of
      ? describeDifference(value - of.median, unit, [
          'under the median',
          'above the median',
          'equal to the median',
        ])
      : undefined,
    yearChange: year_before ? describeYearChange(value - year_before.value, unit) : undefined,
    rank: total.class?.endsWith(' on record') ? undefined : describeRank(rank),
    remark,
    ...standingOf({ ...total, parameter_ndx: parameterNdx.storage }),
  };
}

/** Class, place and bar of what is no record of a site, and so is never late. */
function standingOf(placed: Placed & Pick<Finding, 'rdate' | 'parameter_ndx'>): StandingText {
  const place = describePlace(placed, false);
  return {
    class: place && { text: place.class, tone: place.tone },
    standing: place
      ? [place.class, place.place].filter(Boolean).join(', ')
      : noNormal({ ...placed, interval_days: 1 }),
    bar: barOf(placed, false),
  };
}

/** `323 KAF less than a year before` */
export function describeYearChange(change: number, unit: string): string {
  return describeDifference(change, unit, [
    'less than a year before',
    'more than a year before',
    'the same as a year before',
  ]);
}

function describeDifference(
  difference: number,
  unit: string,
  [less, more, same]: readonly [string, string, string],
): string {
  const size = describeQuantity(Math.abs(difference), unit);
  return size === describeQuantity(0, unit) ? same : `${size} ${difference < 0 ? less : more}`;
}

/**
 * Names a place among years from the nearer end, so that the last place has a name of its own: `5th lowest of 30 years`,
 * `highest of 30 years`. Undefined for the only year, and where all are equal.
 */
export function describeRank(place: Finding['rank']): string | undefined {
  if (!place || place.years <= 1 || (place.rank === 1 && place.low_rank === 1)) return undefined;
  const { rank, low_rank, years } = place;
  return `${formatRank(rank, low_rank)} of ${countOf(years, 'year')}`;
}

/** `Ririe Reservoir and Grassy Lake` */
export function listNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

/** Storage above a capacity that may be out of date counts, and is said. */
function describeAboveCapacity({ members = [] }: StorageFigures): string | undefined {
  const names = members.filter(isAboveCapacity).map(({ loc_name }) => loc_name);
  if (names.length === 0) return undefined;
  return `${listNames(names)} ${names.length === 1 ? 'is' : 'are'} ${aboveCapacity}.`;
}

function describeMissing({ is_withheld, total, newest, missing }: StorageFigures): string | undefined {
  if (is_withheld) return 'There is no total: the values of some reservoirs need an account.';
  if (newest === null) return 'No reservoir has a value of the last 30 days.';
  if (total && total.rdate >= newest) return undefined;
  const cause =
    missing.length === 0
      ? ''
      : `${listNames(missing)} ${missing.length === 1 ? 'has' : 'have'} no value of ${formatUsDate(newest)}`;
  if (total) {
    const day = formatUsDate(total.rdate);
    return `The total is that of ${day}, the last day on which every reservoir has a value${cause && `: ${cause}`}.`;
  }
  return `There is no total: ${cause && `${cause}, and `}on no day of the last 30 do all of the reservoirs have a value.`;
}

/** The snow of a group of sites, as the API has it. */
export type SnowFigures = Placed & {
  readonly is_withheld: boolean;
  readonly rdate: string | null;
  readonly value: number | null;
  readonly median: number | null;
  readonly percent_of_median: number | null;
  readonly percent_of_peak: number | null;
  readonly count: number;
  readonly sites: number;
  readonly missing: readonly string[];
};

export type SnowText = StandingText & {
  /** `125 %`; undefined without a percentage. */
  readonly percent: string | undefined;
  /** `78 % of the median peak` */
  readonly ofPeak: string | undefined;
  /** `11 of 12 sites` */
  readonly sites: string;
  /** `without Lewis Lake Divide`; undefined where every site has a value. */
  readonly missing: string | undefined;
  /** `a year ago 198 %` */
  readonly yearBefore: string | undefined;
};

/** More names than these make a line that nobody reads. */
const maxNames = 3;

/** Describes the snow of a group: the ratio of sums, and where the sum stands among the years. */
export function describeSnow(snow: SnowFigures): SnowText {
  const { rdate, percent_of_median: percent, percent_of_peak: peak, median, count, sites, missing } = snow;
  const before = percent === null || !median ? undefined : snow.year_before?.value;
  const others = missing.length - maxNames;
  const names = others > 0 ? [...missing.slice(0, maxNames), countOf(others, 'more site')] : missing;
  const withheld = whyNoPercent(snow);
  return {
    percent: percent === null ? undefined : formatPercent(percent),
    ofPeak: peak === null ? undefined : `${formatPercent(peak)} of the median peak`,
    sites: `${count} of ${countOf(sites, 'site')}`,
    missing: missing.length === 0 ? undefined : `without ${listNames(names)}`,
    yearBefore:
      before === undefined || !median ? undefined : `a year ago ${formatPercent((100 * before) / median)}`,
    ...(withheld === undefined
      ? standingOf({ ...snow, rdate, parameter_ndx: parameterNdx.swe })
      : { class: undefined, standing: withheld, bar: undefined }),
  };
}

function whyNoPercent({
  is_withheld,
  rdate,
  count,
  percent_of_median: percent,
}: SnowFigures): string | undefined {
  if (is_withheld) return withheldFinding.standing;
  if (rdate === null) return 'no value of the last 7 days';
  if (count === 0) return 'no site has a median for the date';
  if (percent !== null) return undefined;
  return `less than ${minSweForPercent === 1 ? 'an inch' : `${minSweForPercent} inches`} of median snow: too little for a percentage`;
}

/** The gain of a reach, as the API has it. */
export type ReachFigures = Placed & {
  readonly is_withheld: boolean;
  readonly rdate: string | null;
  readonly interval_days: number;
  readonly units_name: string;
  readonly mean_7: number | null;
};

export type ReachText = StandingText & {
  /** `+2,820 cfs` */
  readonly value: string;
  /** `6 days old`, of a late one. */
  readonly age: string | undefined;
};

/** How a gain compares with others, by its class, from low to high; a loss is less where the gain is more. */
export const comparedGains: Readonly<Record<StandingClass, readonly [gain: string, loss: string]>> = {
  'lowest on record': ['least on record', 'most on record'],
  'much below normal': ['far less than usual', 'far more than usual'],
  'below normal': ['less than usual', 'more than usual'],
  normal: ['as usual', 'as usual'],
  'above normal': ['more than usual', 'less than usual'],
  'much above normal': ['far more than usual', 'far less than usual'],
  'highest on record': ['most on record', 'least on record'],
};

/** `gaining as usual`, `losing far less than usual`, `gaining, usually losing` */
export function compareGain(gain: number, name: StandingClass, median: number): string {
  const isGain = gain >= 0;
  const verb = isGain ? 'gaining' : 'losing';
  if (isGain !== median >= 0 && name !== 'normal') return `${verb}, usually ${isGain ? 'losing' : 'gaining'}`;
  return `${verb} ${comparedGains[name][isGain ? 0 : 1]}`;
}

/** Describes the mean gain of seven days: `gaining as usual`, `losing far less than usual`. */
export function describeReach(reach: ReachFigures, today: string): ReachText {
  const { rdate, interval_days, units_name: unit, mean_7: mean, class: name, of, rank } = reach;
  if (reach.is_withheld) {
    const { value, standing } = withheldFinding;
    return { value, age: undefined, class: undefined, standing, bar: undefined };
  }
  if (mean === null || rdate === null) {
    const standing = 'no seven days in a row';
    return { value: 'no value', age: undefined, class: undefined, standing, bar: undefined };
  }
  const { state, isLate, lag } = judgeFreshness(rdate, interval_days, today);
  const value = `${mean > 0 ? '+' : ''}${describeQuantity(mean, unit)}`;
  const age = isLate && lag !== null ? `${countOf(lag, 'day')} old` : undefined;
  if (state === 'ended') {
    const bar = { percentile: undefined, record: undefined, yearBefore: undefined, isLate: false };
    return { value, age, class: undefined, standing: `ended ${formatUsDate(rdate)}`, bar };
  }
  if (name === null || of === null) {
    return { value, age, class: undefined, standing: noNormal({ rank, interval_days: 1 }), bar: undefined };
  }
  const text = compareGain(mean, name, of.median);
  return {
    value,
    age,
    class: { text, tone: toneOf(name) },
    standing: [text, describePlace({ ...reach, parameter_ndx: parameterNdx.reachGain }, isLate)?.place]
      .filter(Boolean)
      .join(', '),
    bar: barOf(reach, isLate),
  };
}

/** The share of the values that may be revised, from 0 to 1. A small share is no zero, and a large one not all. */
export function describeShare(share: number): string | undefined {
  if (share <= 0) return undefined;
  if (share >= 1) return 'all values provisional';
  return `${formatPercent(Math.min(99, Math.max(1, share * 100)))} of the values provisional`;
}
