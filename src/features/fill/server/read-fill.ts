import type { FillRequest } from '#contract/basin/basin-requests.ts';
import { sumOn } from '#domain/finding/total.ts';
import { dayInYear } from '#domain/season/issue-days.ts';
import { recentTotal } from '#domain/season/reservoirs.ts';
import { medianPlace } from '#domain/statistics/exceedances.ts';
import { type DayNumber, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { describeReservoirs, type Reservoir } from '#server/findings/reservoirs.ts';
import type { Outlook } from '../../outlook/server/index.ts';
import type { Fill } from '../contract.ts';
import {
  describeFillReason,
  type FillChanceFigures,
  type FillInput,
  type FillResult,
} from '../rules/fill-result.ts';
import { fillYearOf } from '../rules/fill-year.ts';

type FillTarget = { readonly by: DayNumber; readonly target: number };

type FillSource = {
  readonly request: FillRequest;
  readonly known: readonly Reservoir[];
  readonly outlook: Outlook;
  readonly computeFit: (input: FillInput) => Promise<FillResult>;
};

/** Says what it takes to fill from the issue day of an outlook. */
export async function fillOf(
  { request, known, outlook, computeFit }: FillSource,
  { by, target }: FillTarget,
): Promise<Fill> {
  const issued = dayNumber(outlook.issued);
  const isComplete = known.length === request.members.length;
  const total = isComplete ? recentTotal(known, issued) : undefined;
  const capacity_af = request.members.reduce((sum, { capacity }) => sum + capacity, 0);
  const target_af = target * capacity_af;
  const { chance, reasons, ...figures } = await computeFit({
    years: isComplete ? fillYears(known, outlook, { by, target_af }) : [],
    capacity_af,
    target_af,
    days: by - issued,
    storage_af: total?.value,
    outlook_af: outlook.forecast?.volumes_af[medianPlace],
  });
  return {
    id: request.id,
    label: request.label,
    point: request.point,
    point_label: outlook.label,
    members: describeReservoirs(known, total?.day, issued),
    issued: outlook.issued,
    first_issue: outlook.first_issue,
    last_issue: outlook.last_issue,
    by: formatDay(by),
    days: by - issued,
    target,
    capacity_af,
    target_af,
    storage: total
      ? { rdate: formatDay(total.day), value_af: total.value, provisional: total.provisional }
      : null,
    ...figures,
    chance: chance && toChance(chance),
    reasons: reasons.map(describeFillReason),
  };
}

/** The past years since all reservoirs have a record. Nothing of the issue day's own year is among them. */
function fillYears(
  known: readonly Reservoir[],
  { issued, forecast }: Outlook,
  { by, target_af }: { by: DayNumber; target_af: number },
) {
  const storages = known.map(({ storage }) => storage);
  const { year: lastYear } = dayParts(by);
  const firstYear = Math.max(...known.map(({ record }) => dayParts(record.first ?? by).year));
  const years = Array.from({ length: Math.max(lastYear - firstYear, 0) }, (_, at) => firstYear + at);
  const forecasts = new Map(forecast?.hindcast.map((each) => [each.year, each.leave_one_out_af]));
  return years.flatMap((year) => {
    const first = dayInYear(year, issued.slice(5));
    const count = dayInYear(year, formatDay(by).slice(5)) - first + 1;
    const storage = Array.from({ length: count }, (_, at) => sumOn(storages, first + at));
    return fillYearOf(year, first, storage, target_af, forecasts.get(year) ?? null) ?? [];
  });
}

function toChance({ reason, ...chance }: FillChanceFigures): NonNullable<Fill['chance']> {
  return { ...chance, reason: reason && describeFillReason(reason) };
}
