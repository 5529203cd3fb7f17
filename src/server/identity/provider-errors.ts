import type Provider from 'oidc-provider';
import { isDiskFull } from '../db/errors.ts';
import { HttpProblem, problemBody } from '../http/problems.ts';
import { toDatabaseProblem } from '../plugins/errors.ts';

/** The part of the provider's context that a response needs. */
type Context = {
  path: string;
  status: number;
  type: string;
  body: unknown;
  set(headers: Record<string, string>): void;
};

export function setProblem(ctx: Context, problem: HttpProblem) {
  ctx.status = problem.statusCode;
  ctx.body = JSON.stringify(problemBody(problem, ctx.path));
  ctx.type = 'application/problem+json; charset=utf-8';
  ctx.set(problem.headers);
}

/** Sends the server's own errors in the form of the API and logs them, in place of the provider's generic text. */
export function handleProviderErrors(
  provider: Provider,
  onError: (error: unknown, problem: HttpProblem) => void,
) {
  const toProblem = (error: unknown) => {
    const problem =
      toDatabaseProblem(error) ??
      new HttpProblem(500, 'Something went wrong on the server. Try again in a moment.');
    onError(error, problem);
    return problem;
  };
  provider.onerror = (error) => {
    if (!('expose' in error && error.expose === true)) toProblem(error);
  };
  provider.on('server_error', (ctx, error) => {
    ctx.state.fault = error;
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      setProblem(ctx, toProblem(error));
      return;
    }
    if (ctx.state.fault === undefined) return;
    const problem = toProblem(ctx.state.fault);
    const address = ctx.response.get('location');
    if (!address) {
      setProblem(ctx, problem);
      return;
    }
    const url = new URL(address, provider.issuer);
    if (url.searchParams.has('error_description')) url.searchParams.set('error_description', problem.message);
    // The page shows a sentence of its own for each code, because anyone can write a link with a text.
    if (problem.statusCode === 503) {
      url.searchParams.set('error', isDiskFull(ctx.state.fault) ? 'disk_full' : 'temporarily_unavailable');
    }
    ctx.set('location', url.href);
  });
}
