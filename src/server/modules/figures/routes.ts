import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BasinRequests, BriefRequest } from '#contract/basin/basin-requests.ts';
import type { DrawFigure, Figure, FigureFormat } from '#contract/figure.ts';
import { addDays, dayNumber, startOfDayInBasin, todayInBasin } from '#lib/calendar.ts';
import { escapeHtml, headStart } from '#lib/html.ts';
import type { Config } from '../../config.ts';
import type { ScopeOf } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { createWorkQueue, type WorkQueue } from '../../db/work-queue.ts';
import { CachedBody, sendCachedBody } from '../../http/cached-body.ts';
import { HttpProblem, tooBusy, unavailable } from '../../http/problems.ts';
import { createVersionedCache, readDataVersion, withComputeLimit } from '../../http/query-cache.ts';
import { beforeDeadline } from '../../http/register-endpoint.ts';
import { spend, weights } from '../../limits/request-budget.ts';
import { timeLimit } from '../../limits/time-limit.ts';
import { sendError } from '../../plugins/errors.ts';
import { embedContentPolicy } from '../../plugins/security-headers.ts';
import { inlineHashes } from '../../plugins/site/scan-site.ts';
import type { OnFault } from '../../plugins/telemetry.ts';
import { createRecentMap } from '../../recent-map.ts';
import { readBriefFigure } from './brief-figure.ts';
import { type FigureRequest, parseFigureAddress, parseImageAddress } from './figure-address.ts';
import type { FigureContext } from './figure-context.ts';
import { readSeasonFigure } from './season-figure.ts';
import { readSnowFigure } from './snow-figure.ts';
import { readStorageFigure } from './summed-season.ts';

/** Seconds that browsers and proxies may show a figure without asking; values are daily. */
const maxAge = { drawn: 300, outdated: 10 } as const;

const cacheControl = ({ isOutdated }: FigureFile) =>
  `public, max-age=${isOutdated ? maxAge.outdated : maxAge.drawn}`;

