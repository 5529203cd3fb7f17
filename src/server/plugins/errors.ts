import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isBadValue, isDamaged, isDatabaseUnreachable, isDiskFull } from '../db/errors.ts';
import {
  badInputs,
  databaseUnreachable,
  HttpProblem,
  sendProblem,
  unavailable,
  unknownKeys,
} from '../http/problems.ts';
import { StorageFailed } from '../storage/file-storage.ts';
import type { OnFault } from './telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The portal refused it by design. */
    isRefused: boolean;
  }
}

/** Sends a thrown error as a problem. Errors not caused by the request are logged and become a 500. */
export function addErrorHandler(app: FastifyInstance, onFault: OnFault) {
  app.decorateRequest('isRefused', false);
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply, onFault));
}

/** `send` sends the problem; as problem details by default. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onFault?: OnFault,
  send: (reply: FastifyReply, problem: HttpProblem) => unknown = sendProblem,
) {
  const problem = toProblemOfAny(error, request);
  request.isRefused = problem.isRefusal;
  if (!problem.isRefusal) logFault(error, problem, request);
  try {
    if (problem.statusCode === 500) onFault?.(error, request, reply);
  } catch (fault) {
    logFault(fault, problem, request);
  }
  return send(reply, problem);
}

/** Anything may be thrown, also an object whose properties cannot be read. */
function toProblemOfAny(error: unknown, request: FastifyRequest): HttpProblem {
  try {
    return toProblem(error, request);
  } catch {
    return faultProblem(request);
  }
}

/** When each server last logged an outage, and how many entries it has left out since. */
const outages = new WeakMap<object, { loggedAt: number; left: number }>();
const outageEveryMs = 1000;

/** Logs a fault; an outage, which every request meets, once a second. */
export function logFault(
  error: unknown,
  { message, statusCode }: HttpProblem,
  { log, server }: Pick<FastifyRequest, 'log' | 'server'>,
): void {
  const outage = outages.get(server.server);
  const isOutage = statusCode === 503;
  if (isOutage && outage && performance.now() - outage.loggedAt < outageEveryMs) {
    outage.left += 1;
    return;
  }
  if (isOutage) outages.set(server.server, { loggedAt: performance.now(), left: 0 });
  try {
    const err = error instanceof Error ? error : { thrown: inspect(error, { depth: 1 }) };
    log.error({ err, ...(isOutage && outage && { left_out: outage.left }) }, message);
  } catch {
    log.error(`${message} It cannot be described.`);
  }
}

const faultProblem = ({ id }: FastifyRequest) =>
  new HttpProblem(500, `Something went wrong on the server. The log has the details under request id ${id}.`);

const diskFull = 'The disk of the portal is full, so nothing can be saved. Its operator has to make space.';
const damaged =
  'A file of the database is damaged, so this cannot be read. The operator of the portal has to restore a backup.';

/** What a failure of the database means to people; undefined for another error. */
export function toDatabaseProblem(error: unknown): HttpProblem | undefined {
  if (isDiskFull(error)) return databaseUnreachable(diskFull);
  if (isDamaged(error)) return databaseUnreachable(damaged);
  return isDatabaseUnreachable(error) ? databaseUnreachable() : undefined;
}

function toProblem(error: unknown, request: FastifyRequest): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error);
  const databaseProblem = toDatabaseProblem(error);
  if (databaseProblem) return databaseProblem;
  if (error instanceof StorageFailed) {
    return unavailable('The files cannot be reached. Try again in a moment.');
  }
  if (isBadValue(error)) return new HttpProblem(400, 'The request has a value that cannot be used.');
  const { statusCode, code, message } = readFastifyError(error);
  if (statusCode === 413) return new HttpProblem(413, 'The request is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new HttpProblem(400, 'The body must be JSON, with the header Content-Type: application/json.');
  }
  if (code.startsWith('FST_ERR_CTP_')) {
    return new HttpProblem(400, 'The body of the request is not valid JSON.');
  }
  if (code === 'FST_ERR_BAD_URL') return new HttpProblem(400, 'The address has a malformed % escape.');
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new HttpProblem(400, 'The address has a part that is too long.');
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpProblem(statusCode, message || 'The request cannot be used.');
  }
  return faultProblem(request);
}

/** What a thrown value has of an error of Fastify; the code of a DOMException is a number. */
function readFastifyError(error: unknown): { statusCode: number; code: string; message: string } {
  const { statusCode, code, message } = Object(error) as Partial<Record<keyof FastifyError, unknown>>;
  return {
    statusCode: typeof statusCode === 'number' && Number.isInteger(statusCode) ? statusCode : 500,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  };
}

type ValidationError = {
  validationContext?: string | undefined;
  validation: {
    instancePath: string;
    message?: string | undefined;
    params?: { readonly keys?: unknown };
  }[];
};

const contextNames: Record<string, string> = { querystring: 'query' };

function validationProblem({ validationContext = 'request', validation }: ValidationError) {
  const context = contextNames[validationContext] ?? validationContext;
  return badInputs(
    validation.flatMap(({ instancePath, message = 'Invalid value', params }) => {
      const path = `${context}${instancePath.replaceAll('/', '.')}`.replace(/\.$/, '');
      // Schemas of queries have words of their own for these.
      const keys = validationContext === 'body' ? params?.keys : undefined;
      return Array.isArray(keys) ? unknownKeys(path, keys) : [{ path, message }];
    }),
  );
}

const responses: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of the request are too long.'],
};

/** Responds to bytes that Node cannot read as HTTP, when there is no request or reply object yet. */
export function handleClientError(error: ConnectionError, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, detail] = responses[error.code] ?? [400, 'The request is not valid HTTP.'];
  const title = STATUS_CODES[status];
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance: '' });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
