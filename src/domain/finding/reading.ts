import { clockInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { monthAndDay, timeOfDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { lateAfterIntervals } from '../freshness.ts';
import { describeQuantity } from '../quantity.ts';

/**
 * The latest reading of a record, in its unit: no daily mean, and in no statistic. `time` is ISO 8601 in UTC.
 * `interval_minutes` is the usual time between readings; null with too few of them. `change_per_hour` is the change since the
 * reading of about an hour before; null without one.
 */
export type FindingReading = {
  readonly time: string;
  readonly value: number;
  readonly approval: 'A' | 'P';
  readonly interval_minutes: number | null;
  readonly change_per_hour: number | null;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** With fewer readings, how often they usually come is not known. */
const minReadings = 3;
/** How long before the latest reading another one may be to tell the change per hour. */
const comparedMs = { min: hourMs / 2, max: 3 * hourMs };

type LastReadings = {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly approval: 'A' | 'P';
};

/** Says of the last readings what there is to say of the latest; undefined without one. */
export function readingOf({ times, values, approval }: LastReadings): FindingReading | undefined {
  const [time, value] = [times.at(-1), values.at(-1)];
  if (time === undefined || value === undefined) return undefined;
  const gaps = times.slice(1).map((each, at) => each - (times[at] ?? each));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)];
  const before = times
    .map((each, at) => ({ ms: time - each, value: values[at] ?? value }))
    .filter(({ ms }) => ms >= comparedMs.min && ms <= comparedMs.max)
    .toSorted((one, other) => Math.abs(one.ms - hourMs) - Math.abs(other.ms - hourMs))[0];
  return {
    time: new Date(time).toISOString(),
    value: tidyNumber(value),
    approval,
    interval_minutes:
      times.length < minReadings || usual === undefined ? null : Math.max(1, Math.round(usual / minuteMs)),
    change_per_hour: before ? tidyNumber((value - before.value) / (before.ms / hourMs)) : null,
  };
}

/** The words for a reading. A part that there is nothing to say of is undefined. */
export type ReadingText = {
  /** `1,790 cfs` */
  readonly value: string;
  /** What follows the value: `yesterday at 11:45 p.m., rising 12 cfs per hour` */
  readonly claim: string;
  /** `rising 12 cfs per hour`, `steady`; of a depth to water what the water level does. */
  readonly trend: string | undefined;
  /** `6 hours old`, of a stale reading. */
  readonly age: string | undefined;
  readonly isStale: boolean;
  readonly isProvisional: boolean;
  /** `1,790 cfs at 10:45 a.m., rising 12 cfs per hour` */
  readonly sentence: string;
};

/** Where how often readings usually come is not known, in minutes. */
const assumedInterval = 60;

type ReadingOptions = { readonly unit: string; readonly isDepth: boolean; readonly now: Date };

/** Says when a reading was and what the water does. One that is older than three usual intervals is stale: it has no trend. */
export function describeReading(
  { time, value, approval, interval_minutes, change_per_hour: change }: FindingReading,
  { unit, isDepth, now }: ReadingOptions,
): ReadingText {
  const ageMs = now.getTime() - Date.parse(time);
  const isStale = ageMs > lateAfterIntervals * (interval_minutes ?? assumedInterval) * minuteMs;
  const quantity = describeQuantity(value, unit);
  const trend = isStale || change === null ? undefined : describeTrend(change, unit, isDepth);
  const claim = [describeWhen(time, now), trend].filter(Boolean).join(', ');
  const age = isStale ? `${describeElapsed(ageMs)} old` : undefined;
  return {
    value: quantity,
    claim,
    trend,
    age,
    isStale,
    isProvisional: approval === 'P',
    sentence: [`${quantity} ${claim}`, age].filter(Boolean).join(', '),
  };
}

/** `at 10:45 a.m.`, `yesterday at 11:45 p.m.`, `on November 22 at 11:45 p.m.` */
function describeWhen(time: string, now: Date): string {
  const clock = clockInBasin(new Date(time));
  const [day, today] = [clock.slice(0, 10), clockInBasin(now).slice(0, 10)];
  const at = `at ${timeOfDay(clock)}`;
  if (day === today) return at;
  return day === addDays(today, -1) ? `yesterday ${at}` : `on ${monthAndDay(day)} ${at}`;
}

function describeTrend(change: number, unit: string, isDepth: boolean): string {
  const subject = isDepth ? 'water level ' : '';
  const size = describeQuantity(Math.abs(change), unit);
  if (size === describeQuantity(0, unit)) return `${subject}steady`;
  const rises = isDepth ? change < 0 : change > 0;
  return `${subject}${rises ? 'rising' : 'falling'} ${size} per hour`;
}

/** `50 minutes`, `6 hours`, `2 days`: whole ones that have passed. */
export function describeElapsed(ms: number): string {
  if (ms < 2 * hourMs) return countOf(Math.floor(ms / minuteMs), 'minute');
  return ms < 2 * dayMs ? countOf(Math.floor(ms / hourMs), 'hour') : countOf(Math.floor(ms / dayMs), 'day');
}
