import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BasinRequests, BriefRequest } from '#contract/basin-requests.ts';
import type { DrawFigure } from '#contract/figure.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import { escapeHtml } from '#lib/escape-html.ts';
import type { Config } from '../../config.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { CachedBody, sendCachedBody } from '../../http/cached-body.ts';
import { HttpProblem } from '../../http/problems.ts';
import { sendError } from '../../plugins/errors.ts';
import { embedContentPolicy } from '../../plugins/security-headers.ts';
import { inlineHashes } from '../../plugins/site/scan-site.ts';
import type { OnFault } from '../../plugins/telemetry.ts';
import { parseFigureAddress, parseImageAddress } from './figure-address.ts';
import { createFigureFiles, type FigureFile } from './figure-files.ts';

/** Seconds that browsers and proxies may show a figure without asking; values are daily. */
const maxAge = { drawn: 300, outdated: 10 } as const;

const cacheControl = ({ isOutdated }: FigureFile) =>
  `public, max-age=${isOutdated ? maxAge.outdated : maxAge.drawn}`;

const htmlType = 'text/html; charset=utf-8';
const types = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const;

type FigureOptions = {
  readonly from: Queryable;
  readonly config: Config;
  readonly brief: BriefRequest;
  readonly reversedParameters: BasinRequests['reversedParameters'];
  readonly scopeOf: ScopeOf;
  /** Without it, there are no figures. */
  readonly draw: DrawFigure | undefined;
  readonly onFault: OnFault;
};

/** Registers figures for other sites: as pages for frames and as pictures. They know nobody, and set no cookies. */
export function registerFigureRoutes(
  app: FastifyInstance,
  { from, config, brief, reversedParameters = [], scopeOf, draw = drawNothing, onFault }: FigureOptions,
) {
  const sources = { from, brief, reversedParameters: new Set(reversedParameters) };
  const files = createFigureFiles({
    draw,
    origin: config.portalOrigin,
    onFailure: (error) => app.log.error({ err: error }, 'A figure could not be drawn'),
  });
  const createContext = async () => ({
    ...sources,
    scope: await scopeOf(undefined),
    on: dayNumber(todayInBasin(new Date())),
  });
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
      const page = await files.get(address, { kind: 'page' }, await createContext());
      reply.header('cache-control', cacheControl(page));
      return sendPage(request, reply, new CachedBody(Buffer.from(page.file), { type: htmlType }));
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
      const found = await files.get(figure, format, await createContext());
      const file = Buffer.from(found.file);
      allowEverywhere(reply);
      reply.header('cache-control', cacheControl(found));
      if (format.kind === 'svg') {
        const { styles } = inlineHashes(file.toString('utf8'));
        reply.header('content-security-policy', embedContentPolicy(config.embedOrigins, styles));
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
  throw new HttpProblem(503, 'This server draws no figures.', { isRefusal: true });
}

const width = 480;
const lineLength = 58;

/** Writes a problem as a page that is legible in the frame of another site. */
function writeProblemPage(detail: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No figure</title><style>:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}</style></head><body><main><h1>No figure</h1><p>${escapeHtml(detail)}</p></main></body></html>
`;
}

/** Writes a problem as a picture, because browsers show nothing else where a page has one. */
function writeProblemPicture(detail: string): string {
  const lines = detail.match(new RegExp(`.{1,${lineLength}}(?:\\s|$)|.{1,${lineLength}}`, 'g')) ?? [];
  const height = 48 + lines.length * 20;
  const texts = lines.map(
    (line, at) => `<text x="16" y="${40 + at * 20}" fill="black">${escapeHtml(line.trim())}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="15" role="img" aria-label="${escapeHtml(detail)}"><rect width="${width}" height="${height}" fill="white" stroke="black"/>${texts.join('')}</svg>`;
}