/** A screen on a wall asks again by itself: often after a failure, and after midnight in the basin. */
function secondsToRefresh(hasFailed: boolean): number {
  const now = new Date();
  const midnight = Date.parse(startOfDayInBasin(addDays(todayInBasin(now), 1)));
  const toMidnight = Math.ceil((midnight - now.getTime()) / 1000) + 5;
  return Math.max(60, hasFailed ? 60 : Math.min(900, toMidnight));
}

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
  const getFile = async (address: FigureRequest, format: FigureFormat) =>
    beforeDeadline(files.get(address, format, await createContext()), app.startDeadline, async () => {
      throw tooBusy('The figure takes long to draw. Try again in a moment.');
    });
  const schema = { hide: true };

  app.register(async (scope) => {
    const sendPage = (request: FastifyRequest, reply: FastifyReply, html: string) => {
      const { styles } = inlineHashes(html);
      allowEverywhere(reply);
      reply.removeHeader('x-frame-options');
      reply.header('content-security-policy', embedContentPolicy(config.embedOrigins, styles));
      return sendCachedBody(request, reply, new CachedBody(html, { type: htmlType }));
    };
    scope.setErrorHandler((error, request, reply) =>
      sendError(error, request, reply, onFault, (_, { statusCode, message, headers }) => {
        reply.code(statusCode).headers({ ...headers, 'cache-control': 'no-store' });
        if (statusCode >= 429) reply.header('refresh', secondsToRefresh(true));
        return sendPage(request, reply, writeProblemPage(message));
      }),
    );
    scope.get<{ Params: { figure: string } }>('/embed/:figure', { schema }, async (request, reply) => {
      const address = parseFigureAddress(request.params.figure, request.query);
      const page = await getFile(address, { kind: 'page' });
      reply.headers({ 'cache-control': cacheControl(page), refresh: secondsToRefresh(false) });
      return sendPage(request, reply, Buffer.from(page.file).toString('utf8'));
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
      const found = await getFile(figure, format);
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
<html lang="en"><head>${headStart}<title>No figure</title><style>:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}</style></head><body><main><h1>No figure</h1><p>${escapeHtml(detail)}</p></main></body></html>
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

/** So many files are read or drawn at the same time. One thread draws them all, so an embedded page waits for one picture. */
export const maxDrawn = { pages: 2, pictures: 1 } as const;
/** How long a file waits for its turn. */
const maxWaitMs = 10_000;

const maxBytes = 32 * 1024 * 1024;
const maxFigures = 100;

type FigureFile = {
  readonly file: Uint8Array;
  /** The data have changed since it was drawn, and a new one is being drawn. */
  readonly isOutdated: boolean;
};

type FigureFiles = {
  /**
   * Gives the file of a figure: the last one that was drawn, also while that of changed data is drawn.
   * @throws HttpProblem 503 where it was not its turn in time, and where drawing failed
   * @throws HttpProblem 404, 403 where there is nothing to draw
   * @throws HttpProblem 429 where the caller has no budget left for a drawing
   */
  get(address: FigureRequest, format: FigureFormat, context: FigureContext): Promise<FigureFile>;
};

type FilesSettings = {
  readonly draw: DrawFigure;
  readonly origin: string;
  readonly onFailure: (error: unknown) => void;
};

function createFigureFiles({ draw, origin, onFailure }: FilesSettings): FigureFiles {
  const figures = createVersionedCache<Figure>(maxFigures, () => 1);
  /** The last file of each address. */
  const held = createRecentMap<HeldFile>(maxBytes);
  const running = new Map<string, Promise<Uint8Array>>();
  const pages = createWorkQueue(maxDrawn.pages, { maxPerOwner: 1 });
  const pictures = createWorkQueue(maxDrawn.pictures);

  async function takeTurn<Result>(queue: WorkQueue, work: () => Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const refuse = () => late.abort(tooBusy('Many figures are being drawn. Try again in a moment.'));
    const timer = setTimeout(refuse, timeLimit(maxWaitMs));
    return queue.run(() => {
      clearTimeout(timer);
      return work();
    }, late.signal);
  }

  /** Simultaneous calls share one drawing, for which the first caller pays. */
  async function drawOnce(key: string, state: string, create: () => Promise<Uint8Array>, cost: number) {
    const id = `${key} ${state}`;
    const begun = running.get(id);
    if (begun) return begun;
    spend(cost);
    const drawing = create();
    running.set(id, drawing);
    try {
      const file = await drawing;
      held.set(key, { state, file }, file.byteLength);
      return file;
    } catch (error) {
      // What may not be shown any more is not shown once more.
      if (error instanceof HttpProblem && error.statusCode < 500) held.delete(key);
      throw error;
    } finally {
      running.delete(id);
    }
  }

  return {
    get: async (address, format, context) => {
      const version = await readDataVersion(context.from);
      const { theme, ...what } = address;
      // Names are found in capital and small letters.
      const name = JSON.stringify(what).toLowerCase();
      const key = JSON.stringify([name, theme, format]);
      const state = `${version} ${context.on}`;
      const last = held.get(key);
      if (last?.state === state) return { file: last.file, isOutdated: false };
      const [queue, cost] = format.kind === 'png' ? [pictures, weights.picture] : [pages, weights.drawing];
      const create = () =>
        takeTurn(queue, async () => {
          const figure = await figures.get(version, `${name} ${context.on}`, () =>
            readFigure({ ...context, from: withComputeLimit(context.from) }, address),
          );
          return draw({ figure, theme, format, address: origin + figure.path }).catch((error: unknown) => {
            onFailure(error);
            throw unavailable('The figure could not be drawn. Try again in a moment.');
          });
        });
      const drawing = drawOnce(key, state, create, cost);
      if (!last) return { file: await drawing, isOutdated: false };
      drawing.catch(() => {});
      return { file: last.file, isOutdated: true };
    },
  };
}

type HeldFile = { readonly state: string; readonly file: Uint8Array };

function readFigure(context: FigureContext, address: FigureRequest): Promise<Figure> {
  switch (address.name) {
    case 'season':
      return readSeasonFigure(context, address);
    case 'snow':
      return readSnowFigure(context, address.group);
    case 'storage':
      return readStorageFigure(context, address);
    case 'brief':
      return readBriefFigure(context);
  }
}
