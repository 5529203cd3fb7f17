import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, Problem } from '#contract/endpoint.ts';
import { nameOf, subjectOf } from '#contract/index.ts';
import type { Caller } from '../access/access-control.ts';
import { requireUnblocked } from '../access/people.ts';
import { timeLimit } from '../limits/time-limit.ts';
import { CachedBody, sendCachedBody } from './cached-body.ts';
import { addVary } from './etag.ts';
import { badInputs, databaseUnreachable, HttpProblem, unknownKeys } from './problems.ts';
import { StreamedBody, sendStreamedBody } from './streamed-body.ts';
import { createWriteDeadline, type WriteDeadline } from './write-deadline.ts';

type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodMiniType
  ? Record<K, z.output<E[K]>>
  : unknown;

/** Input of a handler: the parsed parts of the request that the endpoint declares, and who and how long asks. */
export type HandlerInput<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'> & {
    /** Undefined only where a call without a token is answered. */
    caller: [Extract<E['access'], 'open' | 'open-values'>] extends [never] ? Caller : Caller | undefined;
    /** Aborted when the time limit is over, or the client has left, before the handler has a result. */
    signal: AbortSignal;
  };

/** The data, or a body that contains it; undefined for 204 where the response is optional. */
export type HandlerResult<E extends Endpoint> = z.input<E['response']> | CachedBody | StreamedBody;

export const handlerTimeoutMs = 20_000;

/** Calls back when a request must be answered. Returns how to cancel that. */
export type StartDeadline = (onLate: () => void) => () => void;

declare module 'fastify' {
  interface FastifyInstance {
    startDeadline: StartDeadline;
  }
}

export const startHandlerDeadline: StartDeadline = (onLate) => {
  const timer = setTimeout(onLate, timeLimit(handlerTimeoutMs));
  return () => clearTimeout(timer);
};

/** Waits for the handler, and calls `onLate` for the answer when the deadline has passed. */
export async function beforeDeadline<T>(
  handled: Promise<T>,
  start: StartDeadline,
  onLate: () => Promise<T>,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const cancel = start(() => resolve(onLate()));
  try {
    return await Promise.race([handled, promise]);
  } finally {
    cancel();
  }
}

const changesData = ({ method, changesState }: Endpoint) => changesState ?? method !== 'GET';

function describeLate(endpoint: Endpoint): string {
  const nothing = changesData(endpoint) ? ' Nothing was changed.' : '';
  return `The database took too long to answer.${nothing} Try again in a moment.`;
}

/** Registers an endpoint of the contract as a route, with validation, documentation, caching and a time limit. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: HandlerInput<E>, request: FastifyRequest, reply: FastifyReply) => Promise<HandlerResult<E>>,
): void {
  const { successStatus = 200, location, isNeverShed = false, isUnlimited }: Endpoint = endpoint;
  app.route({
    ...toRouteOptions(endpoint),
    config: { endpoint, isNeverShed, ...(isUnlimited && { rateLimit: false }) },
    handler: async (request, reply) => {
      const { params, query, body, caller } = request;
      if (!endpoint.body) refuseKeys(body);
      const deadline = new AbortController();
      const stop = () => deadline.abort(new HttpProblem(499, 'The client has left.'));
      reply.raw.once('close', stop);
      // Fastify has validated params, query and body with the endpoint's schemas.
      const call = { params, query, body, caller, signal: deadline.signal } as HandlerInput<E>;
      const write = createWriteDeadline();
      const handled = changesData(endpoint)
        ? runWrite(write, request, () => handler(call, request, reply), deadline.signal)
        : handler(call, request, reply);
      const result = await beforeDeadline(handled, app.startDeadline, () => {
        const problem = databaseUnreachable(describeLate(endpoint));
        deadline.abort(problem);
        return write.expire(handled, problem);
      });
      reply.raw.off('close', stop);
      setCacheControl(request, reply, endpoint);
      if (location !== undefined) reply.header('location', location);
      if (result === undefined) return reply.code(204).send();
      if (result instanceof CachedBody) return sendCachedBody(request, reply, result);
      if (result instanceof StreamedBody) return sendStreamedBody(request, reply, result);
      return reply.type('application/json; charset=utf-8').code(successStatus).send(JSON.stringify(result));
    },
  });
}

/**
 * Runs what changes something for a caller who may do so, asked when the body has arrived, which may be long after the
 * headers, and again inside the transaction.
 */
