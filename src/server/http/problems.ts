import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Problem } from '#contract/endpoint.ts';

type Details = {
  errors?: { path: string; message: string }[] | undefined;
  headers?: Record<string, string>;
};

/** An error that is sent to the client as RFC 9457 problem details with this status. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';
  readonly statusCode: number;
  readonly errors: Details['errors'];
  readonly headers: Record<string, string>;

  constructor(statusCode: number, detail: string, { errors, headers = {} }: Details = {}) {
    super(detail);
    this.statusCode = statusCode;
    this.errors = errors;
    this.headers = headers;
  }
}

/** For a value of the request that cannot be used; `path` names it, such as `query.limit`. */
export function badInput(path: string, message: string) {
  return new HttpProblem(400, message, { errors: [{ path, message }] });
}

export function recordNotFound() {
  return new HttpProblem(404, 'Record not found.');
}

const unauthorizedDetails = {
  none: 'Sign in to see this.',
  invalid: 'Your sign-in is not valid or has expired. Sign in again.',
};

/** For a request without a token, or with an invalid one. */
export function unauthorized(token: 'none' | 'invalid', detail = unauthorizedDetails[token]) {
  const challenge = token === 'none' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': challenge } });
}

export function databaseUnreachable(detail = 'The database cannot be reached. Try again in a moment.') {
  return new HttpProblem(503, detail, { headers: { 'retry-after': '5' } });
}

export function storageUnreachable() {
  const detail = 'The files cannot be reached. Try again in a moment.';
  return new HttpProblem(503, detail, { headers: { 'retry-after': '5' } });
}

/** `instance` is the path without the query, which may contain secrets. */
export function problemBody(problem: HttpProblem, url: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.statusCode] ?? 'Error',
    status: problem.statusCode,
    detail: problem.message,
    instance: pathOf(url),
    ...(problem.errors && { errors: problem.errors }),
  };
}

export function sendProblem(reply: FastifyReply, problem: HttpProblem) {
  return reply
    .code(problem.statusCode)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, reply.request.url)));
}

export function pathOf(url: string) {
  return url.split('?', 1)[0] ?? url;
}
