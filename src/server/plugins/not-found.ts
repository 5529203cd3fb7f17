import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '../all-endpoints.ts';
import { HttpProblem, sendProblem } from '../http/problems.ts';
import { decodePath } from './route-kind.ts';
import type { SiteHandler } from './site/site-handler.ts';

/** Handles requests without a route: problems for the API, pages for the rest. */
export function addNotFound(app: FastifyInstance, site: SiteHandler) {
  const known = allEndpoints.map(({ method, path, changesState = false }) => ({
    methods: method === 'GET' && !changesState ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${path.replace(/:[a-z_]+/gi, '[^/]+')}/?$`),
  }));
  app.after(() => {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (request.kind === 'page') {
        return isRead ? site(request, reply) : sendProblem(reply, methodNotAllowed(['GET', 'HEAD']));
      }
      const path = decodePath(request.url);
      const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods: all }) => all);
      if (methods.length === 0) return sendProblem(reply, new HttpProblem(404, 'There is no such call.'));
      return sendProblem(reply, methodNotAllowed(methods));
    });
  });
}

function methodNotAllowed(methods: readonly string[]) {
  const allow = methods.join(', ');
  return new HttpProblem(405, `This address takes ${allow} only.`, { headers: { allow } });
}
