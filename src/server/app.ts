import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Store } from './db/open.ts';
import type { Identity } from './identity/open.ts';
import { mountAccount } from './modules/account/routes.ts';
import { mountFiles } from './modules/files/routes.ts';
import { mountHydroHealth } from './modules/hydro-health/routes.ts';
import { mountIngestStatus } from './modules/ingest-status/routes.ts';
import { type HandOver, mountHandOver } from './modules/internal/routes.ts';
import { mountLookups } from './modules/lookups/routes.ts';
import { mountPublicMap } from './modules/public-map/routes.ts';
import { mountRecords } from './modules/records/routes.ts';
import { mountSystem } from './modules/system/routes.ts';
import { mountTimeSeries } from './modules/time-series/routes.ts';
import { mountWaterYear } from './modules/water-year/routes.ts';
import { addAccess, knowsNobody, type Verifier } from './plugins/access.ts';
import { addErrors, answerError } from './plugins/errors.ts';
import { addEntityTags } from './plugins/http-cache.ts';
import { addNotFound } from './plugins/not-found.ts';
import { addOneOrigin } from './plugins/one-origin.ts';
import { addOpenapi, mountOpenapi } from './plugins/openapi.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { refuseUnreadable } from './plugins/refuse-unreadable.ts';
import { addRequestLog, loggerOptions, requestId } from './plugins/request-log.ts';
import { addSecurityHeaders } from './plugins/security.ts';
import { createSite } from './plugins/site/serve.ts';
import { openStorage } from './storage/open.ts';
import type { FileStorage } from './storage/storage.ts';

export type AppParts = {
  store: Store;
  config: Config;
  /** Knows the people; without it nobody is known. */
  identity?: Identity | undefined;
  /** Knows whose tokens are valid, instead of `identity`. */
  verifier?: Verifier | undefined;
  /** Where the bytes of files are, instead of where the settings say. */
  storage?: FileStorage | undefined;
  /** Lets importers on this computer use the portal's database. */
  handOver?: HandOver | undefined;
};

/** The portal's server, ready to listen or to be injected into. It does not close the store. */
export function createApp(parts: AppParts): FastifyInstance {
  const { store, config, identity, verifier, handOver, storage = openStorage(config) } = parts;
  const app = Fastify({
    logger: loggerOptions(config) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // The one proxy in front, and not what the client says it passed before.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: 1_048_576,
    // A large file over a slow line takes its time.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    // Reached before any hook, e.g. by a malformed % escape.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
      return answerError(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Answers are tested against the contract, not checked again for every caller.
  app.setSerializerCompiler(() => JSON.stringify);

  addRequestLog(app);
  addErrors(app);
  addSecurityHeaders(app);
  addAccess(app, verifier ?? identity?.verifier ?? knowsNobody);
  addEntityTags(app);
  addRateLimit(app, config);
  if (config.identity.kind === 'demo') addOneOrigin(app, config.portalOrigin);
  if (config.allowedOrigins.length > 0) {
    app.register(cors, {
      origin: [...config.allowedOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['etag', 'retry-after', 'x-request-id'],
      maxAge: 86_400,
    });
  }
  app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  addOpenapi(app);
  addNotFound(app, createSite(app, config));

  app.register(async (scope) => {
    mountSystem(scope, store, config);
    mountAccount(scope, config);
    mountPublicMap(scope, store);
    mountTimeSeries(scope, store);
    mountWaterYear(scope, store);
    mountHydroHealth(scope, store);
    mountIngestStatus(scope, store);
    mountLookups(scope, store);
    mountFiles(scope, store, storage);
    mountRecords(scope, store);
    mountOpenapi(scope);
    identity?.mount(scope);
    if (handOver) mountHandOver(scope, handOver);
  });
  return app;
}
