import type { FastifyInstance } from 'fastify';
import type { FillRequest, OutlookPointRequest } from '#contract/basin/basin-requests.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { cacheTask } from '#server/cached-task.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { type Reservoir, readReservoirs } from '#server/findings/reservoirs.ts';
import { CachedBody } from '#server/http/cached-body.ts';
import { HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { createVersionedCache, readDataVersion } from '#server/http/query-cache.ts';
import { weights } from '#server/limits/request-budget.ts';
import type { Outlook } from '../contract.ts';
import { isIssueDay, issueDays } from '../rules/issue-days.ts';
import type { OutlookResult } from '../rules/outlook-result.ts';
import type { OutlookInput } from './outlook.worker.ts';
import { readOutlookOf } from './read-outlook.ts';
import { type PointFlow, readPointFlow } from './records.ts';

export const maxCachedAnswers = 300;
const maxCachedRecords = 50;
/** Of so many issue days; each has about 30 KB. */
export const maxFits = 300;

const createFits = cacheTask<OutlookInput, OutlookResult>(
  new URL('./outlook.worker.ts', import.meta.url),
  maxFits,
);

/** An outlook that was asked for, still to be read. `key` names it in caches. */
type OpenOutlook = {
  readonly key: string;
  readonly issued: DayNumber;
  readonly read: () => Promise<Outlook>;
};

function createOutlookReader({ reads, store, basin }: FeatureServices, log: FastifyInstance['log']) {
  const { points } = basin.outlook;
  const archive = {
    store,
    onFault: (err: unknown) => log.error({ err }, 'an outlook was not noted'),
  };
  const computeFit = createFits();
  const flows = createVersionedCache<PointFlow | undefined>(maxCachedRecords, () => 1);
  const storages = createVersionedCache<readonly Reservoir[]>(maxCachedRecords, () => 1);
  const outlooks = createVersionedCache<Outlook>(maxCachedAnswers, () => 1);
  const bodies = createVersionedCache<CachedBody>(maxCachedAnswers, () => 1, weights.computed);

  const readFlow = (version: string, request: OutlookPointRequest) =>
    flows.get(version, request.id, () => readPointFlow(reads, request));

  async function open(
    version: string,
    request: OutlookPointRequest,
    asked: string | undefined,
  ): Promise<OpenOutlook> {
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
    const days = { issued, issueDays: possible, today };
    const source = { from: reads, request, point, computeFit, archive };
    return { key, issued, read: () => outlooks.get(version, key, () => readOutlookOf(source, days)) };
  }

  return {
    /** The records of a point, until the published data change. */
    readFlow,
    /** The storage of the reservoirs that a point fills, likewise. */
    readStorage: (version: string, request: FillRequest) =>
      storages.get(version, request.id, () => readReservoirs(reads, request)),
    /** @throws HttpProblem 404 for a flow that is not in the portal, 400 for a day that is no issue day */
    open,
    /** Reads an outlook as JSON of the contract. @throws HttpProblem likewise, and 404 for an unknown point */
    async read(point: string, asked: string | undefined): Promise<CachedBody> {
      const version = await readDataVersion(reads);
      const { key, read } = await open(version, findById(points, point), asked);
      return bodies.get(version, key, async () => toBody(await read()));
    },
  };
}

const readers = new WeakMap<FeatureServices, ReturnType<typeof createOutlookReader>>();

/** What reads the outlooks of a portal: one for all features. Answers are cached until the published data change. */
export function outlookReaderOf(app: FastifyInstance, services: FeatureServices) {
  const reader = readers.get(services) ?? createOutlookReader(services, app.log);
  readers.set(services, reader);
  return reader;
}

/** @throws HttpProblem 404 without one of this id */
export function findById<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((each) => each.id === id);
  if (!found) throw recordNotFound();
  return found;
}

/** Nine digits are more than the values have. */
export function toBody(answer: object): CachedBody {
  return new CachedBody(
    JSON.stringify(answer, (_, value) => (typeof value === 'number' ? tidyNumber(value) : value)),
  );
}