export async function runWrite<T>(
  write: WriteDeadline,
  request: FastifyRequest,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await request.server.requireAccess(request);
  signal?.throwIfAborted();
  const { subject } = request.caller ?? {};
  if (subject === undefined) return write.run(work);
  const { subject: changed } = request.params as { subject?: string };
  return write.run(work, (transaction) => requireUnblocked(transaction, subject, changed));
}

/** @throws HttpProblem 400 for keys in the body of a call that takes none */
function refuseKeys(body: unknown): void {
  const keys = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  if (keys.length > 0) throw badInputs(unknownKeys('body', keys));
}

/** Creates an endpoint's route options without a handler, for endpoints that do not exchange JSON. */
export function toRouteOptions(endpoint: Endpoint) {
  return {
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: !endpoint.changesState,
    config: { endpoint },
    schema: toRouteSchema(endpoint),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
  };
}

function setCacheControl(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, method, maxAge = 0, variesByCaller = false, varyHeaders = [] }: Endpoint,
) {
  if (variesByCaller || access === 'open-values') addVary(reply, 'Authorization');
  for (const header of varyHeaders) addVary(reply, header);
  if (method !== 'GET' || maxAge === 'never') {
    reply.header('cache-control', 'no-store');
    return;
  }
  const isForAnyone = access === 'open' || access === 'open-values';
  const scope = isForAnyone && !request.caller ? 'public' : 'private';
  reply.header('cache-control', `${scope}, max-age=${maxAge}${maxAge === 0 ? ', must-revalidate' : ''}`);
}

function toRouteSchema(endpoint: Endpoint) {
  const { path, summary, access, params, query, body, response, errors = [] } = endpoint;
  const { mediaType = 'application/json', successStatus = 200 } = endpoint;
  const changes = changesData(endpoint);
  // An invalid token is refused everywhere, and a personal access token wherever something changes.
  const statuses = new Set([
    400,
    401,
    ...(changes || access === 'administrator' || access === 'developer' ? [403] : []),
    ...errors,
    421,
    429,
    500,
    503,
  ]);
  return {
    operationId: nameOf(endpoint),
    summary,
    // `/ogc` has a document of its own.
    ...(!path.startsWith('/api/') && { hide: true }),
    tags: [subjectOf(endpoint)],
    ...securityOf(access),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [successStatus]: {
        description: 'The data',
        content: { [mediaType]: { schema: response } },
      },
      ...Object.fromEntries([...statuses].map((status) => [status, problemResponse(status)])),
    },
  };
}

/** An empty requirement makes the token optional. */
function securityOf(access: Endpoint['access']): { security?: Record<string, string[]>[] } {
  if (access === 'open') return {};
  return { security: access === 'open-values' ? [{}, { bearer: [] }] : [{ bearer: [] }] };
}

const statusDescriptions: Record<number, string> = {
  400: 'Bad input',
  401: 'The token is missing or not valid',
  403: 'The role is missing, the record is another user’s, or a personal access token may not do this',
  404: 'There is no such record',
  406: 'There is no such format',
  409: 'The record has been changed since',
  413: 'Too large',
  421: 'The portal does not answer at the host of the request',
  429: 'Too many requests',
  500: 'A fault of the server',
  503: 'The database cannot be reached',
};

function problemResponse(status: number) {
  return {
    description: statusDescriptions[status] ?? 'Refused',
    content: { 'application/problem+json': { schema: Problem } },
  };
}
