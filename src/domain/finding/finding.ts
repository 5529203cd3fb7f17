import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay, monthName } from '#lib/calendar-names.ts';
import { capitalize, countOf, formatOrdinal } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { describeFreshness, type Freshness, isTooOldForClass, judgeFreshness } from '../freshness.ts';
import {
  aboveCapacity,
  describeChange,
  describeDepth,
  describeFullness,
  describeQuantity,
  describeShareOf,
  isAboveCapacity,
} from '../quantity.ts';
import {
  describeClass,
  type StandingClass,
  type StandingTone,
  toneOf,
} from '../statistics/percentile-class.ts';
import { minYearsForMedian, minYearsForWholePeriod } from '../statistics/statistics.ts';
import { parameterNdx, wellParameters } from '../vocabulary.ts';
import { waterYear } from '../water-year.ts';
import { describeReading, type FindingReading, type ReadingText } from './reading.ts';

/**
 * What a value is compared with: the values of the same day, or for wells with few readings of the same month, in `count`
 * years of 1991–2020. `p10` to `p90` part the zones of the percentile bar. `percent` is the value in percent of the median;
 * null where a ratio means nothing, as of a temperature.
 */
export type FindingNormal = {
  readonly period: 'day' | 'month';
  readonly count: number;
  readonly first_year: number;
  readonly last_year: number;
  readonly p10: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p90: number;
  readonly percent: number | null;
};

/** The place among all years on record with a value for that day or month. Both ranks count from 1; equal values share one. */
export type FindingRank = {
  readonly rank: number;
  readonly low_rank: number;
  readonly years: number;
};

/**
 * What is known of a record up to a day: its last value that passes the quality rules, in the unit of the record, and where
 * that value stands. `previous` is the value before it within a year, `week_before` that of seven days before. `class` and
 * `percentile`, 1 to 99, come from the same statistics `of` the date, and are null on a day without snow, as in most years;
 * of a depth to water, they are those of the water level. `year_before` is the value of the same date a year before, with its percentile among the same years. `capacity` is
 * that of a reservoir, of its storage. With `is_withheld`, the reader needs an account to see what is then null. `reading` is
 * the latest one of the last hours, where there is one.
 */
export type Finding = {
  readonly parameter_ndx: number;
  readonly parameter_name: string;
  readonly units_name: string;
  readonly is_withheld: boolean;
  readonly interval_days: number;
  readonly capacity: number | null;
  readonly rdate: string | null;
  readonly value: number | null;
  readonly approval: string | null;
  readonly previous: { readonly rdate: string; readonly value: number } | null;
  readonly week_before: number | null;
  readonly class: StandingClass | null;
  readonly percentile: number | null;
  readonly of: FindingNormal | null;
  readonly rank: FindingRank | null;
  readonly year_before: {
    readonly rdate: string;
    readonly value: number;
    readonly percentile: number | null;
  } | null;
  readonly reading?: FindingReading | undefined;
};

/** What a record without a value has of a finding. */
export const noValue = {
  rdate: null,
  value: null,
  approval: null,
  previous: null,
  week_before: null,
  class: null,
  percentile: null,
  of: null,
  rank: null,
  year_before: null,
} as const satisfies Partial<Finding>;

/** `few-years`: it has a value, and too few years for a normal. `withheld`: its provider's values are not for this reader. */
export const findingStates = ['current', 'late', 'ended', 'few-years', 'none', 'withheld'] as const;
export type FindingState = (typeof findingStates)[number];

/** What a percentile bar draws: see `percentileBar`. */
export type BarMarks = {
  /** 1 to 99; undefined where there is no value of now to mark. */
  readonly percentile: number | undefined;
  /** The lowest or the highest value of all years. */
  readonly record: 'lowest' | 'highest' | undefined;
  readonly yearBefore: number | undefined;
  readonly isLate: boolean;
};

