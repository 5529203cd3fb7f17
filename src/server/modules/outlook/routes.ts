import type { FastifyInstance } from 'fastify';
import type { FillRequest, OutlookPointRequest, OutlookRequest } from '#contract/basin/basin-requests.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { type CarryOver, readCarryOver } from '#contract/season/carry-over.ts';
import { type Fill, readFill } from '#contract/season/fill.ts';
import { listOutlooks, type Outlook, readOutlook } from '#contract/season/outlook.ts';
import { sumOn } from '#domain/brief/total.ts';
import { describeFillReason, type FillChanceFigures } from '#domain/fill/fill-result.ts';
import { fillYearOf } from '#domain/fill/fill-year.ts';
import {
  carryOverDays,
  dayInYear,
  isCarryOverDay,
  isIssueDay,
  issueDays,
} from '#domain/outlook/issue-days.ts';
import { medianPlace } from '#domain/statistics/exceedances.ts';
import { type DayNumber, dayNumber, dayParts, formatDay, todayInBasin } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { createVersionedCache, readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { weights } from '../../limits/request-budget.ts';
import { readCarryOverOf } from './carry-over.ts';
import { type ComputeFit, createFits } from './fits.ts';
import type { IssueArchive } from './issues.ts';
import { readOutlookOf } from './outlook.ts';
import {
  describeMembers,
  type FillMember,
  firstYearOf,
  type PointFlow,
  readFillMembers,
  readPointFlow,
  recentTotal,
} from './records.ts';

type FillTarget = { readonly by: DayNumber; readonly target: number };

type FillSource = {
  readonly request: FillRequest;
  readonly known: readonly FillMember[];
  readonly outlook: Outlook;
  readonly computeFit: ComputeFit;
};

/** Says what it takes to fill from the issue day of an outlook. */
async function fillOf(
  { request, known, outlook, computeFit }: FillSource,
  { by, target }: FillTarget,
): Promise<Fill> {
  const issued = dayNumber(outlook.issued);
  const isComplete = known.length === request.members.length;
  const total = isComplete ? recentTotal(known, issued) : undefined;
  const capacity_af = request.members.reduce((sum, { capacity }) => sum + capacity, 0);
  const target_af = target * capacity_af;
  const { chance, reasons, ...figures } = await computeFit('fill', {
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
    members: describeMembers(known, total?.day, issued),
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

const maxCachedAnswers = 300;
const maxCachedRecords = 50;
const usualTarget = '0.97';
/** The last day until which a fill can be asked. */
const lastFillDay = '09-30';

/**
 * Creates what reads outlooks and what it takes to fill, as JSON of the contract's `Outlook`, `Fill` and `CarryOver`. Answers
 * are cached until the published data change.
 */
export function createOutlookReader(
  from: Queryable,
  { points, fill }: OutlookRequest,
  archive: IssueArchive,
) {
  const computeFit = createFits();
  const flows = createVersionedCache<PointFlow | undefined>(maxCachedRecords, () => 1);
  const storages = createVersionedCache<readonly FillMember[]>(maxCachedRecords, () => 1);
  const outlooks = createVersionedCache<Outlook>(maxCachedAnswers, () => 1);
  const bodies = createVersionedCache<CachedBody>(maxCachedAnswers, () => 1, weights.computed);

  const readMembers = (version: string, request: FillRequest) =>
    storages.get(version, request.id, () => readFillMembers(from, request));

  const readFlow = (version: string, request: OutlookPointRequest) =>
    flows.get(version, request.id, () => readPointFlow(from, request));

  async function openOutlook(version: string, request: OutlookPointRequest, asked: string | undefined) {
    const point = await readFlow(version, request);
    if (!point) throw new HttpProblem(404, `The portal has no record of ${request.flow.name}.`);
    const today = dayNumber(todayInBasin(new Date()));
    const { seasons, lastValue } = point;
    const possible = issueDays(request.period, { completeYears: [...seasons.keys()], lastValue, today });
    const issued = asked === undefined ? possible.usual : dayNumber(asked);
    if (!isIssueDay(issued, possible, request.period)) {
      const lastDay = formatWallTime(`2001-${request.period.to}`, dateFormats.monthAndDayNumber);
      throw new HttpProblem(
        400,
        `An outlook of ${request.label} is issued on a day from Jan 1 to ${lastDay}, from ${formatDay(possible.first)} to ${formatDay(possible.last)}, written YYYY-MM-DD.`,
      );
    }
    const key = `${request.id} ${issued} ${today}`;
    const read = () =>
      outlooks.get(version, key, () =>
        readOutlookOf({ from, request, point, computeFit, archive }, { issued, issueDays: possible, today }),
      );
    return { key, issued, read };
  }

  return {
    /** @throws HttpProblem 404 for a point or a flow that is not in the portal, 400 for a day that is no issue day */
    async readOutlook(point: string, asked: string | undefined): Promise<CachedBody> {
      const request = find(points, point);
      const version = await readDataVersion(from);
      const { key, read } = await openOutlook(version, request, asked);
      return bodies.get(version, key, async () => toBody(await read()));
    },
    /**
     * Days are `YYYY-MM-DD`, the target a share from 0 to 1; the portal chooses what is left out.
     * @throws HttpProblem likewise, and 400 for a date that is not after the issue day
     */
    async readFill(
      reservoirs: string,
      question: NonNullable<RequestOf<typeof readFill>['query']>,
    ): Promise<CachedBody> {
      const request = find(fill, reservoirs);
      const point = find(points, request.point);
      const version = await readDataVersion(from);
      const { key, issued, read } = await openOutlook(version, point, question.issued);
      const by = parseFillDay(question.by, issued, point);
      const target = Number(question.target ?? usualTarget);
      return bodies.get(version, `fill ${request.id} ${key} ${by} ${target}`, async () => {
        const [members, outlook] = await Promise.all([readMembers(version, request), read()]);
        return toBody(await fillOf({ request, known: members, outlook, computeFit }, { by, target }));
      });
    },
    /** @throws HttpProblem 404 for reservoirs that are not in the basin file, 400 for a day in the season of the outlook */
    async readCarryOver(reservoirs: string, asked: string | undefined): Promise<CachedBody> {
      const request = find(fill, reservoirs);
      const point = find(points, request.point);
      const version = await readDataVersion(from);
      const known = await readMembers(version, request);
      const today = dayNumber(todayInBasin(new Date()));
      const possible = carryOverDays(point.period, { firstYear: firstYearOf(known), today });
      const issued = asked === undefined ? possible.last : dayNumber(asked);
      if (!isCarryOverDay(issued, possible, point.period)) {
        const lastDay = formatWallTime(`2001-${point.period.to}`, dateFormats.monthAndDayNumber);
        throw new HttpProblem(
          400,
          `The carry-over of ${request.label} is computed on a day after ${lastDay}, up to Dec 31, from ${formatDay(possible.first)} to ${formatDay(possible.last)}, written YYYY-MM-DD.`,
        );
      }
      return bodies.get(version, `carry-over ${request.id} ${issued} ${today}`, async () => {
        const natural = point.isRegulated ? undefined : await readFlow(version, point);
        const source = { request, period: point.period, known, natural, computeFit };
        return toBody((await readCarryOverOf(source, { issued, possible, today })) satisfies CarryOver);
      });
    },
  };
}

export type OutlookReader = ReturnType<typeof createOutlookReader>;

/** @throws HttpProblem 404 without one of this id */
function find<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((each) => each.id === id);
  if (!found) throw recordNotFound();
  return found;
}

/** The end of the period, or the last possible day where that is not after the issue day. @throws HttpProblem 400 */
function parseFillDay(
  asked: string | undefined,
  issued: DayNumber,
  { period }: OutlookPointRequest,
): DayNumber {
  const { year } = dayParts(issued);
  const last = Math.max(dayInYear(year, lastFillDay), issued + 1);
  const end = dayInYear(year, period.to);
  const by = asked === undefined ? (end > issued && end <= last ? end : last) : dayNumber(asked);
  if (by > issued && by <= last) return by;
  throw new HttpProblem(
    400,
    `The date has to be after the issue day, from ${formatDay(issued + 1)} to ${formatDay(last)}, written YYYY-MM-DD.`,
  );
}

/** Nine digits are more than the values have. */
function toBody(answer: object): CachedBody {
  return new CachedBody(
    JSON.stringify(answer, (_, value) => (typeof value === 'number' ? tidyNumber(value) : value)),
  );
}

export function registerOutlookRoutes(
  app: FastifyInstance,
  outlooks: OutlookReader,
  { points, fill }: OutlookRequest,
) {
  registerEndpoint(app, listOutlooks, async () => ({
    points: points.map(({ id, label }) => ({ id, label })),
    fill: fill.map(({ id, label, point }) => ({ id, label, point })),
  }));
  registerEndpoint(app, readOutlook, ({ params, query }) => outlooks.readOutlook(params.point, query.issued));
  registerEndpoint(app, readFill, ({ params, query }) => outlooks.readFill(params.id, query));
  registerEndpoint(app, readCarryOver, ({ params, query }) =>
    outlooks.readCarryOver(params.id, query.issued),
  );
}
