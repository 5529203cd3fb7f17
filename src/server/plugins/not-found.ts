import type { FastifyInstance } from 'fastify';
import { ogcEndpoints } from '#contract/ogc.ts';
import { allEndpoints } from '../all-endpoints.ts';
import type { Config } from '../config.ts';
import { HttpProblem, sendProblem } from '../http/problems.ts';
import { createLogOutQuestion } from '../identity/log-out-question.ts';
import { decodePath, isForFile } from './route-kind.ts';
import { initiatorOf } from './same-origin.ts';
import type { SiteHandler } from './site/site-handler.ts';

/** Handles requests without a route: problems for the API, pages for the rest. */
export function addNotFound(app: FastifyInstance, config: Config, site: SiteHandler) {
  const logOutQuestion = createLogOutQuestion(config);
  const known = [...allEndpoints, ...ogcEndpoints].map(({ method, path, changesState = false }) => ({
    methods: method === 'GET' && !changesState ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${path.replace(/:[a-z_]+/gi, '[^/]+')}/?$`),
  }));
  app.after(() => {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isForFile(request)) {
        if (!isRead) return sendProblem(reply, methodNotAllowed(['GET', 'HEAD']));
        const isForeign = initiatorOf(request.headers, config.portalOrigin) === 'other';
        // These pages log out at once, which a link of another site must not do.
        if (isForeign && /^\/(auth|account)\/logout\/?$/.test(decodePath(request.url))) {
          return reply.headers(logOutQuestion.headers).send(logOutQuestion.html);
        }
        return site(request, reply);
      }
      const path = decodePath(request.url);
      const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods: all }) => all);
      // An address that takes this method was spelled in a way that no route matches, such as `/api%2Fversion`.
      if (methods.length === 0 || methods.includes(request.method)) {
        return sendProblem(reply, new HttpProblem(404, 'There is no such call.'));
      }
      return sendProblem(reply, methodNotAllowed(methods));
    });
  });
}

function methodNotAllowed(methods: readonly string[]) {
  const allow = methods.join(', ');
  return new HttpProblem(405, `This address takes ${allow} only.`, { headers: { allow } });
}