/** The words for a finding: the only ones. A part that there is nothing to say of is undefined. */
export type FindingText = {
  readonly state: FindingState;
  readonly freshness: Freshness;
  /** `1,770 cfs`; of a reservoir with a capacity `40 % full`; `no value`. */
  readonly value: string;
  /** `476 of 1,200 KAF`, where `value` is a share; above the capacity it says so. */
  readonly amount: string | undefined;
  /** `November 22`; of another year than today's with the year. */
  readonly date: string | undefined;
  /** `6 days old`, of a late value. */
  readonly age: string | undefined;
  readonly isProvisional: boolean;
  /** `below normal`, and its color. */
  readonly class: { readonly text: string; readonly tone: StandingTone } | undefined;
  /** `12th percentile of 30 years`; of a record `of 47 years` */
  readonly place: string | undefined;
  /** `89 % of the median`, `67.7 KAF under the median` */
  readonly comparison: string | undefined;
  /** Class and place, or why there is none: `below normal, 12th percentile of 30 years`, `ended 09/30/2017`. */
  readonly standing: string;
  /** `+70 cfs in 1 day`; of a depth to water the change of the water level. */
  readonly change: string | undefined;
  /** `+210 cfs in 7 days` */
  readonly weekChange: string | undefined;
  /** `3.7 ft higher than a year ago`, of a depth to water. */
  readonly yearChange: string | undefined;
  /** The whole, as a sentence with its period. */
  readonly sentence: string;
  /** The same where the value stands beside it: `On November 22: below normal, 12th percentile of 30 years.` */
  readonly claim: string;
  /** Why a record is late or has ended, by its usual interval. */
  readonly warning: string | undefined;
  /** Undefined where words take the bar's place; of an ended record it is empty. */
  readonly bar: BarMarks | undefined;
  /** The latest reading of the last hours, beside the daily value. */
  readonly reading: ReadingText | undefined;
};

type WordOptions = {
  /** The day of the reader, `YYYY-MM-DD`: today in the basin, or the day of a brief. */
  readonly today: string;
  /** Names the water year in the sentence. */
  readonly isWaterYearNamed?: boolean;
  /** The time of the reader. Without it, nothing is said of readings, as on the page of a past day. */
  readonly now?: Date | undefined;
};

/** Says what there is to say of a record, with the same words everywhere. */
export function describeFinding(finding: Finding, options: WordOptions): FindingText {
  const { reading, is_withheld, units_name: unit, parameter_ndx } = finding;
  const text = describeDaily(finding, options);
  if (!reading || !options.now || is_withheld) return text;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  return { ...text, reading: describeReading(reading, { unit, isDepth, now: options.now }) };
}

function describeDaily(finding: Finding, { today, isWaterYearNamed }: WordOptions): FindingText {
  const { rdate, value, units_name: unit, parameter_ndx, capacity } = finding;
  if (finding.is_withheld) return withheldFinding;
  if (rdate === null || value === null) {
    return {
      ...nothing,
      state: 'none',
      freshness: judgeFreshness(rdate, finding.interval_days, today),
      value: 'no value',
      standing: 'no value yet',
      sentence: 'No value yet.',
      claim: 'No value yet.',
    };
  }
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const { place: found, isLate, ...standing } = describeStanding({ ...finding, rdate }, today);
  const { freshness, age } = standing;
  const warning = freshness.state === 'current' ? undefined : describeFreshness(freshness, rdate);
  const quantity = isDepth && value < 0 ? describeDepth(value, unit) : describeQuantity(value, unit);
  if (freshness.state === 'ended') {
    const claim = `This record ended on ${formatUsDate(rdate)}.`;
    const sentence = `${claim} Last value ${quantity}.`;
    return { ...nothing, ...standing, state: 'ended', value: quantity, sentence, claim, warning };
  }
  const share = capacity ? describeFullness(value, capacity) : undefined;
  const amount = capacity
    ? `${describeShareOf(value, capacity, unit)}${isAboveCapacity(finding) ? `, ${aboveCapacity}` : ''}`
    : undefined;
  const date = rdate.slice(0, 4) === today.slice(0, 4) ? monthAndDay(rdate) : formatUsDate(rdate);
  const isProvisional = finding.approval === 'P';
  const comparison = describeComparison(finding, { isDepth, hasCapacity: share !== undefined });
  const subject = isDepth
    ? `Water level ${describeDepth(value, unit)}`
    : share === undefined
      ? quantity
      : `${share}, ${amount}`;
  const when = [
    `on ${date}`,
    ...(age === undefined ? [] : [age]),
    ...(isWaterYearNamed ? [`water year ${waterYear(dayNumber(rdate))}`] : []),
    ...(isProvisional && isWaterYearNamed ? ['provisional'] : []),
  ];
  // A share is that of the day of the page.
  const whenOfShare = isLate ? when : when.slice(1);
  const head = share === undefined ? `${subject} ${when.join(', ')}` : [subject, ...whenOfShare].join(', ');
  const yearChange = isDepth ? describeLevelOfYearAgo(finding) : undefined;
  const rest = found
    ? `: ${[found.sentence, isLate || found.isRecord ? undefined : comparison, yearChange].filter(Boolean).join(', ')}.`
    : yearChange === undefined
      ? `. ${capitalize(standing.standing)}.`
      : `, ${yearChange}.`;
  return {
    ...standing,
    state: isLate ? 'late' : finding.of ? 'current' : 'few-years',
    value: share ?? quantity,
    amount,
    date,
    isProvisional,
    place: found?.place,
    comparison,
    ...describeChanges(finding, isDepth),
    yearChange,
    sentence: `${head}${rest}`,
    claim: `${capitalize(when.join(', '))}${rest}`,
    warning,
    reading: undefined,
  };
}

