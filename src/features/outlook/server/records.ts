import type { OutlookPointRequest } from '#contract/basin/basin-requests.ts';
import { type DayValue, type DayValues, latestValue, toDayValues } from '#domain/finding/day-values.ts';
import { dayInYear } from '#domain/season/issue-days.ts';
import { flowByDay, meanFlow, periodFlow, volumeOf } from '#domain/season/period-flow.ts';
import { maxAgeDays } from '#domain/season/reservoirs.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { statisticOf } from '#domain/statistics/statistics.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { type RecordHead, readHeads } from '#server/db/record-heads.ts';
import { noValues, readRecord, readRecords } from '#server/db/records.ts';
import type { OutlookPredictor } from '../contract.ts';

/** The records of a point, and the whole of its flow. */
export type PointFlow = {
  readonly flow: RecordHead;
  readonly groups: readonly { readonly label: string; readonly records: readonly RecordHead[] }[];
  readonly columns: SeriesColumns;
  readonly values: DayValues;
  /** The flow in cfs on each day of the period, of the years that have all of it, ascending. */
  readonly seasons: ReadonlyMap<number, readonly number[]>;
  /** Of the volumes of the period in 1991–2020, in AF. */
  readonly median: { readonly value: number; readonly years: number } | undefined;
  /** The last day on which the flow or a predictor has a value. */
  readonly lastValue: DayNumber | undefined;
};

/**
 * Reads what all issue days of a point have in common. Undefined where the portal does not show the flow's site. With
 * `asOf`, the flow is the one that was known at its end.
 */
export async function readPointFlow(
  from: Queryable,
  { flow: flowKey, groups, period }: OutlookPointRequest,
  asOf?: string,
): Promise<PointFlow | undefined> {
  const keys = groups.flatMap(({ records }) => records);
  const [flow, ...predictors] = await readHeads(from, [flowKey, ...keys]);
  if (!flow) return undefined;
  const ranges = flow.first === null || flow.end === null ? [] : [[flow.first, flow.end] as const];
  const columns = await readRecord(from, flow, ranges, { asOf });
  const known = flowByDay(columns);
  const firstYear = dayParts(flow.first ?? 0).year;
  const lastYear = dayParts(flow.end ?? -1).year;
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

/** What a predictor is, and its value in a year as of the issue day. */
export type Predictor = {
  readonly kind: OutlookPredictor['kind'];
  readonly group: string;
  readonly record: RecordHead;
  of(year: number): DayValue | undefined;
};

type PredictorQuestion = {
  readonly issued: DayNumber;
  readonly years: readonly number[];
  /** The day at whose end the values were known; by default now. */
  readonly asOf?: string | undefined;
};

/** Reads the predictors of an issue day, in its year and on the same date of the training years. */
export async function readPredictors(
  from: Queryable,
  request: OutlookPointRequest,
  point: PointFlow,
  { issued, years, asOf }: PredictorQuestion,
): Promise<readonly Predictor[]> {
  const monthDay = formatDay(issued).slice(5);
  const days = [...years, dayParts(issued).year].map((year) => dayInYear(year, monthDay));
  const parts = days.map((day) => [day - maxAgeDays, day] as const);
  // All rows of a record have to be known for any part of them.
  const ranges = asOf ? [[parts[0]?.[0] ?? issued, issued] as const] : parts;
  const listed = point.groups.flatMap(({ label, records }) =>
    records.map((record) => ({ group: label, record })),
  );
  const read = await readRecords(
    from,
    listed.map(({ record }) => ({ ...record, ranges })),
    { asOf },
  );
  const snow = listed.map(({ group, record }, at): Predictor => {
    const values = toDayValues(read[at] ?? noValues);
    return {
      kind: 'snow',
      group,
      record,
      of: (year) => latestValue(values, dayInYear(year, monthDay), maxAgeDays),
    };
  });
  return request.winter ? [...snow, winterFlow(request.winter, point, monthDay)] : snow;
}

/** The mean flow of the winter, up to the day before the issue day. */
function winterFlow(
  winter: NonNullable<OutlookPointRequest['winter']>,
  { flow, values }: PointFlow,
  monthDay: string,
): Predictor {
  const crossesYears = winter.from > winter.to;
  return {
    kind: 'winter-flow',
    group: 'Winter flow',
    record: flow,
    of: (year) => {
      const first = dayInYear(crossesYears ? year - 1 : year, winter.from);
      const last = Math.min(dayInYear(year, winter.to), dayInYear(year, monthDay) - 1);
      const value = meanFlow(values.values, first, last);
      if (value === undefined) return undefined;
      const isProvisional = [...values.provisional].some((day) => day >= first && day <= last);
      return { value, day: last, isProvisional };
    },
  };
}

/** The last day on which any of the records has a value. */
function lastDayOf(records: readonly RecordHead[]): number | undefined {
  const days = records.flatMap(({ end }) => end ?? []);
  return days.length > 0 ? Math.max(...days) : undefined;
}
