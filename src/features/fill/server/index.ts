import type { OutlookPointRequest } from '#contract/basin/basin-requests.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { dayInYear } from '#domain/season/issue-days.ts';
import { type DayNumber, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { cacheTask } from '#server/cached-task.ts';
import { toAnswerFile } from '#server/data-links/answer-file.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import type { CachedBody } from '#server/http/cached-body.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { createVersionedCache, readDataVersion } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { findById, maxCachedAnswers, maxFits, outlookReaderOf, toBody } from '../../outlook/server/index.ts';
import { Fill, readFill, readFillLink } from '../contract.ts';
import { fillAnswer } from '../files.ts';
import type { FillInput, FillResult } from '../rules/fill-result.ts';
import { fillOf } from './read-fill.ts';

const createFits = cacheTask<FillInput, FillResult>(new URL('./fill.worker.ts', import.meta.url), maxFits);
const usualTarget = '0.97';
/** The last day until which a fill can be asked. */
const lastFillDay = '09-30';

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, basin, config } = services;
  const outlooks = outlookReaderOf(app, services);
  const files = createFileServer(reads, config.portalOrigin);
  const computeFit = createFits();
  const bodies = createVersionedCache<CachedBody>(maxCachedAnswers, () => 1, weights.computed);

  /**
   * Days are `YYYY-MM-DD`, the target a share from 0 to 1; the portal chooses what is left out.
   * @throws HttpProblem 404 for what is not in the basin file or the portal, 400 for a day that is no issue day, or not after it
   */
  async function read(
    reservoirs: string,
    question: NonNullable<RequestOf<typeof readFill>['query']>,
  ): Promise<CachedBody> {
    const request = findById(basin.outlook.fill, reservoirs);
    const point = findById(basin.outlook.points, request.point);
    const version = await readDataVersion(reads);
    const { key, issued, read: readOutlook } = await outlooks.open(version, point, question.issued);
    const by = parseFillDay(question.by, issued, point);
    const target = Number(question.target ?? usualTarget);
    return bodies.get(version, `${request.id} ${key} ${by} ${target}`, async () => {
      const [known, outlook] = await Promise.all([outlooks.readStorage(version, request), readOutlook()]);
      return toBody(await fillOf({ request, known, outlook, computeFit }, { by, target }));
    });
  }

  registerEndpoint(app, readFill, ({ params, query }) => read(params.id, query));

  registerEndpoint(app, readFillLink, async ({ params, query }, request) => {
    const { reservoir, of = 'figures', notes, bom, ...question } = query;
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const fill = Fill.parse(await (await read(reservoir, question)).readJson());
      return toAnswerFile(fillAnswer, fill, of, {
        name: `Fill ${reservoir}`,
        units: 'in the header or the column Unit',
        period: `from ${fill.issued} to ${fill.by}`,
        remarks: fill.reasons,
      });
    });
  });
};

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