const nothing = {
  amount: undefined,
  date: undefined,
  age: undefined,
  isProvisional: false,
  class: undefined,
  place: undefined,
  comparison: undefined,
  change: undefined,
  weekChange: undefined,
  yearChange: undefined,
  warning: undefined,
  bar: undefined,
  reading: undefined,
} as const;

/** What there is to say of a record whose values the reader may not see. */
export const withheldFinding: FindingText = {
  ...nothing,
  state: 'withheld',
  freshness: { state: 'none', lag: null, interval: 1, isLate: false },
  value: 'not public',
  standing: 'needs an account',
  sentence: 'The values of this record need an account.',
  claim: 'The values of this record need an account.',
};

const emptyBar: BarMarks = { percentile: undefined, record: undefined, yearBefore: undefined, isLate: false };

/** The marks of what has a percentile. */
export function barOf(
  { percentile, class: name, year_before }: Pick<StandingValue, 'percentile' | 'class' | 'year_before'>,
  isLate: boolean,
): BarMarks | undefined {
  if (percentile === null) return undefined;
  return {
    percentile,
    record: recordEnds.get(name),
    yearBefore: year_before?.percentile ?? undefined,
    isLate,
  };
}

/** What says where a value stands: as a `Finding` has it, or a list of many. */
export type StandingValue = Pick<
  Finding,
  'parameter_ndx' | 'interval_days' | 'class' | 'percentile' | 'rank'
> & {
  readonly rdate: string;
  readonly of: Pick<FindingNormal, 'period' | 'count' | 'first_year' | 'last_year'> | null;
  readonly year_before?: Finding['year_before'];
};

/** Says where a value stands. That of a record that has ended stands nowhere. */
export function describeStanding(value: StandingValue, today: string) {
  const { rdate } = value;
  const freshness = judgeFreshness(rdate, value.interval_days, today);
  if (freshness.state === 'ended') {
    const standing = `ended ${formatUsDate(rdate)}`;
    return { ...nothing, freshness, isLate: false, standing, bar: emptyBar };
  }
  const { isLate, lag } = freshness;
  const isTooOld = isTooOldForClass(lag, value.parameter_ndx);
  const place = isTooOld ? undefined : describePlace(value, isLate);
  return {
    freshness,
    isLate,
    age: isLate && lag !== null ? `${countOf(lag, 'day')} old` : undefined,
    class: place && { text: place.class, tone: place.tone },
    place,
    standing: isTooOld
      ? `no class: read ${countOf(lag ?? 0, 'day')} ago`
      : place
        ? [place.class, place.place].filter(Boolean).join(', ')
        : noNormal(value),
    bar: isTooOld ? undefined : barOf(value, isLate),
  };
}

const recordEnds: ReadonlyMap<StandingClass | null, 'lowest' | 'highest'> = new Map([
  ['lowest on record', 'lowest'],
  ['highest on record', 'highest'],
]);

type Place = {
  readonly class: string;
  readonly place: string;
  readonly sentence: string;
  readonly isRecord: boolean;
  readonly tone: StandingTone;
};

