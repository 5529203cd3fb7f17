import { hasReversedAxis } from '#config/parameters.ts';
import type { SiteCard } from '#contract/basket.ts';
import { describeInterval, type FreshnessState, judgeFreshness } from '#domain/freshness.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { type StandingTone, toneOf } from '#domain/standing.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import { describeChange } from '#domain/value-change.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, describeAge } from '#lib/calendar.ts';

/** What a card says of its site. Parts that there is nothing to say of are undefined. */
export type CardText = {
  /** `Streamflow` or, without a value, the type of the site. */
  readonly subject: string;
  /** `1,540 cfs` or `No value yet` */
  readonly value: string;
  readonly isDemonstration: boolean;
  /** `2 days ago, provisional` */
  readonly when: string | undefined;
  /** `+120 cfs in 1 day` */
  readonly change: string | undefined;
  readonly class: { readonly text: string; readonly tone: StandingTone } | undefined;
  readonly state: FreshnessState;
  /** Why a record is late or has ended. */
  readonly warning: string | undefined;
  readonly line:
    | {
        readonly label: string;
        readonly xs: readonly number[];
        readonly ys: readonly number[];
        readonly reversed: boolean;
        readonly maxGap: number;
      }
    | undefined;
};

/** Describes the main parameter of a site. `today` is the day in the basin, `YYYY-MM-DD`. */
export function describeCard({ loc_name, loc_type_name, record }: SiteCard, today: string): CardText {
  if (!record) {
    return {
      subject: loc_type_name,
      value: 'No value yet',
      isDemonstration: false,
      when: undefined,
      change: undefined,
      class: undefined,
      state: 'none',
      warning: undefined,
      line: undefined,
    };
  }
  const { parameter_ndx, parameter_name, units_name: unit, rdate, value, previous, recent } = record;
  const { state, lag, interval } = judgeFreshness(rdate, record.interval_days, today);
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const days = [
    ...(lag === null ? [] : [describeAge(lag)]),
    ...(record.approval === 'P' ? ['provisional'] : []),
  ];
  return {
    subject: parameter_name,
    value: describeQuantity(value, unit),
    isDemonstration: record.is_demonstration,
    when: days.join(', '),
    change:
      previous === null
        ? undefined
        : describeChange(value - previous.value, dayNumber(rdate) - dayNumber(previous.rdate), {
            unit,
            isDepth,
          }),
    class:
      record.class === null
        ? undefined
        : { text: isDepth ? `water level ${record.class}` : record.class, tone: toneOf(record.class) },
    state,
    warning:
      state === 'late'
        ? `Late: usually reports ${describeInterval(interval)}`
        : state === 'ended'
          ? 'Ended: no value for two years'
          : undefined,
    line:
      recent.days.length < 2
        ? undefined
        : {
            label: `The last 30 days of ${parameter_name} at ${loc_name}`,
            xs: recent.days,
            ys: recent.values,
            reversed: hasReversedAxis(parameter_ndx),
            maxGap: maxGapOf(recent.days),
          },
  };
}
