import type { BriefFlow, BriefReach, BriefRiver, BriefWell } from '#contract/brief.ts';
import { describePercentOfMedian, percentOf } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { reachGainsPathOfSite } from '#domain/reach-gains-path.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { type StandingTone, toneOf } from '#domain/standing.ts';
import { describeChange } from '#domain/value-change.ts';
import { describeWellChange } from '#domain/well-change.ts';
import type { BriefRecord } from '#downloads/brief-share.ts';
import { dayNumber } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed } from '#lib/format-number.ts';
import { type AgeText, describeBriefAge } from './record-text.ts';

/** A line about a record. Parts that there is nothing to say of are undefined. */
export type FlowText = {
  readonly name: string;
  readonly href: string;
  /** `13,400 cfs` or `no value` */
  readonly value: string;
  readonly age: AgeText | undefined;
  /** `+650 cfs in 1 day` */
  readonly change: string | undefined;
  /** `7-day mean 13,100 cfs` */
  readonly mean: string | undefined;
  readonly class: { readonly text: string; readonly tone: StandingTone } | undefined;
  /** `83 % of the median` */
  readonly comparisons: readonly string[];
  readonly line: LineText | undefined;
  readonly isProvisional: boolean;
  readonly isDemonstration: boolean;
};

export type LineText = {
  readonly label: string;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
};

/** A gage, with the natural flow at the same place beneath it. */
export type RiverText = FlowText & { readonly natural: FlowText | undefined };

type Context = { readonly on: string; readonly newest: string | null };

export function describeRiver({ actual, natural }: BriefRiver, context: Context): RiverText {
  return {
    ...describeFlow(actual, context),
    natural: natural ? { ...describeFlow(natural, context), name: 'Natural flow' } : undefined,
  };
}

export function describeFlow(flow: BriefFlow, context: Context): FlowText {
  const { class: name, percent_of_median: percent, is_depth: isDepth, units_name: unit } = flow;
  return {
    ...describeRecord(flow, pathOfSite(flow.loc_ndx), context),
    value: flow.value === null ? 'no value' : describeQuantity(flow.value, unit),
    change: flow.rdate === null ? undefined : describeChange(flow.change ?? undefined, 1, { unit, isDepth }),
    mean: flow.rdate === null ? undefined : describeMean(flow.mean_7, unit),
    class: name === null ? undefined : { text: isDepth ? `water level ${name}` : name, tone: toneOf(name) },
    comparisons: [describePercentOfMedian(percent)].filter((each) => each !== undefined),
    line: lineOf(flow),
  };
}

/** A reach: the mean of seven days, against the median and the lowest of the same days. */
export function describeReach(reach: BriefReach, context: Context): FlowText {
  const { mean_7, lowest, lowest_year, units_name: unit } = reach;
  const year = lowest_year === null ? '' : ` in ${lowest_year}`;
  return {
    ...describeRecord(reach, reachGainsPathOfSite(reach.loc_ndx), context),
    value: mean_7 === null ? 'no value' : describeQuantity(mean_7, unit),
    change: undefined,
    mean: mean_7 === null ? 'no seven days in a row' : '7-day mean',
    class: undefined,
    comparisons: [
      describeMedian(reach),
      lowest === null ? undefined : `lowest ${describeQuantity(lowest, unit)}${year}`,
    ].filter((each) => each !== undefined),
    line: undefined,
  };
}

/** `91 % of the median of 38 years, 2,540 cfs`, or the median where a percentage says nothing. */
function describeMedian({
  mean_7,
  median,
  years,
  units_name,
  parameter_ndx,
}: BriefReach): string | undefined {
  if (median === null) return undefined;
  const value = describeQuantity(median, units_name);
  const percent = mean_7 === null ? undefined : percentOf(mean_7, median, parameter_ndx);
  const share = describePercentOfMedian(percent ?? null);
  const of = `of ${countOf(years, 'year')}`;
  return share === undefined ? `median ${of}: ${value}` : `${share} ${of}, ${value}`;
}

/** A well: its last reading, and the change over a year. */
export function describeWell(well: BriefWell, context: Context): FlowText {
  const { value, change, units_name: unit, is_depth: isDepth } = well;
  return {
    ...describeRecord(well, pathOfSite(well.loc_ndx), context),
    value: value === null ? 'no value' : `${formatFixed(value, 2)} ${unit}`,
    change: value === null ? undefined : describeWellChange(change ?? undefined, isDepth),
    mean: undefined,
    class: undefined,
    comparisons: [],
    line: undefined,
  };
}

function describeRecord(record: BriefRecord, href: string, { on, newest }: Context) {
  return {
    name: record.loc_name,
    href,
    age: describeBriefAge(record, on, newest),
    isProvisional: record.approval === 'P',
    isDemonstration: record.is_demonstration,
  };
}

function describeMean(mean: number | null, unit: string): string {
  return mean === null ? 'no 7-day mean: a day is missing' : `7-day mean ${describeQuantity(mean, unit)}`;
}

/** The days with a value. Undefined where they make no line. */
function lineOf({ recent, loc_name }: BriefFlow): LineText | undefined {
  const start = dayNumber(recent.start);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const [at, value] of recent.values.entries()) {
    if (value === null) continue;
    xs.push(start + at);
    ys.push(value);
  }
  return xs.length < 2
    ? undefined
    : { label: `The last ${recent.values.length} days of ${loc_name}`, xs, ys };
}