/** The class and the place among years. Undefined without a class. */
export function describePlace(
  value: Omit<StandingValue, 'rdate' | 'interval_days'> & Pick<Finding, 'rdate'>,
  isLate: boolean,
): Place | undefined {
  const { class: name, percentile, of, rank, rdate, parameter_ndx } = value;
  if (name === null || percentile === null || of === null || rdate === null) return undefined;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const text = describeClass(name, isDepth);
  const date = of.period === 'month' ? `for ${monthName(rdate)}` : isLate ? 'for that date' : 'for the date';
  const named = isDepth ? name : text;
  // The level of a well is that of its reading, which may be some weeks old.
  const read = wellParameters.has(parameter_ndx) ? `on ${monthAndDay(rdate)}` : undefined;
  const isRecord = name.endsWith(' on record');
  if (isRecord) {
    const place = rank ? `of ${countOf(rank.years, 'year')}` : '';
    const sentence = [`${named} ${date}`, place].filter(Boolean).join(', ');
    return { class: `${text} ${read ?? date}`, place, sentence, isRecord, tone: toneOf(name) };
  }
  const years = of.count >= minYearsForWholePeriod ? '' : `, ${of.first_year}–${of.last_year}`;
  const place = `${formatOrdinal(percentile)} percentile of ${countOf(of.count, 'year')}${years}`;
  const inMonth = of.period === 'month' ? ` ${date}` : '';
  const sentence = isLate ? `${named} ${date}` : `${named}${inMonth}, ${place}`;
  return { class: [text, read].filter(Boolean).join(' '), place, sentence, isRecord, tone: toneOf(name) };
}

/** `no normal yet: 7 years of record, 10 needed` */
export function noNormal({
  rank,
  interval_days,
  of = null,
}: Pick<StandingValue, 'rank' | 'interval_days'> & Partial<Pick<StandingValue, 'of'>>): string {
  if (of !== null) return 'no snow, as in most years';
  // The years with a reading on just that day say nothing of the record.
  if (interval_days > 1) return 'no normal: too few readings';
  if (rank === null) return 'no normal yet';
  const { years } = rank;
  return years < minYearsForMedian
    ? `no normal yet: ${countOf(years, 'year')} of record, ${minYearsForMedian} needed`
    : 'no normal for the date';
}

/** The percentages of the median that a reader expects of each class; others seem to contradict it. */
const expectedPercents: Readonly<Record<StandingClass, readonly [from: number, to: number]>> = {
  'lowest on record': [0, 95],
  'much below normal': [0, 95],
  'below normal': [0, 99],
  normal: [67, 150],
  'above normal': [101, 1000],
  'much above normal': [105, 1000],
  'highest on record': [105, 1000],
};

/** Above this one, a percentage says less than the class of its value. */
const maxPercent = 1000;

/**
 * How far the value is from the median: in percent or, where a ratio means nothing, as a difference. A percentage that seems
 * to contradict the class says why.
 */
function describeComparison(
  { value, of, class: name, units_name: unit }: Finding,
  { isDepth, hasCapacity }: { readonly isDepth: boolean; readonly hasCapacity: boolean },
): string | undefined {
  if (of === null || value === null) return undefined;
  if (of.percent !== null && !hasCapacity) {
    if (of.percent > maxPercent) return undefined;
    const text = `${formatPercent(of.percent)} of the median`;
    const [from, to] = name === null ? [0, maxPercent] : expectedPercents[name];
    if (of.percent >= from && of.percent <= to) return text;
    return `${text}: values of this date vary ${name === 'normal' ? 'much' : 'little'}`;
  }
  const size = describeQuantity(Math.abs(value - of.median), unit);
  if (size === describeQuantity(0, unit)) return 'equal to the median';
  const isAbove = isDepth ? value < of.median : value > of.median;
  return `${size} ${isAbove ? 'above' : 'under'} the median`;
}

function describeLevelOfYearAgo({ value, year_before, units_name: unit }: Finding): string | undefined {
  if (value === null || year_before === null) return undefined;
  return describeLevelChange(value, year_before.value, unit, 'a year ago');
}

/** `3.7 ft higher than a year ago`, of a water level by its depths. */
export function describeLevelChange(
  depth: number,
  before: number,
  unit: string,
  when: 'a year ago' | 'a year before',
): string {
  const change = before - depth;
  const size = describeQuantity(Math.abs(change), unit);
  if (size === describeQuantity(0, unit)) return `as ${when}`;
  return `${size} ${change > 0 ? 'higher' : 'lower'} than ${when}`;
}

function describeChanges(
  { value, previous, week_before, rdate, units_name: unit }: Finding,
  isDepth: boolean,
) {
  const say = (before: number, days: number) =>
    describeChange((value ?? 0) - before, days, { unit, isDepth });
  const days = previous && rdate !== null ? dayNumber(rdate) - dayNumber(previous.rdate) : 0;
  return {
    change: previous ? say(previous.value, days) : undefined,
    weekChange: week_before === null ? undefined : say(week_before, 7),
  };
}
