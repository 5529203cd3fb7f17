import type { FillRequest, OutlookPointRequest, OutlookRequest } from '#contract/basin-outlook-request.ts';
import type { Outlook } from '#contract/outlook.ts';
import { dayInYear, isIssueDay, issueDays } from '#domain/outlook/issue-days.ts';
import { type DayNumber, dayNumber, dayParts, formatDay, todayInBasin } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/store.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { type FillMember, fillOf, readFillMembers } from './fill.ts';
import { createFits } from './fits.ts';
import { readOutlookOf } from './outlook.ts';
import { type PointFlow, readPointFlow } from './point-flow.ts';

const maxCachedAnswers = 300;
const maxCachedRecords = 50;
const usualTarget = '0.97';
/** The last day until which a fill can be asked. */
const lastFillDay = '09-30';

/** The days `YYYY-MM-DD`, the target a share from 0 to 1; the portal chooses what is left out. */
type FillQuestion = {
  readonly issued?: string | undefined;
  readonly by?: string | undefined;
  readonly target?: string | undefined;
};

/**
 * Reads outlooks and what it takes to fill, as JSON of the contract's `Outlook` and `Fill`. Answers are cached until the
 * published data change.
 */
export type OutlookReader = {
  /** @throws HttpProblem 404 for a point or a flow that is not in the portal, 400 for a day that is no issue day */
  readOutlook(point: string, issued: string | undefined): Promise<CachedBody>;
  /** @throws HttpProblem likewise, and 400 for a date that is not after the issue day */
  readFill(reservoirs: string, question: FillQuestion): Promise<CachedBody>;
};

export function createOutlookReader(from: Queryable, { points, fill }: OutlookRequest): OutlookReader {
  const computeFit = createFits();
  const flows = createVersionedCache<PointFlow | undefined>(maxCachedRecords, () => 1);
  const storages = createVersionedCache<readonly FillMember[]>(maxCachedRecords, () => 1);
  const outlooks = createVersionedCache<Outlook>(maxCachedAnswers, () => 1);
  const bodies = createVersionedCache<CachedBody>(maxCachedAnswers, () => 1);

  const readMembers = (version: string, request: FillRequest) =>
    storages.get(version, request.id, () => readFillMembers(from, request));

  async function openOutlook(version: string, request: OutlookPointRequest, asked: string | undefined) {
    const point = await flows.get(version, request.id, () => readPointFlow(from, request));
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
        readOutlookOf({ from, request, point, computeFit }, { issued, issueDays: possible, today }),
      );
    return { key, issued, read };
  }

  return {
    async readOutlook(point, asked) {
      const request = find(points, point);
      const version = await readDataVersion(from);
      const { key, read } = await openOutlook(version, request, asked);
      return bodies.get(version, key, async () => toBody(await read()));
    },
    async readFill(reservoirs, question) {
      const request = find(fill, reservoirs);
      const point = find(points, request.point);
      const version = await readDataVersion(from);
      const { key, issued, read } = await openOutlook(version, point, question.issued);
      const by = parseFillDay(question.by, issued, point);
      const target = Number(question.target ?? usualTarget);
      return bodies.get(version, `fill ${request.id} ${key} ${by} ${target}`, async () => {
        const [members, outlook] = await Promise.all([readMembers(version, request), read()]);
        return toBody(fillOf(request, members, outlook, { by, target }));
      });
    },
  };
}

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
