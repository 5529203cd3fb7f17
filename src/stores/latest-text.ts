import { hasReversedAxis } from '#config/parameters.ts';
import type { LatestRecord } from '#contract/latest-record.ts';
import type { SiteLatest } from '#contract/public-map.ts';
import { describeInterval, type FreshnessState, judgeFreshness } from '#domain/freshness.ts';
import { describePercentOfMedian } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { describeChange } from '#domain/value-change.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, describeAge, formatUsDate } from '#lib/calendar.ts';
import { lazily } from '#lib/lazily.ts';

/** What the popup says of one parameter of a site. */
export type LatestLine = {
  readonly parameter: string;
  /** `1,540 cfs` */
  readonly value: string;
  /** `11/20/2026, 1 day ago, provisional` */
  readonly when: string;
  /** `+120 cfs in 1 day`; undefined without an earlier value. */
  readonly change: string | undefined;
  /** `Below normal for the date, 83 % of the median`; undefined without statistics. */
  readonly standing: string | undefined;
  readonly state: FreshnessState;
  /** Why a record is late or has ended; undefined for others. */
  readonly warning: string | undefined;
  readonly isDemonstration: boolean;
  /** The drawn chart of the last seasons. */
  readonly chart: string;
  readonly line: {
    readonly days: readonly number[];
    readonly values: readonly number[];
    readonly isReversed: boolean;
    readonly maxGap: number;
  };
};

/** Describes the latest value of each parameter. `today` is the day in the basin, `YYYY-MM-DD`. */
export function describeLatest({ loc_ndx, records }: SiteLatest, today: string): readonly LatestLine[] {
  return records.map((record) => {
    const { parameter_ndx, parameter_name, units_name, rdate, value, recent } = record;
    const { state, lag, interval } = judgeFreshness(rdate, record.interval_days, today);
    return {
      parameter: parameter_name,
      value: describeQuantity(value, units_name),
      when: [
        formatUsDate(rdate),
        ...(lag === null ? [] : [describeAge(lag)]),
        ...(record.approval === 'P' ? ['provisional'] : []),
      ].join(', '),
      change: changeOf(record),
      standing: standingOf(record),
      state,
      warning:
        state === 'late'
          ? `Late: it usually reports ${describeInterval(interval)}`
          : state === 'ended'
            ? 'Ended: no value for two years'
            : undefined,
      isDemonstration: record.is_demonstration,
      chart: siteComparisonUrl(loc_ndx, parameter_ndx, { por_start: record.por_start, por_end: rdate }),
      line: {
        days: recent.days,
        values: recent.values,
        isReversed: hasReversedAxis(parameter_ndx),
        // The peaks of a daily record are up to two runs of eight days apart.
        maxGap: Math.max(16, maxGapOf(recent.days)),
      },
    };
  });
}

function changeOf({ previous, rdate, value, units_name, parameter_ndx }: LatestRecord): string | undefined {
  if (!previous) return undefined;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const span = dayNumber(rdate) - dayNumber(previous.rdate);
  return describeChange(value - previous.value, span, { unit: units_name, isDepth });
}

const monthName = lazily(() => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }));

/** The class in words, with the percentage of the median where that means something. */
function standingOf(record: LatestRecord): string | undefined {
  const { class: name, period, rdate, percent_of_median: percent, parameter_ndx } = record;
  if (name === null) return undefined;
  const place = period === 'month' ? `for ${monthName().format(new Date(rdate))}` : 'for the date';
  const subject = parameter_ndx === parameterNdx.depthToWater ? `Water level ${name}` : capitalize(name);
  const share = describePercentOfMedian(percent);
  return `${subject} ${place}${share === undefined ? '' : `, ${share}`}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
