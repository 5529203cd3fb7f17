import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { OutlookPointRequest } from '#contract/basin/basin-requests.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { dayInYear, type IssueDays } from '#domain/season/issue-days.ts';
import {
  cumulativeAf,
  flowByDay,
  type PeriodFlow,
  periodFlow,
  volumeOf,
} from '#domain/season/period-flow.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { hashOf } from '#server/cached-task.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { wereKnown } from '#server/db/records.ts';
import { type Outlook, type OutlookPredictor, PublishedForecast } from '../contract.ts';
import {
  describeReason,
  fanOf,
  type OutlookIssued,
  type OutlookReason,
  type OutlookResult,
  type PredictorFigures,
} from '../rules/outlook-result.ts';
import { type IssueArchive, readIssues, writeIssue } from './issues.ts';
import type { OutlookInput } from './outlook.worker.ts';
import { type PointFlow, type Predictor, readPointFlow, readPredictors } from './records.ts';

/** The days of an outlook: the issue day, those of the period in its year, and today. */
type Days = {
  readonly issued: DayNumber;
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly year: number;
  readonly today: DayNumber;
};

type OutlookSource = {
  readonly from: Queryable;
  readonly request: OutlookPointRequest;
  readonly point: PointFlow;
  readonly computeFit: (input: OutlookInput) => Promise<OutlookResult>;
  readonly archive: IssueArchive;
};

/** Reads the outlook of a point on an issue day, which has to be one of `issueDays`. */
export async function readOutlookOf(
  { from, request, point: current, computeFit, archive }: OutlookSource,
  { issued, issueDays, today }: { issued: DayNumber; issueDays: IssueDays; today: DayNumber },
): Promise<Outlook> {
  const { year } = dayParts(issued);
  const { period } = request;
  const days = { issued, today, year, from: dayInYear(year, period.from), to: dayInYear(year, period.to) };
  const asOf = issued < today ? await findKnownDay(from, current, issued) : undefined;
  const point = (asOf === undefined ? undefined : await readPointFlow(from, request, asOf)) ?? current;
  const years = [...point.seasons.keys()].filter((each) => each < year);
  const [predictors, official] = await Promise.all([
    readPredictors(from, request, point, { issued, years, asOf }),
    readPublishedForecasts(from, request, issued),
  ]);
  const before = flowBefore(point, days);
  const input = fitInputOf(request, point, { predictors, years, before, days });
  const result = await computeFit(input);
  const reasons = reasonsOf(request, before, result);
  const forecast =
    result.kind === 'issued' && reasons.length === 0
      ? toForecast(result, point, { years, days, before, median: current.median })
      : null;
  const texts = reasons.map(describeReason);
  const { flow, median } = current;
  const issue = { point: request.id, issued, volumes_af: forecast?.volumes_af ?? null, reasons: texts };
  // Of a regulated flow, nothing is issued, and of invented values nothing that anybody asks for later.
  const isArchived = issued === today && !request.isRegulated && !(await readDemoState(from)).has_data;
  if (isArchived) await writeIssue(archive, { ...issue, input: hashOf(input) });
  return {
    point: request.id,
    label: request.label,
    flow: {
      loc_ndx: flow.loc_ndx,
      loc_id: flow.loc_id,
      loc_name: flow.loc_name,
      parameter_ndx: flow.parameter_ndx,
      parameter_name: flow.parameter_name,
      delivered_by: delivererOf(flow),
    },
    issued: formatDay(issued),
    first_issue: formatDay(issueDays.first),
    last_issue: formatDay(issueDays.last),
    period: { from: formatDay(days.from), to: formatDay(days.to) },
    median_af: median?.value ?? null,
    median_years: median?.years ?? 0,
    observed: observedOf(current, days, before),
    predictors: predictors.map((each, at) => toPredictor(each, result.predictors[at], request, year)),
    forecast,
    reasons: texts,
    basis: issued === today ? 'today' : asOf ? 'known-then' : 'hindcast',
    issues: await readIssues(isArchived ? archive.store : from, request.id, days),
    official,
    provisional: provisionalShare(predictors, point, days),
  };
}

