import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { type BasinRequests, completeRequests } from '#contract/basin/basin-requests.ts';
import { featureServers } from '#features/servers.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import { addAccessControl, anonymousVerifier, type Verifier } from './access/access-control.ts';
import { createPeople, withPeople } from './access/people.ts';
import { createPersonalTokens, withPersonalTokens } from './access/personal-tokens.ts';
import { createValueAccess } from './access/value-access.ts';
import type { Config } from './config.ts';
import type { ScopeOf } from './db/findings.ts';
import type { Store } from './db/store.ts';
import { registerFileRoutes } from './files/routes.ts';
import { createDayParser } from './findings/asked-day.ts';
import { registerSiteCardRoutes } from './findings/site-cards.ts';
import { registerHeadlineRoutes } from './headline/routes.ts';
import { brotliQuality } from './http/cached-body.ts';
import { addEntityTags, minCompressedBytes } from './http/etag.ts';
import { type StartDeadline, startHandlerDeadline } from './http/register-endpoint.ts';
import { withoutTrackers } from './http/trackers.ts';
import { withWriteDeadlines } from './http/write-deadline.ts';
import { registerAccountRoutes } from './identity/account-routes.ts';
import type { Identity } from './identity/open-identity.ts';
import { createSignInLimiter } from './identity/sign-in-limiter.ts';
import { createImportRunner } from './imports/import-runner.ts';
import { type InternalIngest, registerInternalIngestRoute } from './imports/internal-ingest.ts';
import { createLimits } from './limits/counters.ts';
import { createDownloadSlots } from './limits/download-limits.ts';
import { addBodyDeadline } from './plugins/body-deadline.ts';
import { addDemonstrationMark } from './plugins/demonstration.ts';
import { addErrorHandler, handleClientError, sendError } from './plugins/errors.ts';
import { addCanonicalOrigin, addHostCheck } from './plugins/host-check.ts';
import { addLoadShedding, type SheddingOptions } from './plugins/load-shedding.ts';
import { addNotFound } from './plugins/not-found.ts';
import { addOpenapi, registerOpenapiRoute } from './plugins/openapi.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addRequestLog, createRequestId, logAnswer, loggerOptions } from './plugins/request-log.ts';
import { addRouteKinds } from './plugins/route-kind.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { registerSecurityTxt } from './plugins/security-txt.ts';
import { createDocumentSubjects, createSiteSubjects } from './plugins/site/record-pages.ts';
import { openBuiltSite } from './plugins/site/site-handler.ts';
import { addMetrics, addTracing, createFaultReporter } from './plugins/telemetry.ts';
import { registerLookupRoutes } from './records/lookups.ts';
import type { FileStorage } from './storage/file-storage.ts';
import { openStorage } from './storage/open-storage.ts';
import { type InternalSnapshot, registerInternalSnapshotRoute } from './system/internal-snapshot.ts';
import { registerSystemRoutes } from './system/routes.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';
import { registerWaterYearRoutes } from './water-year/routes.ts';

export type AppOptions = BasinRequests & {
  store: Store;
  config: Config;
  /** Signs people in; without it, every caller is anonymous. */
  identity?: Identity | undefined;
  /** Verifies tokens instead of `identity`. */
  verifier?: Verifier | undefined;
  /** Storage of uploaded files, instead of the configured one. */
  storage?: FileStorage | undefined;
  /** Runs imports, also for importers on this computer that need the portal's open database. */
  internalIngest?: InternalIngest | undefined;
  /** The secret of commands on this computer that have the portal work on its open database. */
  internalSecret?: string | undefined;
  /** Copies the embedded database for backups. */
  internalSnapshot?: InternalSnapshot | undefined;
  /** Whether the server is about to stop, and should get no new requests. */
  isStopping?: (() => boolean) | undefined;
  /** When requests are refused because too many wait. */
  shedding?: SheddingOptions | undefined;
  /** When a request must be answered, instead of some seconds after its begin. */
  startDeadline?: StartDeadline | undefined;
  /** Milliseconds in which a body of JSON has to arrive. */
  bodyLimitMs?: number | undefined;
  /** Figures, traces and error reports. */
  telemetry?: Telemetry | undefined;
};

