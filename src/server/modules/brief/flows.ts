import type { BriefFlow, BriefWell } from '#contract/brief.ts';
import { changeFrom, type DayValues, valuesThrough, weekDays, weekMean } from '#domain/brief/day-values.ts';
import { percentOf } from '#domain/percent-of.ts';
import { classOf, latestOf } from '#domain/standing.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { oneYearBefore, wellState, yearToleranceDays } from '#domain/well-change.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { DayRange } from '../../db/daily-columns.ts';
import { toRange } from '../../db/day-ranges.ts';
import { rangesOfPeers } from '../water-year/stored-record.ts';
import { type BriefHead, percentilesOfHead, tidy, toLatest, toRecord } from './heads.ts';
import type { RecordReader } from './record-reader.ts';

/** The days of the line beside a flow. */
const recentDays = 30;

/** The days that a flow's figures need. */
export function rangesOfFlow({ first, last, period }: BriefHead, on: DayNumber): DayRange[] {
  const recent: DayRange = [on - recentDays + 1, on];
  if (first === null || last === null) return [recent];
  return [...rangesOfPeers(first, last, period ?? 'day'), [last - weekDays, last], recent];
}

/** Describes a gage or a spring. `reader` has the ranges of `rangesOfFlow`. */
export function toFlow(head: BriefHead, reader: RecordReader, on: DayNumber): BriefFlow {
  const { last, value, median, parameter_ndx } = head;
  const record: DayValues = reader.of(head);
  const percent = value === null ? undefined : percentOf(value, median ?? undefined, parameter_ndx);
  return {
    ...toRecord(head),
    ...toLatest(head),
    change: last === null ? null : tidy(changeFrom(record, last, 1)),
    mean_7: last === null ? null : tidy(weekMean(record, last)),
    class: classOfHead(head, reader) ?? null,
    median: tidy(median),
    percent_of_median: tidy(percent),
    median_years: head.median_years ?? 0,
    recent: {
      start: formatDay(on - recentDays + 1),
      values: valuesThrough(record, on, recentDays).map(tidy),
    },
  };
}

/** The class among the values of the same day, or month, of all years up to the last value. */
function classOfHead(head: BriefHead, reader: RecordReader): BriefFlow['class'] | undefined {
  if (head.period === null || head.last === null) return undefined;
  const latest = latestOf(reader.columnsThrough(head, head.last), 'water', head.period);
  const isReversed = head.parameter_ndx === parameterNdx.depthToWater;
  return latest && classOf(latest.value, { percentiles: percentilesOfHead(head) }, latest.peers, isReversed);
}

/** The days that a well's change needs. */
export function rangesOfWell({ last }: BriefHead): DayRange[] {
  if (last === null) return [];
  const target = oneYearBefore(last);
  return [[target - yearToleranceDays, target + yearToleranceDays], toRange(last)];
}

/** Describes a well. `reader` has the ranges of `rangesOfWell`. */
export function toWell(head: BriefHead, reader: RecordReader): BriefWell {
  const { days, values } = reader.columnsThrough(head, head.last ?? 0);
  const state = head.last === null ? undefined : wellState(days, values);
  return {
    ...toRecord(head),
    ...toLatest(head),
    before: state?.before === undefined ? null : formatDay(state.before),
    change: tidy(state?.change),
  };
}