/**
 * The issue day where the records can be read as they were known at its end. Undefined where an import had not yet brought
 * values of every record of the point by then, or brought them before the portal noted when.
 */
async function findKnownDay(
  from: Queryable,
  { flow, groups }: PointFlow,
  issued: DayNumber,
): Promise<string | undefined> {
  const asOf = formatDay(issued);
  const records = [flow, ...groups.flatMap((group) => group.records)];
  const withValues = records.filter(({ first }) => first !== null);
  return (await wereKnown(from, withValues, asOf)) ? asOf : undefined;
}

/** Nothing that came on the issue day or later is in a flow of the days before it, not even by interpolation. */
function flowBefore(point: PointFlow, { from, issued, to }: Days): PeriodFlow {
  return flowWithin(point, from, Math.min(issued - 1, to), issued - 1);
}

/** The flow from `first` to `last`, by the values up to `known`. */
function flowWithin({ columns }: PointFlow, first: DayNumber, last: DayNumber, known: DayNumber): PeriodFlow {
  const { days, values, approval } = columns;
  // With the days from which gaps at both ends are bridged.
  const start = days.findIndex((day) => day >= first - maxBridgedDays - 1);
  const after = days.findIndex((day) => day > Math.min(known, last + maxBridgedDays + 1));
  const part = [Math.max(start, 0), start < 0 ? 0 : after < 0 ? days.length : after] as const;
  const record = {
    days: days.slice(...part),
    values: values.slice(...part),
    approval: approval?.slice(...part),
  };
  return periodFlow(flowByDay(record), first, last);
}

type FitParts = {
  readonly predictors: readonly Predictor[];
  readonly years: readonly number[];
  readonly before: PeriodFlow;
  readonly days: Days;
};

function fitInputOf(
  { period }: OutlookPointRequest,
  { seasons }: PointFlow,
  { predictors, years, before, days }: FitParts,
): OutlookInput {
  const monthDay = formatDay(days.issued).slice(5);
  const valuesOf = (year: number) => predictors.map((each) => each.of(year)?.value);
  const split = years.map((year) => {
    const flows = seasons.get(year) ?? [];
    const place = Math.max(dayInYear(year, monthDay) - dayInYear(year, period.from), 0);
    return { before: volumeOf(flows.slice(0, place)), volume: volumeOf(flows.slice(place)) };
  });
  return {
    training: {
      years,
      predictors: years.map(valuesOf),
      volumes: split.map(({ volume }) => volume),
      before: split.map((each) => each.before),
    },
    current: { year: days.year, values: valuesOf(days.year), before: volumeOf(before.flows) },
  };
}

function reasonsOf(
  { isRegulated }: OutlookPointRequest,
  { missing, isComplete }: PeriodFlow,
  result: OutlookResult,
): OutlookReason[] {
  if (isRegulated) return [{ code: 'regulated' }];
  return [
    ...(isComplete ? [] : [{ code: 'missing-flow', days: missing } as const]),
    ...(result.kind === 'withheld' ? result.reasons : []),
  ];
}

/** Once the period is over, all of it; until then what came before the issue day. */
function observedOf(point: PointFlow, days: Days, before: PeriodFlow): Outlook['observed'] {
  const observed = days.today > days.to ? flowWithin(point, days.from, days.to, days.today) : before;
  const values = cumulativeAf(observed.flows);
  return {
    volume_af: values.at(-1) ?? 0,
    days: values.length,
    missing_days: observed.missing,
    curve: { days: daysFrom(days.from, values.length), values },
  };
}

function daysFrom(first: DayNumber, count: number): string[] {
  return Array.from({ length: count }, (_, at) => formatDay(first + at));
}

