import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem, sendProblem } from '../http/problems.ts';
import { createLogOutQuestion } from '../identity/logout.ts';
import { initiatorOf } from './host-check.ts';
import { decodePath, isForFile, type RouteMethods } from './route-kind.ts';
import type { SiteHandler } from './site/site-handler.ts';

type Options = { readonly config: Config; readonly routes: RouteMethods; readonly site: SiteHandler };

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

/** Handles requests without a route: problems for the API, pages for the rest, and what OPTIONS there are. */
export function addNotFound(app: FastifyInstance, { config, routes, site }: Options) {
  const logOutQuestion = createLogOutQuestion(config);
  const findMethods = createMethodFinder(routes);
  app.after(() => {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
      const path = decodePath(request.url);
      const methods = findMethods(path);
      if (request.method === 'OPTIONS' && (methods.length > 0 || isForFile(request))) {
        const allow = [...(methods.length > 0 ? methods : ['GET', 'HEAD']), 'OPTIONS'].join(', ');
        return reply.code(204).header('allow', allow).send();
      }
      if (isForFile(request)) {
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          return sendProblem(reply, methodNotAllowed(methods.length > 0 ? methods : ['GET', 'HEAD']));
        }
        const isForeign = initiatorOf(request.headers, config.portalOrigin) === 'other';
        // These pages log out at once, which a link of another site must not do.
        if (isForeign && /^\/(auth|account)\/logout\/?$/.test(path)) {
          return reply.headers(logOutQuestion.headers).send(logOutQuestion.html);
        }
        return site(request, reply);
      }
      // An address that takes this method was spelled in a way that no route matches, such as `/api%2Fversion`.
      if (methods.length === 0 || methods.includes(request.method)) {
        return sendProblem(reply, new HttpProblem(404, 'There is no such call.'));
      }
      return sendProblem(reply, methodNotAllowed(methods));
    });
  });
}

/** Returns a function that finds the methods of an address; those of commands on this computer are left out. */
function createMethodFinder(routes: RouteMethods): (path: string) => readonly string[] {
  let known: { pattern: RegExp; methods: ReadonlySet<string> }[] | undefined;
  return (path) => {
    known ??= [...routes]
      .filter(([url]) => !url.startsWith('/internal/'))
      .map(([url, methods]) => ({ pattern: toPattern(url), methods }));
    const all = known.filter(({ pattern }) => pattern.test(path)).map(({ methods }) => methods);
    return methodOrder.filter((method) => all.some((methods) => methods.has(method)));
  };
}

/** `/api/data/:file.:format` → `^/api/data/[^/]+\.[^/]+/?$` */
function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[a-z_]+/gi, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`);
}

function methodNotAllowed(methods: readonly string[]) {
  const allow = methods.join(', ');
  return new HttpProblem(405, `This address takes ${allow} only.`, { headers: { allow } });
}
