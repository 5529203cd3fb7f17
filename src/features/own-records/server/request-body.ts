import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '#server/http/problems.ts';

/** The uploaded body of a request. @throws HttpProblem 400 */
export function bodyOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  throw new HttpProblem(
    400,
    'The file is the body of the request, with Content-Type: application/octet-stream.',
  );
}
