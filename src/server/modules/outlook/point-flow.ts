import type { OutlookPointRequest } from '#contract/basin-outlook-request.ts';
import type { DayValues } from '#domain/brief/day-values.ts';
import { toDayValues } from '#domain/brief/day-values.ts';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { dayInYear } from '#domain/outlook/issue-days.ts';
import { flowByDay, periodFlow, volumeOf } from '#domain/outlook/period-flow.ts';
import { statisticOf } from '#domain/statistics.ts';
import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { readDayRanges } from '../../db/day-ranges.ts';
import type { Queryable } from '../../db/queryable.ts';
import { lastDayOf, type OutlookRecord, readOutlookRecords } from './records.ts';

/** The records of a point, and the whole of its flow. */
export type PointFlow = {
  readonly flow: OutlookRecord;
  readonly groups: readonly { readonly label: string; readonly records: readonly OutlookRecord[] }[];
  readonly columns: DailyRecordColumns;
  readonly values: DayValues;
  /** The flow in cfs on each day of the period, of the years that have all of it, ascending. */
  readonly seasons: ReadonlyMap<number, readonly number[]>;
  /** Of the volumes of the period in 1991–2020, in AF. */
  readonly median: { readonly value: number; readonly years: number } | undefined;
  /** The last day on which the flow or a predictor has a value. */
  readonly lastValue: DayNumber | undefined;
};

/** Reads what all issue days of a point have in common. Undefined where the portal does not show the flow's site. */
export async function readPointFlow(
  from: Queryable,
  { flow: flowKey, groups, period }: OutlookPointRequest,
): Promise<PointFlow | undefined> {
  const keys = groups.flatMap(({ records }) => records);
  const [flow, ...predictors] = await readOutlookRecords(from, [flowKey, ...keys]);
  if (!flow) return undefined;
  const ranges = flow.first === null || flow.last === null ? [] : [[flow.first, flow.last] as const];
  const [columns = { days: [], values: [], approval: '' }] = await readDayRanges(from, [{ ...flow, ranges }]);
  const known = flowByDay(columns);
  const firstYear = dayParts(flow.first ?? 0).year;
  const lastYear = dayParts(flow.last ?? -1).year;
  const years = Array.from({ length: Math.max(lastYear - firstYear + 1, 0) }, (_, at) => firstYear + at);
  const seasons = new Map(
    years.flatMap((year) => {
      const { flows, isComplete } = periodFlow(
        known,
        dayInYear(year, period.from),
        dayInYear(year, period.to),
      );
      return isComplete ? [[year, flows] as const] : [];
    }),
  );
  const statistic = statisticOf(Array.from(seasons, ([year, flows]) => ({ year, value: volumeOf(flows) })));
  let place = 0;
  return {
    flow,
    groups: groups.map(({ label, records }) => ({
      label,
      records: records.flatMap(() => predictors[place++] ?? []),
    })),
    columns,
    values: toDayValues(columns),
    seasons,
    median: statistic && { value: statistic.median, years: statistic.count },
    lastValue: lastDayOf([flow, ...predictors.flatMap((each) => each ?? [])]),
  };
}
