import type { FillRequest } from '#contract/basin-outlook-request.ts';
import type { Fill } from '#contract/fill.ts';
import type { Outlook } from '#contract/outlook.ts';
import { type DayValues, latestValue, toDayValues } from '#domain/brief/day-values.ts';
import { latestTotal, sumOn } from '#domain/brief/total.ts';
import { medianPlace } from '#domain/exceedances.ts';
import { computeFill } from '#domain/fill/compute-fill.ts';
import { describeFillReason } from '#domain/fill/fill-reason.ts';
import type { FillChanceFigures } from '#domain/fill/fill-result.ts';
import { fillYearOf } from '#domain/fill/fill-year.ts';
import { dayInYear } from '#domain/outlook/issue-days.ts';
import { type DayNumber, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { readDayRanges } from '../../db/day-ranges.ts';
import type { Queryable } from '../../db/queryable.ts';
import { maxAgeDays } from './predictors.ts';
import { type OutlookRecord, readOutlookRecords } from './records.ts';

/** A reservoir of a group, with the whole of its storage. */
export type FillMember = {
  readonly record: OutlookRecord;
  readonly capacity: number;
  readonly storage: DayValues;
};

/** Reads the reservoirs of a group that the portal shows. */
export async function readFillMembers(from: Queryable, { members }: FillRequest): Promise<FillMember[]> {
  const records = await readOutlookRecords(from, members);
  const known = members.flatMap(({ capacity }, at) => {
    const record = records[at];
    return record ? [{ record, capacity }] : [];
  });
  const read = await readDayRanges(
    from,
    known.map(({ record }) => ({
      ...record,
      ranges: record.first === null || record.last === null ? [] : [[record.first, record.last]],
    })),
  );
  return known.map((each, at) => ({ ...each, storage: toDayValues(read[at] ?? { days: [], values: [] }) }));
}

export type FillQuestion = { readonly by: DayNumber; readonly target: number };

/** Says what it takes to fill from the issue day of an outlook. */
export function fillOf(
  request: FillRequest,
  known: readonly FillMember[],
  outlook: Outlook,
  { by, target }: FillQuestion,
): Fill {
  const issued = dayNumber(outlook.issued);
  const storages = known.map(({ storage }) => storage);
  const isComplete = known.length === request.members.length;
  const found = isComplete ? latestTotal(storages, issued) : undefined;
  const total = found && found.day >= issued - maxAgeDays ? found : undefined;
  const capacity_af = request.members.reduce((sum, { capacity }) => sum + capacity, 0);
  const target_af = target * capacity_af;
  const { chance, reasons, ...figures } = computeFill({
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
    members: known.map(({ record, capacity, storage }) => ({
      loc_ndx: record.loc_ndx,
      loc_id: record.loc_id,
      loc_name: record.loc_name,
      capacity_af: capacity,
      storage_af: latestValue(storage, total?.day ?? issued, total ? 0 : maxAgeDays)?.value ?? null,
    })),
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
    is_demonstration:
      known.some(({ record }) => record.is_demonstration) ||
      (chance?.method === 'forecast' && outlook.is_demonstration),
  };
}

/** The past years since all reservoirs have a record. Nothing of the issue day's own year is among them. */
function fillYears(
  known: readonly FillMember[],
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
