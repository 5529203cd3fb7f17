import type Provider from 'oidc-provider';
import { isDatabaseAway } from '../db/errors.ts';
import { databaseAway, HttpProblem, problemBody } from '../problems.ts';

/** As much of the provider's context as an answer needs. */
type Context = {
  path: string;
  status: number;
  type: string;
  body: unknown;
  set(headers: Record<string, string>): void;
};

export function answerProblem(ctx: Context, problem: HttpProblem) {
  ctx.status = problem.statusCode;
  ctx.body = JSON.stringify(problemBody(problem, ctx.path));
  ctx.type = 'application/problem+json; charset=utf-8';
  ctx.set(problem.headers);
}

/** Tells the server's own faults as the API does, and logs them; the provider's words for them say nothing. */
export function addFaults(provider: Provider, onFault: (error: unknown) => void) {
  const problemOf = (error: unknown) => {
    onFault(error);
    return isDatabaseAway(error)
      ? databaseAway()
      : new HttpProblem(500, 'Something went wrong on the server. Try again in a moment.');
  };
  provider.onerror = (error) => {
    if (!('expose' in error && error.expose === true)) onFault(error);
  };
  provider.on('server_error', (ctx, error) => {
    ctx.state.fault = error;
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerProblem(ctx, problemOf(error));
      return;
    }
    if (ctx.state.fault === undefined) return;
    const problem = problemOf(ctx.state.fault);
    const address = ctx.response.get('location');
    if (!address) {
      answerProblem(ctx, problem);
      return;
    }
    const url = new URL(address, provider.issuer);
    if (url.searchParams.has('error_description')) url.searchParams.set('error_description', problem.message);
    ctx.set('location', url.href);
  });
}
