import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BasinRequests } from '#contract/basin-requests.ts';
import type { DrawFigure } from '#contract/figure.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/queryable.ts';
import { CachedBody, sendCachedBody } from '../../http/cached-body.ts';
import { HttpProblem } from '../../http/problems.ts';
import type { OnFault } from '../../plugins/error-reports.ts';
import { sendError } from '../../plugins/errors.ts';
import { embedContentPolicy } from '../../plugins/security-headers.ts';
import { inlineHashes } from '../../plugins/site/scan-site.ts';
import { noBrief } from '../brief/routes.ts';
import { parseFigureAddress, parseImageAddress } from './figure-address.ts';
import { createFigureFiles } from './figure-files.ts';
import { writeProblemPage, writeProblemPicture } from './problem-files.ts';

/** Seconds that browsers and proxies may show a figure without asking; values are daily. */
const maxAge = 300;

const htmlType = 'text/html; charset=utf-8';
const types = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const;

export type FigureOptions = {
  readonly from: Queryable;
  readonly config: Config;
  readonly basin: BasinRequests;
  /** Without it, there are no figures. */
  readonly draw: DrawFigure | undefined;
  readonly onFault: OnFault;
};

/** Registers figures for other sites: as pages for frames and as pictures. They know nobody, and set no cookies. */
export function registerFigureRoutes(
  app: FastifyInstance,
  { from, config, basin, draw = drawNothing, onFault }: FigureOptions,
) {
  const openProviders: ReadonlySet<string> = new Set(basin.openProviders);
  const sources = {
    from,
    brief: basin.brief ?? noBrief,
    capacities: basin.siteFacts?.capacities ?? new Map(),
    reversedParameters: new Set(basin.reversedParameters),
    isOpenProvider: (provider: string) => openProviders.has(provider),
  };
  const files = createFigureFiles({
    draw,
    origin: config.portalOrigin,
    onFailure: (error) => app.log.error({ err: error }, 'A figure could not be drawn'),
  });
  const contextOf = () => ({ ...sources, on: dayNumber(todayInBasin(new Date())) });
  const schema = { hide: true };

  app.register(async (scope) => {
    const sendPage = (request: FastifyRequest, reply: FastifyReply, body: CachedBody) => {
      const { styles } = inlineHashes(body.body.toString('utf8'));
      allowEverywhere(reply);
      reply.removeHeader('x-frame-options');
      reply.header('content-security-policy', embedContentPolicy(config.embedOrigins, styles));
      return sendCachedBody(request, reply, body);
    };
    scope.setErrorHandler((error, request, reply) =>
      sendError(error, request, reply, onFault, (_, { statusCode, message, headers }) => {
        reply.code(statusCode).headers({ ...headers, 'cache-control': 'no-store' });
        return sendPage(request, reply, new CachedBody(writeProblemPage(message), { type: htmlType }));
      }),
    );
    scope.get<{ Params: { figure: string } }>('/embed/:figure', { schema }, async (request, reply) => {
      const address = parseFigureAddress(request.params.figure, request.query);
      const page = await files.get(address, { kind: 'page' }, contextOf());
      reply.header('cache-control', `public, max-age=${maxAge}`);
      return sendPage(request, reply, new CachedBody(Buffer.from(page), { type: htmlType }));
    });
  });

  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      sendError(error, request, reply, onFault, (_, { statusCode, message, headers }) => {
        allowEverywhere(reply);
        reply.code(statusCode).headers({ ...headers, 'cache-control': 'no-store' });
        return reply.type(types.svg).send(writeProblemPicture(message));
      }),
    );
    scope.get<{ Params: { file: string } }>('/image/:file', { schema }, async (request, reply) => {
      const { figure, format } = parseImageAddress(request.params.file, request.query);
      const file = Buffer.from(await files.get(figure, format, contextOf()));
      allowEverywhere(reply);
      reply.header('cache-control', `public, max-age=${maxAge}`);
      if (format.kind === 'svg') {
        return sendCachedBody(request, reply, new CachedBody(file, { type: types.svg }));
      }
      return reply.type(types.png).send(file);
    });
  });
}

/** Other sites show it. */
function allowEverywhere(reply: FastifyReply) {
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

async function drawNothing(): Promise<never> {
  throw new HttpProblem(503, 'This server draws no figures.');
}