/** Creates the portal's server, ready to listen or for `inject`. It does not close the store. */
export function createApp(options: AppOptions): FastifyInstance {
  const {
    store: opened,
    config,
    identity,
    verifier,
    internalIngest,
    storage = openStorage(config),
  } = options;
  const store = withWriteDeadlines(opened);
  const { isStopping = () => false, telemetry = {} } = options;
  const hasIdentity = (verifier ?? identity) !== undefined;
  const app = Fastify({
    logger: loggerOptions(config) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    // Trust only the proxy itself, not the addresses that the client claims.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: 1_048_576,
    rewriteUrl: ({ url = '/' }) => withoutTrackers(url),
    // Large files may be uploaded over slow connections.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    // Called before any hook, e.g. for a malformed % escape.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
      sendError(error, request, reply);
      logAnswer(request, reply);
    },
    clientErrorHandler: handleClientError,
  });
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  // Tests check responses against the contract; they are not parsed again for each request.
  app.setSerializerCompiler(() => JSON.stringify);

  app.decorate('startDeadline', options.startDeadline ?? startHandlerDeadline);
  const routes = addRouteKinds(app);
  addRequestLog(app);
  addTracing(app, telemetry.tracing);
  addMetrics(app, config, telemetry.metrics);
  const onFault = createFaultReporter(telemetry.errorReports);
  addErrorHandler(app, onFault);
  addSecurityHeaders(app);
  addHostCheck(app, config);
  addLoadShedding(app, opened, options.shedding);
  const basin = completeRequests(options);
  const people = createPeople(store);
  const personalTokens = createPersonalTokens(store);
  addAccessControl(app, {
    verifier: withPersonalTokens(
      withPeople(verifier ?? identity?.verifier ?? anonymousVerifier, people),
      personalTokens,
    ),
    hasOpenValues: basin.openProviders.length > 0,
  });
  addBodyDeadline(app, options.bodyLimitMs);
  addDemonstrationMark(app, opened.reads ?? opened);
  addEntityTags(app);
  const limits = createLimits(opened);
  addRateLimit(app, config, limits.requests);
  if (config.identity.kind === 'demo') addCanonicalOrigin(app, config.portalOrigin);
  if (config.allowedOrigins.length > 0) {
    app.register(cors, {
      delegator: ({ headers }, done) =>
        done(null, {
          origin: [...config.allowedOrigins],
          methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
          exposedHeaders: [
            'content-disposition',
            'etag',
            'retry-after',
            'x-request-id',
            demonstrationHeader.name,
          ],
          maxAge: 86_400,
          // Any other OPTIONS asks which methods there are.
          preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
        }),
    });
  }
  app.register(compress, {
    threshold: minCompressedBytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
  addOpenapi(app);
  const subjects = {
    documents: createDocumentSubjects(store),
    sites: createSiteSubjects(store, basin.siteFacts),
  };
  const site = openBuiltSite(app, config, subjects);
  addNotFound(app, { config, routes, site: site.handle });

  // What people enter is read where it is written, so that they see it at once.
  const reads = store.reads ?? store;
  const valueAccess = createValueAccess(reads, basin.openProviders);
  const scopeOf: ScopeOf = async (caller) => ({
    reader: caller ? 'account' : 'anybody',
    isReadable: await valueAccess.isReadableBy(caller),
    capacities: basin.siteFacts.capacities,
  });
  const slots = createDownloadSlots();
  const parseDay = createDayParser(reads);
  app.register(async (scope) => {
    registerSystemRoutes(scope, {
      ...{ store: opened, config, hasIdentity, isStopping },
      errorReports: telemetry.errorReports,
    });
    const limiter = createSignInLimiter(limits.attempts);
    registerAccountRoutes(scope, config, limiter);
    registerHeadlineRoutes(scope, reads, basin.brief, scopeOf);
    registerSiteCardRoutes(scope, reads, scopeOf);
    registerWaterYearRoutes(scope, reads, { valueAccess, scopeOf });
    const imports = internalIngest?.runner ?? createImportRunner(refuseImport);
    const services = {
      ...{ store, reads, config, basin, parseDay, valueAccess, scopeOf, slots, people, personalTokens },
      ...{ attempts: limits.attempts, imports, storage },
      ...{ builtPage: site.page, sessions: identity?.sessions, internalSecret: options.internalSecret },
    };
    for (const registerRoutes of featureServers) registerRoutes(scope, services);
    registerLookupRoutes(scope, reads);
    registerFileRoutes(scope, store, storage);
    registerOpenapiRoute(scope);
    registerSecurityTxt(scope, config);
    identity?.registerRoutes(scope, limiter);
    if (internalIngest) registerInternalIngestRoute(scope, internalIngest);
    if (options.internalSnapshot) registerInternalSnapshotRoute(scope, options.internalSnapshot);
  });
  return app;
}

/** For a server without importers. */
async function refuseImport(): Promise<never> {
  throw new Error('This server does not run imports. Start them from the command line.');
}

/** Lets a call that takes no body have a JSON content type all the same, as many clients send it with DELETE. */
function acceptEmptyJson(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.config.endpoint?.body) done(null, undefined);
    else parseJson(request, body, done);
  });
}