function toPredictor(
  { kind, group, record, of }: Predictor,
  figures: PredictorFigures | undefined,
  { isRegulated }: OutlookPointRequest,
  year: number,
): OutlookPredictor {
  const current = of(year);
  return {
    kind,
    group,
    loc_ndx: record.loc_ndx,
    loc_id: record.loc_id,
    loc_name: record.loc_name,
    parameter_name: record.parameter_name,
    units_name: record.units_name,
    rdate: current ? formatDay(current.day) : null,
    value: current?.value ?? null,
    mean: figures?.mean ?? null,
    deviation: figures?.deviation ?? null,
    years: figures?.years ?? 0,
    z: figures?.z ?? null,
    weight: isRegulated ? null : (figures?.weight ?? null),
    effect: isRegulated ? null : (figures?.effect ?? null),
    is_late: current === undefined,
    is_provisional: current?.isProvisional ?? false,
    delivered_by: delivererOf(record),
  };
}

function toForecast(
  { volumes, remaining, skill, hindcast, analogs, model }: OutlookIssued,
  { seasons }: PointFlow,
  { years, days, before, median }: Pick<FitParts, 'years' | 'days' | 'before'> & Pick<PointFlow, 'median'>,
): NonNullable<Outlook['forecast']> {
  const first = Math.max(days.issued, days.from);
  const fanDays = Array.from({ length: days.to - first + 1 }, (_, at) => first + at);
  // By their dates: February 29 may be among the days of the period.
  const places = (year: number) => {
    const start = dayInYear(year, formatDay(days.from).slice(5));
    return fanDays.map((day) => dayInYear(year, formatDay(day).slice(5)) - start);
  };
  const pastDays = years.map((year) => {
    const flows = seasons.get(year) ?? [];
    return places(year).map((place) => (flows[place] ?? 0) * acreFeetPerCfsDay);
  });
  const volumes_af = exceedances.map((percent) => volumes[percent]);
  return {
    volumes_af,
    percents_of_median:
      median && median.value > 0 ? volumes_af.map((volume) => (100 * volume) / median.value) : null,
    fan: { days: fanDays.map(formatDay), ...fanOf(pastDays, volumeOf(before.flows), remaining) },
    skill,
    hindcast,
    analogs: analogs.map((analog) => {
      const values = cumulativeAf(seasons.get(analog.year) ?? []);
      const start = dayInYear(analog.year, formatDay(days.from).slice(5));
      return { ...analog, curve: { days: daysFrom(start, values.length), values } };
    }),
    model,
  };
}

function provisionalShare(
  predictors: readonly Predictor[],
  { values }: PointFlow,
  { from, issued, year }: Days,
): number {
  const current = predictors.flatMap((each) => each.of(year) ?? []);
  const observed = Array.from({ length: Math.max(issued - from, 0) }, (_, at) => from + at).filter((day) =>
    values.values.has(day),
  );
  const count = current.length + observed.length;
  const provisional =
    current.filter(({ isProvisional }) => isProvisional).length +
    observed.filter((day) => values.provisional.has(day)).length;
  return count === 0 ? 0 : provisional / count;
}

const volumesSql = sql.join(
  exceedances.map(
    (percent) => sql`max(f.value_af) filter (where f.exceedance = ${sql.raw(String(percent))})`,
  ),
  sql`, `,
);

/** Reads the newest forecast of each station that NRCS had published of the period by the issue day. */
async function readPublishedForecasts(
  from: Queryable,
  { official, period }: Pick<OutlookPointRequest, 'official' | 'period'>,
  issued: DayNumber,
): Promise<Outlook['official']> {
  if (official === undefined) return [];
  const rows = await from.query(
    sql`
      select f.station, max(f.point_name) as point_name, f.publication_date::text as publication_date,
        json_build_array(${volumesSql}) as volumes_af, max(f.normal_af) as normal_af
      from official_forecast f
      join location l using (loc_ndx)
      where l.loc_id = ${official} and l.is_shown and f.period_start = ${period.from} and f.period_end = ${period.to}
        and f.publication_date = (
          select max(n.publication_date) from official_forecast n
          where (n.loc_ndx, n.station, n.period_start, n.period_end)
            = (f.loc_ndx, f.station, f.period_start, f.period_end)
            and n.publication_date <= ${formatDay(issued)}::text::date)
      group by f.station, f.publication_date
      order by f.station`,
    z.omit(PublishedForecast, { agency: true }),
  );
  return rows.map((row) => ({ agency: 'NRCS', ...row }));
}
