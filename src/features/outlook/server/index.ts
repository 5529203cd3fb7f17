import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { toAnswerFile } from '#server/data-links/answer-file.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listOutlooks, Outlook, readOutlook, readOutlookLink } from '../contract.ts';
import { outlookAnswer } from '../files.ts';
import { outlookReaderOf } from './outlook-reader.ts';

// For the features whose answers follow from an outlook.
export type { Outlook } from '../contract.ts';
export {
  findById,
  maxCachedAnswers,
  maxFits,
  outlookReaderOf,
  toBody,
} from './outlook-reader.ts';
export type { PointFlow } from './records.ts';

export const registerRoutes: RegisterFeature = (app, services) => {
  const { points, fill } = services.basin.outlook;
  const outlooks = outlookReaderOf(app, services);
  const files = createFileServer(services.reads, services.config.portalOrigin);

  registerEndpoint(app, listOutlooks, async () => ({
    points: points.map(({ id, label }) => ({ id, label })),
    fill: fill.map(({ id, label, point }) => ({ id, label, point })),
  }));

  registerEndpoint(app, readOutlook, ({ params, query }) => outlooks.read(params.point, query.issued));

  registerEndpoint(app, readOutlookLink, async ({ params, query }, request) => {
    const { point, issued, of = 'volumes', notes, bom } = query;
    return files.serve({ request, format: params.format, notes, bom }, async () => {
      const body = await outlooks.read(point, issued);
      const outlook = Outlook.parse(await body.readJson());
      return toAnswerFile(outlookAnswer, outlook, of, {
        name: `Outlook ${point}`,
        units: `in the header; 1 cfs-day = ${acreFeetPerCfsDay} acre-feet (AF)`,
        period: `issued ${outlook.issued}, ${outlook.period.from} to ${outlook.period.to}`,
        remarks: [],
      });
    });
  });
};
