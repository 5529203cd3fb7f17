import type { OutlookPointRequest } from '#contract/basin-outlook-request.ts';
import type { OutlookPredictor } from '#contract/outlook.ts';
import { type DayValue, latestValue, toDayValues } from '#domain/brief/day-values.ts';
import { dayInYear } from '#domain/outlook/issue-days.ts';
import { meanFlow } from '#domain/outlook/period-flow.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { readDayRanges } from '../../db/day-ranges.ts';
import type { Queryable } from '../../db/queryable.ts';
import type { PointFlow } from './point-flow.ts';
import type { OutlookRecord } from './records.ts';

/** A value counts on an issue day if it is at most so many days old. */
export const maxAgeDays = 3;

/** What a predictor is, and its value in a year as of the issue day. */
export type Predictor = {
  readonly kind: OutlookPredictor['kind'];
  readonly group: string;
  readonly record: OutlookRecord;
  of(year: number): DayValue | undefined;
};

/** Reads the predictors of an issue day, in its year and on the same date of the training years. */
export async function readPredictors(
  from: Queryable,
  request: OutlookPointRequest,
  point: PointFlow,
  { issued, years }: { readonly issued: DayNumber; readonly years: readonly number[] },
): Promise<readonly Predictor[]> {
  const monthDay = formatDay(issued).slice(5);
  const days = [...years, dayParts(issued).year].map((year) => dayInYear(year, monthDay));
  const ranges = days.map((day) => [day - maxAgeDays, day] as const);
  const listed = point.groups.flatMap(({ label, records }) =>
    records.map((record) => ({ group: label, record })),
  );
  const read = await readDayRanges(
    from,
    listed.map(({ record }) => ({ ...record, ranges })),
  );
  const snow = listed.map(({ group, record }, at): Predictor => {
    const values = toDayValues(read[at] ?? { days: [], values: [] });
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
