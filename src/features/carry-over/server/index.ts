import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { cacheTask } from '#server/cached-task.ts';
import { toAnswerFile } from '#server/data-links/answer-file.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { firstYearOf } from '#server/findings/reservoirs.ts';
import type { CachedBody } from '#server/http/cached-body.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { createVersionedCache, readDataVersion } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { findById, maxCachedAnswers, maxFits, outlookReaderOf, toBody } from '../../outlook/server/index.ts';
import { CarryOver, readCarryOver, readCarryOverLink } from '../contract.ts';
import { carryOverAnswer } from '../files.ts';
import type { CarryOverInput, CarryOverResult } from '../rules/carry-over.ts';
import { carryOverDays, isCarryOverDay } from '../rules/carry-over-days.ts';
import { readCarryOverOf } from './read-carry-over.ts';

const createFits = cacheTask<CarryOverInput, CarryOverResult>(
  new URL('./carry-over.worker.ts', import.meta.url),
  maxFits,
);

export const registerRoutes: RegisterFeature = (app, services) => {
  const { reads, basin, config } = services;
  const outlooks = outlookReaderOf(app, services);
  const files = createFileServer(reads, config.portalOrigin);
  const computeFit = createFits();
  const bodies = createVersionedCache<CachedBody>(maxCachedAnswers, () => 1, weights.computed);

  /** @throws HttpProblem 404 for reservoirs that are not in the basin file, 400 for a day in the season of the outlook */
  async function read(reservoirs: string, asked: string | undefined): Promise<CachedBody> {
    const request = findById(basin.outlook.fill, reservoirs);
    const point = findById(basin.outlook.points, request.point);
    const version = await readDataVersion(reads);
    const known = await outlooks.readStorage(version, request);
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
    return bodies.get(version, `${request.id} ${issued} ${today}`, async () => {
      const natural = point.isRegulated ? undefined : await outlooks.readFlow(version, point);
      const source = { request, period: point.period, known, natural, computeFit };
      return toBody((await readCarryOverOf(source, { issued, possible, today })) satisfies CarryOver);
    });
  }

  registerEndpoint(app, readCarryOver, ({ params, query }) => read(params.id, query.issued));

  registerEndpoint(app, readCarryOverLink, async ({ params, query }, request) => {
    const { reservoir, issued, of = 'volumes', notes, bom } = query;
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const carryOver = CarryOver.parse(await (await read(reservoir, issued)).readJson());
      return toAnswerFile(carryOverAnswer, carryOver, of, {
        name: `Carry-over ${reservoir}`,
        units: 'in the header',
        period: `from ${carryOver.issued} to ${carryOver.on}`,
        remarks: carryOver.reasons,
      });
    });
  });
};
