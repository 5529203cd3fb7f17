import type { FillRequest, OutlookPointRequest } from '#contract/basin/basin-requests.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { sumOn, sumStanding, totalChange } from '#domain/finding/total.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { dayInYear, type IssueDays } from '#domain/season/issue-days.ts';
import { meanFlow } from '#domain/season/period-flow.ts';
import { recentTotal } from '#domain/season/reservoirs.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { describeReservoirs, firstYearOf, type Reservoir } from '#server/findings/reservoirs.ts';
import type { PointFlow } from '../../outlook/server/index.ts';
import type { CarryOver } from '../contract.ts';
import { type CarryOverInput, type CarryOverResult, carryOverDay, type Winter } from '../rules/carry-over.ts';
import { describeCarryOverReason } from '../rules/carry-over-result.ts';

type CarryOverSource = {
  readonly request: FillRequest;
  readonly period: OutlookPointRequest['period'];
  readonly known: readonly Reservoir[];
  /** The natural flow above the reservoirs; undefined where the portal has none. */
  readonly natural: PointFlow | undefined;
  readonly computeFit: (input: CarryOverInput) => Promise<CarryOverResult>;
};

type CarryOverDays = {
  readonly issued: DayNumber;
  readonly possible: Pick<IssueDays, 'first' | 'last'>;
  readonly today: DayNumber;
};

/** Says what reservoirs carry over from an issue day, which has to be one of `possible`, by the winters before it. */
export async function readCarryOverOf(
  { request, period, known, natural, computeFit }: CarryOverSource,
  { issued, possible, today }: CarryOverDays,
): Promise<CarryOver> {
  const { year } = dayParts(issued);
  const on = dayInYear(year + 1, carryOverDay);
  const isComplete = known.length === request.members.length;
  const total = isComplete ? recentTotal(known, issued) : undefined;
  const capacity_af = request.members.reduce((sum, { capacity }) => sum + capacity, 0);
  const season = natural && seasonOf(issued, natural);
  const days = daysBetween(issued, on);
  const winters = isComplete ? wintersOf(known, days, season) : [];
  const { forecast, reasons, ...figures } = await computeFit({
    winters,
    capacity_af,
    storage_af: total?.value ?? null,
    flow_af: season?.volumeOf(year) ?? null,
  });
  const storages = known.map(({ storage }) => storage);
  const observed = daysBetween(dayInYear(year, period.to) + 1, Math.min(on, today)).flatMap((day) => {
    const value = sumOn(storages, day);
    return value === undefined || !isComplete ? [] : [{ day: formatDay(day), value }];
  });
  const standing =
    total && sumStanding(storages, total.day, { firstYear: firstYearOf(known) ?? year, parameter });
  return {
    id: request.id,
    label: request.label,
    members: describeReservoirs(known, total?.day, issued),
    issued: formatDay(issued),
    first_issue: formatDay(possible.first),
    last_issue: formatDay(possible.last),
    on: formatDay(on),
    capacity_af,
    storage:
      total && standing
        ? {
            ...standing,
            rdate: formatDay(total.day),
            value: total.value,
            changes: changeSpans.map((span) => ({
              days: span,
              change: totalChange(storages, total.day, span) ?? null,
            })),
            provisional: total.provisional,
          }
        : null,
    flow:
      natural && season
        ? {
            loc_ndx: natural.flow.loc_ndx,
            loc_id: natural.flow.loc_id,
            loc_name: natural.flow.loc_name,
            delivered_by: delivererOf(natural.flow),
            from: formatDay(season.first),
            to: formatDay(issued - 1),
            volume_af: season.volumeOf(year) ?? null,
          }
        : null,
    forecast: forecast && {
      ...forecast,
      fan: { ...forecast.fan, days: forecast.fan.days.map((after) => formatDay(issued + after)) },
    },
    ...figures,
    paths: {
      days: days.map(formatDay),
      winters: winters.map((each) => ({ year: each.year, values: [each.storage_af, ...each.path_af] })),
    },
    observed: { days: observed.map(({ day }) => day), values: observed.map(({ value }) => value) },
    outcome_af: today >= on && isComplete ? (recentTotal(known, on)?.value ?? null) : null,
    reasons: reasons.map(describeCarryOverReason),
  };
}

const parameter = parameterNdx.storage;
const changeSpans = [7, 30] as const;

function daysBetween(first: DayNumber, last: DayNumber): DayNumber[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
}

/** Fewer days of a water year say little of its flow: then it is the water year before. */
const minFlowDays = 7;

/** The natural flow of the water year up to the day before the issue day, and on the same dates of other years. */
function seasonOf(issued: DayNumber, { values }: PointFlow) {
  const { year } = dayParts(issued);
  const october = dayFromParts(year, 10, 1);
  const yearsBefore = issued - october >= minFlowDays ? 0 : 1;
  const monthDay = formatDay(issued).slice(5);
  return {
    first: dayFromParts(year - yearsBefore, 10, 1),
    /** In AF, in the year of an issue day. */
    volumeOf(ofYear: number): number | undefined {
      const first = dayFromParts(ofYear - yearsBefore, 10, 1);
      const last = dayInYear(ofYear, monthDay) - 1;
      const flow = meanFlow(values.values, first, last);
      return flow === undefined ? undefined : flow * (last - first + 1) * acreFeetPerCfsDay;
    },
  };
}

/** The winters before an issue day, the first of `days`, which end with April 1: their storage on the same dates. */
function wintersOf(
  known: readonly Reservoir[],
  days: readonly DayNumber[],
  season: ReturnType<typeof seasonOf> | undefined,
): Winter[] {
  const [issued = 0] = days;
  const { year: issuedYear } = dayParts(issued);
  const dates = days.map((day) => ({
    after: dayParts(day).year - issuedYear,
    monthDay: formatDay(day).slice(5),
  }));
  const firstYear = firstYearOf(known) ?? issuedYear;
  return Array.from({ length: Math.max(issuedYear - firstYear, 0) }, (_, at) => firstYear + at).flatMap(
    (year) => {
      const [start, ...path] = dates.map(
        ({ after, monthDay }) => recentTotal(known, dayInYear(year + after, monthDay))?.value ?? null,
      );
      if (start == null) return [];
      return [{ year: year + 1, storage_af: start, flow_af: season?.volumeOf(year) ?? null, path_af: path }];
    },
  );
}
