import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isBadValue, isDamaged, isDatabaseUnreachable, isDiskFull } from '../db/errors.ts';
import { databaseUnreachable, HttpProblem, sendProblem, storageUnreachable } from '../http/problems.ts';
import { StorageFailed } from '../storage/file-storage.ts';
import type { OnFault } from './error-reports.ts';

/** Sends a thrown error as a problem. Errors not caused by the request are logged and become a 500. */
export function addErrorHandler(app: FastifyInstance, onFault: OnFault) {
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
  const problem = toProblem(error, request);
  if (problem.statusCode === 500) onFault?.(error, request, reply);
  if (problem.statusCode >= 500) request.log.error({ err: error }, problem.message);
  return send(reply, problem);
}

const diskFull = 'The disk of the portal is full, so nothing can be saved. Its operator has to make space.';
const damaged =
  'A file of the database is damaged, so this cannot be read. The operator of the portal has to restore a backup.';

function toProblem(error: unknown, request: FastifyRequest): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error);
  if (isDiskFull(error)) return databaseUnreachable(diskFull);
  if (isDamaged(error)) return databaseUnreachable(damaged);
  if (isDatabaseUnreachable(error)) return databaseUnreachable();
  if (error instanceof StorageFailed) return storageUnreachable();
  if (isBadValue(error)) return new HttpProblem(400, 'The request has a value that cannot be used.');
  const { statusCode = 500, code = '', message } = error as Partial<FastifyError>;
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
    return new HttpProblem(statusCode, message ?? 'The request cannot be used.');
  }
  return new HttpProblem(
    500,
    `Something went wrong on the server. The log has the details under request id ${request.id}.`,
  );
}

type ValidationError = {
  validationContext?: string | undefined;
  validation: { instancePath: string; message?: string | undefined }[];
};

const contextNames: Record<string, string> = { querystring: 'query' };

function validationProblem({ validationContext = 'request', validation }: ValidationError) {
  const context = contextNames[validationContext] ?? validationContext;
  const errors = validation.map(({ instancePath, message = 'Invalid value' }) => ({
    path: `${context}${instancePath.replaceAll('/', '.')}`.replace(/\.$/, ''),
    message,
  }));
  const list = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new HttpProblem(400, `The request has bad input. ${list}`, { errors });
}
