import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Problem } from '#contract/endpoint.ts';
import { dataAddressPrefix } from '#domain/page-paths.ts';
import { cleanLine } from '#lib/clean-line.ts';

type Details = {
  errors?: { path: string; message: string }[] | undefined;
  headers?: Record<string, string>;
  isRefusal?: boolean;
};

/** An error that is sent to the client as RFC 9457 problem details with this status. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';
  readonly statusCode: number;
  readonly errors: Details['errors'];
  readonly headers: Record<string, string>;
  /** The portal does what it should, so that there is no error to log. */
  readonly isRefusal: boolean;

  constructor(
    statusCode: number,
    detail: string,
    { errors, headers = {}, isRefusal = statusCode < 500 }: Details = {},
  ) {
    super(detail);
    this.statusCode = statusCode;
    this.errors = errors;
    this.headers = headers;
    this.isRefusal = isRefusal;
  }
}

const maxNamedKeys = 10;

/** The errors for keys of a body that mean nothing: a misspelled one must not be ignored. */
export function unknownKeys(path: string, keys: readonly unknown[]) {
  return keys.slice(0, maxNamedKeys).map((key) => ({
    // A client may have made up any text.
    path: `${path}.${cleanLine(String(key)).slice(0, 60)}`,
    message: 'is not known',
  }));
}

/** For input that fails several rules; each `path` names the value, such as `body.name`. */
export function badInputs(errors: readonly { path: string; message: string }[]) {
  const list = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new HttpProblem(400, `The request has bad input. ${list}`, { errors: [...errors] });
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

/** For a request that would make those before it wait even longer. */
export function tooBusy(detail: string, retryAfterSeconds = 5) {
  return new HttpProblem(503, detail, {
    headers: { 'retry-after': String(retryAfterSeconds) },
    isRefusal: true,
  });
}

/** For a failure that may be over in a moment. */
export function unavailable(detail: string, retryAfterSeconds = 5) {
  return new HttpProblem(503, detail, { headers: { 'retry-after': String(retryAfterSeconds) } });
}

export function databaseUnreachable(detail = 'The database cannot be reached. Try again in a moment.') {
  return unavailable(detail);
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

/** For people whose spreadsheet shows a refusal. */
const tokenAdvice =
  'A file that needs an account needs an access token: create one on the page Profile of the portal, and send it with the request as the header "Authorization: Bearer" followed by the token. The page Data access of the guide shows how in Excel, Python and R.';

export function sendProblem(reply: FastifyReply, problem: HttpProblem) {
  const { url, headers } = reply.request;
  reply.code(problem.statusCode).headers({ ...problem.headers, 'cache-control': 'no-store' });
  if (pathOf(url).startsWith(dataAddressPrefix) && !/\bjson\b/i.test(headers.accept ?? '')) {
    const advice = problem.statusCode === 401 ? ` ${tokenAdvice}` : '';
    return reply.type('text/plain; charset=utf-8').send(`${problem.message}${advice}\n`);
  }
  return reply
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, url)));
}

export function pathOf(url: string) {
  return url.split('?', 1)[0] ?? url;
}
